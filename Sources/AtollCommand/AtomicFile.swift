#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that appears under its name only when all of it is there.
///
/// The bytes go into a file beside it, which is then renamed. While that file exists, Ctrl-C and its
/// like are held back and looked for between two writes, so that it can be removed before the
/// process ends as it would have; that takes no signal handler and no global state.
struct AtomicFile: ~Copyable {
  private let path: String
  private let temporaryPath: String
  private let file: OpenFile
  private let heldBack: HeldBackSignals
  private var isDone = false

  /// Begins the file at `path`.
  ///
  /// A file that is there already keeps its permissions.
  init(at path: String) throws(SystemError) {
    // A link is written through, not replaced.
    self.path = Self.resolved(path)
    let existing = try? FileFacts(of: self.path)
    temporaryPath = "\(Self.folder(of: self.path))/.atoll-\(getpid())-\(Self.tag(of: path)).tmp"
    heldBack = HeldBackSignals()
    do {
      file = try OpenFile(creating: temporaryPath)
    } catch {
      heldBack.release()
      throw error
    }
    if let existing {
      fchmod(file.descriptor, existing.mode)
      // Works for root only, and nobody else could have another's file to keep.
      _ = fchown(file.descriptor, existing.owner, existing.group)
    }
  }

  /// Adds bytes to the end.
  func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(SystemError) {
    if heldBack.isAnyPending { throw SystemError(number: EINTR) }
    try unsafe writeAll(bytes, to: file.descriptor)
  }

  /// Puts the file in its place.
  consuming func commit() throws(SystemError) {
    // Some file systems and devices know no `fsync`; what is written there is as safe as it gets.
    if fsync(file.descriptor) != 0, errno != EINVAL, errno != ENOTSUP { throw .last }
    if heldBack.isAnyPending { throw SystemError(number: EINTR) }
    guard unsafe rename(temporaryPath, path) == 0 else { throw .last }
    isDone = true
  }

  deinit {
    if !isDone { unsafe unlink(temporaryPath) }
    heldBack.release()
  }

  private static func resolved(_ path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// The folder of a file, `.` when the path names none.
  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Keeps two files apart that one process writes at once into one folder.
  private static func tag(of path: String) -> String {
    var hash: UInt32 = 2_166_136_261
    for byte in path.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return String(hash, radix: 36)
  }
}

/// Ctrl-C and its like, kept waiting until they are let go.
private struct HeldBackSignals {
  private let held: sigset_t
  private let before: sigset_t

  init() {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in [SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&set, signal) }
    var old = sigset_t()
    unsafe pthread_sigmask(SIG_BLOCK, &set, &old)
    held = set
    before = old
  }

  /// Whether one came while they were held back.
  var isAnyPending: Bool {
    var pending = sigset_t()
    guard unsafe sigpending(&pending) == 0 else { return false }
    return [SIGINT, SIGTERM, SIGHUP].contains { unsafe sigismember(&pending, $0) == 1 }
  }

  /// Lets them go; one that waited ends the process here.
  func release() {
    var old = before
    unsafe _ = pthread_sigmask(SIG_SETMASK, &old, nil)
  }
}
