import Foundation
import Hashing
import Testing

@testable import Store

/// When runs become the current one, and when parts do.
struct PublishingTests {
  private static func part(_ number: Int, of count: Int) throws -> RunPart {
    try #require(RunPart(number, of: count))
  }

  /// Draws two parts of twelve stories.
  private static func drawParts(_ store: SmallStore, _ text: String = "text") throws {
    let stories = SmallStore.stories(12, text)
    for number in 1...2 {
      let share = stories.filter { Int($0.key.dropFirst()).map { $0 % 2 + 1 == number } == true }
      try store.draw(share, part: try part(number, of: 2))
    }
  }

  // MARK: Too much would disappear

  @Test(
    arguments: [
      (nil, 21, 100, true), (nil, 20, 100, false), (nil, 20, 20, true), (nil, 100, 1000, false),
      (nil, 10, 20, false), (nil, 11, 20, true), (nil, 3, 3, true), (nil, 2, 3, false),
      (nil, 1, 1, false),
      (nil, 101, 1000, true), (CountLimit.count(3), 3, 10, false), (.count(3), 4, 1000, true),
      (.share(50), 5, 10, false), (.share(50), 6, 10, true), (.share(100), 10, 10, false),
      (.count(0), 1, 1_000_000, true), (CountLimit.none, 10, 10, false),
    ] as [(CountLimit?, Int, Int, Bool)])
  func holdsBackWhatLosesTooMuch(limit: CountLimit?, removed: Int, all: Int, isHeldBack: Bool) {
    var rules = PublishingRules()
    rules.removalLimit = limit
    #expect(rules.holdsBack(removed: removed, of: all) == isHeldBack)
  }

  @Test func leavesTheCurrentRunWhereHalfOfTheFeedIsMissing() throws {
    let store = try SmallStore()
    let whole = try store.draw(SmallStore.stories(60))
    #expect(kind { try store.draw(SmallStore.stories(30)) } == .heldBack)
    #expect(try store.folder.history().runs == [whole.run])
    // The run is there, and can be chosen without drawing it again.
    let others = try store.folder.listedRuns(of: store.folder.history(), others: true)
    let held = try #require(others.last)
    #expect(held.state == .other)
    #expect(try store.folder.totals(of: held.name).stories == 30)
    #expect(try store.folder.rollBack(to: held.name).runs == [held.name, whole.run])
    try store.draw(SmallStore.stories(60))
    #expect(try store.draw(SmallStore.stories(30)) { $0.removalLimit = .count(30) }.removed == 30)
  }

  @Test func holdsBackPartsThatLoseTooMuch() throws {
    let store = try SmallStore()
    let whole = try store.draw(SmallStore.stories(60))
    try Self.drawParts(store)
    #expect(kind { _ = try store.publish() } == .heldBack)
    #expect(try store.folder.history().runs == [whole.run])
    #expect(try store.publish { $0.removalLimit = .share(80) }.removed == 48)
  }

  @Test func publishesNoRunInWhichNothingSucceeded() throws {
    let store = try SmallStore()
    #expect(kind { try store.draw([:], failures: 3) } == .failed)
    #expect(try store.folder.history().runs == [])
    try store.draw([:], part: try Self.part(1, of: 2), failures: 3)
    #expect(kind { _ = try store.publish() } == .incomplete)
    try store.draw([:], part: try Self.part(2, of: 2), failures: 1)
    #expect(kind { _ = try store.publish() } == .failed)
    try store.draw(["a": "text"], part: try Self.part(2, of: 2), failures: 1)
    #expect(kind { _ = try store.publish { $0.errorLimit = .count(3) } } == .failed)
    #expect(try store.publish { $0.errorLimit = .share(80) }.totals.stories == 1)
  }

  // MARK: What did not come in

  @Test func keepsStoriesOnlyWhileALineCannotBeRead() throws {
    let store = try SmallStore()
    try store.draw(SmallStore.stories(5))
    let kept = try store.draw(SmallStore.stories(3), unread: [9, 4])
    #expect(kept.kept == 2 && kept.unread == 2 && kept.firstUnread == 4 && kept.removed == 0)
    let asked = try store.draw(SmallStore.stories(4), unread: [9]) { $0.keepsMissing = false }
    #expect(asked.kept == 0 && asked.unread == 1 && asked.removed == 1)
    try store.draw(SmallStore.stories(3), part: try Self.part(1, of: 1), unread: [7])
    let published = try store.publish()
    #expect(published.kept == 1 && published.unread == 1 && published.removed == 0)
    #expect(try store.draw(SmallStore.stories(3)).removed == 1)
  }

  @Test func countsStoriesThatCameInTwice() throws {
    let store = try SmallStore()
    try store.draw(["a": "one", "b": "one"], part: try Self.part(1, of: 2))
    try store.draw(["b": "two", "c": "two"], part: try Self.part(2, of: 2))
    let outcome = try store.publish()
    #expect(outcome.repeated == 1 && outcome.repeatedKey == Array("b".utf8))
    #expect(outcome.totals.stories == 3)
  }

  // MARK: A process that was killed while it published

  /// The parts and the manifests of a store, as they were at a moment.
  private struct Moment {
    private let files: [(path: String, bytes: Data)]

    init(_ store: SmallStore) throws {
      files = try ["parts", "manifests"].flatMap { name in
        let folder = "\(store.folder.path)/\(name)"
        return try FileManager.default.contentsOfDirectory(atPath: folder).map {
          ("\(folder)/\($0)", try Data(contentsOf: URL(filePath: "\(folder)/\($0)")))
        }
      }
    }

    func restore() throws {
      for (path, bytes) in files {
        let url = URL(filePath: path)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: url)
      }
    }
  }

  @Test(arguments: [true, false])
  func publishesAgainAfterCurrentHasMoved(hadRun: Bool) throws {
    let store = try SmallStore()
    if hadRun { try store.draw(SmallStore.stories(12, "old")) }
    try Self.drawParts(store)
    let moment = try Moment(store)
    let first = try store.publish()
    try moment.restore()
    let again = try store.publish()
    #expect(again.run == first.run && !store.has("parts"))
    // Killed at the very end: nothing is left to be done.
    #expect(try store.publish().run == first.run)
    #expect(try store.folder.history().runs.count == (hadRun ? 2 : 1))
  }

  @Test func drawsTheNextPartsAlthoughThoseBeforeAreStillThere() throws {
    let store = try SmallStore()
    try Self.drawParts(store)
    let moment = try Moment(store)
    _ = try store.publish()
    try moment.restore()
    try store.draw(SmallStore.stories(12, "next"), part: try Self.part(1, of: 1))
    #expect(try store.publish().totals.stories == 12)
    #expect(!store.has("parts"))
    // And nothing else minds them.
    try moment.restore()
    try store.draw(SmallStore.stories(12, "last"))
    _ = try store.folder.rollBack(to: nil)
    _ = try store.folder.sweep(keeping: 1, isDry: false)
    #expect(!store.has("parts"))
  }

  @Test func publishesNothingTwiceOnceOtherPartsAreBegun() throws {
    let store = try SmallStore()
    try Self.drawParts(store)
    _ = try store.publish()
    _ = try StoreRun(
      store.folder, SmallStore.fingerprint(), findsByInput: false, part: try Self.part(1, of: 2))
    #expect(kind { _ = try store.publish() } == .incomplete)
    try store.draw(SmallStore.stories(12, "whole"))
    #expect(kind { _ = try store.publish() } == .incomplete)
  }

  // MARK: Parts that wait

  @Test func losesNoFinishedPart() throws {
    let store = try SmallStore()
    try store.draw(SmallStore.stories(12, "first"))
    try store.draw(SmallStore.stories(12, "second"))
    try Self.drawParts(store)
    #expect(kind { try store.draw(SmallStore.stories(12, "whole")) } == .incomplete)
    #expect(kind { _ = try store.folder.rollBack(to: nil) } == .incomplete)
    _ = try store.folder.sweep(keeping: 1, isDry: false)
    #expect(try store.publish().totals.stories == 12)
  }

  @Test func givesUpPartsOfAnotherCut() throws {
    let store = try SmallStore()
    try Self.drawParts(store)
    try store.draw(["a": "text"], part: try Self.part(2, of: 3))
    #expect(kind { _ = try store.publish() } == .incomplete)
    #expect(try store.folder.abandonParts(of: 3) == 1)
    #expect(try store.publish().totals.stories == 12)
    try Self.drawParts(store, "next")
    #expect(try store.folder.abandonParts(of: nil) == 2)
    #expect(kind { _ = try store.publish() } == .incomplete)
    try store.draw(SmallStore.stories(12, "whole"))
  }

  @Test func keepsARunThatWasRolledBackWhenAPartLikeItIsAbandoned() throws {
    let store = try SmallStore()
    try store.draw(SmallStore.stories(3, "first"))
    let second = try store.draw(SmallStore.stories(3, "second")).run
    _ = try store.folder.rollBack(to: nil)
    try store.draw(SmallStore.stories(3, "second"), part: Self.part(1, of: 1))
    #expect(try store.folder.abandonParts(of: nil) == 1)
    _ = try store.folder.sweep(keeping: 1, isDry: false)
    #expect(try store.folder.totals(of: second).stories == 3)
  }

  // MARK: Damage

  @Test func drawsAgainWhatWasRemovedAsDamaged() throws {
    let store = try SmallStore()
    let outcome = try store.draw(["a": "text", "b": "other"])
    let path = store.folder.object(ContentHash(of: Array("text".utf8)))
    try store.flip(path, at: 0)
    var faults: Set<String> = []
    _ = try store.folder.verify(outcome.run) { _ in
    } fault: {
      faults.insert($0.path)
    }
    #expect(faults == [path])
    try store.folder.remove(faults)
    try store.draw(["a": "text", "b": "other"])
    _ = try store.folder.verify(outcome.run) { _ in
    } fault: {
      Issue.record("\($0)")
    }
  }
}
