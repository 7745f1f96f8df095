import AtollBytes
import AtollHashing
import Foundation
import TestSupport
import Testing

@testable import AtollStore

/// Erasing people and texts from all runs of a store.
struct ErasureTests {
  private static func erasure(_ change: (inout Erasure) -> Void) -> Erasure {
    var erasure = Erasure()
    erasure.removalLimit = .percentage(100)
    change(&erasure)
    return erasure
  }

  private static func text(_ text: String) throws -> ErasurePattern {
    try #require(ErasurePattern(.text, text: text))
  }

  /// Returns all bytes of the files of a store.
  private static func bytes(of site: SmallSite) throws -> Data {
    try site.files.reduce(into: Data()) {
      $0 += try Data(contentsOf: URL(filePath: "\(site.folder)/\($1)"))
    }
  }

  private static func keys(_ report: ErasureReport) -> [String] {
    report.keys.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func erasesAPersonFromTheOutputsOfAllRuns() throws {
    let site = try SmallSite()
    var stories = SmallSite.stories(30, "plain")
    stories[3].text = "Secret Ann wrote this"
    try site.run(many: stories)
    stories[3].text = "a clean text"
    stories[5].text = "an answer to Secret Ann"
    try site.run(many: stories)
    stories[7].text = "new words"
    try site.run(many: stories)
    let report = try ErasureRun.run(
      Self.erasure { $0.people = ["Secret Ann"] }, on: site.path)
    #expect(
      Self.keys(report) == ["s3", "s5"] && report.currentStoryCount == 1 && report.outputCount == 2)
    #expect(report.remainingTexts == [] && report.unmatchedTexts == [])
    #expect(try Self.bytes(of: site).range(of: Data("Secret Ann".utf8)) == nil)
    let store = try SiteStore(site.path)
    #expect(try store.runs().map(\.storyCount) == [29, 29, 29])
    #expect(
      try site.stories().contains("s3: a clean text") && site.stories().contains("s7: new words"))
    #expect(try !site.stories(of: 1).contains { $0.hasPrefix("s3") })
    var faults: [String] = []
    try store.checkFile { faults.append($0) }
    #expect(faults == [])
  }

  @Test func findsPeopleByIDAndByVisibleName() throws {
    let site = try SmallSite()
    let ann = Person(author: Array("u-42".utf8), name: Array("Ann\u{200B} Exam\u{AD}ple".utf8))
    let run = try site.begin()
    try SmallSite.add("a", "one", to: run, people: [ann])
    try SmallSite.add("b", "two", to: run, people: [ann, SmallSite.person("Bob")])
    try SmallSite.add("c", "three", to: run, people: [SmallSite.person("Bob")])
    _ = try run.finish(RunCounts(stories: 3, failures: 0))
    for name in ["u-42", "Ann Example"] {
      let report = try ErasureRun.run(
        Self.erasure {
          $0.people = [name]
          $0.isDryRun = true
        }, on: site.path)
      #expect(
        Self.keys(report) == ["a", "b"] && report.personCount == 1 && report.remainingTexts == nil)
    }
    _ = try ErasureRun.run(Self.erasure { $0.people = ["u-42"] }, on: site.path)
    #expect(try site.stories() == ["c: three"])
    #expect(try site.number("select count(*) from person") == 1)
    #expect(try site.number("select count(*) from appears") == 1)
  }

  @Test func erasesAStoryButKeepsAnotherWithTheSameOutput() throws {
    let site = try SmallSite()
    try site.run(["a": "same", "b": "same", "c": "other"])
    let report = try ErasureRun.run(
      Self.erasure { $0.keys = ["a", "c", "missing"] }, on: site.path)
    #expect(report.currentStoryCount == 2 && report.unmatchedTexts == ["missing"])
    #expect(try site.stories() == ["b: same"])
  }

  @Test func reportsErasedNamesThatRemainInInvisibleMarkup() throws {
    let site = try SmallSite()
    var recipe = SmallSite.recipe()
    recipe.contentType = "text/html"
    let run = try SiteRun(site.path, recipe: recipe, rules: SmallSite.rules { _ in })
    try SmallSite.add("a", "words of Jo", to: run, people: [])
    try SmallSite.add("b", "<style>.Jo { }</style>", to: run, people: [SmallSite.person("Bo Lee")])
    try SmallSite.add("c", "<p class=Bob>Eva</p>", to: run, people: [])
    _ = try run.finish(RunCounts(stories: 3, failures: 0))
    let report = try ErasureRun.run(
      Self.erasure { $0.people = ["Jo", "Eva", "Bo", "Bob"] }, on: site.path)
    #expect(report.remainingTexts == [] && report.hiddenTexts == ["Jo", "Bo"])
    #expect(Self.keys(report) == ["a", "c"])
  }

  @Test func keepsHashesThatContainTheLettersOfAShortName() throws {
    let site = try SmallSite()
    let run = try site.begin()
    try SmallSite.add("a", "words of Jo", to: run, people: [])
    try SmallSite.add("b", "other", to: run, people: [])
    _ = try run.finish(RunCounts(stories: 2, failures: 0))
    try Database(site.path, for: .writing).run(
      "update version set input = cast('*Jo*' || substr(input, 5) as blob) where key = 'b'")
    let report = try ErasureRun.run(Self.erasure { $0.people = ["Jo"] }, on: site.path)
    #expect(Self.keys(report) == ["a"] && report.remainingTexts == [] && report.hiddenTexts == [])
    #expect(try Self.bytes(of: site).range(of: Data("*Jo*".utf8)) != nil)
  }

  @Test func overwritesEntriesThatMovedWithinAnIndex() throws {
    let site = try SmallSite()
    try site.run(["a": "words of Jo", "b": "other"])
    let database = try Database(site.path, for: .writing)
    try database.run("create table name(text text); create index name_by_text on name(text)")
    // Without an order, entries are moved when pages are divided.
    try database.run(
      """
      with n(i) as (select 1 union all select i + 1 from n where i < 20000)
        insert into name select 'name ' || i * 7919 % 20000 || ' ofSecret Ann' from n;
      delete from name where rowid % 3 > 0; delete from name;
      pragma wal_checkpoint(truncate)
      """)
    let report = try ErasureRun.run(Self.erasure { $0.people = ["Secret Ann"] }, on: site.path)
    #expect(report.remainingTexts == [])
    #expect(try Self.bytes(of: site).range(of: Data("Secret Ann".utf8)) == nil)
  }

  @Test func findsNamesWithoutLettersByExactMatch() throws {
    let site = try SmallSite()
    let run = try site.begin()
    try SmallSite.add("a", "one", to: run, people: [SmallSite.person("%")])
    try SmallSite.add("b", "100 %", to: run, people: [SmallSite.person("*")])
    try SmallSite.add("c", "three", to: run, people: [SmallSite.person("")])
    _ = try run.finish(RunCounts(stories: 3, failures: 0))
    let report = try ErasureRun.run(Self.erasure { $0.people = ["%", "_"] }, on: site.path)
    #expect(
      Self.keys(report) == ["a"] && report.unmatchedTexts == ["_"] && report.remainingTexts == [])
  }

  @Test func reportsWhetherPunctuationInANameIsIgnored() throws {
    func words(_ text: String) -> String? {
      ErasurePattern(.words, text: text)?.wordsWithoutPunctuation
    }
    #expect(words("{{x}}") == "x" && words("--x") == "x" && words("Sammy Jr.") == "Sammy Jr")
    for name in ["Ann", " Ann  Example ", "O'Brien", "Zoe\u{308}"] { #expect(words(name) == nil) }
  }

  @Test func findsANameInTheKeyOfAStory() throws {
    let site = try SmallSite()
    try site.run(["ann-example": "one", "b": "two"])
    let report = try ErasureRun.run(
      Self.erasure { $0.people = ["Ann Example"] }, on: site.path)
    #expect(Self.keys(report) == ["ann-example"])
  }

  @Test func changesNothingIfTooManyStoriesWouldDisappear() throws {
    let site = try SmallSite()
    try site.run(many: SmallSite.stories(60, "words of Ann"))
    let pattern = try Self.text("of Ann")
    let error = #expect(throws: Failure.self) {
      try ErasureRun.run(
        Self.erasure {
          $0.patterns = [pattern]
          $0.removalLimit = nil
        }, on: site.path)
    }
    #expect(error?.kind == .heldBack)
    #expect(try site.stories().count == 60)
  }

  @Test func finishesABlockedErasureOnceTheBlockingConnectionCloses() throws {
    let site = try SmallSite()
    try site.run(["a": "words of Secret Ann", "b": "other"])
    try site.run(["a": "words of Secret Ann", "b": "new"])
    do {
      let reader = try SiteStore(site.path)
      let report = try ErasureRun.run(
        Self.erasure { $0.people = ["Secret Ann"] }, on: site.path, timeoutMilliseconds: 0)
      #expect(!report.isFinished && report.remainingTexts == nil)
      #expect(try site.stories() == ["b: new"])
      #expect(try SiteStore(site.path).hasUnfinishedErasure)
      #expect(try site.run(["b": "newer"]).hasUnfinishedErasure)
      #expect(try site.stories(in: reader).contains("a: words of Secret Ann"))
    }
    #expect(try !SiteStore(site.path).hasUnfinishedErasure)
    #expect(try site.number("select count(*) from unfinished_erasure") == 0)
    #expect(try Self.bytes(of: site).range(of: Data("Secret Ann".utf8)) == nil)
  }

  @Test func finishesAnInterruptedErasureWhenTheStoreIsNextOpened() throws {
    let site = try SmallSite()
    try site.run(["a": "words of Secret Ann", "b": "other"])
    let reader = try SiteStore(site.path)
    try site.run(["a": "words of Secret Ann", "b": "new"])
    _ = try ErasureRun.run(
      Self.erasure { $0.people = ["Secret Ann"] }, on: site.path, timeoutMilliseconds: 0)
    let killed = try site.copyAsKilled()
    #expect(try Self.bytes(of: killed).range(of: Data("Secret Ann".utf8)) != nil)
    #expect(try !SiteStore(killed.path).hasUnfinishedErasure)
    #expect(try Self.bytes(of: killed).range(of: Data("Secret Ann".utf8)) == nil)
    #expect(try reader.runs().count == 1)
  }

  @Test func erasesNothingIfTheKeysCannotBeWritten() throws {
    let site = try SmallSite()
    try site.run(["a": "one", "b": "two"])
    var keys: [String] = []
    #expect(throws: Failure.self) {
      try ErasureRun.run(Self.erasure { $0.keys = ["a"] }, on: site.path) { _, _ in
      } willErase: { report in
        keys = Self.keys(report)
        throw Failure(.inputOutput, message: "full")
      }
    }
    #expect(try keys == ["a"] && site.stories() == ["a: one", "b: two"])
  }

  @Test func reportsTablesThatItCannotSearch() throws {
    let site = try SmallSite()
    try site.run(["a": "one", "b": "two"])
    let tables = try Set(site.texts("select name from sqlite_master where type = 'table'"))
    #expect(tables == StoreSchema.tableNames)
    try Database(site.path, for: .writing).run(
      "create table search as select key, cast(body as text) as words from story")
    let report = try ErasureRun.run(Self.erasure { $0.keys = ["a"] }, on: site.path)
    #expect(report.foreignTables == ["search"] && Self.keys(report) == ["a"])
  }

  @Test func aDryRunListsMoreStoriesThanMayDisappear() throws {
    let site = try SmallSite()
    try site.run(["a": "one", "b": "two"])
    let report = try ErasureRun.run(
      Self.erasure {
        $0.keys = ["a", "b"]
        $0.removalLimit = nil
        $0.isDryRun = true
      }, on: site.path)
    #expect(Self.keys(report) == ["a", "b"] && report.exceedsLimit)
  }

  @Test func refusesToEraseWhileARunIsWriting() throws {
    let site = try SmallSite()
    try site.run(["a": "one"])
    let run = try site.begin()
    try SmallSite.add("b", "2", to: run)
    let error = #expect(throws: Failure.self) {
      try ErasureRun.run(Self.erasure { $0.keys = ["a"] }, on: site.path)
    }
    #expect(error?.kind == .temporary)
  }
}
