/// The error of a client call: what happened, and what to do about it.
///
/// A server's decision about a comment is not an error but an outcome: see `PostOutcome`.
public struct ClientError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public enum Kind: Hashable, Sendable {
    /// The address cannot be that of a server.
    case badAddress
    /// No connection could be made, or the transport rejected the request.
    case unreachable
    /// The server's identity could not be verified.
    case untrusted
    /// The server did not answer in time.
    case timedOut
    /// The server failed, the connection broke off, or the answer is not what the client expects.
    case badAnswer
    /// The answer was longer than allowed.
    case tooLarge
    /// The server redirected the request too often, or to an address that the client does not follow.
    case redirected
    /// The server is neither Talk 4 nor Coral, or it serves no site under this host name.
    case notACoralServer
    /// The server accepts only operations that it knows in advance.
    case rawQueryRefused
    /// A persisted operation is missing or invalid, or the server does not know its id.
    case unknownOperation
    /// The server does not accept the token, or the `TokenSource` gave no usable one.
    case tokenRejected
    /// The email address or the password is wrong, or signing in is not possible.
    case signInRefused
    /// The server asks the client to try again later: after the given time, if it is known.
    case rateLimited(retryAfter: Duration?)
    /// The server has no such story.
    case storyNotFound
    /// The server has no such comment.
    case commentNotFound
    /// The request would have created a story on the server.
    case wouldCreateStory
    /// The server answered with an error.
    case refused
    /// A post may or may not have arrived, and a search for it was inconclusive.
    case outcomeUnknown
    /// The calling task was cancelled.
    case cancelled
  }

  /// The kind of failure.
  public var kind: Kind
  /// A description of the failure: a sentence without its full stop.
  public var message: String
  /// Advice on what to do, which can follow the message after a semicolon; `nil` if there is none.
  public var advice: String?

  /// Creates an error, for previews and tests.
  public init(_ kind: Kind, message: String, advice: String? = nil) {
    self.kind = kind
    self.message = message
    self.advice = advice
  }

  /// The message and the advice, in one line.
  public var description: String { advice.map { "\(message); \($0)" } ?? message }
}

extension ClientError {
  /// The error for a call whose task was cancelled.
  static var cancelled: ClientError { ClientError(.cancelled, message: "cancelled") }

  /// This error as a refusal, if the server asks to try again later; otherwise `nil`.
  var rateLimit: Refusal? {
    guard case .rateLimited(let wait) = kind else { return nil }
    return Refusal(.rateLimited(retryAfter: wait), message: message)
  }

  init(_ error: TransportError) {
    switch error.kind {
    case .unreachable:
      self.init(
        .unreachable, message: "the server cannot be reached: \(error.message)",
        advice: "check the address and the network")
    case .refused: self.init(.unreachable, message: error.message)
    case .untrusted:
      self.init(
        .untrusted, message: "no secure connection to the server: \(error.message)",
        advice: "its certificate must be valid for its name")
    case .timedOut: self.init(.timedOut, message: "the server does not answer: \(error.message)")
    case .interrupted:
      self.init(.badAnswer, message: "the connection broke off: \(error.message)")
    case .tooLarge: self.init(.tooLarge, message: error.message)
    case .cancelled: self = .cancelled
    }
  }
}
