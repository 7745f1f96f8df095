import OperatingSystem
import CoralClient

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `atoll sign-in` and `atoll sign-out`.
enum SignInRun {
  static func signIn(_ invocation: Invocation) throws(Stop) {
    let console = Console(invocation)
    let access = try ServerAccess(invocation, console, as: .nobody)
    let given = invocation.value(ActionOptions.email)
    let email = if let given { given } else { try ask("E-mail: ", isSecret: false) }
    let password = try ask("Password: ", isSecret: true)
    if email.isEmpty || password.isEmpty {
      throw .usage(UsageError(invocation.path, "no address, or no password"))
    }
    let client = access.client
    let token = try waiting { () async throws(ClientError) in
      try await client.signIn(email: email, password: password)
    }
    let path = try TokenStore().keep(token, for: access.address)
    var text = "signed in; the token is kept in \(path)"
    if let expiry = TokenClaims(token: token)?.expiresAt {
      text += " and is good for \(Self.duration(expiry - Int(Terminal.currentMilliseconds / 1000)))"
    }
    console.say(.note, text, at: access.address.description)
  }

  static func signOut(_ invocation: Invocation) throws(Stop) {
    let console = Console(invocation)
    let access = try ServerAccess(invocation, console, as: .signedIn)
    let store = try TokenStore()
    guard try store.token(for: access.address) != nil else {
      return console.say(.note, "nobody was signed in", at: access.address.description)
    }
    let client = access.client
    let failure: Stop?
    do throws(Stop) {
      try waiting { () async throws(ClientError) in try await client.signOut() }
      failure = nil
    } catch {
      failure = error
    }
    // Whatever the server says: the token goes.
    guard store.forget(access.address) else {
      throw .failure(.inputOutput, "the token cannot be removed: \(SystemError.last.message)")
    }
    if let failure { throw failure }
    console.say(.note, "signed out", at: access.address.description)
  }

  private static func duration(_ seconds: Int) -> String {
    switch seconds {
    case ..<7200: "\(max(0, seconds / 60)) minutes"
    case ..<172_800: "\(seconds / 3600) hours"
    case _: "\(seconds / 86_400) days"
    }
  }

  // MARK: Asking

  /// Reads a line: from the terminal, a secret one without showing it, or from standard input.
  private static func ask(_ prompt: String, isSecret: Bool) throws(Stop) -> String {
    guard Terminal.isTerminal(0) else {
      return (readLine(strippingNewline: true) ?? "")
    }
    try? writeAll(Array(prompt.utf8), to: 2)
    guard isSecret else { return readLine(strippingNewline: true) ?? "" }
    let silence = Silence()
    let line = readLine(strippingNewline: true) ?? ""
    silence.end()
    try? writeAll([0x0A], to: 2)
    return line
  }

  /// A terminal that does not show what is typed, until the end.
  ///
  /// Ctrl-C waits meanwhile, so that no terminal is left silent.
  private struct Silence {
    private let before: termios
    private let signals: sigset_t

    init() {
      var set = sigset_t()
      unsafe sigemptyset(&set)
      for signal in [SIGINT, SIGTERM, SIGHUP, SIGTSTP] { unsafe sigaddset(&set, signal) }
      var old = sigset_t()
      unsafe pthread_sigmask(SIG_BLOCK, &set, &old)
      signals = old
      var state = termios()
      unsafe tcgetattr(0, &state)
      before = state
      state.c_lflag &= ~tcflag_t(ECHO)
      unsafe tcsetattr(0, TCSAFLUSH, &state)
    }

    func end() {
      var state = before
      unsafe tcsetattr(0, TCSAFLUSH, &state)
      var old = signals
      unsafe _ = pthread_sigmask(SIG_SETMASK, &old, nil)
    }
  }
}
