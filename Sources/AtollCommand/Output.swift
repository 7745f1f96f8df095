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
    let temporaryPath = "\(folderOfFile(target))/.atoll-\(getpid())-\(shortTag(of: path)).tmp"
    let heldBack = HeldBackSignals()
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    descriptor = unsafe open(temporaryPath, flags, forOwnerAlone ? 0o600 : 0o666)
    if descriptor < 0 {
      let error = SystemError.last
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

/// The path with every link on it followed, or the path itself where nothing is there yet.
private func resolvedPath(_ path: String) -> String {
  guard let resolved = unsafe realpath(path, nil) else { return path }
  defer { unsafe free(resolved) }
  return unsafe String(cString: resolved)
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
