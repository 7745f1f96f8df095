import AtollComments
import AtollRows
import Foundation
import Testing

@Suite struct DocumentationTests {
  /// Records the calls it receives.
  private final class Log: RowView {
    var lines: [String] = []

    func performBatchUpdates(_ updates: () -> Void) {
      lines.append("batch")
      updates()
      lines.append("end")
    }
    func deleteRows(at indices: [Int]) { note("delete", indices) }
    func insertRows(at indices: [Int]) { note("insert", indices) }
    func moveRow(at index: Int, to newIndex: Int) { lines.append("move \(index) \(newIndex)") }
    func reconfigureRows(at indices: [Int]) { note("reconfigure", indices) }

    private func note(_ what: String, _ indices: [Int]) {
      if !indices.isEmpty { lines.append("\(what) \(indices)") }
    }
  }

  @Test func updatesATableViewAsDocumented() {
    let log = Log()
    let story = story([
      Sketch(id: "a", time: 1, text: "first"), Sketch(id: "b", parent: "a", time: 2, text: "reply"),
      Sketch(id: "c", time: 3, text: "second"),
    ])
    var screen = CommentsScreen(feed: CommentFeed(story, sortedBy: .oldest), view: log)
    screen.didSelectRow(at: 0)
    #expect(log.lines == ["batch", "delete [1]", "end", "reconfigure [0]"])
    #expect(screen.text(at: 0) == "first (1 more)")
    log.lines = []
    screen.didSelectRow(at: 0)
    #expect(log.lines == ["batch", "insert [1]", "end", "reconfigure [0]"])
    #expect(screen.text(at: 1) == "  reply")
    log.lines = []
    screen.didPost(AtollComments.Comment(id: "d", body: Body("mine", syntax: .plain)))
    #expect(log.lines == ["batch", "insert [0]", "end"])
    #expect(screen.text(at: 0) == "mine")
  }

  @Test func matchesTheExampleInTheDocumentation() throws {
    let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let example = try String(
      contentsOf: here.appendingPathComponent("DocumentationExample.swift"), encoding: .utf8)
    let page = try String(
      contentsOf: here.appendingPathComponent("../../docs/rows.md"), encoding: .utf8)
    let code = try #require(example.range(of: "/// Anything that shows rows"))
    #expect(page.contains("```swift\n\(example[code.lowerBound...])```"))
  }
}
