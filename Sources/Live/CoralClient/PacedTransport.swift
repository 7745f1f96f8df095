/// A transport that leaves time between requests, and waits when the server asks for it.
///
/// If the server answers 429 or 503 with `Retry-After`, no task sends a request before the time
/// that this header gives.
public struct PacedTransport<Base: Transport>: Transport {
  private let base: Base
  private let pace: Pace

  /// Creates a transport that sends requests through another one.
  ///
  /// - Parameter delay: The shortest time between the starts of two requests.
  public init(_ base: Base, delay: Duration) {
    self.base = base
    pace = Pace(delay: delay)
  }

  /// Sends a request when its turn has come.
  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    while let wait = await pace.takeTurnOrRetryTime() {
      do { try await Task.sleep(until: wait, clock: .continuous) } catch {
        throw TransportError(.cancelled, message: "cancelled")
      }
    }
    let response = try await base.send(request)
    if response.status == 429 || response.status == 503,
      let wait = RetryAfter.wait(requestedBy: response)
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
