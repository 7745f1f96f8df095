import OperatingSystem
import CoralClient

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
      text +=
        " and is good for \(Self.duration(expiry - Int(SystemClock.currentMilliseconds / 1000)))"
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
    do { try store.forget(access.address) } catch {
      throw .failure(.inputOutput, "the token cannot be removed: \(error.message)")
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
    let line = Terminal.readSecretLine() ?? ""
    try? writeAll([0x0A], to: 2)
    return line
  }
}
