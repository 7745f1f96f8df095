/// Keeps the token in use, and asks its source for others.
///
/// However many requests need an answer at the same time, the source is asked only once, and all of
/// them wait for its answer.
actor TokenKeeper {
  private let source: TokenSource
  private var token: String?
  private var isKnown = false
  /// A token that was not accepted, and for which there is no replacement.
  private var last: String?
  /// The callers that wait for an answer from the source.
  private var waiters: [Question: [Int: Waiter]] = [:]
  private var waiterCount = 0

  private typealias Answer = Result<String?, ClientError>
  private typealias Waiter = CheckedContinuation<Answer, Never>

  /// A request to the source.
  private enum Question: Hashable {
    case token
    case another(insteadOf: String)
  }

  init(_ source: TokenSource) { self.source = source }

  /// Returns the token for the next request.
  func current() async throws(ClientError) -> String? {
    isKnown ? token : try await answer(to: .token).get()
  }

  /// Returns another token in place of one that a server did not accept; `nil` if there is none.
  func renew(_ rejected: String) async throws(ClientError) -> String? {
    if let token, token != rejected { return token }
    guard source.renewed != nil, rejected != last else { return nil }
    return try await answer(to: .another(insteadOf: rejected)).get()
  }

  // MARK: Waiting

  /// Waits for an answer.
  ///
  /// A cancelled caller stops waiting, but the request to the source goes on. The source may give
  /// the token only once, so it is kept for the next request.
  private func answer(to question: Question) async -> Answer {
    let number = waiterCount
    waiterCount += 1
    return await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        if Task.isCancelled { return waiter.resume(returning: Self.cancelled) }
        if waiters[question] == nil { Task { deliver(await ask(question), to: question) } }
        waiters[question, default: [:]][number] = waiter
      }
    } onCancel: {
      Task { await self.leave(question, number) }
    }
  }

  private static let cancelled = Answer.failure(.cancelled)

  private func leave(_ question: Question, _ number: Int) {
    waiters[question]?.removeValue(forKey: number)?.resume(returning: Self.cancelled)
  }

  /// Stores an answer, and passes it to all callers that wait for it.
  private func deliver(_ answer: Answer, to question: Question) {
    if case .success(let answered) = answer {
      switch question {
      case .token:
        token = answered
        isKnown = true
      case .another(let rejected):
        if let answered { token = answered } else { last = rejected }
      }
    }
    for waiter in (waiters.removeValue(forKey: question) ?? [:]).values {
      waiter.resume(returning: answer)
    }
  }

  // MARK: Asking

  private func ask(_ question: Question) async -> Answer {
    do {
      switch question {
      case .token: return .success(try Self.check(try await source.current()))
      case .another(let rejected):
        let fresh = try Self.check(try await source.renewed?(rejected))
        return .success(fresh == rejected ? nil : fresh)
      }
    } catch let error as ClientError {
      return .failure(error)
    } catch is CancellationError {
      return Self.cancelled
    } catch {
      let what =
        switch question {
        case .token: "there is no token"
        case .another: "no other token could be had"
        }
      return .failure(ClientError(.tokenRejected, "\(what): \(error)"))
    }
  }

  /// Checks a token: it is written into a header, so it must not contain characters that could end
  /// the header.
  private static func check(_ token: String?) throws(ClientError) -> String? {
    guard let token, !token.isEmpty else { return nil }
    guard token.utf8.count <= 16_384, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw ClientError(
        .tokenRejected, "the token contains characters that no token has",
        advice: "give the token alone, without line ends inside or words around it")
    }
    return token
  }
}
