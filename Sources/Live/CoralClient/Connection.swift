import AtollBytes

/// The permission to send a call twice.
enum RetrySafety {
  /// The call is idempotent.
  case repeatable
  /// The call must not be repeated while it is unknown whether it took effect.
  case notRepeatable
}

/// The uncertainty about the effect of a call that has failed.
enum EffectUncertainty: Hashable, Sendable {
  /// None: the call did not take effect, and will not.
  case none
  /// It is unknown whether the call took effect; if it has not by now, it never will.
  case unknownButFinal
  /// The connection broke off, and the server may process the request for a moment longer.
  case pendingBriefly
  /// No answer arrived in time, or the caller was cancelled; the call may still take effect at any
  /// later time.
  case pendingIndefinitely
}

/// A connection that sends single requests to one server: it adds headers and the token, follows
/// redirects, retries, and keeps deadlines.
struct Connection: Sendable {
  let address: ServerAddress
  let transport: any Transport
  let tokens: TokenKeeper
  let options: ClientOptions

  private static let maximumRedirectCount = 4
  /// The number of attempts that end in an internal error before the request is also sent without
  /// its token.
  private static let attemptsBeforeTokenCheck = 3
  /// The longest wait between two attempts, unless the server asks for a longer one.
  private static let maximumBackoff = Duration.seconds(8)

  /// Sends a request, repeatedly if that is safe and may help, until `read` accepts a response.
  ///
  /// It gives up when `options.maximumAttempts` or `options.retryTimeout` is reached. The retry
  /// timeout is counted from `startTime`, or from now if `startTime` is `nil`. For a faulty
  /// response, `read` throws a failure that also says whether another attempt may help.
  func ask<Value: Sendable>(
    _ retrySafety: RetrySafety, request: TransportRequest, withToken: Bool,
    startTime: ContinuousClock.Instant? = nil,
    read: (TransportResponse, _ hadToken: Bool) throws -> Value
  ) async throws(ClientError) -> Value {
    let start = startTime ?? .now
    guard startTime == nil || hasTime(for: .zero, since: start) else {
      throw ClientError(
        .timedOut, message: "the server took longer than \(options.retryTimeout.inSeconds)")
    }
    var attempt = 1
    var hasRenewed = false
    while true {
      var failure: ClientError
      let token = try await token(ifWanted: withToken)
      do {
        return try read(
          try await sendFollowingRedirects(request, retrySafety: retrySafety, token: token),
          token != nil)
      } catch {
        failure = ClientError(error)
      }
      if failure.mayBeTokenFailure, let token, attempt == Self.attemptsBeforeTokenCheck,
        retrySafety == .repeatable, await isCause(token, ofFailureOf: request)
      {
        failure = .tokenFailure(
          "the server fails with this token and not without it, as with a personal token that was deactivated"
        )
      }
      if failure.isTokenFailure, let token, !hasRenewed {
        hasRenewed = true
        if try await tokens.renew(token) != nil {
          attempt = 1
          continue
        }
      }
      guard failure.isRetryable, attempt < options.maximumAttempts,
        retrySafety == .repeatable || failure.uncertainty == .none
      else { throw failure }
      let requestedWait = failure.retryAfter ?? .zero
      let wait = requestedWait > .zero ? requestedWait : backoff(after: attempt)
      guard hasTime(for: wait, since: start) else { throw failure }
      try await pause(for: wait)
      attempt += 1
    }
  }

  /// Sends an idempotent request, repeatedly if necessary, until `read` accepts a response.
  func answer<Value: Sendable>(
    to request: TransportRequest, withToken: Bool,
    read: (TransportResponse) throws -> Value
  ) async throws(ClientError) -> Value {
    try await ask(.repeatable, request: request, withToken: withToken) { response, _ in
      try read(response)
    }
  }

  func pause(for wait: Duration) async throws(ClientError) {
    do { try await Task.sleep(for: wait) } catch { throw .cancelled }
  }

  /// Returns the wait after an attempt: it doubles each time, up to a limit, and is shortened at
  /// random.
  func backoff(after attempt: Int) -> Duration {
    // The options may be the largest durations, which cannot be multiplied.
    let first = min(max(options.initialBackoff, .zero), Self.maximumBackoff)
    let full = min(first * (1 << min(attempt - 1, 10)), Self.maximumBackoff)
    return full * Double.random(in: 0.5...1)
  }

  /// Returns whether an action that began at `startTime` has time for another attempt after a wait.
  func hasTime(for wait: Duration, since startTime: ContinuousClock.Instant) -> Bool {
    startTime.duration(to: .now) + wait < options.retryTimeout
  }

  private func token(ifWanted isWanted: Bool) async throws(ClientError) -> String? {
    guard isWanted else { return nil }
    let token = try await tokens.currentToken()
    if token != nil, !address.isEncrypted, !address.isLoopback {
      throw ClientError(
        .untrusted, message: "the token would be sent unencrypted to \(address)",
        advice: "give the server's https address")
    }
    return token
  }

  // MARK: One attempt

  /// Returns whether the token is the reason why the server fails at a query.
  ///
  /// Two more requests decide this: the server must answer the query without the token, even if
  /// only with a refusal, and must fail at the smallest query with the token. If the smallest query
  /// succeeds, the token is valid.
  private func isCause(_ token: String, ofFailureOf query: TransportRequest) async -> Bool {
    guard [200, 400].contains(await status(of: query, token: nil)) else { return false }
    let smallest = TransportRequest(posting: ["query": "{__typename}"], to: query.url)
    return await status(of: smallest, token: token).map { $0 >= 500 } ?? false
  }

  /// Sends a query once, and returns the status of the response; `nil` if no response arrives.
  private func status(of query: TransportRequest, token: String?) async -> Int? {
    try? await sendFollowingRedirects(query, retrySafety: .repeatable, token: token).status
  }

  private func sendFollowingRedirects(
    _ original: TransportRequest, retrySafety: RetrySafety, token: String?
  ) async throws(ClientError) -> TransportResponse {
    var request = original
    request.timeout = options.timeout
    request.maximumResponseBytes = options.maximumResponseBytes
    request.isRepeatable = retrySafety == .repeatable
    request.headers.append(TransportHeader("User-Agent", value: options.userAgent))
    if let token {
      request.headers.append(TransportHeader("Authorization", value: "Bearer \(token)"))
    }
    for _ in 0...Self.maximumRedirectCount {
      let response: TransportResponse
      do { response = try await transport.send(request) } catch { throw ClientError(error) }
      guard [301, 302, 303, 307, 308].contains(response.status) else { return response }
      request.url = try target(of: response, for: request, retrySafety: retrySafety)
    }
    throw ClientError(
      .redirected, message: "the server redirects in a circle")
  }

  private func target(
    of response: TransportResponse, for request: TransportRequest, retrySafety: RetrySafety
  ) throws(ClientError) -> String {
    guard let location = response.value(of: "Location") else {
      throw ClientError(
        .badAnswer, message: "the server redirects to nowhere")
    }
    guard let url = ServerAddress.redirectTarget(from: request.url, to: location) else {
      throw ClientError(
        .redirected,
        message:
          "the server redirects to another one, \(ServerAddress.host(of: location, from: request.url))",
        advice: "nothing was sent there; if that is the server, give its address")
    }
    // RFC 9110, section 15.4: with 301 to 303, clients may turn a POST into a GET; with 307 and
    // 308, they must not.
    guard retrySafety == .repeatable || response.status >= 307, response.status != 303 else {
      throw ClientError(
        .redirected, message: "the server has moved to \(url)", advice: "give its new address")
    }
    return url
  }
}
