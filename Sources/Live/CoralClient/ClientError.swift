/// The failure of an action of the client: what happened, and what to do about it.
///
/// A server's decision about a comment is not an error but an outcome: see `PostOutcome`.
public struct ClientError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of the failure.
  public enum Kind: Hashable, Sendable {
    /// The address cannot be that of a server.
    case badAddress
    /// No connection came about.
    case unreachable
    /// The server could not prove who it is.
    case untrusted
    /// The server did not answer in time.
    case timedOut
    /// The server failed, or its answer is not GraphQL.
    case badAnswer
    /// The answer was longer than allowed.
    case tooLarge
    /// The server sent us elsewhere, and we do not follow.
    case redirected
    /// The server is neither Talk 4 nor Coral.
    case notACoralServer
    /// The server refuses operations that it does not know beforehand.
    case rawQueryRefused
    /// The server does not know a persisted operation.
    case unknownOperation
    /// The server does not accept the token, or it has expired.
    case tokenRejected
    /// The name or the password is wrong, or signing in is not possible.
    case signInRefused
    /// The server wants to be asked later.
    case rateLimited(retryAfter: Duration?)
    /// The server knows no such story.
    case storyNotFound
    /// The server knows no such comment.
    case commentNotFound
    /// Asking would have made a story on the server.
    case wouldCreateStory
    /// The server answered with an error.
    case refused
    /// A post may or may not have arrived, and a search did not show which.
    case unclear
    /// The calling task was cancelled.
    case cancelled
  }

  /// The kind of the failure.
  public var kind: Kind
  /// The event, in a sentence without its full stop.
  public var message: String
  /// The advice: the rest of the sentence.
  public var advice: String?

  /// Creates an error, for previews and tests.
  public init(_ kind: Kind, _ message: String, advice: String? = nil) {
    self.kind = kind
    self.message = message
    self.advice = advice
  }

  /// The event and the advice, in one line.
  public var description: String { advice.map { "\(message); \($0)" } ?? message }
}

extension ClientError {
  /// The error of a call whose task was cancelled.
  static var cancelled: ClientError { ClientError(.cancelled, "cancelled") }

  /// The refusal of an action by a server that wants to be asked later.
  var rateLimit: Refusal? {
    guard case .rateLimited(let wait) = kind else { return nil }
    return Refusal(.rateLimited(retryAfter: wait), message)
  }

  init(_ error: TransportError) {
    switch error.kind {
    case .unreachable:
      self.init(
        .unreachable, "the server cannot be reached: \(error.message)",
        advice: "check the address and the network")
    case .refused: self.init(.unreachable, error.message)
    case .untrusted:
      self.init(
        .untrusted, "no secure connection to the server: \(error.message)",
        advice: "its certificate must be valid for its name")
    case .timedOut: self.init(.timedOut, "the server does not answer: \(error.message)")
    case .interrupted:
      self.init(.badAnswer, "the connection broke off: \(error.message)")
    case .tooLarge: self.init(.tooLarge, error.message)
    case .cancelled: self = .cancelled
    }
  }
}
