import AtollBytes
import AtollComments
import Foundation
import Synchronization
import Testing

@testable import CoralClient

/// Posts and edits after failures that leave open whether they arrived.
@Suite struct PostingTests {
  private func fail(_ server: StandIn, _ fault: String, times: Int = 1) async throws {
    let rule: JSONValue = [
      "fault": .string(fault), "operation": "CreateComment", "times": JSONValue(times),
    ]
    try await server.control("faults", ["rules": .array([rule])])
  }

  @Test(arguments: StandIn.Kind.allCases)
  func reportsAnUnknownOutcomeIfItCannotCheckWhetherAPostArrived(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind, "--settings", #"{"rateLimit":false}"#)
    let rules: [JSONValue] = [
      ["fault": "drop-after", "operation": "CreateComment"],
      ["fault": "drop-before", "operation": "OwnComments", "skip": 1],
    ]
    try await server.control("faults", ["rules": .array(rules)])
    let client = try await server.client(as: "alice")
    let error = await #expect(throws: ClientError.self) {
      try await client.post("Where is it?", to: .id("story-empty"))
    }
    #expect(error?.kind == .outcomeUnknown)
    #expect(try await server.allComments(of: "story-empty").count == 1)
  }

  /// Coral gives no reason, so the reader is told none.
  @Test(arguments: StandIn.Kind.allCases)
  func namesABannedWordOnlyIfTheServerDoes(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    let client = try await server.client(as: "alice")
    let outcome = try await client.post("I grow cabbage", to: .id("story-empty"))
    guard case .rejected(_, let hasBannedWord) = outcome else {
      Issue.record("the post was not rejected")
      return
    }
    #expect(hasBannedWord == (kind == .talk4))
    #expect(
      outcome.localizedMessage()
        == (kind == .talk4
          ? "Your comment has a word that is not allowed here." : "Your comment was rejected."))
  }

  @Test(arguments: StandIn.Kind.allCases)
  func doesNotMistakeAnOldCommentWithTheSameTextForANewOne(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind, "--settings", #"{"rateLimit":false}"#)
    try await server.comment("Again", by: "user-alice")
    try await server.control("clock", ["advance": 3600])
    try await fail(server, "error-500")
    let client = try await server.client(as: "alice")
    _ = try #require(try await client.post("Again", to: .id("story-empty")).published)
    #expect(try await server.allComments(of: "story-empty").count == 2)
  }

  @Test(arguments: StandIn.Kind.allCases)
  func neverSendsAPostAgainAfterATimeout(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind, "--settings", #"{"rateLimit":false}"#)
    let (searches, progress) = AsyncStream.makeStream(of: Void.self)
    let transport = SilentToPosts { progress.yield() }
    let client = try await server.client(as: "alice", transport: transport)
    let posting = Task { try await client.post("Hello?", to: .id("story-empty")) }
    var waiting = searches.makeAsyncIterator()
    // The first search is made before the post.
    for _ in 1...3 { _ = await waiting.next() }
    posting.cancel()
    let error = await #expect(throws: ClientError.self) { try await posting.value }
    #expect(error?.kind == .outcomeUnknown)
    #expect(transport.posts.withLock { $0 } == 1)
  }

  @Test(arguments: [TransportError.Kind.cancelled, .timedOut])
  func reportsAnUnknownOutcomeForACancelledEdit(failure: TransportError.Kind) async throws {
    let server = try await StandIn(.coral)
    let own = try await server.control(
      "comment", ["story": "story-empty", "author": "user-alice", "body": "First"])
    let transport = LosesAnswersToEdits(failure: failure)
    let client = try await server.client(as: "alice", transport: transport) {
      // The pause before the next attempt lasts seconds.
      $0.initialBackoff = .seconds(3600)
    }
    let id = try #require(own["id"]?.id)
    let editing = Task { try await client.edit(id, to: "Second") }
    var edits = transport.edits.makeAsyncIterator()
    _ = await edits.next()
    editing.cancel()
    let error = await #expect(throws: ClientError.self) { try await editing.value }
    #expect(error?.kind == .outcomeUnknown)
    #expect(try await server.allComments(of: "story-empty").first?["body"] == "Second")
  }

  /// A proxy that passes posts on, and answers them itself.
  private func answering(
    _ response: TransportResponse, toFirst count: Int, of operation: String = "CreateComment"
  ) -> some Transport {
    let answered = Counter()
    return Relay { request, name in
      guard name == operation, answered.next() < count else { return nil }
      _ = try await PlatformTransport().send(request)
      return response
    }
  }

  @Test(arguments: StandIn.Kind.allCases, [nil, "0", "1"])
  func searchesForAPostBeforeItIsSentAgainAfterStatus429(
    kind: StandIn.Kind, wait: String?
  ) async throws {
    let server = try await StandIn(kind, "--settings", #"{"rateLimit":false}"#)
    let response = TransportResponse(
      status: 429, headers: wait.map { [TransportHeader("Retry-After", value: $0)] } ?? [])
    let client = try await server.client(
      as: "alice", transport: answering(response, toFirst: 1))
    _ = try #require(try await client.post("Once", to: .id("story-empty")).published)
    #expect(try await server.allComments(of: "story-empty").count == 1)
  }

  @Test(arguments: StandIn.Kind.allCases)
  func sendsAPostAgainThatIsNotThereAfterStatus429(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind, "--settings", #"{"rateLimit":false}"#)
    let rule: JSONValue = [
      "fault": "too-many", "operation": "CreateComment", "times": 2, "retryAfter": 0,
    ]
    try await server.control("faults", ["rules": .array([rule])])
    let client = try await server.client(as: "alice")
    _ = try #require(try await client.post("Once", to: .id("story-empty")).published)
    #expect(try await server.allComments(of: "story-empty").count == 1)
  }

  @Test func doesNotReportAnUnknownStatusAsPublished() async throws {
    let server = try await StandIn(.coral)
    let client = try await server.client(
      as: "alice",
      transport: Relay { request, name in
        guard name == "CreateComment" else { return nil }
        var response = try await PlatformTransport().send(request)
        response.body = Array(
          String(decoding: response.body, as: UTF8.self)
            .split(separator: #""status":"NONE""#, omittingEmptySubsequences: false)
            .joined(separator: #""status":"WHATEVER""#).utf8)
        return response
      })
    let error = await #expect(throws: ClientError.self) {
      try await client.post("Hello", to: .id("story-empty"))
    }
    #expect(error?.kind == .outcomeUnknown)
    #expect(error?.message.hasSuffix("arrived, but its status “WHATEVER” is unknown") == true)
    #expect(try await server.allComments(of: "story-empty").count == 1)
  }

  @Test func neverSendsAPostByAStaffMemberToCoralTwice() async throws {
    let server = try await StandIn(.coral, "--settings", #"{"rateLimit":false}"#)
    try await fail(server, "error-500")
    let client = try await server.client(as: "sam")
    let error = await #expect(throws: ClientError.self) {
      try await client.post("Once", to: .id("story-empty"))
    }
    #expect(error?.kind == .outcomeUnknown)
    #expect(try await server.allComments(of: "story-empty").isEmpty)
  }

  @Test(
    arguments: [
      "https://example.org/reef.png", ["type": "youtube", "url": "https://youtu.be/reef"],
      ["type": "giphy", "url": "https://giphy.example/reef.gif"],
    ] as [JSONValue])
  func keepsTheMediaOfAnEditedComment(media: JSONValue) async throws {
    let server = try await StandIn(.coral)
    let own = try await server.control(
      "comment", ["story": "story-empty", "author": "user-alice", "body": "First"])
    let id = try #require(own["id"])
    let before = try await server.control("comment", ["id": id, "media": media])["media"]
    let client = try await server.client(as: "alice")
    _ = try #require(try await client.edit(id.id ?? "", to: "Second").published)
    let edited = try #require(try await server.allComments(of: "story-empty").first)
    #expect(edited["body"] == "Second")
    #expect(before != nil && edited["media"] == before)
  }

  @Test func doesNotLetTheTransportRepeatAPost() async throws {
    let server = try await StandIn(.coral, "--settings", #"{"rateLimit":false}"#)
    let client = try await server.client(as: "alice") { $0.maximumAttempts = 1 }
    // This leaves an open connection; a library that finds it closed would send the request again.
    _ = try await client.fetch(.id("story-empty"))
    try await fail(server, "drop-after")
    _ = try #require(try await client.post("Once", to: .id("story-empty")).published)
    let posts = try await server.log().count { $0["operation"]?.string == "CreateComment" }
    #expect(posts == 1)
    #expect(try await server.allComments(of: "story-empty").count == 1)
  }

  @Test func postsOnceIfNoAttemptIsAllowed() async throws {
    let server = try await StandIn(.coral, "--settings", #"{"rateLimit":false}"#)
    let client = try await server.client(as: "alice") { $0.maximumAttempts = 0 }
    try await fail(server, "drop-before")
    let error = await #expect(throws: ClientError.self) {
      _ = try await client.post("Once", to: .id("story-empty"))
    }
    #expect(error?.kind == .outcomeUnknown)
    #expect(try await server.log().count { $0["operation"]?.string == "CreateComment" } == 1)
  }

  @Test(arguments: StandIn.Kind.allCases)
  func doesNotRepeatAnEditAfterAnUnclearFailure(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind, "--settings", #"{"rateLimit":false}"#)
    let client = try await server.client(as: "alice")
    let own = try #require(try await client.post("First", to: .id("story-empty")).published)
    let rule: JSONValue = ["fault": "drop-after", "operation": "EditComment", "times": 1]
    try await server.control("faults", ["rules": .array([rule])])
    let edited = try #require(try await client.edit(own.comment.id, to: "Second").published)
    #expect(edited.comment.isEdited)
    let edits = try await server.log().count { $0["operation"]?.string == "EditComment" }
    #expect(edits == 1)
  }

  @Test func doesNotSendAnotherRequestAfterTheTimeout() async throws {
    let server = try await StandIn(.coral)
    let own = try await server.control(
      "comment", ["story": "story-empty", "author": "user-alice", "body": "First"])
    let rules: [JSONValue] = [
      ["fault": "stall-before", "operation": "EditComment"], ["fault": "slow", "seconds": 1],
    ]
    let client = try await server.client(as: "alice") {
      $0.timeout = .seconds(2)
      $0.retryTimeout = .seconds(1.5)
    }
    try await server.control("faults", ["rules": .array(rules)])
    let id = try #require(own["id"]?.id)
    // Two slow answers, about the server and about the comment, use up the time.
    let error = await #expect(throws: ClientError.self) { try await client.edit(id, to: "Second") }
    #expect(error?.kind == .timedOut)
    #expect(try await server.log().allSatisfy { $0["operation"]?.string != "EditComment" })
  }

  @Test(arguments: [
    ("a < b & c", "a &lt; b &amp; c"), ("one\ntwo", "one<br>two"),
    ("<script>x</script>", "&lt;script&gt;x&lt;/script&gt;"),
  ])
  func escapesMarkupInPostedText(text: String, html: String) {
    #expect(CommentText.html(of: text) == html)
    #expect(CommentText.hasSameWords(html, as: text))
    #expect(CommentText.hasSameWords("<div>\(html)</div>", as: text))
  }

  @Test func recognizesPostedTextWithALinkedURL() {
    let html = #"See <a href="https://a.example/?x=1&amp;y=2">https://a.example/?x=1&amp;y=2</a>!"#
    #expect(CommentText.hasSameWords(html, as: "See https://a.example/?x=1&y=2!"))
    #expect(!CommentText.hasSameWords(html, as: "See https://a.example/"))
    #expect(CommentText.hasSameWords("<blockquote>x</blockquote>y<b>z</b>", as: "x yz"))
  }
}

/// A transport that reports each edit that the server has performed, and loses the answer.
private struct LosesAnswersToEdits: Transport {
  let failure: TransportError.Kind
  let edits: AsyncStream<Void>
  private let report: AsyncStream<Void>.Continuation

  init(failure: TransportError.Kind) {
    self.failure = failure
    (edits, report) = AsyncStream.makeStream(of: Void.self)
  }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let response = try await PlatformTransport().send(request)
    let operation = try? JSONValue(parsing: request.body)["operationName"]?.string
    guard operation == "EditComment" else { return response }
    report.yield()
    throw TransportError(failure, message: "no answer")
  }
}

/// A transport that answers no post in time, and reports each search for one.
private final class SilentToPosts: Transport {
  let posts = Mutex(0)
  private let search: @Sendable () -> Void

  init(onSearch search: @escaping @Sendable () -> Void) { self.search = search }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let operation = try? JSONValue(parsing: request.body)["operationName"]?.string
    if operation == "CreateComment" {
      posts.withLock { $0 += 1 }
      throw TransportError(.timedOut, message: "no answer")
    }
    if operation == "OwnComments" { search() }
    return try await PlatformTransport().send(request)
  }
}
