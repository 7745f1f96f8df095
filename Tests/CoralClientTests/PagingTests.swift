import AtollBytes
import AtollComments
import AtollRows
import AtollStoryDecoding
import Testing

@testable import CoralClient

/// Stories fetched page by page from servers of both kinds.
@Suite struct PagingTests {
  private func ids(_ story: Story) -> Set<String> {
    Set(story.positions.map { story.comment(at: $0).id })
  }

  private func requests(to server: StandIn) async throws -> Int {
    try await server.log().count { $0["operation"]?.string != nil }
  }

  @Test(arguments: StandIn.Kind.allCases)
  func showsTheFirstScreenAfterOneRequest(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    try await server.control("settings", ["infoBox": "Be kind."])
    try await server.control("seed", ["story": "big", "comments": 10_000, "roots": 300])
    let client = try await server.client()
    _ = try await client.serverName()
    let before = try await requests(to: server)
    let page = try await client.firstPage(of: .id("big"))
    #expect(try await requests(to: server) == before + 1)
    let feed = CommentFeed(page.story)
    #expect(feed.count >= 20)
    #expect(page.story.infobox == "Be kind.")
    #expect(page.story.title == "Story big")
    #expect(page.story.commentCount > 9000)
    #expect(page.next != nil)
  }

  @Test(arguments: StandIn.Kind.allCases, CommentOrder.allCases)
  func readsAWholeStoryPageByPage(kind: StandIn.Kind, order: CommentOrder) async throws {
    let server = try await StandIn(kind)
    try await server.control("seed", ["story": "s", "comments": 160, "roots": 45])
    try await expectsWholeStory(by: try await server.client(), in: order)
  }

  @Test(arguments: CommentOrder.allCases)
  func readsAWholeStoryPageByPageWithTheOperationsOfTheWebClient(
    order: CommentOrder
  ) async throws {
    let server = try await StandIn(.coral, "--persisted-only")
    try await server.control("seed", ["story": "s", "comments": 160, "roots": 45])
    let known = try PersistedOperations(json: try await server.control("persisted").bytes)
    try await expectsWholeStory(
      by: try await server.client(persistedOperations: known), in: order)
  }

  /// Checks that the pages of the story `s` have the same comments as the fetched story.
  private func expectsWholeStory(by client: CoralClient, in order: CommentOrder) async throws {
    var options = PageOptions()
    options.order = order
    options.size = 10
    options.replies = 3
    var page = try await client.firstPage(of: .id("s"), options: options)
    #expect(page.diagnostics == [])
    #expect(page.story.title == "Story s")
    #expect(page.story.commentCount > 100)
    var feed = CommentFeed(page.story, sortedBy: order)
    var waiting = Array(page.moreReplies.values) + [page.next].compactMap(\.self)
    var count = 0
    while let cursor = waiting.popLast() {
      count += 1
      try #require(count < 500, "the pages do not end")
      page = try await client.page(cursor)
      #expect(page.diagnostics == [])
      let rows = feed.count
      let changes = feed.add(page.story)
      #expect(changes.countBefore == rows && changes.countAfter == feed.count)
      waiting += Array(page.moreReplies.values) + [page.next].compactMap(\.self)
    }
    let whole = try await client.fetch(.id("s")).story
    try #require(ids(feed.story) == ids(whole))
    for position in whole.positions {
      let comment = whole.comment(at: position)
      let own = feed.story.position(of: comment.id).map { feed.story.comment(at: $0) }
      #expect(own?.parentID == comment.parentID)
    }
  }

  @Test(arguments: StandIn.Kind.allCases)
  func fetchesALinkedCommentWithItsAncestorsAndReplies(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    var parent: String?
    var chain: [String] = []
    for number in 0..<6 {
      var body: [JSONValue.Member] = [
        .init("story", value: "story-empty"), .init("author", value: "user-bob"),
        .init("body", value: .string("Number \(number)")),
      ]
      if let parent { body.append(.init("parent", value: .string(parent))) }
      let made = try await server.control("comment", .object(body))
      parent = try #require(made["id"]?.id)
      chain.append(try #require(parent))
    }
    let client = try await server.client()
    let page = try await client.conversation(with: chain[3])
    let known = ids(page.story)
    #expect(known.isSuperset(of: chain[1...4]))
    #expect(kind == .talk4 || known == Set(chain))
    let feed = CommentFeed(page.story)
    #expect(feed.index(of: chain[3]) != nil)
    await #expect(throws: ClientError.self) { try await client.conversation(with: "nobody") }
  }

  @Test(arguments: StandIn.Kind.allCases)
  func hidesTheCommentsOfAUserOnlyWhileTheUserIsIgnored(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    try await server.control("settings", ["rateLimit": false])
    let id = try await server.comment("Buy now")
    try await server.comment("No", by: "user-alice", replyingTo: id)
    let client = try await server.client(as: "alice")
    #expect(try await client.viewer() == Viewer(id: "user-alice", name: "alice"))
    #expect(try await client.ignore("user-bob") == .done(likes: nil))
    #expect(try await client.viewer()?.ignoredUsers == ["user-bob"])
    let page = try await client.firstPage(of: .id("story-empty"))
    #expect(page.story.count == 1)
    #expect(page.story.position(of: id).map { page.story.comment(at: $0).tombstone } == .ignored)
    #expect(try await client.fetch(.id("story-empty")).story.count == 1)
    var options = FetchOptions()
    options.hidesIgnoredUsers = false
    let all = try await client.fetch(.id("story-empty"), options: options).story
    #expect(all.count == 2)
    #expect(all.comments.allSatisfy { $0.tombstone == nil })
    #expect(try await client.stopIgnoring("user-bob") == .done(likes: nil))
    #expect(try await client.firstPage(of: .id("story-empty")).story.count == 2)
    #expect(try await server.client().viewer() == nil)
  }

  @Test(arguments: StandIn.Kind.allCases)
  func fetchesTheReadersLikesAndDisagreementsAndOwnComments(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    try await server.control("settings", ["rateLimit": false])
    let id = try await server.comment("Hello")
    let client = try await server.client(as: "alice")
    let own = try #require(try await client.post("Mine", to: .id("story-empty")).published)
    #expect(try await client.like(id) == .done(likes: kind == .coral ? 1 : nil))
    #expect(try await client.disagree(id) == .done(likes: nil))
    let story = try await client.firstPage(of: .id("story-empty")).story
    #expect(story.viewerState(of: id).hasLiked)
    #expect(story.viewerState(of: id).hasDisagreed)
    #expect(!story.viewerState(of: id).isOwn)
    let mine = story.viewerState(of: own.comment.id)
    #expect(mine.isOwn && mine.editableUntil != nil)
    #expect(try await client.fetch(.id("story-empty")).story.viewerState(of: id).hasLiked)

    // Liking a liked comment has no effect.
    var feed = CommentFeed(story)
    #expect(feed.begin(.like(id)).changes.isEmpty)
    let pending = feed.begin(.unlike(id))
    let changes = pending.changes
    #expect(!changes.isEmpty && !feed.story.viewerState(of: id).hasLiked)
    feed.rollBack(pending)
    #expect(feed.story.viewerState(of: id).hasLiked)
  }

  /// Adds a comment with a reply to `story-empty`, both with a rating and a picture, which the site
  /// does not show; returns their ids.
  private func seedComments(on server: StandIn, by author: String) async throws -> [String] {
    try await server.control("settings", ["avatars": true, "rateLimit": false])
    var ids: [String] = []
    for _ in 0..<2 {
      let made = try await server.control(
        "comment",
        [
          "story": "story-empty", "author": .string(author), "body": .string("Number \(ids.count)"),
          "parent": ids.last.map { .string($0) },
        ])
      ids.append(try #require(made["id"]?.id))
      try await server.control(
        "comment",
        ["id": made["id"], "rating": 4, "media": "https://example.org/picture.jpg"])
    }
    return ids
  }

  private func expectsSettings(_ comments: [AtollComments.Comment], count: Int) {
    #expect(comments.count == count)
    for comment in comments {
      #expect(comment.author?.avatar.hasPrefix("https://example.org/") == true)
      #expect(comment.media == nil)
      #expect(comment.rating == nil)
    }
  }

  @Test func appliesTheSettingsOfTheSiteToEveryPage() async throws {
    let server = try await StandIn(.coral)
    let ids = try await seedComments(on: server, by: "user-bob")
    for parent in [nil, ids[0]] {
      // The first request of a client can be for any page.
      let cursor = PageCursor(story: "story-empty", parent: parent)
      let story = try await server.client().page(cursor).story
      expectsSettings(
        story.positions.map { story.comment(at: $0) }, count: parent == nil ? 2 : 1)
    }
    let linked = try await server.client().conversation(with: ids[1]).story
    expectsSettings(linked.positions.map { linked.comment(at: $0) }, count: 2)
  }

  @Test func appliesEarlierSiteSettingsToResponsesWithoutSettings() async throws {
    let server = try await StandIn(.coral, "--persisted-only")
    let ids = try await seedComments(on: server, by: "user-bob")
    let known = try PersistedOperations(json: try await server.control("persisted").bytes)
    let client = try await server.client(persistedOperations: known)
    _ = try await client.fetch(.id("story-empty"))
    let page = try await client.page(PageCursor(story: "story-empty", parent: ids[0]))
    expectsSettings(page.story.positions.map { page.story.comment(at: $0) }, count: 1)
    #expect(page.diagnostics.isEmpty)
  }

  @Test func appliesTheSettingsOfTheSiteToPostsAndEdits() async throws {
    let server = try await StandIn(.coral)
    let ids = try await seedComments(on: server, by: "user-alice")
    for outcome in [
      try await server.client(as: "alice").post("A post", to: .id("story-empty")),
      try await server.client(as: "alice").reply("A reply", to: ids[0]),
      try await server.client(as: "alice").edit(ids[1], to: "An edit"),
    ] {
      guard case .published(let own) = outcome else {
        Issue.record("\(outcome)")
        continue
      }
      expectsSettings([own.comment], count: 1)
    }
  }

  @Test(arguments: StandIn.Kind.allCases)
  func returnsACursorForRepliesThatWereNotRequested(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    try await server.control("seed", ["story": "s", "comments": 90, "roots": 30])
    let client = try await server.client()
    var options = PageOptions()
    (options.size, options.replies) = (10, 0)
    var page = try await client.firstPage(of: .id("s"), options: options)
    var known = ids(page.story)
    var waiting = [page.next].compactMap(\.self) + page.moreReplies.values
    while let cursor = waiting.popLast() {
      page = try await client.page(cursor)
      if cursor.parent == nil { #expect(page.story.rootCount == page.story.count) }
      known.formUnion(ids(page.story))
      try #require(waiting.count < 500, "the pages do not end")
      waiting += [page.next].compactMap(\.self) + page.moreReplies.values
    }
    #expect(known == ids(try await client.fetch(.id("s")).story))
  }

  @Test(arguments: StandIn.Kind.allCases)
  func continuesAfterAnEmptyPage(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    try await server.control("seed", ["story": "s", "comments": 60, "roots": 30])
    try await server.control("settings", ["quirks": ["empty-pages"]])
    let client = try await server.client()
    var page = try await client.firstPage(of: .id("s"))
    #expect(page.story.count == 0 && page.diagnostics.isEmpty)
    var known = ids(page.story)
    var waiting = [page.next].compactMap(\.self)
    while let cursor = waiting.popLast() {
      page = try await client.page(cursor)
      known.formUnion(ids(page.story))
      try #require(waiting.count < 500, "the pages do not end")
      waiting += [page.next].compactMap(\.self) + page.moreReplies.values
    }
    #expect(known == ids(try await client.fetch(.id("s")).story))
  }

  @Test func stopsAfterTheMaximumNumberOfEmptyPages() {
    var cursor: PageCursor? = PageCursor(story: "s")
    var count = 0
    while let next = cursor, count < 100 {
      count += 1
      var page = ListPage([])
      (page.hasNextPage, page.endCursor) = (true, .string("\(count)"))
      cursor = page.cursor(after: next)
    }
    #expect(count == ListPage.maximumEmptyPageCount + 1)
  }

  @Test func returnsACursorForRepliesToALinkedCommentThatWereNotRequested() async throws {
    let server = try await StandIn(.coral)
    let ids = try await seedComments(on: server, by: "user-bob")
    let page = try await server.client().conversation(with: ids[0], replies: 0)
    #expect(page.diagnostics.isEmpty)
    let next = try await server.client().page(try #require(page.next))
    #expect(self.ids(next.story) == [ids[1]])
  }

  @Test(arguments: StandIn.Kind.allCases)
  func requestsTheGivenNumberOfRepliesForEveryPage(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    try await server.control("seed", ["story": "s", "comments": 90, "roots": 30])
    var options = PageOptions()
    (options.size, options.replies) = (10, 3)
    let client = try await server.client()
    let first = try await client.firstPage(of: .id("s"), options: options)
    _ = try await client.page(try #require(first.next))
    let asked = try await server.log().compactMap { $0["variables"]?["replies"]?.int }
    #expect(asked == [3, 3])
  }

  @Test func usesTheDefaultPageSizeAfterAPageOfSizeZero() throws {
    let info: JSONValue = ["hasNextPage": .bool(true), "endCursor": "here"]
    let none = PageCursor(story: "s", parent: "1", order: .oldest, size: 0, replies: 0)
    let full = ListPage(["nodes": [["id": "2"]], "pageInfo": info])
    let following = try #require(full.cursor(after: none))
    #expect(following.after == "here" && following.size == 10)
    let empty = ListPage(["nodes": [], "pageInfo": info])
    let beginning = try #require(empty.cursor(after: none))
    #expect(beginning.after == nil && beginning.size == 10)
    // A page of root comments usually has more.
    #expect(empty.cursor(after: PageCursor(story: "s", size: 0))?.size == 20)
  }

  @Test func enlargesPagesAndStopsWhenACursorRepeats() throws {
    let page = ListPage([
      "nodes": [["id": "1"]], "pageInfo": ["hasNextPage": .bool(true), "endCursor": "here"],
    ])
    var cursor = try #require(page.cursor(after: PageCursor(story: "s", order: .mostLiked)))
    var sizes = [cursor.size]
    while let next = page.cursor(after: cursor) {
      cursor = next
      sizes.append(next.size)
    }
    #expect(sizes == [20, 80, 320, 1280])
  }

  @Test func rejectsStoriesAndPagesThatDoNotExist() async throws {
    let server = try await StandIn(.coral)
    let client = try await server.client()
    await #expect(throws: ClientError.self) { try await client.firstPage(of: .id("nothing")) }
    await #expect(throws: ClientError.self) {
      try await client.page(PageCursor(story: "nothing"))
    }
  }

  @Test(arguments: 0..<12)
  func readsTheSameStoryFromADumpAndFromAServer(seed: Int) async throws {
    let server = try await StandIn(.coral)
    try await server.control("seed", ["story": "s", "comments": 60, "seed": JSONValue(seed)])
    let all = try await server.allComments(of: "s")
    for (number, comment) in all.enumerated() where (number + seed) % 5 == 0 {
      let status = ["REJECTED", "PREMOD", "SYSTEM_WITHHELD"][number % 3]
      try await server.control(
        "comment", ["id": .string(comment["id"]?.id ?? ""), "status": .string(status)])
    }
    let rows = try await server.allComments(of: "s").map { comment -> String in
      let isDeleted = comment["deleted"]?.bool == true
      let date: JSONValue = ["$date": comment["createdAt"]]
      let revision: JSONValue = ["id": "r", "body": comment["body"]]
      let featured: JSONValue = ["type": "FEATURED"]
      let author = isDeleted ? nil : comment["author"]
      let tags = comment["featured"]?.bool == true ? [featured] : []
      let row: JSONValue = [
        "id": comment["id"], "tenantID": "t", "storyID": "s", "status": comment["status"],
        "authorID": author ?? .null, "parentID": comment["parent"] ?? .null, "createdAt": date,
        "deletedAt": isDeleted ? date : .null,
        "revisions": .array(isDeleted ? [] : [revision]), "tags": .array(tags),
      ]
      return String(decoding: row.bytes, as: UTF8.self)
    }
    let dump = try StoryDecoder.decode(
      Array(rows.joined(separator: "\n").utf8), named: "dump", as: .coralDump
    ).story
    let fetched = try await server.client().fetch(.id("s")).story
    #expect(ids(dump) == ids(fetched))
    for position in fetched.positions {
      let there = fetched.comment(at: position)
      let here = dump.position(of: there.id).map { dump.comment(at: $0) }
      #expect(here?.parentID == there.parentID)
      #expect(here?.tombstone == there.tombstone)
      #expect(here?.tags.contains(.featured) == there.tags.contains(.featured))
    }
  }
}
