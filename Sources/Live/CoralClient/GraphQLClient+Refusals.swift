import AtollBytes
import AtollComments

extension Answer {
  /// Returns the error by which a server refuses to act: Coral puts it next to the data, Talk into
  /// the payload.
  func firstRefusal(in payload: JSONValue?) -> ServerError? {
    if let error = payload?["errors"]?.elements.first { return ServerError(error) }
    return payload == nil ? errors.first : nil
  }
}

extension GraphQLClient {
  /// Performs an action as the signed-in user; if Talk rejects the token, performs it again with a
  /// renewed one.
  ///
  /// Talk rejects an expired token only in actions. In queries it treats the caller as a visitor.
  func asSignedIn(
    _ action: () async throws -> Answer
  ) async throws(ClientError) -> Answer {
    do {
      let answer = try await action()
      guard answer.isNotAuthorized else { return answer }
      let before = try await token()
      guard before != nil else { return answer }
      _ = try await call(.viewer, with: [:])
      return try await token() == before ? answer : try await action()
    } catch {
      throw ClientError(error)
    }
  }

  private func token() async throws(ClientError) -> String? {
    try await connection.tokens.currentToken()
  }

  /// Returns the refusal for a server's error; if the account may be the reason, the state of the
  /// account is fetched first.
  func refusal(_ error: ServerError) async throws(ClientError) -> Refusal {
    var refusal = Refusal(error)
    switch refusal.reason {
    case .notAllowed, .suspended:
      guard try await token() != nil else {
        refusal.reason = .notSignedIn
        return refusal
      }
      // The action itself was answered, so a failure to fetch the account does not matter.
      guard canCall(.viewer), let answer = try? await call(.viewer, with: [:]) else {
        return refusal
      }
      refusal.refineReason(
        account: answer.viewer,
        status: answer.data["me"]?["state"]?["status"] ?? answer.data["account"]?["status"])
    case .storyClosed, .commentingDisabled, .storyArchived, .tooShort, .tooLong, .editWindowOver,
      .notSignedIn, .banned, .warned, .emailNotVerified, .noName, .rateLimited, .toxic, .spam,
      .repeated,
      .parentNotVisible, .storyNotFound, .commentNotFound, .notSupported, .other:
      break
    }
    return refusal
  }
}

extension Answer {
  fileprivate var isNotAuthorized: Bool {
    guard case .object(let members) = data else { return false }
    return members.contains { member in
      member.value["errors"]?.elements.contains { ServerError($0).code == "NOT_AUTHORIZED" } == true
    }
  }
}

extension Refusal {
  /// The statuses that a user's name must have on Talk, so that the user may act.
  private static let acceptedNameStatuses = ["SET", "APPROVED"]

  /// Replaces the reason if an account and its state give a more exact one.
  fileprivate mutating func refineReason(account: JSONValue?, status: JSONValue?) {
    if (status?["banned"]?["status"] ?? status?["ban"]?["active"])?.bool == true {
      reason = .banned
      return
    }
    let suspension = status?["suspension"]
    if let text = suspension?["until"]?.string, suspension?["active"]?.bool != false {
      if let until = Timestamp(iso8601: text) { reason = .suspended(until: until) }
      return
    }
    let name = status?["username"]?["status"]?.string
    if account?.has("username") == true,
      account?["username"] == nil
        || name.map({ !Self.acceptedNameStatuses.contains($0) }) == true
    {
      reason = .noName
    }
  }
}
