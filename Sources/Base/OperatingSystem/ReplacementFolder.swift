import CSystem

/// The new content of a folder, which appears under its name when all of it is on the disk.
///
/// The files go into a temporary folder next to it, `.atoll-NUMBER.folder`, whose name is then
/// exchanged with that of the old folder. While it exists, signals such as Ctrl-C are held back;
/// check `HeldBackSignals.isAnyPending` between two files. A killed process no longer holds the
/// lock in its folder, so the next process removes that folder.
package struct ReplacementFolder: ~Copyable {
  private let target: String
  private let temporary: String
  private let lock: FileLock
  private let heldBack: HeldBackSignals
  private var isDone = false

  private static let (prefix, suffix) = (".atoll-", ".folder")
  private static let lockName = ".lock"

  /// Creates the new content of the folder at `path`, which need not exist.
  package init(at path: String) throws(SystemError) {
    let target = resolvedPath(path.withoutEndingSlashes)
    let parent = folderOfFile(target)
    Self.removeAbandoned(in: parent)
    let temporary = "\(parent)/\(Self.prefix)\(UInt64.random(in: 0 ... .max))\(Self.suffix)"
    let heldBack = HeldBackSignals()
    do throws(SystemError) {
      try Folders.make(temporary)
      guard let lock = try FileLock.take(at: "\(temporary)/\(Self.lockName)") else {
        throw SystemError.taken
      }
      self.lock = lock
    } catch {
      try? Folders.removeTree(temporary)
      heldBack.release()
      throw error
    }
    self.target = target
    self.temporary = temporary
    self.heldBack = heldBack
  }

  /// Removes the temporary folders that no process holds a lock in.
  private static func removeAbandoned(in parent: String) {
    let limit = TemporaryFile.mostNamesSearched
    let names = try? Folders.names(in: parent, from: prefix, to: suffix, among: limit)
    for name in names ?? [] {
      let path = "\(parent)/\(name)"
      guard (try? FileFacts(ofLink: path))?.kind == .folder else { continue }
      do {
        guard let lock = try FileLock.take(at: "\(path)/\(lockName)") else { continue }
        try Folders.removeTree(path)
        _ = consume lock
      } catch {
        // It may be gone, or belong to another user.
      }
    }
  }

  /// Writes one file of the folder.
  package func write(_ bytes: Span<UInt8>, as name: String) throws(SystemError) {
    let file = try OpenFile(creating: "\(temporary)/\(name)")
    try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(SystemError) in
      try unsafe writeAll(buffer, to: file.descriptor)
    }
  }

  /// Gives the folder its name; the old folder is removed.
  package consuming func finish() throws(SystemError) {
    // Synchronizing each file separately would take ten times as long.
    try Folders.synchronizeAll(onDiskOf: temporary)
    try Folders.removeFile("\(temporary)/\(Self.lockName)")
    try Folders.synchronize(temporary)
    do throws(SystemError) {
      try Folders.rename(temporary, to: target)
    } catch {
      // Renaming can only replace an empty folder.
      try Folders.exchange(temporary, target)
      try Folders.removeTree(temporary)
    }
    try Folders.synchronize(folderOfFile(target))
    isDone = true
  }

  deinit {
    if !isDone { try? Folders.removeTree(temporary) }
    heldBack.release()
  }
}

extension String {
  /// The path without trailing slashes; `/` stays as it is.
  fileprivate var withoutEndingSlashes: String {
    var path = self
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}

extension Folders {
  /// Exchanges the names of two folders, atomically where the system and the file system support
  /// it.
  static func exchange(_ path: String, _ other: String) throws(SystemError) {
    if unsafe atoll_exchange(path, other) == 0 { return }
    let aside = "\(path).old"
    try rename(other, to: aside)
    do throws(SystemError) {
      try rename(path, to: other)
    } catch {
      try rename(aside, to: other)
      throw error
    }
    try rename(aside, to: path)
  }
}
