import Testing

@testable import Preview

@Suite struct RequestHeadTests {
  private func head(_ text: String) throws(RequestHead.Problem) -> RequestHead? {
    try RequestHead(Array(text.utf8))
  }

  @Test func readsPathAndHost() throws {
    let head = try #require(
      try head("GET /view/card?3 HTTP/1.1\r\nAccept: */*\r\nhOsT: \tlocalhost:8642\r\n\r\n"))
    #expect(head.path == "/view/card" && head.host == "localhost:8642")
  }

  @Test func waitsForTheEmptyLineAfterTheHeaders() throws {
    #expect(try head("GET / HTTP/1.1\r\nHost: a\r\n") == nil)
    #expect(try head("") == nil)
  }

  @Test(arguments: [
    "\r\n\r\n", "GET /\r\n\r\n", "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "GET / HTTP/2\r\nHost: a\r\n\r\n", "\0\n\n",
  ])
  func rejectsMalformedRequests(text: String) {
    #expect(throws: RequestHead.Problem.malformed) { try head(text) }
  }

  @Test func rejectsUnsupportedMethodsAndOversizedHeaders() {
    #expect(throws: RequestHead.Problem.method) {
      try head("POST / HTTP/1.1\r\nHost: a\r\n\r\n")
    }
    let endless = "GET / HTTP/1.1\r\nX: " + String(repeating: "x", count: RequestHead.maximumSize)
    #expect(throws: RequestHead.Problem.malformed) { try head(endless) }
  }
}
