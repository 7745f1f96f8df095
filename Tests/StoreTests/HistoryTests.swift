import Foundation
import Hashing
import Testing

@testable import Store

/// `CURRENT`, its copy, and the runs that rollbacks leave.
struct HistoryTests {
  private static func runs(_ store: SmallStore, _ count: Int) throws -> [ContentHash] {
    try (0..<count).map { try store.draw(["a": "text \($0)", "b": "same"]).run }
  }

  @Test func comparesWithTheRunThatARollbackLeft() throws {
    let store = try SmallStore()
    let runs = try Self.runs(store, 3)
    var history = try store.folder.history()
    #expect(
      history.runs == runs.reversed() && history.replaced == runs[1] && history.rolledBack == [])
    history = try store.folder.rollBack(to: nil)
    #expect(try history == store.folder.history())
    #expect(history.runs == [runs[1], runs[0]])
    #expect(history.replaced == runs[2] && history.rolledBack == [runs[2]])
    #expect(try store.difference(from: history.runBefore(runs[1]), to: runs[1]) == ["changed a"])
    // Further back, forward to one that was left, and on with a new run.
    history = try store.folder.rollBack(to: nil)
    #expect(history.runs == [runs[0]] && history.replaced == runs[1])
    #expect(history.rolledBack == [runs[1], runs[2]])
    history = try store.folder.rollBack(to: runs[2])
    #expect(history.runs == [runs[2], runs[0]] && history.replaced == runs[0])
    #expect(history.rolledBack == [runs[1]])
    let next = try store.draw(["a": "new"])
    history = try store.folder.history()
    #expect(history.runs == [next.run, runs[2], runs[0]] && history.rolledBack == [])
  }

  @Test func listsWhichRunsThereAre() throws {
    let store = try SmallStore()
    let runs = try Self.runs(store, 3)
    _ = try store.folder.rollBack(to: nil)
    let history = try store.folder.history()
    #expect(
      try store.folder.listedRuns(of: history, others: false) == [
        ListedRun(name: runs[1], state: .current), ListedRun(name: runs[0], state: .before),
        ListedRun(name: runs[2], state: .rolledBack),
      ])
    try store.write("\(runs[0].text)\n", to: "CURRENT")
    let others = try store.folder.listedRuns(of: store.folder.history(), others: true)
    #expect(others.first == ListedRun(name: runs[0], state: .current))
    #expect(Set(others.dropFirst().map(\.name)) == Set(runs[1...]))
    #expect(others.dropFirst().allSatisfy { $0.state == .other })
  }

  @Test func readsTheCopyWhereCurrentIsDamaged() throws {
    for damage in [nil, "", "rubbish\n", "12\n34\n"] {
      let store = try SmallStore()
      let runs = try Self.runs(store, 2)
      if let damage {
        try store.write(damage, to: "CURRENT")
      } else {
        try FileManager.default.removeItem(atPath: store.folder.pointer)
      }
      let history = try store.folder.history()
      #expect(history.isRestored && history.runs == runs.reversed(), "\(damage ?? "gone")")
      // The same stories again: nothing is drawn, and the file is mended.
      _ = try store.draw(["a": "text 1", "b": "same"])
      let mended = try store.folder.history()
      #expect(!mended.isRestored && mended.runs == runs.reversed(), "\(damage ?? "gone")")
    }
  }

  @Test func goesToANamedRunWhenCurrentAndItsCopyAreGone() throws {
    let store = try SmallStore()
    let runs = try Self.runs(store, 2)
    try store.write("rubbish", to: "CURRENT")
    try store.write("rubbish", to: "change.json")
    #expect(kind { _ = try store.folder.history() } == .corrupt)
    #expect(kind { _ = try store.folder.rollBack(to: nil) } == .corrupt)
    let history = try store.folder.rollBack(to: runs[0])
    #expect(history.runs == [runs[0]])
    #expect(try store.folder.history() == history)
  }

  @Test func believesCurrentAndNotACopyOfAnotherRun() throws {
    let store = try SmallStore()
    let runs = try Self.runs(store, 2)
    // As if the process had been killed before CURRENT was replaced.
    try store.write("\(runs[0].text)\n", to: "CURRENT")
    let history = try store.folder.history()
    #expect(history.runs == [runs[0]] && history.replaced == nil && !history.isRestored)
  }

  @Test func keepsTheRunThatARollbackLeftWhenItSweeps() throws {
    let store = try SmallStore()
    let runs = try Self.runs(store, 4)
    _ = try store.folder.rollBack(to: runs[1])
    let swept = try store.folder.sweep(keeping: 1, isDry: false)
    #expect(swept.runs == 2)
    let history = try store.folder.history()
    #expect(history.runs == [runs[1]] && history.rolledBack == [runs[3]])
    #expect(try store.difference(from: history.runBefore(runs[1]), to: runs[1]) == ["changed a"])
  }

  @Test func findsAManifestThatIsNotWhatWasWritten() throws {
    let store = try SmallStore()
    let runs = try Self.runs(store, 2)
    let path = store.folder.manifest(runs[1])
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let count = try #require(text.range(of: "\"comments\":"))
    try store.flip(path, at: text.utf8.distance(from: text.startIndex, to: count.upperBound))
    #expect(kind { _ = try store.folder.totals(of: runs[1]) } == .corrupt)
    #expect(kind { _ = try store.difference(from: runs[0], to: runs[1]) } == .corrupt)
    #expect(kind { _ = try store.draw(["a": "new"]) } == .corrupt)
    #expect(kind { _ = try store.folder.sweep(keeping: 1, isDry: false) } == .corrupt)
    #expect(kind { _ = try store.folder.totals(of: runs[0]) } == nil)
    try FileManager.default.removeItem(atPath: path)
    #expect(kind { _ = try store.folder.totals(of: runs[1]) } == .corrupt)
  }
}
