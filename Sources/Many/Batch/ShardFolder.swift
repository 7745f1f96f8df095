import OperatingSystem

/// The folder in which a dump is cut up before it gets its name, locked against other processes.
///
/// A lock file marks it as made by this program; a folder without one is left alone.
final class ShardFolder {
  let path: String
  private let lock: FileLock

  private static let lockName = ".lock"

  /// Creates the folder `….part`, or empties one that a killed process left.
  init(for folder: String) throws(BatchError) {
    let path = "\(folder).part"
    let lockPath = "\(path)/\(Self.lockName)"
    let names = try writing(to: path) { () throws(SystemError) in try Self.names(in: path) }
    // A process may have been killed after creating the folder and before creating the lock.
    guard let names, names.isEmpty || names.contains(Self.lockName) else {
      throw BatchError(.alreadyExists, at: path)
    }
    let lock = try writing(to: lockPath) { () throws(SystemError) in
      try FileLock.take(at: lockPath)
    }
    guard let lock else { throw BatchError(.inUse, at: path) }
    self.path = path
    self.lock = lock
    for name in names where name != Self.lockName {
      try writing(to: path) { () throws(SystemError) in try Folders.removeTree("\(path)/\(name)") }
    }
  }

  /// Returns the names in a folder, which is created if it does not exist; `nil` if the path is not a folder.
  private static func names(in path: String) throws(SystemError) -> [String]? {
    do throws(SystemError) {
      if try FileFacts(of: path).kind != .folder { return nil }
    } catch {
      guard error.isMissing else { throw error }
      try Folders.make(path)
    }
    return try Folders.names(in: path, withHidden: true)
  }

  /// Gives the folder its final name.
  func finish(as folder: String) throws(BatchError) {
    try writing(to: folder) { () throws(SystemError) in
      try Folders.rename(path, to: folder)
      try Folders.removeFile("\(folder)/\(Self.lockName)")
    }
  }

  /// Removes the folder and everything in it.
  func remove() { try? Folders.removeTree(path) }
}
