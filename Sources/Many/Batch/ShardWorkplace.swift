import OperatingSystem

/// The folder that a dump is cut up in before it gets its name, and that nobody else writes to meanwhile.
///
/// A locked file marks it as ours: what has none is somebody else's, and stays as it is.
final class ShardWorkplace {
  let path: String
  private let lock: FileLock

  private static let mark = ".lock"

  /// A workplace for a folder, empty but for its mark, whatever a run that was killed left there.
  init(for folder: String) throws(ShardFailure) {
    let path = "\(folder).part"
    let mark = "\(path)/\(Self.mark)"
    let names = try naming(path) { () throws(SystemError) in try Self.names(in: path) }
    // Between the making of a folder and its mark somebody may have been killed.
    guard let names, names.isEmpty || names.contains(Self.mark) else { throw .taken(path) }
    let lock = try naming(mark) { () throws(SystemError) in try FileLock.take(at: mark) }
    guard let lock else { throw .inUse(path) }
    self.path = path
    self.lock = lock
    for name in names where name != Self.mark {
      try naming(path) { () throws(SystemError) in try Folders.removeTree("\(path)/\(name)") }
    }
  }

  /// What is in a folder, which is made if need be; nothing where something else stands there.
  private static func names(in path: String) throws(SystemError) -> [String]? {
    do throws(SystemError) {
      if try FileFacts(of: path).kind != .folder { return nil }
    } catch {
      guard error.isMissing else { throw error }
      try Folders.make(path)
    }
    return try Folders.names(in: path, withHidden: true)
  }

  /// Gives the folder its name.
  func finish(as folder: String) throws(ShardFailure) {
    try naming(folder) { () throws(SystemError) in
      try Folders.rename(path, to: folder)
      try Folders.removeFile("\(folder)/\(Self.mark)")
    }
  }

  /// Removes everything.
  func abandon() { try? Folders.removeTree(path) }
}
