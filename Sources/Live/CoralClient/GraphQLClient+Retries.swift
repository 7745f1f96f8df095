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
  /// outcome. If `find` returns `nil`, the action is performed again.
  func perform<Outcome: ServerOutcome>(
    _ action: () async throws -> Outcome,
    unlessFound find: () async throws -> Outcome?
  ) async throws(ClientError) -> Outcome {
    let start = began ?? .now
    var attempt = 1
    while true {
      var wait = connection.backoff(after: attempt)
      do {
        return try await action()
      } catch {
        let error = ClientError(error)
        if let asked = error.retryAfter { wait = max(wait, asked) }
        if let refusal = error.rateLimit { return .refused(refusal) }
        guard error.uncertainty != .none, error.kind != .cancelled,
          attempt < connection.options.maximumAttempts, connection.hasTime(for: wait, since: start)
        else { throw error }
      }
      try await connection.pause(for: wait)
      do {
        if let outcome = try await find() { return outcome }
      } catch {
        throw ClientError(error)
      }
      attempt += 1
    }
  }
}
