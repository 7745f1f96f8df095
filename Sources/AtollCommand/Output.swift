import Files

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where a result goes, open.
///
/// A file appears under its name only when all of it is there: the bytes go into a file beside it,
/// which is then renamed. While that file exists, Ctrl-C and its like are held back and looked for
/// between two writes, so that it can be removed before the process ends as it would have; that
/// takes no signal handler and no global state.
struct Output: ~Copyable {
  /// What it is called in messages.
  let name: String
  let descriptor: Int32
  /// Nothing where the bytes go straight to their place.
  private let replacement: Replacement?
  private var isDone = false

  private struct Replacement {
    let path: String
    let temporaryPath: String
    let heldBack: HeldBackSignals
  }

  /// Standard output.
  init() {
    name = "standard output"
    descriptor = 1
    replacement = nil
  }

  /// What another descriptor of this process leads to, at its place and in its way of writing.
  init(toDescriptor other: Int32, named path: String) throws(SystemError) {
    descriptor = fcntl(other, F_DUPFD_CLOEXEC, 3)
    if descriptor < 0 { throw .last }
    name = path
    replacement = nil
  }

  /// What is no plain file, such as `/dev/null` or a named pipe: written in place.
  init(toDevice path: String) throws(SystemError) {
    descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    if descriptor < 0 { throw .last }
    name = path
    replacement = nil
  }

  /// Begins the file at `path`.
  ///
  /// A file that is there already keeps its permissions, unless it is for its owner alone.
  init(toFile path: String, forOwnerAlone: Bool = false) throws(SystemError) {
    // A link is written through, not replaced.
    let target = resolvedPath(path)
    let existing = try? FileFacts(of: target)
    let heldBack = HeldBackSignals()
    let temporaryPath: String
    do throws(SystemError) {
      (descriptor, temporaryPath) = try Self.temporaryFile(
        beside: target, mode: forOwnerAlone ? 0o600 : 0o666)
    } catch {
      heldBack.release()
      throw error
    }
    name = path
    replacement = Replacement(path: target, temporaryPath: temporaryPath, heldBack: heldBack)
    if let existing, !forOwnerAlone {
      // Works for root only, and nobody else could have another's file to keep.
      _ = fchown(descriptor, existing.owner, existing.group)
      fchmod(descriptor, existing.mode)
    }
  }

  /// A new file in the folder of another.
  ///
  /// In a container every process may have the same number, and one that was killed left its file behind.
  private static func temporaryFile(
    beside target: String, mode: mode_t
  ) throws(SystemError) -> (descriptor: Int32, path: String) {
    let name = "\(folderOfFile(target))/.atoll-\(getpid())-\(shortTag(of: target))"
    var attempts = 0
    while true {
      let path = attempts == 0 ? "\(name).tmp" : "\(name)-\(UInt32.random(in: .min ... .max)).tmp"
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let descriptor = unsafe open(path, flags, mode)
      if descriptor >= 0 { return (descriptor, path) }
      attempts += 1
      if errno != EEXIST || attempts == mostAttempts { throw .last }
    }
  }

  private static let mostAttempts = 100

  /// Adds bytes to the end.
  func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(Stop) {
    if replacement?.heldBack.isAnyPending == true { throw .interrupted }
    do {
      try unsafe writeAll(bytes, to: descriptor)
    } catch {
      throw .writing(error, to: name)
    }
  }

  /// Puts a file in its place; until then there is none, or the old one.
  consuming func finish() throws(Stop) {
    guard let replacement else { return }
    // No fsync: waiting for the disk takes longer than rendering does, and what a failing machine
    // loses can be rendered again. No reader ever sees half a file.
    if replacement.heldBack.isAnyPending { throw .interrupted }
    guard unsafe rename(replacement.temporaryPath, replacement.path) == 0 else {
      throw .writing(.last, to: name)
    }
    isDone = true
  }

  deinit {
    if descriptor != 1 { close(descriptor) }
    guard let replacement else { return }
    if !isDone { unsafe unlink(replacement.temporaryPath) }
    replacement.heldBack.release()
  }
}

// MARK: Paths

/// The path with every link on it followed, also to where nothing is yet.
private func resolvedPath(_ path: String) -> String {
  var path = path
  for _ in 0..<mostLinks {
    if let resolved = unsafe realpath(path, nil) {
      defer { unsafe free(resolved) }
      return unsafe String(cString: resolved)
    }
    guard let target = targetOfLink(path) else { return path }
    path = target.hasPrefix("/") ? target : "\(folderOfFile(path))/\(target)"
  }
  return path
}

/// No system follows more.
private let mostLinks = 40

/// What a link says, or nothing where there is none.
private func targetOfLink(_ path: String) -> String? {
  unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(PATH_MAX)) { buffer in
    guard let base = buffer.baseAddress else { return nil }
    let count = unsafe readlink(
      path, UnsafeMutableRawPointer(base).assumingMemoryBound(to: CChar.self), buffer.count)
    return count < 0 ? nil : unsafe String(decoding: buffer[..<count], as: UTF8.self)
  }
}

/// The folder of a file, `.` when the path names none.
func folderOfFile(_ path: String) -> String {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// Keeps two files apart that one process writes at once into one folder.
private func shortTag(of path: String) -> String {
  var hash: UInt32 = 2_166_136_261
  for byte in path.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
  return String(hash, radix: 36)
}
