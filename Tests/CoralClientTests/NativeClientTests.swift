import AtollBytes
import AtollComments
import AtollRows
import Foundation
import TestSupport
import Testing

@testable import CoralClient

/// The controller of recipes/app and docs/native-client.md, against real servers.
@Suite @MainActor struct NativeClientTests {
  private func makeController(
    _ service: any CommentService, _ table: AssertingTable
  ) async -> CommentsController {
    let controller = CommentsController(service: service, story: .id("story-1"))
    table.dataSource = { [unowned controller] in AssertingTable.cells(of: controller.feed) }
    controller.table = table
    await controller.load()
    return controller
  }

  private func loadEverything(_ controller: CommentsController) async {
    while controller.next != nil, controller.message == nil { await controller.loadMore() }
    var count = -1
    while count != controller.feed.count {
      count = controller.feed.count
      let ids = (0..<count).map { controller.feed.comment(at: $0).id }
      for id in ids where controller.hasMoreReplies(to: id) { await controller.loadReplies(to: id) }
    }
  }

  @Test(arguments: StandIn.Kind.allCases)
  func confirmsActionsWithTheServer(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    // On a busy machine, neither the time for an edit nor that for a request may run out.
    try await server.control("settings", ["rateLimit": false])
    let client = try await server.client(as: "alice") { $0.timeout = .seconds(60) }
    let table = AssertingTable()
    let controller = await makeController(client, table)
    #expect(controller.me?.name == "alice")
    await loadEverything(controller)
    let before = controller.feed.count

    await controller.post("Hello from the app")
    #expect(controller.message == nil)
    #expect(controller.feed.count == before + 1)
    let posted = controller.feed.comment(at: 0)
    #expect(!posted.id.hasPrefix("draft"))
    #expect(posted.author?.name == "alice")
    let state = controller.feed.story.viewerState(of: posted.id)
    let created = try #require(posted.createdAt).milliseconds
    #expect(
      state
        == ViewerState(
          isOwn: true, editableUntil: Timestamp(milliseconds: created + 3_600_000)))

    await controller.toggleLike(posted.id)
    #expect(controller.message == nil)
    #expect(controller.feed.comment(at: 0).likes == 1)
    await controller.edit(posted.id, to: "Hello again")
    #expect(controller.message == nil)
    #expect(controller.feed.comment(at: 0).body.text == "Hello again")
    await controller.post("An answer", answering: posted.id)
    #expect(controller.message == nil)
    #expect(controller.feed.row(at: 1).depth == 1)

    await controller.refresh()
    #expect(controller.message == nil)
    #expect(controller.feed.count == before + 2)
    #expect(table.problems == [] && table.batches > 4)
  }

  @Test(arguments: StandIn.Kind.allCases)
  func removesTheRowOfARefusedPostAndKeepsItsTextAsUnsent(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    let table = AssertingTable()
    let controller = await makeController(try await server.client(as: "alice"), table)
    let before = controller.feed.count
    await controller.post("I like cabbage")
    #expect(controller.feed.count == before)
    #expect(table.problems == [])
    #expect(controller.unsent == [nil: "I like cabbage"])
    let reason = kind == .talk4 ? "not allowed" : "rejected"
    #expect(controller.message?.contains(reason) == true)
  }

  @Test func appliesUserActionsWithAServiceThatNeedsNoServer() async throws {
    let story = Story(
      id: "story-1",
      comments: [
        AtollComments.Comment(id: "a", body: Body("One", syntax: .plain)),
        AtollComments.Comment(id: "b", parentID: "a", body: Body("Two", syntax: .plain)),
      ])
    let table = AssertingTable()
    let controller = await makeController(PreviewService(story), table)
    await controller.post("Three", answering: "b")
    #expect(controller.feed.count == 3)
    await controller.toggleLike("a")
    #expect(controller.feed.comment(at: 0).likes == 1)
    await controller.toggleLike("a")
    #expect(controller.feed.comment(at: 0).likes == 0)
    await controller.edit("a", to: "Other words")
    #expect(controller.message == "This comment can no longer be edited.")
    #expect(controller.unsentEdits == ["a": "Other words"])
    await controller.post("Four")
    #expect(controller.message == nil && controller.unsent.isEmpty)
    controller.toggleExpansion(of: "a")
    #expect(table.problems == [])
  }

  @Test(arguments: StandIn.Kind.allCases)
  func fetchesTheServersFirstPageForEverySortOrder(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    try await server.control("seed", ["story": "story-1", "comments": 200, "roots": 150])
    let table = AssertingTable()
    let controller = await makeController(
      try await server.client { $0.timeout = .seconds(60) }, table)
    for order in CommentOrder.allCases {
      await controller.sort(by: order)
      #expect(controller.message == nil)
      let page = try await server.client().firstPage(
        of: .id("story-1"), options: .sorted(by: order))
      let first = page.story.positions.map { page.story.comment(at: $0) }.filter {
        $0.parentID == nil
      }
      // The server's first page is here, and in this order.
      let shown = controller.feed.visible.filter { $0.depth == 0 }.map {
        controller.feed.story.comment(at: $0.position).id
      }
      #expect(Set(first.map(\.id)).isSubset(of: shown))
      #expect(controller.feed.sortOrder == order && controller.next != nil)
    }
    #expect(table.problems == [])
  }

  @Test func keepsTableRowsConsistentThroughThousandsOfActions() async throws {
    let comments = (0..<300).map { number in
      AtollComments.Comment(
        id: "c\(number)", parentID: number % 3 == 0 ? nil : "c\(number / 2)",
        body: Body("Number \(number)", syntax: .plain))
    }
    let table = AssertingTable()
    let controller = await makeController(
      PreviewService(Story(id: "story-1", comments: comments)), table)
    var generator = SeededGenerator(seed: 1)
    for step in 0..<2000 {
      let row = Int.random(in: 0..<controller.feed.count, using: &generator)
      let id = controller.feed.comment(at: row).id
      switch step % 6 {
      case 0, 1: controller.toggleExpansion(of: id)
      case 2: await controller.toggleLike(id)
      case 3:
        await controller.post("Step \(step)", answering: Bool.random(using: &generator) ? id : nil)
      case 4:
        await controller.sort(by: CommentOrder.allCases.randomElement(using: &generator) ?? .newest)
      default: await controller.edit(id, to: "Step \(step)")
      }
    }
    await controller.refresh()
    #expect(table.problems == [] && table.batches > 1000)
  }

  @Test func keepsStoriesOnTheDevice() throws {
    let cache = StoryCache(folder: FileManager.default.temporaryDirectory)
    let id = "story-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(at: cache.folder.appending(path: "\(id).json")) }
    let comment = AtollComments.Comment(id: "a", body: Body("One", syntax: .html), likes: 3)
    var story = Story(id: id, title: "Tide pools", comments: [comment])
    story.commentingStatus = .timed(Timestamp(milliseconds: 1_790_000_000_000))
    try cache.keep(story)
    let read = try cache.story(id)
    #expect(read.title == "Tide pools" && read.commentingStatus == story.commentingStatus)
    #expect(read.positions.map { read.comment(at: $0) } == [comment])
  }

  @Test(arguments: [
    ("", "the input is empty"), ("<html>", ""),
    ("{\"atoll\": 1, \"comments\": [{\"id\"", "line 1, "),
    ("{\"atoll\": 1, \"comments\": 5}", "$.comments: the comments must be a list of objects"),
    ("{\"data\": {\"story\": {}}}", "this looks like a server's response"),
  ])
  func explainsWhyTextIsNotADocument(text: String, message: String) throws {
    let error = try #require(throws: ClientError.self) {
      _ = try Story(document: Array(text.utf8))
    }
    #expect(error.kind == .badDocument)
    #expect(error.message.hasPrefix(message), "\(error)")
    #expect(!error.description.contains("--"))
  }

  @Test func documentShowsTheTestedExamples() throws {
    let page = try Repository.text("docs/native-client.md")
    #expect(page.contains("`ClientError.Kind.\(ClientError.Kind.outcomeUnknown)`"))
    let example = try Repository.text("Tests/CoralClientTests/NativeClientExample.swift")
    let parts = [
      "/// A service without a server", "/// The account of the app", "struct Recorded",
      "/// The stories of a server",
    ]
    let starts = try parts.map { try #require(example.range(of: $0)?.lowerBound) }
    var examples = zip(starts, starts.dropFirst() + [example.endIndex]).map { example[$0..<$1] }
    for name in ["CommentsController", "CommentsViewController", "CommentsView"] {
      let code = try Repository.text("recipes/app/Sources/\(name).swift")
      let start = try #require(
        code.range(of: "#if canImport")?.lowerBound ?? code.range(of: "/// A view that")?.lowerBound
      )
      examples.append(code[start...])
    }
    for code in examples {
      #expect(page.contains("```swift\n\(code.trimmingCharacters(in: .newlines))\n```"))
    }
  }
}

extension PageOptions {
  fileprivate static func sorted(by order: CommentOrder) -> PageOptions {
    var options = PageOptions()
    options.order = order
    return options
  }
}
