/// The outcome of an action, which a server can refuse.
protocol ServerOutcome: Sendable {
  static func refused(_ refusal: Refusal) -> Self
}

extension PostOutcome: ServerOutcome {}
extension ActionOutcome: ServerOutcome {}

extension GraphQLClient {
  /// Performs an action that the server may refuse to perform a second time.
  ///
  /// After an unclear failure, `find` checks whether the action took effect, and returns its outcome.
  /// If it returns `nil`, the action is performed again.
  func perform<Outcome: ServerOutcome>(
    _ action: () async throws(CallFailure) -> Outcome,
    unlessFound find: () async throws(ClientError) -> Outcome?
  ) async throws(ClientError) -> Outcome {
    let start = began ?? .now
    var attempt = 1
    while true {
      var wait = connection.backoff(after: attempt)
      do throws(CallFailure) {
        return try await action()
      } catch {
        if let asked = error.retryAfter { wait = max(wait, asked) }
        if let refusal = error.error.rateLimit { return .refused(refusal) }
        guard error.uncertainty != .none, error.error.kind != .cancelled,
          attempt < connection.options.maximumAttempts, connection.hasTime(for: wait, since: start)
        else { throw error.error }
      }
      try await connection.pause(for: wait)
      if let outcome = try await find() { return outcome }
      attempt += 1
    }
  }
}
