/// A transport that leaves time between requests, and waits when the server asks for it.
///
/// If the server answers 429 or 503 with `Retry-After`, no task sends a request before the time
/// that this header gives. If that time is too far away, this transport itself answers requests
/// with 429.
///
/// A request's `timeout` counts from when its turn has come. So give the client a
/// `ClientOptions.retryTimeout` of at least `longestWait`.
public struct PacedTransport<Base: Transport>: Transport {
  private let base: Base
  private let pace: Pace
  private let longestWait: Duration

  /// Creates a transport that sends requests through another one.
  ///
  /// - Parameters:
  ///   - base: The transport that sends the requests.
  ///   - delay: The shortest time between the starts of two requests.
  ///   - longestWait: The longest time for which a request waits; a request that would have to wait
  ///     longer is answered with 429 at once.
  public init(_ base: Base, delay: Duration, longestWait: Duration = .seconds(600)) {
    self.base = base
    self.longestWait = max(delay, longestWait)
    pace = Pace(delay: delay)
  }

  /// Sends a request when its turn has come.
  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    while let turn = await pace.takeTurnOrRetryTime() {
      let wait = ContinuousClock.now.duration(to: turn)
      if wait > longestWait {
        let seconds = TransportHeader("Retry-After", value: "\(wait.components.seconds + 1)")
        return TransportResponse(status: 429, headers: [seconds])
      }
      do { try await Task.sleep(until: turn, clock: .continuous) } catch {
        throw TransportError(.cancelled, message: "cancelled")
      }
    }
    let response = try await base.send(request)
    if response.status == 429 || response.status == 503,
      let wait = RetryAfter.requestedWait(of: response)
    {
      await pace.pause(for: wait)
    }
    return response
  }
}

/// The time from which the next request may be sent.
private actor Pace {
  private let delay: Duration
  private var next = ContinuousClock.now

  init(delay: Duration) { self.delay = delay }

  /// Takes the next turn and returns `nil`, or returns the time at which to ask again.
  func takeTurnOrRetryTime() -> ContinuousClock.Instant? {
    let now = ContinuousClock.now
    if now < next { return next }
    next = now + delay
    return nil
  }

  func pause(for wait: Duration) { next = max(next, .now + wait) }
}
