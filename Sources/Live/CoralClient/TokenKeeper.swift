/// The token in use, with its source, which is asked for the first token and for replacements.
///
/// However many requests need an answer at the same time, the source is asked only once, and all of
/// them wait for its answer.
actor TokenKeeper {
  private let source: TokenSource
  private var token: String?
  private var hasAskedSource = false
  /// The last token that was signed out, or that was not accepted and has no replacement.
  private var lastRejected: String?
  private var waiters: [TokenRequest: [Int: Waiter]] = [:]
  private var waiterCount = 0

  private typealias TokenResult = Result<String?, ClientError>
  private typealias Waiter = CheckedContinuation<TokenResult, Never>

  private enum TokenRequest: Hashable {
    case token
    case replacement(of: String)
  }

  init(_ source: TokenSource) { self.source = source }

  /// Returns the token for the next request; `nil` if the source has none.
  ///
  /// With `askingAgain`, a source that had no token is asked again.
  func currentToken(askingAgain: Bool = false) async throws(ClientError) -> String? {
    if hasAskedSource, token != nil || !askingAgain { return token }
    return try await answer(to: .token).get()
  }

  /// Forgets the token after it was signed out, and ignores it if the source returns it again.
  func forget() {
    if let token { lastRejected = token }
    token = nil
    hasAskedSource = true
  }

  /// Returns another token in place of one that a server did not accept; `nil` if there is none.
  func renew(_ rejected: String) async throws(ClientError) -> String? {
    if let token, token != rejected { return token }
    guard source.renewed != nil, rejected != lastRejected else { return nil }
    return try await answer(to: .replacement(of: rejected)).get()
  }

  // MARK: Waiting

  /// Waits for an answer.
  ///
  /// A cancelled caller stops waiting, but the request to the source goes on. The source may give
  /// the token only once, so it is kept for the next request.
  private func answer(to request: TokenRequest) async -> TokenResult {
    let number = waiterCount
    waiterCount += 1
    return await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        if Task.isCancelled { return waiter.resume(returning: Self.cancelled) }
        if waiters[request] == nil { Task { deliver(await ask(request), to: request) } }
        waiters[request, default: [:]][number] = waiter
      }
    } onCancel: {
      Task { await self.stopWaiting(for: request, number: number) }
    }
  }

  private static let cancelled = TokenResult.failure(.cancelled)

  private func stopWaiting(for request: TokenRequest, number: Int) {
    waiters[request]?.removeValue(forKey: number)?.resume(returning: Self.cancelled)
  }

  /// Stores an answer, and passes it to all callers that wait for it.
  private func deliver(_ answer: TokenResult, to request: TokenRequest) {
    if case .success(let answered) = answer {
      switch request {
      case .token:
        token = answered
        hasAskedSource = true
      // The replacement of a token that was signed out in the meantime is not stored.
      case .replacement(let rejected) where rejected != lastRejected:
        if let answered { token = answered } else { lastRejected = rejected }
      case .replacement: break
      }
    }
    for waiter in (waiters.removeValue(forKey: request) ?? [:]).values {
      waiter.resume(returning: answer)
    }
  }

  private func ask(_ request: TokenRequest) async -> TokenResult {
    do {
      switch request {
      case .token:
        let given = try Self.validated(try await source.current())
        return .success(given == lastRejected ? nil : given)
      case .replacement(let rejected):
        let fresh = try Self.validated(try await source.renewed?(rejected))
        return .success(fresh == rejected ? nil : fresh)
      }
    } catch let error as ClientError {
      // The error's hints about further attempts are dropped, since they are about the call of the
      // source.
      return .failure(ClientError(error.kind, message: error.message, advice: error.advice))
    } catch is CancellationError {
      return Self.cancelled
    } catch {
      let what =
        switch request {
        case .token: "there is no token"
        case .replacement: "there is no other token"
        }
      return .failure(ClientError(.tokenRejected, message: "\(what): \(error)"))
    }
  }

  /// Returns a token, or `nil` if it is empty; throws if it could not be written into a header.
  static func validated(_ token: String?) throws(ClientError) -> String? {
    guard let token, !token.isEmpty else { return nil }
    guard token.utf8.count <= 16_384, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw ClientError(
        .tokenRejected, message: "the token is too long, or contains characters that no token has",
        advice: "give the token alone, without line ends inside or words around it")
    }
    return token
  }
}
