import Bytes
import Comments
import Foundation
import Rows
import TestSupport
import Testing

@testable import CoralClient

/// The example of docs/native-client.md, against real servers.
@Suite @MainActor struct NativeClientTests {
  /// A table that counts its rows as UIKit does, and trips where UIKit would.
  private final class Table: CommentTable {
    var count = 0
    private var change = 0

    func performBatchUpdates(_ updates: () -> Void) {
      change = 0
      updates()
      count += change
    }
    func deleteRows(at rows: [Int]) {
      #expect(rows.allSatisfy { $0 < count })
      change -= rows.count
    }
    func insertRows(at rows: [Int]) { change += rows.count }
    func moveRow(at row: Int, to newRow: Int) { #expect(row < count) }
    func reconfigureRows(at rows: [Int]) { #expect(rows.allSatisfy { $0 < count }) }
  }

  @Test(arguments: StandIn.Kind.allCases)
  func showsAPostAtOnceAndSettlesIt(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    // However busy the machine is, no time is up: neither that for an edit nor that for a request.
    try await server.control("settings", ["rateLimit": false, "editWindow": 3600])
    let client = try await server.client(as: "alice") { $0.timeout = .seconds(60) }
    let table = Table()
    let controller = try await CommentsController(
      client: client, story: .id("story-1"), table: table,
      me: Author(name: "alice"))
    table.count = controller.feed.count
    let before = controller.feed.count

    await controller.post("Hello from the app")
    #expect(controller.message == nil)
    #expect(table.count == before + 1)
    let posted = controller.feed.comment(at: 0)
    #expect(!posted.id.hasPrefix("draft"))
    #expect(posted.author?.name == "alice")

    await controller.like(posted.id)
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
    #expect(table.count == before + 2)
    #expect(controller.feed.count == before + 2)
  }

  @Test(arguments: StandIn.Kind.allCases)
  func takesABannedWordBackAndKeepsTheWords(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    let table = Table()
    let controller = try await CommentsController(
      client: try await server.client(as: "alice"), story: .id("story-1"), table: table,
      me: Author(name: "alice"))
    table.count = controller.feed.count
    let before = controller.feed.count
    await controller.post("I like cabbage")
    #expect(table.count == before)
    #expect(controller.unsent == "I like cabbage")
    #expect(controller.message?.contains("not allowed") == true)
  }

  @Test func printsTheExampleThatIsTested() throws {
    let example = try Repository.text(
      "Tests/CoralClientTests/NativeClientExample.swift")
    let page = try Repository.text("docs/native-client.md")
    let parts = ["/// What the controller asks", "/// What an app knows", "struct Recorded"]
    let starts = try parts.map { try #require(example.range(of: $0)?.lowerBound) }
    for (start, end) in zip(starts, starts.dropFirst() + [example.endIndex]) {
      let code = example[start..<end].trimmingCharacters(in: .newlines)
      #expect(page.contains("```swift\n\(code)\n```"))
    }
  }
}
