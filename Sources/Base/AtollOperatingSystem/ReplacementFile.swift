import CAtollSystem

/// A temporary file next to its target, locked by this process: `.atoll-HASH.tmp`.
///
/// A killed process no longer holds its lock, so the next process that writes into the folder
/// removes the abandoned file. Process IDs in the names would not do, because in containers every
/// process may have the same ID.
struct TemporaryFile: ~Copyable {
  let path: String
  let file: OpenFile

  private static let maximumAttemptCount = 100
  private static let (prefix, suffix) = (".atoll-", ".tmp")

  /// Creates the file under a name that is free, and locks it if the file system supports locks.
  init(nextTo target: String, mode: UInt32) throws(SystemError) {
    let folder = folderOfFile(target)
    Folders.removeAbandoned(.file, in: folder, prefix: Self.prefix, suffix: Self.suffix)
    for attempt in 0..<Self.maximumAttemptCount {
      let random = String(UInt64.random(in: 0 ... .max), radix: 36)
      let tag = attempt == 0 ? Self.shortTag(of: target) : random
      let path = "\(folder)/\(Self.prefix)\(tag)\(Self.suffix)"
      do throws(SystemError) {
        let file = try OpenFile(creating: path, mode: mode)
        // Another process may remove the file as abandoned before it is locked. On a file system
        // without locks, no file is ever removed.
        guard (try? file.lock()) ?? true, file.isStill(at: path) else { continue }
        self.path = path
        self.file = file
        return
      } catch  where error.isNameTaken {
        continue
      }
    }
    throw .nameTaken
  }

  /// Returns a hash of a path; it almost always differs between the files that one process writes
  /// into a folder at the same time.
  private static func shortTag(of path: String) -> String {
    var hash: UInt32 = 2_166_136_261
    for byte in path.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return String(hash, radix: 36)
  }
}

/// The new content of a file; it appears under the file's name when it is complete.
///
/// The bytes go into a temporary file in the same folder, which `finish()` renames; call
/// `synchronize()` first if they must be on the disk by then. While the temporary file exists,
/// signals such as Ctrl-C are held back; check `BlockedSignals.isAnyPending` between two writes.
/// This way, the temporary file is always removed, without a signal handler or global state.
package struct ReplacementFile: ~Copyable {
  private let target: String
  private let temporaryFile: TemporaryFile
  private let blockedSignals: BlockedSignals
  private var isDone = false
  /// The number of appended bytes, and the number of bytes that the system has begun to write to
  /// the disk.
  private var (appendedCount, writebackCount) = (0, 0)
  /// The minimum and maximum number of bytes that are written to the disk at once.
  ///
  /// Between these, the number is an eighth of the bytes so far: short files are on the disk soon,
  /// and long files need few calls.
  private static let writebackSize = (minimum: 128 << 10, maximum: 8 << 20)

  package var descriptor: Int32 { temporaryFile.file.descriptor }

  /// Creates the new content of the file at `path`; a link is followed, not replaced.
  ///
  /// An existing file keeps its permissions, unless `forOwnerAlone` is `true`.
  package init(at path: String, forOwnerAlone: Bool = false) throws(SystemError) {
    let target = resolvedPath(path)
    let existing = try ifExists(FileMetadata(of: target))
    let blockedSignals = BlockedSignals()
    do throws(SystemError) {
      temporaryFile = try TemporaryFile(nextTo: target, mode: forOwnerAlone ? 0o600 : 0o666)
    } catch {
      blockedSignals.release()
      throw error
    }
    self.target = target
    self.blockedSignals = blockedSignals
    if let existing, !forOwnerAlone { temporaryFile.file.copyPermissions(of: existing) }
  }

  /// Appends bytes; the system begins to write them to the disk early, so that `synchronize` takes
  /// less time.
  package mutating func append(_ bytes: Span<UInt8>) throws(SystemError) {
    try writeAll(bytes, to: descriptor)
    appendedCount += bytes.count
    let step = min(max(Self.writebackSize.minimum, appendedCount / 8), Self.writebackSize.maximum)
    guard appendedCount - writebackCount >= step else { return }
    atoll_begin_writing(descriptor, Int64(writebackCount), Int64(appendedCount - writebackCount))
    writebackCount = appendedCount
  }

  /// Waits until everything written is on the disk, so that the name never leads to half a file.
  package func synchronize() throws(SystemError) {
    try temporaryFile.file.synchronize()
  }

  /// Renames the temporary file to the target; an existing target is replaced.
  package consuming func finish() throws(SystemError) {
    try Folders.rename(temporaryFile.path, to: target)
    isDone = true
  }

  deinit {
    if !isDone { try? Folders.removeFile(temporaryFile.path) }
    blockedSignals.release()
  }
}
