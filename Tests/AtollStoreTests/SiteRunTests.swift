import AtollBytes
import AtollHashing
import Foundation
import TestSupport
import Testing

@testable import AtollStore

struct SiteRunTests {
  @Test func readsStoriesInTheOrderOfTheirKeys() throws {
    let site = try SmallSite()
    let outcome = try site.run(["b": "two", "é": "four", "a": "one", "c": ""])
    #expect(
      outcome.number == 1 && outcome.stories == 4 && outcome.added == 4 && outcome.bytes == 10)
    #expect(try site.stories() == ["a: one", "b: two", "c: ", "é: four"])
    let store = try SiteStore(site.path)
    let story = try #require(try store.story(ofKey: Array("b".utf8), in: store.run()))
    #expect(
      story.outputHash == ContentHash(of: Array("two".utf8)) && story.byteCount == 3
        && story.commentCount == 1)
    #expect(story.metadata.title == "About b")
    #expect(try store.people(of: story) == [SmallSite.person("writer of two")])
    #expect(try store.story(ofKey: Array("d".utf8), in: store.run()) == nil)
  }

  @Test func storesNewVersionsOnlyForChangedStories() throws {
    let site = try SmallSite()
    try site.run(["a": "one", "b": "two", "c": "three"])
    let second = try site.run(["a": "one", "b": "2", "d": "four"])
    #expect(second.number == 2 && second.added == 1 && second.changed == 1 && second.removed == 1)
    #expect(second.stories == 3 && second.bytes == 8)
    #expect(try site.stories() == ["a: one", "b: 2", "d: four"])
    #expect(try site.stories(of: 1) == ["a: one", "b: two", "c: three"])
    #expect(try site.number("select count(*) from version") == 5)
    #expect(try site.difference(from: 1, to: 2) == ["changed b", "removed c", "added d"])
    #expect(try site.difference(from: 2, to: 1) == ["changed b", "added c", "removed d"])
    #expect(try site.difference(from: nil, to: 2) == ["added a", "added b", "added d"])
  }

  @Test func reusesTheLastRunIfNothingHasChanged() throws {
    let site = try SmallSite()
    try site.run(["a": "one"])
    #expect(try site.run(["a": "one"]).number == 1)
    // Other options that give the same output make a run, but no new version.
    #expect(try site.run(["a": "one"], options: "others").number == 2)
    #expect(try site.number("select count(*) from version") == 1)
    #expect(try site.difference(from: 1, to: 2).isEmpty)
  }

  @Test func keepsTheTitleThatAStoryHadInAnEarlierRun() throws {
    let site = try SmallSite()
    func run(_ titles: String..., kept: Int = 9) throws -> SiteRun.Outcome {
      let run = try site.begin { $0.keptRunCount = kept }
      for title in titles { try SmallSite.add("a", "one", to: run, title: title) }
      return try run.finish(RunCounts(stories: titles.count, failures: 0))
    }
    _ = try run("Old")
    let second = try run("New")
    #expect(second.number == 2 && second.changed == 1 && second.bytes == 3)
    #expect(try site.titles(of: 1) == ["Old"] && site.titles(of: 2) == ["New"])
    #expect(try site.difference(from: 1, to: 2).isEmpty)
    #expect(try site.number("select count(*) from output") == 1)
    // The last of two stories with the same key counts.
    #expect(try run("Other", "Newest").bytes == 3)
    #expect(try site.titles(of: 2) == ["New"] && site.titles(of: 3) == ["Newest"])
    #expect(try site.number("select count(*) from version") == 3)
    _ = try SiteRun.rollBack(storeAt: site.path, to: 1)
    #expect(try site.titles() == ["Old"] && site.stories() == ["a: one"])
    #expect(try run("Old", kept: 0).number == 4)
    #expect(try site.stories() == ["a: one"])
    #expect(try site.number("select count(*) from version") == 1)
    #expect(try site.number("select count(*) from appears") == 1)
  }

  @Test func makesNoNewRunIfTheLastStoryWithEachKeyIsUnchanged() throws {
    let site = try SmallSite()
    for _ in 1...3 {
      let run = try site.begin()
      // As results are loaded: without a lookup.
      for text in ["old one", "new"] { try SmallSite.add("a", text, to: run) }
      let outcome = try run.finish(RunCounts(stories: 2, failures: 0))
      #expect(outcome.number == 1 && outcome.changed == 0 && outcome.bytes == 3)
    }
    #expect(try site.stories() == ["a: new"])
    for table in ["version", "output", "appears", "person"] {
      #expect(try site.number("select count(*) from \(table)") == 1, "\(table)")
    }
  }

  @Test func keepsTheTitleOfAnUnchangedStoryIfItsKeyIsRepeated() throws {
    let site = try SmallSite()
    try site.run(["a": "one"])
    let run = try site.begin()
    try SmallSite.add("a", "one", to: run, title: "Other")
    try SmallSite.add("a", "one", to: run, run.lookup())
    #expect(try run.finish(RunCounts(stories: 2, failures: 0)).number == 1)
    #expect(try site.titles() == ["About a"] && site.stories() == ["a: one"])
    #expect(try site.number("select count(*) from output") == 1)
  }

  @Test func keepsStoriesThatAnInputOfChangesDoesNotContain() throws {
    let site = try SmallSite()
    try site.run(["a": "one", "b": "two"])
    let outcome = try site.run(["b": "2", "c": "3"]) { $0.inputHasOnlyChanges = true }
    #expect(outcome.removed == 0 && outcome.keptMissing == 1 && outcome.stories == 3)
    #expect(try site.stories() == ["a: one", "b: 2", "c: 3"])
  }

  @Test func rejectsChangesRenderedWithOtherOptions() throws {
    let site = try SmallSite()
    try site.run(["a": "one", "b": "two"])
    let failure = #expect(throws: Failure.self) {
      try site.run(["b": "2"], options: "others") { $0.inputHasOnlyChanges = true }
    }
    #expect(failure?.kind == .usage && failure?.message.contains("other options") == true)
    #expect(try site.stories() == ["a: one", "b: two"])
    try site.run(["a": "1", "b": "two"], options: "others")
    try site.run(["b": "2"], options: "others") { $0.inputHasOnlyChanges = true }
    #expect(try site.stories() == ["a: 1", "b: 2"])
    // The run that is restored has the recipe that counts.
    _ = try SiteRun.rollBack(storeAt: site.path, to: 1)
    #expect(throws: Failure.self) {
      try site.run(["b": "2"], options: "others") { $0.inputHasOnlyChanges = true }
    }
  }

  @Test(arguments: [
    ("version", "atoll was 1 and is 2"),
    ("format", "their format is text, and that of the changes is page"),
    ("templates", "--templates is not the same"), ("style", "--style is not the same"),
  ])
  func explainsWhichSettingsOfTheRenderingDiffer(part: String, message: String) throws {
    let old = SmallSite.recipe()
    var new = old
    switch part {
    case "version": new.version = "2"
    case "format": new.format = "page"
    case "templates": new.templatesHash = ContentHash(of: [1])
    case _: new.styleHash = ContentHash(of: [1])
    }
    let failure = #expect(throws: Failure.self) {
      try new.checkEqualsRecipe(ofCurrentRun: old, inStore: "site.db")
    }
    #expect(failure?.message.contains(message) == true, "\(String(describing: failure))")
    try old.checkEqualsRecipe(ofCurrentRun: old, inStore: "site.db")
  }

  @Test func keepsStoriesMissingFromTheInputIfLinesCannotBeRead() throws {
    let site = try SmallSite()
    try site.run(["a": "one", "b": "two", "c": "three"])
    let outcome = try site.run(["b": "2"], unread: [7, 3])
    #expect(
      outcome.keptMissing == 2 && outcome.unreadableLineCount == 2
        && outcome.firstUnreadableLine == 3)
    #expect(try site.stories() == ["a: one", "b: 2", "c: three"])
    #expect(try site.run(["b": "2"], unread: [7]) { $0.keepsMissingStories = false }.removed == 2)
  }

  @Test(arguments: [false, true])
  func keepsTheLastOfStoriesWithTheSameKey(isFirstRun: Bool) throws {
    let site = try SmallSite()
    if !isFirstRun { try site.run(["a": "one", "b": "two", "c": "three"]) }
    let outcome = try site.run([
      "a": "1", "b": "two", "c": "3", "a": "one", "b": "2", "d": "4", "d": "four", "c": "III",
    ])
    #expect(outcome.repeated == 4 && outcome.stories == 4 && outcome.bytes == 3 + 1 + 3 + 4)
    #expect(try site.stories() == ["a: one", "b: 2", "c: III", "d: four"])
    #expect(try site.number("select count(*) from story") == 4)
    #expect(try site.number("select count(*) from output") == (isFirstRun ? 4 : 6))
    #expect(try site.number("select count(*) from appears") == (isFirstRun ? 4 : 6))
    #expect(try site.number("select count(*) from person") == (isFirstRun ? 4 : 6))
    if !isFirstRun {
      #expect(outcome.number == 2 && outcome.changed == 2 && outcome.added == 1)
      #expect(try site.difference(from: 1, to: 2) == ["changed b", "changed c", "added d"])
      #expect(try site.stories(of: 1) == ["a: one", "b: two", "c: three"])
    }
  }

  @Test func removesAMissingStoryEvenIfTheRunContainsANewStoryTwice() throws {
    let site = try SmallSite()
    try site.run(["a": "one"])
    let outcome = try site.run(["b": "two", "b": "2"]) { $0.removalLimit = CountLimit.none }
    #expect(outcome.removed == 1 && outcome.stories == 1)
    #expect(try site.stories() == ["b: 2"])
  }

  @Test func containsTheLastStoryWithEachKeyAfterRandomRuns() throws {
    var random = SeededGenerator(seed: 29)
    for _ in 0..<100 {
      let site = try SmallSite()
      for number in 1...4 {
        let count = Int.random(in: 1...5, using: &random)
        let stories = (0..<count).map { index in
          (key: "\(Int.random(in: 0..<4, using: &random))", text: "\(number / 2).\(index)")
        }
        let last = Dictionary(stories.map { ($0.key, $0.text) }) { $1 }
        let outcome = try site.run(many: stories) { $0.removalLimit = CountLimit.none }
        #expect(try site.stories() == last.map { "\($0.key): \($0.value)" }.sorted(), "\(stories)")
        #expect(outcome.stories == last.count && outcome.repeated == count - last.count)
      }
    }
  }

  @Test func recordsThePeopleWhoAppearInEachStory() throws {
    let site = try SmallSite()
    let (ann, bob) = (SmallSite.person("Ann"), SmallSite.person("Bob"))
    let run = try site.begin()
    try SmallSite.add(
      "a", "one", to: run, people: [bob, ann, bob, Person(author: [], name: ann.name)])
    try SmallSite.add("b", "two", to: run, people: [ann])
    try SmallSite.add("c", "three", to: run, people: [])
    _ = try run.finish(RunCounts(stories: 3, failures: 0))
    let keys = try site.texts(
      """
      select distinct story.key from person join appears on person.id = person
        join story on story.id = version where name = 'Ann' order by 1
      """)
    #expect(keys == ["a", "b"])
    let store = try SiteStore(site.path)
    let story = try #require(try store.story(ofKey: [0x61], in: store.run()))
    #expect(try store.people(of: story) == [Person(author: [], name: ann.name), ann, bob])
  }

  @Test func reportsRemovedStories() throws {
    let site = try SmallSite()
    try site.run(many: SmallSite.stories(9))
    var removed: [String] = []
    let outcome = try site.run(many: SmallSite.stories(5), removed: { removed.append($0) })
    #expect(removed == ["s5", "s6", "s7", "s8"] && outcome.removed == 4)
    #expect(outcome.removedKeys.map { String(decoding: $0, as: UTF8.self) } == ["s5", "s6", "s7"])
  }

  @Test func doesNotPublishARunThatRemovesTooManyStories() throws {
    let site = try SmallSite()
    try site.run(many: SmallSite.stories(60))
    var removed: [String] = []
    let error = #expect(throws: Failure.self) {
      try site.run(many: SmallSite.stories(30, "new"), removed: { removed.append($0) })
    }
    #expect(removed.isEmpty)
    #expect(error?.kind == .heldBack && error?.message.contains("30 of 60 stories") == true)
    #expect(try site.stories().contains("s59: text 59"))
    #expect(try site.number("select count(*) from version") == 60)
    #expect(
      try site.run(many: SmallSite.stories(30, "new")) { $0.removalLimit = .count(30) }.removed
        == 30)
  }

  @Test func keepsAllRunsAfterARollback() throws {
    let site = try SmallSite()
    for number in 1...12 { try site.run(["a": "text \(number)"]) { $0.keptRunCount = 20 } }
    _ = try SiteRun.rollBack(storeAt: site.path, to: 11)
    #expect(try SiteStore(site.path).runs().map(\.number) == Array(1...13).reversed())
  }

  @Test func leavesTheStoreUnchangedIfTooManyStoriesFail() throws {
    let site = try SmallSite()
    try site.run(["a": "one"])
    #expect(kind { try site.run(["a": "1"], failures: 2) } == .other)
    #expect(kind { try site.run([:], failures: 2) } == .other)
    #expect(kind { try site.run([:]) } == .badInput)
    #expect(try site.stories() == ["a: one"])
  }

  @Test func storesOutputsInPieces() throws {
    let site = try SmallSite()
    let run = try site.begin()
    let (piece, rest) = ([UInt8](repeating: 0x61, count: 100_000), Array("end".utf8))
    let add = { (key: String, pieces: Int) throws in
      let output = Array(repeating: piece, count: pieces).flatMap(\.self) + rest
      for _ in 0..<pieces {
        try run.addPiece(piece.span)
      }
      let story = RenderedStory(
        key: Array(key.utf8), inputHash: .zero, outputHash: ContentHash(of: output),
        commentCount: 0,
        metadata: ListedMetadata(title: "", address: "", latestCommentTime: nil))
      try run.add(story, output: rest.span, size: output.count, replacing: nil)
    }
    try add("a", 3)
    try run.addPiece(piece.span)
    try run.discardPieces()
    try add("b", 0)
    _ = try run.finish(RunCounts(stories: 2, failures: 0))
    #expect(try site.stories().map(\.count) == [300_006, 6])
    #expect(try site.number("select count(*) from piece") == 4)
    try site.run(["b": "end"]) {
      $0.keptRunCount = 0; $0.removalLimit = CountLimit.none
    }
    #expect(try site.number("select count(*) from piece") == 0)
  }
}

struct StoreHistoryTests {
  @Test func rollsBackToEarlierRuns() throws {
    let site = try SmallSite()
    try site.run(["a": "one", "b": "two"])
    try site.run(["a": "1", "c": "three"])
    try site.run(["a": "I", "c": "three"])
    let back = try SiteRun.rollBack(storeAt: site.path)
    #expect(back.number == 4 && back.stories == 2 && back.bytes == 6)
    #expect(try site.stories() == ["a: 1", "c: three"])
    #expect(try SiteRun.rollBack(storeAt: site.path).number == 5)
    #expect(try site.stories() == ["a: one", "b: two"])
    #expect(try site.difference(from: 4, to: 5) == ["changed a", "added b", "removed c"])
    #expect(try site.difference(from: 1, to: 5).isEmpty)
    #expect(kind { _ = try SiteRun.rollBack(storeAt: site.path) } == .noInput)
    _ = try SiteRun.rollBack(storeAt: site.path, to: 3)
    #expect(try site.stories() == ["a: I", "c: three"])
    #expect(try site.run(["a": "I", "c": "three"]).number == 6)
    #expect(kind { _ = try SiteRun.rollBack(storeAt: site.path, to: 9) } == .noInput)
    #expect(try SiteStore(site.path).runs().map(\.restoredRun) == [3, 1, 2, nil, nil, nil])
  }

  @Test func findsThePeopleOfAStoryAfterARollback() throws {
    let site = try SmallSite()
    try site.run(["a": "one"])
    try site.run(["a": "two"])
    _ = try SiteRun.rollBack(storeAt: site.path)
    let store = try SiteStore(site.path)
    let story = try #require(try store.story(ofKey: [0x61], in: store.run()))
    #expect(try store.people(of: story) == [SmallSite.person("writer of one")])
    #expect(try site.number("select count(*) from appears") == 3)
  }

  @Test func deletesOutputsUsedOnlyByExpiredRuns() throws {
    let site = try SmallSite()
    for number in 1...9 {
      try site.run(["a": "text \(number)", "b": "always", "c\(number)": "once"]) {
        $0.keptRunCount = 2
      }
    }
    #expect(try SiteStore(site.path).runs().map(\.number) == [9, 8, 7])
    #expect(try site.stories(of: 7) == ["a: text 7", "b: always", "c7: once"])
    #expect(try site.number("select count(*) from output") == 7)
    #expect(try site.number("select count(*) from person") == 5)
    #expect(try site.number("select count(*) from appears") == 7)
    #expect(kind { _ = try site.stories(of: 6) } == .noInput)
  }

  @Test func reportsThatThePreviousRunIsGone() throws {
    let site = try SmallSite()
    try site.run(["a": "1"])
    #expect(try SiteStore(site.path).previousRun(of: SiteStore(site.path).run()) == nil)
    try site.run(["a": "2"]) { $0.keptRunCount = 0 }
    let store = try SiteStore(site.path)
    #expect(kind { _ = try store.previousRun(of: store.run()) } == .noInput)
  }

  @Test func removesOldRunsEvenIfNothingHasChanged() throws {
    let site = try SmallSite()
    try site.run(["a": "1"])
    try site.run(["a": "2"])
    try site.run(["a": "2"]) { $0.keptRunCount = 0 }
    #expect(try SiteStore(site.path).runs().map(\.number) == [2])
    #expect(try site.number("select count(*) from output") == 1)
  }

  @Test func rejectsARollbackToARunWithADamagedOutput() throws {
    let site = try SmallSite()
    try site.run(["a": "1", "b": "1"])
    try site.run(["a": "2", "b": "1"])
    let database = try Database(site.path, for: .writing)
    try database.run("update output set body = x'33' where id = 1")
    var damaged: [SiteStore.DamagedStory] = []
    _ = try SiteStore(site.path).checkOutputs(of: nil) { _ in
    } damaged: {
      damaged.append($0)
    }
    #expect(damaged.map(\.isCurrent) == [false])
    #expect(kind { _ = try SiteRun.rollBack(storeAt: site.path) } == .corrupt)
    #expect(try site.stories() == ["a: 2", "b: 1"])
  }

  @Test func keepsAnOutputThatARollbackRestored() throws {
    let site = try SmallSite()
    try site.run(["a": "one"])
    try site.run(["a": "two"])
    _ = try SiteRun.rollBack(storeAt: site.path)
    try site.run(["a": "one", "b": "new"]) { $0.keptRunCount = 0 }
    #expect(try site.stories() == ["a: one", "b: new"])
    #expect(try site.number("select count(*) from output") == 2)
  }
}
