import OperatingSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where a result goes, open.
///
/// A file appears under its name only when all of it is there and on the disk: the bytes go into a file
/// next to it, which is then renamed. While that file exists, Ctrl-C and its like are held back and looked for
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
    var existing: FileFacts?
    do { existing = try FileFacts(of: target) } catch  where error.isMissing {
      // Nothing is there yet.
    }
    let heldBack = HeldBackSignals()
    let temporaryPath: String
    do throws(SystemError) {
      (descriptor, temporaryPath) = try TemporaryFile.make(
        nextTo: target, mode: forOwnerAlone ? 0o600 : 0o666)
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
    // A name that outlives a loss of power must not lead to half a file.
    if fsync(descriptor) != 0, errno != EINVAL { throw .writing(.last, to: name) }
    if replacement.heldBack.isAnyPending { throw .interrupted }
    guard unsafe rename(replacement.temporaryPath, replacement.path) == 0 else {
      let error = SystemError.last
      throw .failure(
        ExitCode(placing: error), "cannot be put in place: \(error.message)", at: name)
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
