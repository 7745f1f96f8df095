// `environ` is a variable of the C library; it is read while no other thread changes it.
#if canImport(Glibc)
  @unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency import Musl
#elseif canImport(Darwin)
  @unsafe @preconcurrency import Darwin
#endif

/// A program to start: its arguments, its environment and its open files.
package struct Program: Sendable {
  package enum Environment: Sendable {
    /// The variables of this process; overrides such as `LESS=FRX` take precedence.
    case inherited(overrides: [String] = [])
    /// These variables and no others.
    case only([String])
  }

  /// The file that one of the program's descriptors refers to.
  package enum Redirection: Sendable {
    case descriptor(Int32)
    /// `/dev/null`
    case null
    /// A new file that only its owner can read; an existing file is truncated instead.
    case newFile(String)
  }

  /// The name of the program or its path, then its arguments.
  package var arguments: [String]
  package var environment = Environment.inherited()
  /// The program's descriptors that are not inherited, each with what it refers to instead.
  package var redirections: [(descriptor: Int32, target: Redirection)] = []
  /// True if the program starts its own process group, which can be killed as a whole.
  package var startsGroup = false
  /// True if `SIGINT`, `SIGQUIT` and `SIGPIPE` end the program even if this process ignores them.
  package var restoresSignals = false

  package init(_ arguments: [String]) { self.arguments = arguments }

  /// Runs a program without input or output, and returns its exit code, or -1 if it could not be
  /// started or a signal ended it.
  package static func run(_ arguments: [String]) -> Int32 {
    var program = Program(arguments)
    program.redirections = [(0, .null), (1, .null), (2, .null)]
    return (try? program.start())?.wait() ?? -1
  }

  package func start() throws(SystemError) -> RunningProgram {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    for (number, target) in redirections {
      switch target {
      case .descriptor(let other):
        unsafe posix_spawn_file_actions_adddup2(&actions, other, number)
      case .null: unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
      case .newFile(let path):
        unsafe posix_spawn_file_actions_addopen(
          &actions, number, path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600)
      }
    }
    var flags: Int32 = 0
    if startsGroup {
      flags |= Int32(POSIX_SPAWN_SETPGROUP)
      unsafe posix_spawnattr_setpgroup(&attributes, 0)
    }
    if restoresSignals {
      flags |= Int32(POSIX_SPAWN_SETSIGDEF)
      var defaults = sigset_t()
      unsafe sigemptyset(&defaults)
      for signal in [SIGINT, SIGQUIT, SIGPIPE] { unsafe sigaddset(&defaults, signal) }
      unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
    }
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    let argumentStrings = CStrings(arguments)
    let variables = CStrings(environment)
    var process = pid_t()
    let errorNumber = unsafe posix_spawnp(
      &process, arguments[0], &actions, &attributes, argumentStrings.pointers, variables.pointers)
    guard errorNumber == 0 else { throw SystemError(number: errorNumber) }
    return RunningProgram(process: process)
  }
}

/// Copies of strings for the C library, with a null pointer at the end, freed with their owner.
@safe private struct CStrings: ~Copyable {
  var pointers: [UnsafeMutablePointer<CChar>?]

  init(_ texts: [String]) { unsafe pointers = texts.map { unsafe strdup($0) } + [nil] }

  init(_ environment: Program.Environment) {
    switch environment {
    case .only(let variables): self.init(variables)
    case .inherited(let overrides):
      var variables = overrides
      // Programs disagree on which of two variables with the same name counts.
      let names = overrides.map { $0.prefix { $0 != "=" } + "=" }
      var inherited = unsafe environ
      while let entry = unsafe inherited.pointee {
        let variable = unsafe String(cString: entry)
        if !names.contains(where: { variable.hasPrefix($0) }) { variables.append(variable) }
        unsafe inherited = inherited.successor()
      }
      self.init(variables)
    }
  }

  deinit { unsafe pointers.forEach { unsafe free($0) } }
}

/// A program that was started and has not been waited for.
package struct RunningProgram: ~Copyable {
  private let process: pid_t

  fileprivate init(process: pid_t) { self.process = process }

  /// Waits for the program to end, and returns its exit code, or `nil` if a signal ended it.
  @discardableResult
  package func wait() -> Int32? {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      if errno != EINTR { return nil }
    }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
  }

  package func killGroup() { kill(-process, SIGKILL) }
}
