import Testing

@testable import AtollPreview

@Suite struct RequestHeadTests {
  private func parse(_ text: String) -> RequestHead.ParsingResult {
    RequestHead.parse(Array(text.utf8))
  }

  @Test func readsPathAndHost() {
    #expect(
      parse("GET /view/card?3 HTTP/1.1\r\nAccept: */*\r\nhOsT: \tlocalhost:8642 \r\n\r\n")
        == .complete(RequestHead(path: "/view/card", host: "localhost:8642")))
  }

  @Test func answersHeadLikeGetButWithoutABody() {
    #expect(
      parse("HEAD /a HTTP/1.1\r\nHost: b\r\n\r\n")
        == .complete(RequestHead(path: "/a", host: "b", wantsOnlyHead: true)))
    let response = Response(.text, body: Array("abc".utf8))
    let head = String(decoding: response.message(isHeadOnly: true), as: UTF8.self)
    #expect(head.contains("\r\nContent-Length: 3\r\n") && head.hasSuffix("\r\n\r\n"))
    #expect(
      String(decoding: response.message(isHeadOnly: false), as: UTF8.self) == "\(head)abc")
  }

  @Test func recognizesTheAddressesOfThisMachine() {
    func isForThisMachine(_ host: String, _ port: UInt16) -> Bool {
      RequestHead(path: "/", host: host).isForThisMachine(port: port)
    }
    for name in ["127.0.0.1", "localhost"] {
      #expect(isForThisMachine("\(name):8642", 8642) && isForThisMachine("\(name):80", 80))
      // Browsers leave out this port only.
      #expect(isForThisMachine(name, 80) && !isForThisMachine(name, 8642))
    }
    #expect(isForThisMachine("LocalHost:8642", 8642))
    #expect(!isForThisMachine("example.com", 80) && !isForThisMachine("example.com:80", 80))
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
