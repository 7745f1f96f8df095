import Testing

@testable import Preview

@Suite struct RequestHeadTests {
  private func parse(_ text: String) -> RequestHead.Parsed { RequestHead.parse(Array(text.utf8)) }

  @Test func readsPathAndHost() {
    #expect(
      parse("GET /view/card?3 HTTP/1.1\r\nAccept: */*\r\nhOsT: \tlocalhost:8642\r\n\r\n")
        == .complete(RequestHead(path: "/view/card", host: "localhost:8642")))
  }

  @Test func waitsForTheEmptyLineAfterTheHeaders() {
    #expect(parse("GET / HTTP/1.1\r\nHost: a\r\n") == .incomplete)
    #expect(parse("") == .incomplete)
  }

  @Test(arguments: [
    "\r\n\r\n", "GET /\r\n\r\n", "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "GET / HTTP/2\r\nHost: a\r\n\r\n", "\0\n\n",
  ])
  func rejectsMalformedRequests(text: String) {
    #expect(parse(text) == .malformed)
  }

  @Test func rejectsUnsupportedMethodsAndOversizedHeaders() {
    #expect(parse("POST / HTTP/1.1\r\nHost: a\r\n\r\n") == .otherMethod)
    let endless = "GET / HTTP/1.1\r\nX: " + String(repeating: "x", count: RequestHead.maximumSize)
    #expect(parse(endless) == .malformed)
  }
}
