import Testing

@testable import CoralClient

/// The header `Retry-After`: seconds or a date (RFC 9110, section 10.2.3).
@Suite struct RetryAfterTests {
  @Test(arguments: [
    ("5", 5), ("0", 0), ("-1", 0), ("999999999", 86_400), ("soon", nil), ("", nil),
    ("Sun, 06 Nov 1994 08:49:47 GMT", 10), ("Mon, 07 Nov 1994 08:49:37 GMT", 86_400),
    ("Sun, 06 Nov 1994 08:00:00 GMT", 0), ("Sun, 06 Foo 1994 08:49:47 GMT", nil),
    ("Sun, 06 Nov 1994 08:49 GMT", nil), ("Sun, 06 Nov 1994 08:49:47 PST", nil),
  ])
  func readsAWaitGivenInSecondsOrAsADate(text: String, seconds: Int?) {
    let response = TransportResponse(
      status: 503,
      headers: [
        TransportHeader("Retry-After", value: text),
        TransportHeader("date", value: "Sun, 06 Nov 1994 08:49:37 GMT"),
      ])
    #expect(RetryAfter.requestedWait(of: response) == seconds.map { .seconds($0) })
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(Int64.min), .milliseconds(Int64.max)])
  func limitsDurationsToACentury(duration: Duration) {
    #expect(abs(duration.inMilliseconds) == 36_525 * 86_400_000)
    #expect(duration.inSeconds.hasSuffix("3155760000 s"))
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(Int64.min), .milliseconds(500)])
  func limitsTheWaitBetweenAttempts(initialBackoff: Duration) async throws {
    var options = ClientOptions()
    options.initialBackoff = initialBackoff
    let client = CoralClient(try ServerAddress("http://localhost:1"), options: options)
    for attempt in [1, 7, 1000] {
      #expect((.zero ... .seconds(8)).contains(client.connection.backoff(after: attempt)))
    }
  }

  @Test func ignoresADateIfTheServersClockIsUnknown() {
    let date = TransportHeader("Retry-After", value: "Sun, 06 Nov 1994 08:49:47 GMT")
    #expect(RetryAfter.requestedWait(of: TransportResponse(status: 503, headers: [date])) == nil)
  }
}
