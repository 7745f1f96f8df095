import AtollBytes
import AtollHashing
import Foundation
import Testing

@testable import AtollStore

struct SiteStoreTests {
  private static func filled(_ count: Int = 50) throws -> SmallSite {
    let site = try SmallSite()
    try site.run(many: SmallSite.stories(count))
    return site
  }

  /// Adds more than fits into memory, so that some of it is in the files before the run ends.
  private static func addLargeStories(to run: SiteRun) throws {
    let (lookup, text) = (try run.lookup(), String(repeating: "new", count: 400_000))
    for number in 0..<20 { try SmallSite.add("s\(number)", text, to: run, lookup) }
  }

  @Test func showsReadersTheLastRunWhileAnotherIsWritten() throws {
    let site = try Self.filled(20)
    let before = try site.stories()
    let run = try site.begin()
    let early = try SiteStore(site.path)
    try Self.addLargeStories(to: run)
    #expect(try site.stories() == before)
    _ = try run.finish(RunCounts(stories: 20, failures: 0))
    #expect(try site.stories(in: early) == before)
    #expect(try site.stories() != before)
  }

  @Test(arguments: [false, true])
  func keepsTheLastRunWhenAnotherIsKilled(isFirstRun: Bool) throws {
    let site = try SmallSite()
    if !isFirstRun { try site.run(many: SmallSite.stories(20)) }
    let run = try site.begin()
    try Self.addLargeStories(to: run)
    let killed = try site.copyAsKilled()
    if isFirstRun {
      #expect(kind { _ = try SiteStore(killed.path) } == .noInput)
    } else {
      #expect(try killed.stories() == site.stories())
    }
    try killed.run(many: SmallSite.stories(50, "next"))
    #expect(try killed.stories().contains("s7: next 7"))
    #expect(try killed.files == ["site.db"])
    var faults: [String] = []
    try SiteStore(killed.path).checkFile { faults.append($0) }
    #expect(faults.isEmpty)
  }

  @Test func discardsAnUnfinishedRun() throws {
    let site = try Self.filled(2)
    do {
      let run = try site.begin()
      try SmallSite.add("s0", "new", to: run, run.lookup())
    }
    #expect(try site.stories() == ["s0: text 0", "s1: text 1"])
    #expect(try site.files == ["site.db"])
  }

  @Test(arguments: [false, true])
  func refusesASecondWriter(isFirstRun: Bool) throws {
    let site = try SmallSite()
    if !isFirstRun { try site.run(["a": "one"]) }
    let run = try site.begin()
    #expect(kind { _ = try site.begin() } == .temporary)
    try SmallSite.add("a", "1", to: run, run.lookup())
    _ = try run.finish(RunCounts(stories: 1, failures: 0))
    #expect(try site.run(["a": "2"]).number == (isFirstRun ? 2 : 3))
  }

  @Test func rejectsFilesAndFoldersThatAreNotStores() throws {
    let site = try SmallSite()
    #expect(kind { _ = try SiteStore(site.path) } == .noInput)
    #expect(kind { _ = try SiteStore(site.folder) } == .badInput)
    #expect(kind { _ = try SiteRun(site.folder, recipe: SmallSite.recipe()) } == .badInput)
    let text = Data("{\"a\": 1}\n".utf8)
    try text.write(to: URL(filePath: site.path))
    #expect(kind { _ = try SiteStore(site.path) } == .badInput)
    #expect(kind { _ = try site.begin() } == .badInput)
    #expect(try Data(contentsOf: URL(filePath: site.path)) == text)
    try FileManager.default.removeItem(atPath: site.path)
    try Database(site.path, for: .creating).run("create table other(x)")
    #expect(kind { _ = try SiteStore(site.path) } == .badInput)
    #expect(kind { _ = try site.begin() } == .badInput)
  }

  @Test func allowsANewFirstRunAfterAnUnfinishedOne() throws {
    let site = try SmallSite()
    do { try SmallSite.add("a", "one", to: site.begin()) }
    #expect(try Data(contentsOf: URL(filePath: site.path)).isEmpty)
    let error = #expect(throws: Failure.self) { try SiteStore(site.path) }
    #expect(error?.kind == .noInput)
    #expect(error?.message == "the first run of this store is not finished")
    try site.run(["a": "two"])
    #expect(try site.stories() == ["a: two"])
  }

  @Test(arguments: [
    (StoreSchema.version + 1, "use the version of atoll that wrote it, or a newer one"),
    (
      StoreSchema.version - 1,
      "render all stories into a new store, and delete this one, which still has all names"
    ),
  ])
  func rejectsAStoreOfAnotherVersion(version: Int, advice: String) throws {
    let site = try Self.filled()
    try Database(site.path, for: .writing).run("pragma user_version = \(version)")
    let error = #expect(throws: Failure.self) { try SiteStore(site.path) }
    #expect(error?.kind == .badInput && error?.message.contains("version \(version)") == true)
    #expect(error?.advice == advice)
    #expect(kind { _ = try site.begin() } == .badInput)
  }

  @Test func reportsADamagedFile() throws {
    let site = try Self.filled(2000)
    let size = try Data(contentsOf: URL(filePath: site.path)).count
    let file = try FileHandle(forUpdating: URL(filePath: site.path))
    try file.seek(toOffset: 16_384)
    try file.write(contentsOf: Data(repeating: 0xFF, count: size - 16_384))
    try file.close()
    #expect(kind { _ = try site.stories() } == .corrupt)
  }

  @Test func findsDamagedOutputsAndRendersThemAgain() throws {
    let site = try Self.filled(5)
    try Database(site.path, for: .writing).run(
      "update output set body = x'78' where id = 3; update output set body = null where id = 4")
    let store = try SiteStore(site.path, isWritable: true)
    var damaged: [SiteStore.DamagedStory] = []
    #expect(
      try store.checkOutputs(of: nil, progress: { _ in }, damaged: { damaged.append($0) }) == 5)
    #expect(damaged.map { String(decoding: $0.key, as: UTF8.self) } == ["s2", "s3"])
    #expect(kind { _ = try site.stories() } == .corrupt)
    try store.markForRendering(damaged)
    try site.run(many: SmallSite.stories(5))
    #expect(try site.stories() == (0..<5).map { "s\($0): text \($0)" })
    #expect(try site.difference(from: 1, to: 2).isEmpty)
  }

  @Test func overwritesDeletedContentInTheFile() throws {
    let site = try SmallSite()
    try site.run(many: SmallSite.stories(20, "Ann Example")) { $0.keptRunCount = 0 }
    try site.run(many: SmallSite.stories(20, "nobody")) { $0.keptRunCount = 0 }
    let bytes = try Data(contentsOf: URL(filePath: site.path))
    #expect(bytes.range(of: Data("Ann Example".utf8)) == nil)
    #expect(bytes.range(of: Data("nobody 19".utf8)) != nil)
  }
}
