import OperatingSystem

// `environ` is a variable of the C library; it is read once, while no other thread runs.
#if canImport(Glibc)
  @unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency import Musl
#elseif canImport(Darwin)
  @unsafe @preconcurrency import Darwin
#endif

/// A running pager, and the pipe it reads.
///
/// While it runs, Ctrl-C is the pager's: it takes it as a command, and ending under it would leave
/// the terminal to two readers.
struct Pager: ~Copyable {
  private let process: pid_t
  private let descriptor: Int32
  private let interrupt: SignalAction
  private let quit: SignalAction
  /// Whether the reader has left before the end.
  private(set) var isGone = false

  init(_ command: PagerCommand) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw .last }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let interrupt = SignalAction(ignoring: SIGINT)
    let quit = SignalAction(ignoring: SIGQUIT)
    let process: pid_t
    do {
      process = try spawn(command, readingFrom: ends[0])
    } catch {
      for end in ends { close(end) }
      interrupt.restore()
      quit.restore()
      throw error
    }
    close(ends[0])
    self.process = process
    self.interrupt = interrupt
    self.quit = quit
    descriptor = ends[1]
  }

  /// Hands bytes to the pager, or to nobody where it has ended.
  mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(SystemError) {
    if isGone { return }
    do {
      try unsafe writeAll(bytes, to: descriptor)
    } catch  where error.isBrokenPipe {
      isGone = true
    }
  }

  /// Ends the text, and waits until the user has read it.
  deinit {
    close(descriptor)
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    interrupt.restore()
    quit.restore()
  }
}

/// Starts a command with the environment of this process and its own variables before it.
private func spawn(
  _ command: PagerCommand, readingFrom input: Int32
) throws(SystemError) -> pid_t {
  #if canImport(Darwin)
    var files: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
  #else
    var files = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
  #endif
  unsafe posix_spawn_file_actions_init(&files)
  unsafe posix_spawnattr_init(&attributes)
  defer {
    unsafe posix_spawn_file_actions_destroy(&files)
    unsafe posix_spawnattr_destroy(&attributes)
  }
  unsafe posix_spawn_file_actions_adddup2(&files, input, 0)
  // What this process ignores the pager should not.
  var defaults = sigset_t()
  unsafe sigemptyset(&defaults)
  for signal in [SIGINT, SIGQUIT, SIGPIPE] { unsafe sigaddset(&defaults, signal) }
  unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
  unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

  // The first of two variables of one name counts.
  var variables = unsafe command.variables.map { unsafe strdup($0) }
  var inherited = unsafe environ
  while let entry = unsafe inherited.pointee {
    unsafe variables.append(strdup(entry))
    unsafe inherited = inherited.successor()
  }
  var words = unsafe command.words.map { unsafe strdup($0) }
  defer { unsafe (variables + words).forEach { unsafe free($0) } }
  unsafe variables.append(nil)
  unsafe words.append(nil)
  var process = pid_t()
  let failure = unsafe posix_spawnp(
    &process, command.words[0], &files, &attributes, words, variables)
  guard failure == 0 else { throw SystemError(number: failure) }
  return process
}

/// What a signal did before it was ignored.
private struct SignalAction {
  private let signal: Int32
  private let before: sigaction

  init(ignoring signal: Int32) {
    var ignored = sigaction()
    #if canImport(Darwin)
      unsafe ignored.__sigaction_u.__sa_handler = SIG_IGN
    #else
      unsafe ignored.__sigaction_handler.sa_handler = SIG_IGN
    #endif
    var before = sigaction()
    unsafe sigaction(signal, &ignored, &before)
    self.signal = signal
    self.before = before
  }

  func restore() {
    var action = before
    unsafe sigaction(signal, &action, nil)
  }
}
