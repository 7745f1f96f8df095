import AtollBytes
import AtollComments
import Testing

@testable import CoralClient

/// Answers about another story or comment than was asked for, as a cache sends them that ignores the
/// body of a `POST`, and answers without what was asked for.
@Suite struct ForeignAnswerTests {
  /// Returns a transport that asks for another id in place of `id`, in one operation.
  private func swapping(
    _ id: String, for other: String, in operation: String
  ) -> some Transport {
    Relay { request, name in
      guard name == operation else { return nil }
      var request = request
      request.body = Array(
        String(decoding: request.body, as: UTF8.self)
          .split(separator: "\"\(id)\"", omittingEmptySubsequences: false)
          .joined(separator: "\"\(other)\"").utf8)
      return try await PlatformTransport().send(request)
    }
  }

  @Test(arguments: StandIn.Kind.allCases, ["Story", "Comments", "FirstPage", "RootPage"])
  func refusesTheAnswerOfAnotherStory(kind: StandIn.Kind, operation: String) async throws {
    let server = try await StandIn(kind)
    let transport = swapping("story-1", for: "story-closed", in: operation)
    let client = try await server.client(transport: transport)
    let error = await #expect(throws: ClientError.self) {
      switch operation {
      case "FirstPage": _ = try await client.firstPage(of: .id("story-1"))
      case "RootPage": _ = try await client.page(PageCursor(story: "story-1"))
      default: _ = try await client.fetch(.id("story-1"))
      }
    }
    #expect(error?.kind == .badAnswer)
    #expect(error?.message == "the answer is about the story story-closed, not about story-1")
  }

  @Test(arguments: StandIn.Kind.allCases)
  func refusesLaterAnswersAboutAnotherStoryIfTheStoryIsNamedByItsURL(kind: StandIn.Kind)
    async throws
  {
    let server = try await StandIn(kind)
    let transport = swapping("story-1", for: "story-closed", in: "Comments")
    let client = try await server.client(transport: transport)
    var options = FetchOptions()
    options.mayCreateStory = true
    let error = await #expect(throws: ClientError.self) {
      try await client.fetch(.url("https://example.org/story-1"), options: options)
    }
    #expect(error?.message == "the answer is about the story story-closed, not about story-1")
  }

  @Test(arguments: StandIn.Kind.allCases, ["Comment", "Conversation", "Replies", "ReplyPage"])
  func refusesTheAnswerAboutAnotherComment(kind: StandIn.Kind, operation: String) async throws {
    let server = try await StandIn(kind)
    // Talk lists the replies with the other comments, and names no comment above a page of them.
    if kind == .talk4, operation.hasPrefix("Repl") { return }
    var ids: [String] = []
    for body in ["One", "Two"] {
      ids.append(try await server.comment(body))
    }
    for _ in 0..<30 {
      try await server.comment("R", replyingTo: ids[0])
    }
    let transport = swapping(ids[0], for: ids[1], in: operation)
    let client = try await server.client(as: "alice", transport: transport)
    let id = ids[0]
    let error = await #expect(throws: ClientError.self) {
      switch operation {
      case "Comment": _ = try await client.like(id)
      case "Conversation": _ = try await client.conversation(with: id)
      case "ReplyPage": _ = try await client.page(PageCursor(story: "story-empty", parent: id))
      default: _ = try await client.fetch(.id("story-empty"))
      }
    }
    #expect(error?.message == "the answer is about the comment \(ids[1]), not about \(ids[0])")
  }

  @Test func refusesAPageOfRepliesToAnotherCommentOnTalk() async throws {
    let server = try await StandIn(.talk4)
    var ids: [String] = []
    for _ in 0..<2 {
      let id = try await server.comment("One")
      ids.append(id)
      try await server.comment("R", replyingTo: id)
    }
    let client = try await server.client(
      transport: swapping(ids[0], for: ids[1], in: "ReplyPage"))
    let error = await #expect(throws: ClientError.self) {
      try await client.page(PageCursor(story: "story-empty", parent: ids[0]))
    }
    #expect(error?.kind == .badAnswer)
  }

  // MARK: Answers without a list

  /// The answers to a request for a list of comments that has none, with the error for each.
  private static let emptyAnswers: [(String, ClientError.Kind)] = [
    (#"{"data":{"story":null}}"#, .storyNotFound),
    (#"{"data":{"story":{"id":"story-1","comments":null},"asset":{"id":"story-1"}}}"#, .badAnswer),
    (
      #"{"data":null,"errors":[{"message":"No","extensions":{"code":"TENANT_NOT_FOUND"}}]}"#,
      .refused
    ),
    (
      #"{"data":{"viewer":{"id":"u"},"story":null},"#
        + #""errors":[{"message":"No","extensions":{"code":"USER_NOT_ENTITLED"}}]}"#, .refused
    ),
  ]

  @Test(arguments: StandIn.Kind.allCases, emptyAnswers.indices)
  func failsIfTheFirstListIsMissing(kind: StandIn.Kind, index: Int) async throws {
    let server = try await StandIn(kind)
    let (body, expectedKind) = Self.emptyAnswers[index]
    let client = try await server.client(
      transport: Relay { _, name in
        name == "Comments" ? TransportResponse(status: 200, body: Array(body.utf8)) : nil
      })
    let error = await #expect(throws: ClientError.self) { try await client.fetch(.id("story-1")) }
    #expect(error?.kind == expectedKind)
  }

  @Test(arguments: StandIn.Kind.allCases)
  func failsIfALaterPageIsAnsweredWithAnError(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    let asset = #"{"id":"story-1","comments":null}"#
    let error = #"{"message":"No","extensions":{"code":"NOT_AUTHORIZED"}}"#
    let body = #"{"data":{"story":\#(asset),"asset":\#(asset)},"errors":[\#(error)]}"#
    let client = try await server.client(
      transport: Relay { request, name in
        guard name == "Comments", try JSONValue(parsing: request.body)["variables"]?["after"] != nil
        else { return nil }
        return TransportResponse(status: 200, body: Array(body.utf8))
      }
    ) { $0.pageSize = 5 }
    let thrown = await #expect(throws: ClientError.self) { try await client.fetch(.id("story-1")) }
    #expect(thrown?.message == "the server does not give the list of comments: No")
  }

  @Test func repeatsAQueryThatLacksItsListBecauseOfAnInternalError() async throws {
    let server = try await StandIn(.coral)
    let faults = Counter()
    let body =
      #"{"data":{"viewer":{"id":"u"},"story":null},"#
      + #""errors":[{"message":"Oops","extensions":{"code":"INTERNAL_ERROR"}}]}"#
    let client = try await server.client(
      transport: Relay { _, name in
        name == "Comments" && faults.next() < 2
          ? TransportResponse(status: 200, body: Array(body.utf8)) : nil
      })
    #expect(try await client.fetch(.id("story-1")).story.count > 0)
  }
}
