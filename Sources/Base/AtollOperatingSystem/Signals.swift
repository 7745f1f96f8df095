#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The signals that ask a process to end, blocked until they are released.
///
/// Threads that are started in the meantime block them for ever, so that the signals always
/// reach the thread that cleans up.
package struct BlockedSignals {
  private static let terminationSignals = [SIGINT, SIGTERM, SIGHUP]
  private static let otherKeyboardSignals = [SIGQUIT, SIGTSTP]

  private let previousMask: sigset_t

  /// Blocks Ctrl-C, `SIGTERM` and `SIGHUP`.
  ///
  /// If `includingAllKeys` is `true`, also blocks Ctrl-\ and Ctrl-Z, so that the terminal is
  /// never left without echo.
  package init(includingAllKeys: Bool = false) {
    previousMask = Self.block(
      Self.terminationSignals + (includingAllKeys ? Self.otherKeyboardSignals : []))
  }

  /// Blocks `SIGTERM`, which programs send, until the process ends.
  package static func blockTermination() { _ = block([SIGTERM]) }

  /// True if Ctrl-C, `SIGTERM` or `SIGHUP` arrived while signals were blocked.
  package static var isAnyPending: Bool { isAnyPending(of: terminationSignals) }

  /// True if Ctrl-C, Ctrl-\, Ctrl-Z, `SIGTERM` or `SIGHUP` arrived while signals were blocked.
  package static var isAnyPendingIncludingAllKeys: Bool {
    isAnyPending(of: terminationSignals + otherKeyboardSignals)
  }

  private static func isAnyPending(of signals: [Int32]) -> Bool {
    var pending = sigset_t()
    guard unsafe sigpending(&pending) == 0 else { return false }
    return signals.contains { unsafe sigismember(&pending, $0) == 1 }
  }

  /// Releases the signals; a signal that arrived in the meantime ends the process here.
  package func release() {
    var old = previousMask
    unsafe _ = pthread_sigmask(SIG_SETMASK, &old, nil)
  }

  private static func block(_ signals: [Int32]) -> sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal) }
    var old = sigset_t()
    unsafe pthread_sigmask(SIG_BLOCK, &set, &old)
    return old
  }
}

/// Ctrl-C and Ctrl-\, which this process ignores while a program that it started handles them.
package struct IgnoredKeyboardSignals {
  private let interruptAction: sigaction
  private let quitAction: sigaction

  package init() {
    interruptAction = Self.ignore(SIGINT)
    quitAction = Self.ignore(SIGQUIT)
  }

  package func restore() {
    for (signal, before) in [(SIGINT, interruptAction), (SIGQUIT, quitAction)] {
      var action = before
      unsafe sigaction(signal, &action, nil)
    }
  }

  private static func ignore(_ signal: Int32) -> sigaction {
    var ignored = sigaction()
    #if canImport(Darwin)
      unsafe ignored.__sigaction_u.__sa_handler = SIG_IGN
    #else
      unsafe ignored.__sigaction_handler.sa_handler = SIG_IGN
    #endif
    var before = sigaction()
    unsafe sigaction(signal, &ignored, &before)
    return before
  }
}

package enum ProcessSignals {
  /// Makes a write to a closed pipe, or past the file size limit, fail instead of ending the
  /// process.
  package static func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Ends the process silently by `SIGPIPE`, like a program in a pipeline whose reader is gone.
  package static func terminateByBrokenPipe() {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
  }
}
