import CAtollSystem

/// The new content of a folder; it appears under the folder's name when all of it is on the disk.
///
/// The files go into a temporary folder next to the target, `.atoll-NUMBER.folder`. At the end, the
/// two folders exchange their names. While the temporary folder exists, signals such as Ctrl-C are
/// held back; check `BlockedSignals.isAnyPending` between two files. A killed process no longer
/// holds the lock on its folder, so the next process removes that folder.
package struct ReplacementFolder: ~Copyable {
  private let target: String
  private let temporaryFolder: LockedFolder
  private let blockedSignals: BlockedSignals
  private var isDone = false

  private static let (prefix, suffix) = (".atoll-", ".folder")
  /// The maximum number of attempts to create and lock a temporary folder; an attempt fails if
  /// another process removes the folder before it is locked.
  private static let maximumAttemptCount = 100

  /// Creates the new content of the folder at `path`, which need not exist.
  package init(at path: String) throws(SystemError) {
    target = resolvedPath(path.withoutTrailingSlashes)
    let parent = folderOfFile(target)
    Folders.removeAbandoned(.folder, in: parent, prefix: Self.prefix, suffix: Self.suffix)
    let blockedSignals = BlockedSignals()
    do throws(SystemError) {
      temporaryFolder = try Self.makeTemporary(in: parent)
    } catch {
      blockedSignals.release()
      throw error
    }
    self.blockedSignals = blockedSignals
  }

  private static func makeTemporary(in parent: String) throws(SystemError) -> LockedFolder {
    for _ in 0..<maximumAttemptCount {
      let path = "\(parent)/\(prefix)\(UInt64.random(in: 0 ... .max))\(suffix)"
      if let folder = try LockedFolder.create(path) { return folder }
    }
    throw SystemError.nameTaken
  }

  package func write(_ bytes: Span<UInt8>, as name: String) throws(SystemError) {
    let file = try OpenFile(creating: "\(temporaryFolder.path)/\(name)")
    try writeAll(bytes, to: file.descriptor)
  }

  /// Waits until everything is on the disk, and puts the temporary folder in place of the target.
  ///
  /// The temporary folder gets the permissions of the old folder. The old folder is removed.
  package consuming func finish() throws(SystemError) {
    if let old = try? FileMetadata(of: target), old.kind == .folder {
      temporaryFolder.copyPermissions(of: old)
    }
    // Synchronizing each file separately would take ten times as long.
    try Folders.synchronizeAll(onDiskOf: temporaryFolder.path)
    do throws(SystemError) {
      try Folders.rename(temporaryFolder.path, to: target)
    } catch {
      // Renaming can only replace an empty folder.
      try Folders.exchange(temporaryFolder.path, with: target)
      // Another process that finds the old folder removes it, too.
      _ = try ifExists(Folders.removeTree(temporaryFolder.path))
    }
    try Folders.synchronize(folderOfFile(target))
    isDone = true
  }

  deinit {
    if !isDone { try? Folders.removeTree(temporaryFolder.path) }
    blockedSignals.release()
  }
}

private struct LockedFolder: ~Copyable {
  let path: String
  private let folder: OpenFile

  /// Creates and locks a folder; returns `nil` if another process removes it before it is locked.
  static func create(_ path: String) throws(SystemError) -> LockedFolder? {
    try Folders.create(path)
    guard let folder = try ifExists(OpenFile(reading: path, followsLinks: false)) else {
      return nil
    }
    // On a file system without locks, no other process can lock and remove the folder either.
    guard (try? folder.lock()) ?? true, folder.isStill(at: path) else { return nil }
    return LockedFolder(path: path, folder: folder)
  }

  func copyPermissions(of other: FileMetadata) { folder.copyPermissions(of: other) }

  deinit { folder.unlock() }
}

extension String {
  /// The path without trailing slashes; `/` stays as it is.
  fileprivate var withoutTrailingSlashes: String {
    var path = self
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}

extension Folders {
  /// Exchanges the names of two folders, atomically where the system and the file system support
  /// it.
  static func exchange(_ path: String, with other: String) throws(SystemError) {
    if unsafe atoll_exchange(systemPath(path), systemPath(other)) == 0 { return }
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
