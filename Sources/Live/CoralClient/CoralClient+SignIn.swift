import AtollBytes

extension CoralClient {
  /// Signs in with the email address and the password of an account on the server, and returns the
  /// token.
  ///
  /// Keep the token where no other user can read it, and pass it to the next client in a
  /// `TokenSource`. This does not work for servers on which users sign in by other means, such as a
  /// publisher's own accounts: their tokens come from the publisher.
  public func signIn(email: String, password: String) async throws(ClientError) -> String {
    let server = try await detector.server()
    let body: JSONValue = ["email": .string(email), "password": .string(password)]
    let request = TransportRequest(
      posting: body, to: connection.address.description + server.authPath + "/local")
    guard connection.address.isEncrypted || connection.address.isLoopback else {
      throw ClientError(
        .untrusted, message: "the password would be sent unencrypted",
        advice: "give the https address")
    }
    return try await connection.answer(to: request, withToken: false) { response in
      let value = try? JSONValue(parsing: response.body)
      if response.status == 200, let token = try TokenKeeper.validated(value?["token"]?.string) {
        return token
      }
      if response.status == 429 || response.status >= 500 {
        throw ClientError(forStatusOf: response)
      }
      guard let value else {
        // Each further attempt with a wrong password could help to lock the account.
        throw response.status < 300
          ? ClientError(.badAnswer, message: "the answer is not JSON")
          : ClientError(.signInRefused, forRefusedRequest: response.status)
      }
      throw ClientError(Self.signInError(ServerError(value["error"] ?? value)))
    }
  }

  private static func signInError(_ error: ServerError) -> ClientError {
    switch error.code {
    case "INVALID_CREDENTIALS", "NOT_AUTHORIZED", "AUTHENTICATION_ERROR":
      ClientError(.signInRefused, message: "the address or the password is wrong")
    case "EMAIL_NOT_VERIFIED":
      ClientError(
        .signInRefused, message: "the address is not confirmed yet",
        advice: "follow the link in the mail from the server")
    case "LOGIN_MAXIMUM_EXCEEDED":
      ClientError(
        .signInRefused, message: "too many tries to sign in", advice: "try again in ten minutes")
    case "INTEGRATION_DISABLED":
      ClientError(
        .signInRefused, message: "the server does not sign in by password",
        advice: "get a token from the publisher's own sign-in")
    case _: ClientError(.signInRefused, message: "signing in was refused: \(error.reason)")
    }
  }

  /// Signs out: the server no longer accepts the client's token, and the client forgets it.
  ///
  /// From then on, requests are those of a visitor. `viewer()` and each action ask the
  /// `TokenSource` for another token; the one that was signed out is ignored. If the call throws,
  /// for example without a network, the client keeps the token.
  public func signOut() async throws(ClientError) {
    let server = try await detector.server()
    let request = TransportRequest(
      .delete, url: connection.address.description + server.authPath)
    try await connection.answer(to: request, withToken: true) { response in
      // A token that is no longer accepted does not need to be signed out.
      guard response.status < 300 || response.status == 401 else {
        throw ClientError(forStatusOf: response)
      }
    }
    await connection.tokens.forget()
  }
}

extension CoralServer {
  fileprivate var authPath: String {
    switch self {
    case .talk4: "/api/v1/auth"
    case .coral: "/api/auth"
    }
  }
}
