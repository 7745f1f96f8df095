/// The outcome of an action, which a server can refuse.
protocol ServerOutcome: Sendable {
  static func refused(_ refusal: Refusal) -> Self
}

extension PostOutcome: ServerOutcome {}
extension ActionOutcome: ServerOutcome {}

extension GraphQLClient {
  /// Performs an action that the server may refuse to perform a second time.
  ///
  /// After an unclear failure, `find` checks whether the action took effect, and returns its
  /// outcome. If `find` returns `nil`, the action is performed again. `effect` is a clause such as
  /// "the text was changed"; if it remains unknown whether this happened, the error says so.
  func perform<Outcome: ServerOutcome>(
    withEffect effect: String, by action: () async throws -> Outcome,
    unlessFound find: () async throws -> Outcome?
  ) async throws(ClientError) -> Outcome {
    let start = startTime ?? .now
    var attempt = 1
    var isUnclear = false
    while true {
      var wait = connection.backoff(after: attempt)
      do {
        return try await action()
      } catch {
        let error = ClientError(error)
        if let requestedWait = error.retryAfter { wait = max(wait, requestedWait) }
        isUnclear = isUnclear || error.uncertainty != .none && error.rateLimitRefusal == nil
        guard error.uncertainty != .none, error.kind != .cancelled,
          attempt < connection.options.maximumAttempts, connection.hasTime(for: wait, since: start)
        else {
          if isUnclear { throw error.withUnknownOutcome(of: effect) }
          guard let refusal = error.rateLimitRefusal else { throw error }
          return .refused(refusal)
        }
      }
      do {
        try await connection.pause(for: wait)
        if let outcome = try await find() { return outcome }
      } catch {
        throw ClientError(error).withUnknownOutcome(of: effect)
      }
      attempt += 1
    }
  }
}

extension ClientError {
  /// Returns this error as one of the kind `outcomeUnknown`: the action may have taken effect before
  /// it failed.
  fileprivate func withUnknownOutcome(of effect: String) -> ClientError {
    if kind == .outcomeUnknown { return self }
    return ClientError(
      .outcomeUnknown, message: "it is not known whether \(effect): \(message)",
      advice: "look at it before you try again")
  }
}
