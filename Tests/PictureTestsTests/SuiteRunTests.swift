import Foundation
import PictureTests
import Testing

@testable import Snapshots

/// A run of texts, from a missing reference to an accepted one, without the command or a browser.
@Suite struct SuiteRunTests {
  static let suite = """
    {"suite": "look", "pictures": false, "formats": ["page", "text"],
     "cases": [{"id": "small", "story": "thread.json"}]}
    """

  private func states(_ run: SuiteRun) -> [String: RunRecord.Entry.State] {
    Dictionary(uniqueKeysWithValues: run.record.entries.map { ($0.name, $0.state) })
  }

  @Test func goesFromMissingToAcceptedToChanged() throws {
    let project = try TestProject()
    var first = try project.run(Self.suite)
    try first.run()
    #expect(states(first) == ["look/small/page.html": .missing, "look/small/text.txt": .missing])

    var decisions = try Decisions(ofStoreIn: project.store)
    #expect(try decisions.accept(decisions.pending).isEmpty)
    var second = try project.run(Self.suite)
    try second.run()
    #expect(Set(states(second).values) == [.same])

    try project.write(TestProject.thread.replacing("Hello", with: "Howdy"), to: "thread.json")
    var third = try project.run(Self.suite)
    try third.run()
    #expect(Set(states(third).values) == [.changed])
    let pending = try Decisions(ofStoreIn: project.store).pending
    let text = try #require(pending.first { $0.name.text.hasSuffix(".txt") })
    let files = SnapshotFiles(of: text, in: try Decisions(ofStoreIn: project.store))
    let difference = String(decoding: try #require(files.difference(.whole)), as: UTF8.self)
    #expect(difference.hasPrefix("--- look/small/text.txt\n+++ look/small/text.txt\n"))
    #expect(difference.contains("Hello") && difference.contains("Howdy"))
  }

  @Test func removesTheOutputOfAnOlderRunThatCannotBeMadeAgain() throws {
    let project = try TestProject()
    var first = try project.run(Self.suite)
    try first.run()
    #expect(project.text(of: "Snapshots/look/small/page.html.pending") != nil)
    try project.write("no story", to: "thread.json")
    var second = try project.run(Self.suite)
    try second.run()
    #expect(Set(states(second).values) == [.refused])
    #expect(project.text(of: "Snapshots/look/small/page.html.pending") == nil)
  }

  @Test func keepsTheRecordOfSnapshotsThatARunLeavesOut() throws {
    let project = try TestProject()
    var whole = try project.run(Self.suite)
    try whole.run()
    var part = try project.run(Self.suite)
    part.plan = part.plan.filter { $0.name.text.hasSuffix(".txt") }
    part.isComplete = false
    try part.run()
    #expect(part.record.isComplete)
    #expect(part.record.entries.count == 2)
  }

  @Test func groupsPendingSnapshotsByTheirCause() throws {
    var one = RunRecord.Entry("look/a.png", .changed)
    one.findings = [
      Finding(.declaration, ".a", property: "color", old: "red", new: "blue"),
      Finding(.text, ".b", old: "x", new: "y"),
    ]
    var other = RunRecord.Entry("look/c.png", .changed)
    other.findings = [Finding(.inserted, ".c")]
    func pending(_ entry: RunRecord.Entry, _ name: String) throws -> Decisions.Pending {
      .init(name: try #require(SnapshotName(name)), entry: entry)
    }
    let groups = PendingGroup.all(of: [
      try pending(one, "look/a.png"), try pending(other, "look/c.png"),
      try pending(one, "look/b.png"),
    ])
    #expect(groups.map(\.snapshots.count) == [2, 1])
    #expect(groups[0].headline == ".a { color: red → blue } (and 1 more), 2 snapshots")
    #expect(groups[1].headline == ".c inserted, 1 snapshot")
  }
}
