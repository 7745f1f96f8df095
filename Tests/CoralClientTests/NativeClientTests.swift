import Bytes
import Comments
import Foundation
import Rows
import TestSupport
import Testing

@testable import CoralClient

/// The example of docs/native-client.md, against real servers.
@Suite @MainActor struct NativeClientTests {
  private func makeController(
    _ service: any CommentService, _ table: AssertingTable
  ) async throws -> CommentsController {
    let controller = try await CommentsController(
      service: service, story: .id("story-1"), table: table, me: Author(name: "alice"))
    table.dataSource = { AssertingTable.cells(of: controller.feed) }
    table.reloadData()
    return controller
  }

  private func loadEverything(_ controller: CommentsController) async {
    while controller.hasMore, controller.message == nil { await controller.loadMore() }
    var count = -1
    while count != controller.feed.count {
      count = controller.feed.count
      let ids = (0..<count).map { controller.feed.comment(at: $0).id }
      for id in ids where controller.hasMoreReplies(to: id) { await controller.loadReplies(to: id) }
    }
  }

  @Test(arguments: StandIn.Kind.allCases)
  func showsActionsAtOnceAndConfirmsThem(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    // On a busy machine, neither the time for an edit nor that for a request may run out.
    try await server.control("settings", ["rateLimit": false, "editWindow": 3600])
    let client = try await server.client(as: "alice") { $0.timeout = .seconds(60) }
    let table = AssertingTable()
    let controller = try await makeController(client, table)
    await loadEverything(controller)
    let before = controller.feed.count

    await controller.post("Hello from the app")
    #expect(controller.message == nil)
    #expect(controller.feed.count == before + 1)
    let posted = controller.feed.comment(at: 0)
    #expect(!posted.id.hasPrefix("draft"))
    #expect(posted.author?.name == "alice")

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
  func removesAPostWithABannedWordAndKeepsItsText(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    let table = AssertingTable()
    let controller = try await makeController(try await server.client(as: "alice"), table)
    let before = controller.feed.count
    await controller.post("I like cabbage")
    #expect(controller.feed.count == before)
    #expect(table.problems == [])
    #expect(controller.unsent == "I like cabbage")
    #expect(controller.message?.contains("not allowed") == true)
  }

  @Test func worksWithoutAServer() async throws {
    let story = Story(
      id: "story-1",
      comments: [
        Comments.Comment(id: "a", body: Body("One", syntax: .plain)),
        Comments.Comment(id: "b", parentID: "a", body: Body("Two", syntax: .plain)),
      ])
    let table = AssertingTable()
    let controller = try await makeController(PreviewService(story), table)
    await controller.post("Three", answering: "b")
    #expect(controller.feed.count == 3)
    await controller.toggleLike("a")
    #expect(controller.feed.comment(at: 0).likes == 1)
    await controller.toggleLike("a")
    #expect(controller.feed.comment(at: 0).likes == 0)
    await controller.edit("a", to: "Other words")
    #expect(controller.message == "This comment can no longer be edited.")
    #expect(controller.unsent == "Other words")
    await controller.post("Four")
    #expect(controller.message == nil && controller.unsent == nil)
    controller.didSelectRow(at: 1)
    #expect(table.problems == [])
  }

  @Test func showsTheTestedExampleInTheDocument() throws {
    let example = try Repository.text(
      "Tests/CoralClientTests/NativeClientExample.swift")
    let page = try Repository.text("docs/native-client.md")
    let parts = [
      "/// The methods of a table", "/// A service without a server", "/// The account of the app",
      "struct Recorded",
    ]
    let starts = try parts.map { try #require(example.range(of: $0)?.lowerBound) }
    for (start, end) in zip(starts, starts.dropFirst() + [example.endIndex]) {
      let code = example[start..<end].trimmingCharacters(in: .newlines)
      #expect(page.contains("```swift\n\(code)\n```"))
    }
  }
}
