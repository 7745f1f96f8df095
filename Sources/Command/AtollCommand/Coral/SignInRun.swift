import AtollArguments
import AtollBytes
import AtollOperatingSystem
import CoralClient

enum SignInRun {
  static func signIn(_ arguments: ActionArguments) throws {
    let console = Console(arguments.common)
    let access = try ServerAccess(arguments.server, on: console, as: .none)
    let email =
      if let email = arguments.email { email } else { try ask("E-mail: ", isSecret: false) }
    let password = try ask("Password: ", isSecret: true)
    if email.isEmpty || password.isEmpty {
      throw Failure(
        commandLine: "the mail address or the password is missing",
        advice: "add --email ADDRESS, and give the password on standard input")
    }
    let client = access.client
    let token = try waitForResult {
      try await client.signIn(email: email, password: password)
    }
    let path = try TokenStore().save(token, for: access.address)
    var text = "signed in; the token is stored in \(path)"
    if let expiry = TokenClaims(token: token)?.expiresAt {
      text +=
        " and expires in \(Self.duration(expiry - Int(SystemClock.currentMilliseconds / 1000)))"
    }
    console.note(text, at: access.address.description)
  }

  static func signOut(_ arguments: ActionArguments) throws {
    let console = Console(arguments.common)
    let access = try ServerAccess(arguments.server, on: console, as: .signedIn)
    let store = try TokenStore()
    guard try store.token(for: access.address, evenIfOthersCanRead: true) != nil else {
      return console.note("you were not signed in", at: access.address.description)
    }
    let client = access.client
    let signedOut = Result { try waitForResult { try await client.signOut() } }
    // The token is deleted regardless of the server's response.
    try translatingErrors(of: store.deleteToken(for: access.address)) { (error: SystemError) in
      Failure(.inputOutput, message: "the token cannot be deleted: \(error.message)")
    }
    if case .failure(let error) = signedOut {
      var failure = Failure(error)
      failure.message +=
        "; the token is deleted here, but the server may accept it until it expires"
      throw failure
    }
    console.note("signed out", at: access.address.description)
  }

  private static func duration(_ seconds: Int) -> String {
    switch seconds {
    case ..<7200: counted(max(0, seconds / 60), noun: "minute")
    case ..<172_800: counted(seconds / 3600, noun: "hour")
    case _: counted(seconds / 86_400, noun: "day")
    }
  }

  /// Reads a line from the terminal (without echo if it is secret), or from standard input.
  private static func ask(_ prompt: String, isSecret: Bool) throws -> String {
    guard Terminal.isTerminal(0) else {
      return (readLine(strippingNewline: true) ?? "")
    }
    if isSecret { return Terminal.readSecretLine(prompt: prompt) ?? "" }
    try? writeAll(Array(prompt.utf8), to: 2)
    return readLine(strippingNewline: true) ?? ""
  }
}
