import CoralClient
import Testing

/// A server that asks for a wait.
private struct BusyServer: Transport {
  let seconds: Int

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    TransportResponse(
      status: 503, headers: [TransportHeader("Retry-After", value: String(seconds))])
  }
}

@Suite struct PacedTransportTests {
  private let request = TransportRequest(.get, url: "https://coral.example.com/")

  @Test func answersWith429InsteadOfALongWait() async throws {
    let transport = PacedTransport(
      BusyServer(seconds: 3600), delay: .zero, longestWait: .seconds(600))
    #expect(try await transport.send(request).status == 503)
    let answer = try await transport.send(request)
    #expect(answer.status == 429)
    let wait = try #require(answer.value(of: "Retry-After").flatMap { Int($0) })
    #expect((3000...3600).contains(wait))
  }

  @Test func waitsForAServerThatAsksForAShortWait() async throws {
    let transport = PacedTransport(BusyServer(seconds: 1), delay: .zero, longestWait: .seconds(600))
    let start = ContinuousClock.now
    for _ in 1...2 { #expect(try await transport.send(request).status == 503) }
    #expect(start.duration(to: .now) >= .seconds(1))
  }
}
