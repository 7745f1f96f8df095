package import AtollBytes

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
    /// The server's identity could not be verified, or a token or a password would be sent to
    /// another machine without encryption.
    case untrusted
    /// The server did not answer in time.
    case timedOut
    /// The server failed, the connection broke off, or the answer is not what the client expects.
    case badAnswer
    /// The answer was longer than allowed.
    case tooLarge
    /// The server redirected the request too often, or to an address that the client does not
    /// follow.
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
    /// The request would have created a story on the server; `mayCreateStory` allows that.
    case wouldCreateStory
    /// The server or the client refused the request for another reason, which the message gives.
    case refused
    /// It is unknown whether a post, an edit or a change of the ignored accounts took effect.
    ///
    /// The client searched for it without a certain result, or could not search. The error is also
    /// for a post that the server has, but may never show. A post or an edit that is cancelled after
    /// it was sent has this error, too, and not `cancelled`.
    case outcomeUnknown
    /// The calling task was cancelled, and nothing was posted or edited.
    case cancelled
    /// The document that `Story.init(document:)` was given is not a story.
    case badDocument
  }

  /// The kind of failure.
  public var kind: Kind
  /// A description of the failure in English, for developers and logs: a sentence without its full
  /// stop.
  ///
  /// For readers, choose a text by the `kind`.
  public var message: String
  /// Advice on what to do, which can follow the message after a semicolon; `nil` if there is none.
  public var advice: String?

  /// True if another attempt may help.
  var isRetryable = false
  /// The uncertainty about whether the server has acted.
  var uncertainty = EffectUncertainty.none
  /// True if another token may help.
  var isTokenFailure = false
  /// True if the server failed without giving a reason; an invalid token can be the cause.
  var mayBeTokenFailure = false
  /// The wait that the server asks for; `nil` if it asks for none.
  var retryAfter: Duration?

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
  init(_ kind: Kind, message: String, uncertainty: EffectUncertainty) {
    self.init(kind, message: message)
    self.uncertainty = uncertainty
  }

  static var cancelled: ClientError { ClientError(.cancelled, message: "cancelled") }

  /// This error as a refusal, if the server asks to try again later; otherwise `nil`.
  var rateLimitRefusal: Refusal? {
    guard case .rateLimited(let wait) = kind else { return nil }
    return Refusal(.rateLimited(retryAfter: wait), message: message)
  }

  init(_ error: any Error) {
    switch error {
    case let error as ClientError: self = error
    case let error as TransportError: self.init(error)
    case is CancellationError: self = .cancelled
    default: self.init(.badAnswer, message: "\(error)")
    }
  }

  init(_ error: TransportError) {
    switch error.kind {
    case .unreachable:
      self.init(
        .unreachable, message: "the server cannot be reached: \(error.message)",
        advice: "check the address, the network and, if one is set, the proxy")
      isRetryable = true
    case .refused: self.init(.unreachable, message: error.message)
    case .untrusted:
      self.init(
        .untrusted, message: "no secure connection to the server: \(error.message)",
        advice: "its certificate must be valid for its name, and its authority must be trusted"
      )
    case .timedOut:
      self.init(.timedOut, message: "the server does not answer: \(error.message)")
      isRetryable = true
      uncertainty = .pendingIndefinitely
    case .interrupted:
      self.init(.badAnswer, message: "the connection broke off: \(error.message)")
      isRetryable = true
      uncertainty = .pendingBriefly
    case .tooLarge:
      self.init(.tooLarge, message: error.message)
      uncertainty = .unknownButFinal
    case .cancelled:
      self = .cancelled
      uncertainty = .pendingIndefinitely
    }
  }

  /// The time after which Coral's rate limits forget an attempt; each further attempt restarts it.
  private static let rateLimitWindow = Duration.milliseconds(3100)

  /// Creates the error for a response whose status reports an error.
  ///
  /// `isLimit` is for a rate limit that a server itself reports, with whatever status. A proxy may
  /// answer with status 429, too, after it has passed the request on.
  init(forStatusOf response: TransportResponse, isLimit: Bool = false) {
    let status = isLimit ? 429 : response.status
    self.init(.badAnswer, message: "the server answered with status \(status)")
    retryAfter = RetryAfter.requestedWait(of: response)
    if isLimit { retryAfter = retryAfter ?? Self.rateLimitWindow }
    switch status {
    case 429:
      isRetryable = true
      if !isLimit { uncertainty = .unknownButFinal }
      kind = .rateLimited(retryAfter: retryAfter)
      message = "the server asks to try again later"
      let wait = retryAfter ?? .zero
      advice = wait > .zero ? "try again in \(wait.inSeconds)" : "try again in a while"
    // The server or a proxy asks for another attempt, but a proxy may only have stopped waiting:
    // Varnish sends `Retry-After` with every answer of its own.
    case 503 where retryAfter != nil:
      isRetryable = true
      uncertainty = .pendingBriefly
    // A proxy got no answer from the server, which may still be processing the request. Any proxy
    // sends 502 and 504; after a time limit, Varnish, Fastly and Heroku send 503, and Cloudflare
    // sends 520 to 527.
    case 408, 502, 503, 504, 520...527:
      isRetryable = true
      uncertainty = .pendingIndefinitely
    case 500...599:
      isRetryable = true
      uncertainty = .unknownButFinal
    case _: break
    }
  }

  /// Creates the error for an answer with a status that refuses a request, from a server or from a
  /// program in front of it.
  init(_ kind: Kind, forRefusedRequest status: Int) {
    self.init(
      kind, message: "the server answered with status \(status)",
      advice: status == 407
        ? "give the name and the password for the proxy in its address"
        : "check whether a login page, a firewall or a proxy is in front of the server")
  }

  init(unreadable message: String) {
    self.init(.badAnswer, message: message)
    uncertainty = .unknownButFinal
    isRetryable = true
  }
}

extension ClientError: ReportableError {
  package var failure: Failure {
    let kind: Failure.Kind =
      switch kind {
      case .badAddress, .wouldCreateStory: .usage
      case .unreachable, .untrusted, .timedOut, .badAnswer, .tooLarge, .redirected,
        .notACoralServer:
        .unavailable
      case .rawQueryRefused, .unknownOperation, .tokenRejected, .signInRefused, .refused: .refused
      case .rateLimited, .outcomeUnknown: .temporary
      case .storyNotFound, .commentNotFound: .noInput
      case .cancelled: .interrupted
      case .badDocument: .badInput
      }
    let suffix = Failure.suffix(forOptions: Self.optionsOfAdvice[self.kind] ?? [])
    return Failure(kind, message: message, advice: advice.map { $0 + suffix })
  }

  /// The names of the command-line options that advice is about.
  private static let optionsOfAdvice: [Kind: [String]] = [
    .wouldCreateStory: ["create"], .rawQueryRefused: ["persisted"],
  ]
}
