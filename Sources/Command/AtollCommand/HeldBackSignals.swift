#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ctrl-C and its like, kept waiting until they are let go.
///
/// Threads that are begun meanwhile keep them waiting for ever, so that they always reach the thread that
/// knows what to clean up.
struct HeldBackSignals {
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
