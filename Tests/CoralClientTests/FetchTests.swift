import AtollBytes
import AtollComments
import AtollRows
import AtollStoryDecoding
import Foundation
import Synchronization
import Testing

@testable import CoralClient

/// Fetched stories, compared with the comments that the server has.
@Suite struct FetchTests {
  private func expectTree(
    of story: String, on server: StandIn, equals fetched: FetchedStory
  ) async throws {
    let tree = try await server.control("tree?story=\(story)")["comments"]?.elements ?? []
    var expectedByID: [String: JSONValue] = [:]
    for comment in tree { expectedByID[comment["id"]?.id ?? ""] = comment }
    #expect(fetched.story.count == tree.count)
    for position in fetched.story.positions {
      let comment = fetched.story.comment(at: position)
      let expected = try #require(expectedByID[comment.id], "\(comment.id) is not on the server")
      #expect(comment.parentID == expected["parent"]?.id)
      #expect(comment.likes == expected["likes"]?.int)
      #expect(comment.isEdited == expected["edited"]?.bool)
      #expect((comment.tombstone == .deleted) == (expected["deleted"]?.bool == true))
      if comment.tombstone == nil {
        #expect(comment.author?.name == expected["username"]?.string)
        #expect(comment.tags.contains(.featured) == expected["featured"]?.bool)
      }
    }
  }

  @Test func leavesOutRepliesToCommentsThatAreLeftOut() {
    func comment(_ id: String, parent: String? = nil) -> AtollComments.Comment {
      AtollComments.Comment(id: id, parentID: parent, body: Body("Hi", syntax: .plain))
    }
    var fetched = FetchedStory(
      story: Story(comments: [
        comment("B", parent: "Z"), comment("C", parent: "B"), comment("X"),
        comment("D", parent: "X"), comment("Z"), comment("Y"),
      ]))
    fetched.truncate(to: 4)
    #expect(fetched.story.positions.map { fetched.story.comment(at: $0).id } == ["X", "D"])
    fetched.truncate(to: -1)
    #expect(fetched.story.count == 0)
  }

  /// A cache that answers each request for stories as the first one.
  private final class Cache: Transport {
    private let answer = Mutex<TransportResponse?>(nil)

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
      let isList = String(decoding: request.body, as: UTF8.self).contains("query Stories")
      if isList, let answer = answer.withLock({ $0 }) { return answer }
      let response = try await PlatformTransport().send(request)
      if isList { answer.withLock { $0 = response } }
      return response
    }
  }

  @Test(.timeLimit(.minutes(10)), arguments: StandIn.Kind.allCases)
  func failsIfTheListOfStoriesDoesNotAdvance(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    try await server.control("site", ["stories": 150, "comments": 1])
    var list = StoryList(try await server.client(as: "mona", transport: Cache()))
    var (count, message) = (0, "")
    do throws(ClientError) {
      while !list.isAtEnd { count += try await list.next().count }
    } catch { message = error.message }
    #expect(count == 50 && message == "the server lists the same stories again and again")
  }

  /// A server that lists the same two comments everywhere, and announces replies to them, at least
  /// in its first 50 answers.
  private final class Circle: Transport {
    private let announcements = Mutex(0)

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
      let question = try? JSONValue(parsing: request.body)
      let id = question?["variables"]?["id"] ?? .null
      let count = announcements.withLock { count in
        count += 1
        return count
      }
      let more: JSONValue = ["hasNextPage": .bool(count <= 50), "endCursor": "e"]
      let replies: JSONValue = ["edges": [], "pageInfo": more]
      let comments = ["c1", "c2"].map { id -> JSONValue in
        [
          "node": [
            "id": .string(id), "body": "Hi", "createdAt": "2024-01-01T00:00:00.000Z",
            "replyCount": 5, "replies": replies,
          ]
        ]
      }
      let list: JSONValue = ["edges": .array(comments), "pageInfo": ["hasNextPage": false]]
      let data: JSONValue
      switch question?["operationName"]?.string {
      case "Comments": data = ["story": ["id": id, "comments": list]]
      case "Replies": data = ["comment": ["id": id, "replies": list]]
      default: return try await PlatformTransport().send(request)
      }
      let answer: JSONValue = ["data": data]
      return TransportResponse(status: 200, body: answer.bytes)
    }
  }

  @Test func requestsTheRepliesOnlyOnceIfACommentIsRepeated() async throws {
    let server = try await StandIn(.coral)
    let fetched = try await server.client(transport: Circle()).fetch(.id("story-1"))
    #expect(fetched.requestCount == 4)
  }

  @Test(
    arguments: StandIn.Kind.allCases,
    ["ignore-first", "endless-pages", "empty-pages", "overlapping-pages", "null-cursor"])
  func fetchesWholeStoriesDespiteFaultyPaging(kind: StandIn.Kind, quirk: String) async throws {
    let server = try await StandIn(kind)
    try await server.control("seed", ["story": "s", "comments": 300, "roots": 120])
    try await server.control("settings", ["quirks": .array([.string(quirk)])])
    let fetched = try await server.client { $0.pageSize = 40 }.fetch(.id("s"))
    try await expectTree(of: "s", on: server, equals: fetched)
    let isTold = fetched.diagnostics.contains { $0.code == .incompleteStory }
    #expect(isTold == ["endless-pages", "null-cursor"].contains(quirk))
  }

  @Test(arguments: StandIn.Kind.allCases)
  func doesNotLoseCommentsWithEqualTimesAtPageBoundaries(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    for number in 1...30 {
      try await server.comment("Number \(number)")
    }
    let fetched = try await server.client { $0.pageSize = 7 }.fetch(.id("story-empty"))
    #expect(fetched.story.count == 30)
  }

  @Test(
    arguments: StandIn.Kind.allCases,
    [
      "drop-before", "reset-after", "error-500", "unavailable", "bad-gateway-after", "too-many",
      "graphql-error", "truncated", "truncated-json", "html", "empty", "rate-limited",
    ])
  func retriesAfterATransientFault(kind: StandIn.Kind, fault: String) async throws {
    let server = try await StandIn(kind)
    let rule: JSONValue = ["fault": .string(fault), "times": 2, "skip": 1, "retryAfter": 0]
    try await server.control("faults", ["rules": .array([rule])])
    let fetched = try await server.client().fetch(.id("story-1"))
    try await expectTree(of: "story-1", on: server, equals: fetched)
  }

  @Test func ignoresANegativeNumberOfComments() async throws {
    let server = try await StandIn(.coral)
    let transport = Relay { request, operation in
      guard operation == "Story" else { return nil }
      var response = try await PlatformTransport().send(request)
      response.body = Array(
        String(decoding: response.body, as: UTF8.self)
          .replacing(/"totalPublished":\s*\d+/, with: "\"totalPublished\":\(Int.min)").utf8)
      return response
    }
    let fetched = try await server.client(transport: transport).fetch(.id("story-1"))
    #expect(fetched.story.count > 0 && fetched.serverCommentCount == nil)
  }

  @Test(arguments: StandIn.Kind.allCases)
  func keepsCommentsFoldedAfterFetchingAgain(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    let client = try await server.client()
    let story = try await client.fetch(.id("story-1")).story
    var feed = CommentFeed(story)
    let rows = 0..<feed.count - 1
    let row = try #require(rows.first { feed.row(at: $0 + 1).depth > feed.row(at: $0).depth })
    let folded = feed.comment(at: row).id
    feed.collapse(folded)
    let before = feed.count
    try await server.control(
      "comment", ["story": "story-1", "author": "user-bob", "body": "Meanwhile"])
    feed.reload(try await client.fetch(.id("story-1")).story)
    #expect(feed.count == before + 1)
    #expect(!feed.isExpanded(folded))
  }

  @Test func doesNotRetryAfterAResponseThatIsNestedTooDeeply() async throws {
    let server = DeepServer()
    let client = CoralClient(try ServerAddress("https://a.example"), transport: server)
    let error = await #expect(throws: ClientError.self) { try await client.fetch(.id("1")) }
    #expect(error?.message == "the answer cannot be read: lists and objects are nested too deeply")
    #expect(server.requests.withLock { $0 } == 1)
  }
}

/// A server whose answers have 300 levels.
private final class DeepServer: Transport {
  let requests = Mutex(0)

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    if request.url.hasSuffix("/api/version") {
      return TransportResponse(status: 200, body: Array(#"{"version":"9.0.0"}"#.utf8))
    }
    requests.withLock { $0 += 1 }
    let lists = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
    return TransportResponse(status: 200, body: Array(#"{"data":{"story":\#(lists)}}"#.utf8))
  }
}
