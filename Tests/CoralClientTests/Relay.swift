import AtollBytes
import Synchronization

@testable import CoralClient

/// A transport that answers some requests itself, and passes the others on.
struct Relay: Transport {
  /// Returns the answer to a request with the name of its operation, or `nil` to pass it on.
  let answer: @Sendable (TransportRequest, String?) async throws -> TransportResponse?

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let operation = try? JSONValue(parsing: request.body)["operationName"]?.string
    do {
      if let response = try await answer(request, operation) { return response }
    } catch {
      throw error as? TransportError ?? TransportError(.interrupted, message: "\(error)")
    }
    return try await PlatformTransport().send(request)
  }
}

/// A counter that concurrent requests share.
final class Counter: Sendable {
  private let count = Mutex(0)

  /// Returns how often this function was called before.
  func next() -> Int {
    count.withLock { count in
      defer { count += 1 }
      return count
    }
  }
}
