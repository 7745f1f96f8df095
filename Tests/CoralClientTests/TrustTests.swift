import AtollBytes
import AtollComments
import Foundation
import Synchronization
import Testing

@testable import CoralClient

/// Guarantees about tokens, redirects and addresses, whatever a server does.
@Suite struct TrustTests {
  @Test(arguments: [
    ("https://a.example/x", "/y", "https://a.example/y"),
    ("https://a.example/x", "https://a.example/y", "https://a.example/y"),
    ("http://a.example/x", "https://a.example/y", "https://a.example/y"),
    ("https://a.example/x", "http://a.example/y", nil),
    ("https://a.example/x", "https://b.example/y", nil),
    ("https://a.example/x", "//b.example/y", nil),
    ("https://a.example/x", "https://a.example:8443/y", nil),
    ("https://a.example/x", "https://a.example:443/y", "https://a.example:443/y"),
    ("http://a.example/x", "https://a.example:8443/y", nil),
    ("http://a.example:80/x", "https://a.example:443/y", "https://a.example:443/y"),
    ("http://a.example:3000/x", "https://a.example/y", nil),
    ("http://a.example:3000/x", "https://a.example:3000/y", "https://a.example:3000/y"),
    ("https://a.example/x", "https://user@a.example/y", nil),
    ("https://a.example/x", "https://a.example.b.example/y", nil),
    ("https://a.example/x", "https://a.example\\@b.example/y", nil),
    ("https://a.example/x", "https:b.example/y", nil),
    ("https://a.example/x", "https://a.example:443443/y", nil),
    ("https://a.example/x", "file:///etc/passwd", nil),
    ("https://a.example/x", "https://[a.example]/y", nil),
    ("https://[::1]:8443/x", "https://[::1]:8443/y", "https://[::1]:8443/y"),
    ("https://a.example/x/y?q", "z", "https://a.example/x/z"),
    ("https://a.example/x/y", "../../z/./w?q#f", "https://a.example/z/w?q#f"),
    ("https://a.example/x/y?q", "?r", "https://a.example/x/y?r"),
    ("https://a.example", "z", "https://a.example/z"),
    ("https://a.example/x", "/caf\u{E9} 1", "https://a.example/caf%C3%A9%201"),
  ])
  func followsRedirectsOnlyToTheSameHost(from: String, location: String, target: String?) {
    #expect(ServerAddress.redirectTarget(from: from, to: location) == target)
  }

  @Test func namesAnOptionOnlyOnTheCommandLine() {
    let error = ClientError(.wouldCreateStory, message: "m", advice: "allow that")
    #expect("\(error)" == "m; allow that" && error.failure.advice == "allow that (--create)")
    #expect("\(TransportError(.timedOut, message: "too slow"))" == "too slow")
  }

  @Test func neverSendsATokenUnencrypted() async throws {
    struct Unused: Transport {
      func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        guard request.url.hasSuffix("/api/version") else {
          Issue.record("\(request.url) was asked")
          throw TransportError(.unreachable, message: "")
        }
        return TransportResponse(status: 200, body: Array(#"{"version":"9.0.0"}"#.utf8))
      }
    }
    let client = CoralClient(
      try ServerAddress("http://coral.example"), tokens: .fixed("secret"), transport: Unused())
    let error = await #expect(throws: ClientError.self) { try await client.fetch(.id("1")) }
    #expect(error?.kind == .untrusted)
  }

  @Test(arguments: [
    "ftp://a.example", "a.example", "https://", "https://user:pw@a.example", "https://a example",
    "https://a.example:x", "https://a.example%2fb", "https://a.example\\b", "https://a.example\n",
    "https://a.example?x=1",
    "https://a.example#x", "",
  ])
  func rejectsInvalidServerAddresses(text: String) {
    #expect(throws: ClientError.self) { try ServerAddress(text) }
  }

  @Test(arguments: ["https://bob:pass/word@a.example", "https://bob:pass word@a.example"])
  func doesNotPrintThePasswordInAnAddress(text: String) {
    let error = #expect(throws: ClientError.self) { try ServerAddress(text) }
    #expect(error?.description.contains("word@") == false)
  }

  #if !canImport(Darwin)
    @Test(arguments: [
      ("Unsupported proxy syntax in 'http://bob:s3c@ret@127.0.0.1:99999'", ": 127.0.0.1:99999;"),
      ("Unsupported proxy syntax in 'http://bob:s3c@ret@a.example': Bad number", ": a.example;"),
      ("Unsupported proxy scheme for 'gopher://bob:s3cret@a.example'", ": a.example;"),
      ("Unsupported proxy syntax in 'http://bob:s3c#ret", "is not valid;"),
    ])
    func doesNotPrintThePasswordOfAProxy(message: String, part: String) {
      #expect(TransportError.isAboutProxyAddress(message))
      let text = TransportError.withoutProxyAddress(message)
      #expect(text.contains(part) && !text.contains("bob") && !text.contains("ret"))
    }
  #endif

  @Test(arguments: [401, 403, 407])
  func namesTheStatusOfAnAnswerThatIsNotFromCoral(status: Int) async throws {
    let requests = Counter()
    let client = CoralClient(
      try ServerAddress("https://a.example"),
      transport: Relay { _, _ in
        _ = requests.next()
        return TransportResponse(status: status, body: Array("<h1>No".utf8))
      })
    let error = await #expect(throws: ClientError.self) { try await client.serverName() }
    #expect(error?.message == "the server answered with status \(status)")
    #expect(requests.next() == 2)
  }

  @Test(arguments: [401, 403, 404])
  func doesNotSendARefusedPasswordAgain(status: Int) async throws {
    let requests = Counter()
    let client = CoralClient(
      try ServerAddress("https://a.example"),
      transport: Relay { request, _ in
        guard request.method == .post else {
          return TransportResponse(status: 200, body: Array(#"{"version":"9.0.0"}"#.utf8))
        }
        _ = requests.next()
        return TransportResponse(status: status, body: Array("<h1>No".utf8))
      })
    let error = await #expect(throws: ClientError.self) {
      try await client.signIn(email: "a@b.example", password: "pw")
    }
    #expect(error?.message == "the server answered with status \(status)")
    #expect(requests.next() == 1)
  }

  @Test func normalizesCopiedServerAddresses() throws {
    for end in ["", "/"] {
      #expect(
        try ServerAddress("https://A.example/api/graphql\(end)").description == "https://a.example")
    }
    #expect(
      try ServerAddress("https://a.example/talk/api/v1/graph/ql").description
        == "https://a.example/talk")
    #expect(try ServerAddress("https://a.example:8443/").description == "https://a.example:8443")
  }

  @Test(arguments: StandIn.Kind.allCases)
  func renewsARejectedTokenOnce(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    try await server.control("settings", ["rateLimit": false])
    let old = try await server.control(
      "token", ["email": "alice@example.org", "expiresIn": JSONValue(-60)])
    let expired = try #require(old["token"]?.string)
    let fresh = try await server.token(of: "alice")
    let renewals = Mutex(0)
    let source = TokenSource({ expired }) { rejected in
      #expect(rejected == expired)
      renewals.withLock { $0 += 1 }
      return fresh
    }
    let client = try await server.client(tokens: source)
    _ = try #require(try await client.post("With a fresh one", to: .id("story-1")).published)
    #expect(renewals.withLock { $0 } == 1)
    let hopeless = try await server.client(tokens: TokenSource({ expired }) { _ in nil })
    let error = await #expect(throws: ClientError.self) {
      try await hopeless.post("With none", to: .id("story-1"))
    }
    #expect(error?.kind == .tokenRejected)
  }

  @Test(arguments: StandIn.Kind.allCases)
  func doesNotLeakTokensIntoErrorsOrURLs(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    let token = try await server.token(of: "alice")
    let signature = try #require(token.split(separator: ".").last)
    for fault in [
      "drop-after", "error-500", "html", "truncated", "redirect", "redirect-loop", "unauthorized",
      "graphql-error", "not-utf8", "wrong-type",
    ] {
      let rule: JSONValue = ["fault": .string(fault), "operation": "CreateComment"]
      try await server.control("faults", ["rules": .array([rule])])
      let client = try await server.client(tokens: .fixed(token)) {
        $0.maximumAttempts = 2
        $0.timeout = .seconds(2)
      }
      do {
        _ = try await client.post("Words \(fault)", to: .id("story-1"))
      } catch {
        #expect(!"\(error) \(String(reflecting: error))".contains(signature))
      }
    }
    // Addresses contain no token either.
    for request in try await server.log() {
      #expect(request["query"]?.string?.contains(signature) != true)
      #expect(request["path"]?.string?.contains(signature) != true)
    }
  }

  @Test func endsAFetchWhenItsTaskIsCancelled() async throws {
    let server = try await StandIn(.coral)
    let rule: JSONValue = ["fault": "stall-before", "operation": "query"]
    try await server.control("faults", ["rules": .array([rule])])
    // Without the cancellation, the request would time out long after.
    let client = try await server.client { $0.timeout = .seconds(300) }
    let task = Task { try await client.fetch(.id("story-1")) }
    while try await server.log().isEmpty { try await Task.sleep(for: .milliseconds(20)) }
    task.cancel()
    let error = await #expect(throws: ClientError.self) { try await task.value }
    #expect(error?.kind == .cancelled)
  }

  @Test func readsTheClaimsOfAToken() throws {
    // {"sub":"u1","exp":1700000000,"iat":1}
    let token = "e30.eyJzdWIiOiJ1MSIsImV4cCI6MTcwMDAwMDAwMCwiaWF0IjoxfQ.x"
    let claims = try #require(TokenClaims(token: token))
    #expect(claims.subject == "u1")
    #expect(claims.isExpired(at: 1_700_000_000))
    #expect(!claims.isExpired(at: 1_699_999_999))
    #expect(TokenClaims(token: "no token") == nil)
    #expect(TokenClaims(token: "a.b.c") == nil)
  }
}
