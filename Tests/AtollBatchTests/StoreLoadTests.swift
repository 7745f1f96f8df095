import AtollBytes
import AtollComments
import AtollHashing
import AtollStoryDecoding
import Foundation
import TestSupport
import Testing

@testable import AtollBatch
@testable import AtollStore

/// Loading results into a store.
struct StoreLoadTests {
  private let temporary: TemporaryFolder
  private var folder: URL { temporary.url }

  init() throws { temporary = try TemporaryFolder() }

  private static let recipe = Recipe(
    version: "1", optionsHash: .zero, templatesHash: .zero, styleHash: .zero, format: "fragment",
    contentType: "text/html")

  private static func header(_ recipe: Recipe = Self.recipe) -> String {
    var line = OutputBuffer()
    line.appendHeader(recipe)
    return String(decoding: line.bytes(), as: UTF8.self)
  }

  private static func result(_ key: String, _ output: String = "<p>Hello</p>") -> String {
    let hash = ContentHash(of: Array(output.utf8))
    let story = RenderedStory(
      key: Array(key.utf8), inputHash: hash, outputHash: hash, commentCount: 2,
      metadata: ListedMetadata(
        title: "T", address: "https://example.com/\(key)", latestCommentTime: 5),
      people: [
        Person(author: Array("a1".utf8), name: Array("Ann".utf8)),
        Person(author: [], name: Array("Bob".utf8)),
      ])
    return """
      {"v":1,"key":"\(key)","seq":1,"ok":true,"in":"\(hash.text)","output":"\(output)",\
      "out":"\(hash.text)","comments":2,"title":"T","url":"https://example.com/\(key)","latest":5,\
      "people":[["a1","Ann"],["","Bob"]],"check":"\(story.checksum.text)","warnings":[]}\n
      """
  }

  /// The result of a story that failed; without a key, that of a line that may belong to any story.
  private static func failure(_ key: String?) -> String {
    let failed = FailedResult(
      key: key.map { Array($0.utf8) }, isUnreadable: key == nil, reason: "no")
    var line = OutputBuffer()
    line.beginResult(key: failed.key, number: 1)
    line.completeResult(with: StoryError(.brokenJSON, message: failed.reason), loading: failed)
    return String(decoding: line.bytes(), as: UTF8.self)
  }

  private static func trailer(_ stories: Int, bad: Int = 0, _ recipe: Recipe = Self.recipe)
    -> String
  {
    """
    {"trailer":{"in":\(stories),"out":\(stories),"bad":\(bad),"broken":0,"fingerprint":"\(recipe.hash.text)"}}\n
    """
  }

  private static func results(_ keys: String..., output: String = "<p>Hello</p>") -> String {
    header() + keys.map { result($0, output) }.joined() + trailer(keys.count)
  }

  private func write(_ text: String, _ name: String = "results") throws -> String {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  private var store: String { folder.appending(path: "site.db").path }

  @discardableResult
  private func load(
    _ files: String..., rules: (inout PublishingRules) -> Void = { _ in }
  ) throws -> SiteRun.Outcome {
    var applied = PublishingRules()
    applied.waitsForDisk = false
    rules(&applied)
    return try StoreLoad(into: store, applied, maximumLineLength: 1 << 16).load(files).stored
  }

  private func keys() throws -> [String] {
    let store = try SiteStore(store)
    var keys: [String] = []
    try store.forEachStory(in: store.run()) { keys.append(String(decoding: $0.key, as: UTF8.self)) }
    return keys
  }

  @Test func storesEachResultWithItsMetadataAndPeople() throws {
    let outcome = try load(write(Self.results("s1", "s2"), "a"), write(Self.results("s3"), "b"))
    #expect(outcome.stories == 3 && outcome.added == 3)
    let store = try SiteStore(store)
    let run = try store.run()
    #expect(run.operation == .load && run.contentType == "text/html")
    let story = try #require(try store.story(ofKey: Array("s3".utf8), in: run))
    #expect(story.commentCount == 2)
    #expect(
      story.metadata
        == ListedMetadata(title: "T", address: "https://example.com/s3", latestCommentTime: 5))
    let people = try store.database.prepare(
      "select author || ' ' || name from appears join person on person.id = person where version = ?1"
    )
    let names = try people.map(.integer(story.id)) { $0.text(0) }
    #expect(names.sorted() == [" Bob", "a1 Ann"])
    #expect(try store.wholeOutput(story.outputID) == Array("<p>Hello</p>".utf8))
  }

  @Test func readsTheResultsOfMultipleProcessesFromOneFile() throws {
    try load(write(Self.results("s1") + Self.results("s2")))
    #expect(try keys() == ["s1", "s2"])
  }

  @Test(
    arguments: [
      (header() + result("s1"), "the last line, the trailer, is missing", nil),
      ("", "the last line, the trailer, is missing", nil),
      (header() + result("s1") + "{\"v\":1,\"key\"", "the file ends within this line", 3),
      (
        header() + result("s1") + "{\"v\":1,\"key\"\n",
        "the result is damaged: the input ends too early", 3
      ),
      (
        header() + result("s1") + trailer(2),
        "the result is damaged: 1 results precede it, and it counts 2", 3
      ),
      (
        header() + result("s1").replacingOccurrences(of: "Hello", with: "Hullo") + trailer(1),
        "the result is damaged: its output does not match its hash", 2
      ),
      (
        header() + result("s1").replacingOccurrences(of: #""key":"s1""#, with: #""key":"s2""#)
          + trailer(1), "the result is damaged: its values do not match its checksum", 2
      ),
      (
        header() + result("s1").replacingOccurrences(of: "Ann", with: "Eve") + trailer(1),
        "the result is damaged: its values do not match its checksum", 2
      ),
      (
        header() + result("s1") + results("s2"),
        "the result is damaged: the results before it have no trailer", 3
      ),
      (result("s1") + trailer(1), "this is not a result for a store", 1),
      ("<p>\n", "this is not a result for a store", 1),
      (
        header() + "{\"v\":1,\"key\":\"s1\",\"ok\":true}\n" + trailer(1),
        "this is not a result for a store", 2
      ),
      (
        header() + result("s1") + failure("s2").replacingOccurrences(of: "s2", with: "s3")
          + trailer(2, bad: 1), "the result is damaged: its values do not match its checksum", 3
      ),
      (
        header() + result("s1") + failure("s2").replacingOccurrences(of: "no", with: "na")
          + trailer(2, bad: 1), "the result is damaged: its values do not match its checksum", 3
      ),
      (
        header() + result("s1")
          + failure(nil).replacingOccurrences(of: ",\"unread\":true", with: "")
          + trailer(2, bad: 1), "the result is damaged: its values do not match its checksum", 3
      ),
      (
        header() + "{\"v\":1,\"key\":\"s1\",\"ok\":false,\"error\":{\"message\":\"no\"}}\n"
          + trailer(1, bad: 1), "this is not a result for a store", 2
      ),
      (
        header() + String(repeating: " ", count: 1 << 20) + "\n",
        "the line is longer than 65536 bytes", 2
      ),
      (
        results("s1") + header(other) + trailer(0, other),
        "the version or the options differ from those before", 4
      ),
      (header() + trailer(0, other), "the version or the options differ from those before", 2),
    ] as [(String, String, Int?)])
  func rejectsPartialOrDamagedResults(text: String, problem: String, line: Int?) throws {
    try load(write(Self.results("old"), "first"))
    let file = try write(text)
    let good = try write(Self.results("s9"), "good")
    let failure = #expect(throws: Failure.self) { try load(good, file) }
    #expect(failure?.message == problem)
    #expect(failure?.place == line.map { "\(file):\($0)" } ?? file)
    #expect(try keys() == ["old"])
  }

  @Test(
    arguments: [
      ("comments", "2147483648"), ("comments", "9223372036854775807"), ("comments", "-1"),
      ("broken", "9223372036854775807"), ("broken", "-1"), ("latest", "-9223372036854775808"),
    ])
  func rejectsAStoryWithAnImpossibleCount(member: String, count: String) throws {
    // The last of two equal members counts.
    let result = Self.result("s1")
      .replacingOccurrences(of: "\"warnings\"", with: "\"\(member)\":\(count),\"warnings\"")
    try expectImpossibleCount(Self.header() + result + Self.trailer(1), line: 2)
  }

  @Test(arguments: ["in", "out", "bad", "broken"])
  func rejectsATrailerWithAnImpossibleCount(member: String) throws {
    let trailer = Self.trailer(1)
      .replacingOccurrences(of: "\"fingerprint\"", with: "\"\(member)\":-1,\"fingerprint\"")
    try expectImpossibleCount(Self.header() + Self.result("s1") + trailer, line: 3)
  }

  @Test func addsUpTheLossesAndBrokenRowsOfAllTrailers() throws {
    let losses =
      #""losses":[{"code":"body-cut","problems":2,"stories":1,"key":"s1","message":"cut"}]"#
    let process = Self.results("s1").replacingOccurrences(
      of: "\"fingerprint\"", with: "\"brokenJoined\":3,\(losses),\"fingerprint\"")
    let counts = try StoreLoad(into: store, PublishingRules(), maximumLineLength: 1 << 16)
      .load([write(process, "a"), write(process, "b")]).counts
    #expect(
      counts.losses == [
        .bodyCut: BatchCounts.Loss(
          problemCount: 4, storyCount: 2, first: "cut", keyOfFirst: "s1")
      ])
    #expect(counts.brokenJoinedRows == 6)
  }

  @Test func rejectsAnImpossibleCountOfLosses() throws {
    let losses = #""losses":[{"code":"body-cut","problems":-2,"stories":1,"key":"","message":""}]"#
    let process = Self.results("s1").replacingOccurrences(
      of: "\"fingerprint\"", with: "\(losses),\"fingerprint\"")
    try expectImpossibleCount(process, line: 3)
  }

  @Test(arguments: ["in", "broken"])
  func rejectsTrailersWhoseCountsWouldOverflowWhenAdded(member: String) throws {
    let process = Self.results("s1").replacingOccurrences(
      of: "\"fingerprint\"", with: "\"\(member)\":\(Int.max),\"fingerprint\"")
    try expectImpossibleCount(process + process, line: 3)
  }

  private func expectImpossibleCount(_ text: String, line: Int) throws {
    let file = try write(text)
    let failure = #expect(throws: Failure.self) { try load(file) }
    #expect(failure?.message == "the result is damaged: a number in it is negative or too large")
    #expect(failure?.place == "\(file):\(line)")
  }

  private static var other: Recipe {
    var recipe = recipe
    recipe.version = "2"
    return recipe
  }

  @Test func loadsNothingIfOneFileIsMissing() throws {
    let file = try write(Self.results("s1"))
    #expect(throws: Failure.self) { try load(file, "\(file)-2") }
    #expect(throws: Failure.self) { try keys() }
  }

  @Test func movesTheLogToTheFileWhenTheSameFileIsLoadedAgain() throws {
    let file = try write(Self.results("s1"))
    try load(file)
    try Database(store, for: .writing).run(UnfinishedErasure.insertStatement)
    #expect(try !load(file).hasUnfinishedErasure)
  }

  @Test func doesNotPublishALoadThatRemovesHalfOfTheStories() throws {
    let all = (10..<70).map { "s\($0)" }
    try load(write(Self.header() + all.map { Self.result($0) }.joined() + Self.trailer(60)))
    let half = Self.header() + all.prefix(30).map { Self.result($0) }.joined() + Self.trailer(30)
    let file = try write(half)
    let failure = #expect(throws: Failure.self) { try load(file) }
    #expect(failure?.kind == .heldBack)
    #expect(try keys() == all)
    #expect(try load(file) { $0.inputHasOnlyChanges = true }.stories == 60)
    #expect(try load(file) { $0.removalLimit = .count(30) }.stories == 30)
  }

  @Test func keepsTheOutputOfAStoryThatFailed() throws {
    try load(write(Self.results("s1", "s2", "s3")))
    let file = try write(
      Self.header() + Self.result("s1", "new") + Self.failure("s2") + Self.trailer(2, bad: 1))
    let outcome = try load(file)
    #expect(outcome.changed == 1 && outcome.removed == 1)
    #expect(try keys() == ["s1", "s2"])
  }

  @Test func loadsTheFailureOfAStoryWhoseKeyHasANUL() throws {
    let file = try write(
      Self.header() + Self.result("s1") + Self.failure("a\0b") + Self.trailer(2, bad: 1))
    #expect(try load(file).stories == 1)
  }

  @Test func keepsTheResultOfAStoryThatFailsOnAnotherLine() throws {
    try load(write(Self.results("s1", "s2")))
    let outcome = try load(
      write(
        Self.header() + Self.result("s1", "new") + Self.failure("s1") + Self.failure("s2")
          + Self.result("s2", "new") + Self.trailer(4, bad: 2)))
    #expect(outcome.changed == 2 && outcome.stories == 2 && outcome.bytes == 6)
    let store = try SiteStore(store)
    for key in ["s1", "s2"] {
      let story = try #require(try store.story(ofKey: Array(key.utf8), in: store.run()))
      #expect(story.outputHash == ContentHash(of: Array("new".utf8)))
    }
  }

  @Test func keepsStoriesMissingFromTheInputIfALineCouldNotBeRead() throws {
    try load(write(Self.results("s1", "s2")))
    let outcome = try load(
      write(Self.header() + Self.result("s1") + Self.failure(nil) + Self.trailer(2, bad: 1)))
    #expect(outcome.keptMissing == 1 && outcome.unreadableLineCount == 1)
    #expect(try keys() == ["s1", "s2"])
  }

  @Test func rejectsALoadWithoutASuccessfulResult() throws {
    let file = try write(Self.header() + Self.failure("s1") + Self.trailer(1, bad: 1))
    #expect(throws: Failure.self) { try load(file) }
  }

  @Test func countsRepeatedKeys() throws {
    let outcome = try load(
      write(Self.results("s1")), write(Self.results("s1", output: "later"), "second"))
    #expect(outcome.stories == 1 && outcome.repeated == 1)
  }

  // MARK: Folders

  @Test(arguments: ["-1", "9223372036854775807", "\"2\"", "2"])
  func rejectsADamagedListOfFiles(count: String) throws {
    _ = try write(Self.results("s1"), "job/part-0")
    let end = count == "2" ? "" : "}"
    _ = try write("part-0\n{\"brokenJoined\":\(count)\(end)\n", "job/_files/part-0")
    let job = folder.appending(path: "job").path
    let failure = #expect(throws: Failure.self) { try ResultFiles(at: [job]) }
    #expect(failure?.message == "this list of files is damaged")
    #expect(failure?.place == "\(job)/_files/part-0")
  }

  @Test func loadsOnlyTheFilesListedByASparkJob() throws {
    _ = try write(Self.results("s1"), "job/part-0")
    _ = try write(Self.results("s2"), "job/part-1")
    _ = try write("left over", "job/part-1-old")
    _ = try write("", "job/_SUCCESS")
    let job = folder.appending(path: "job").path
    let failure = #expect(throws: Failure.self) { try load(job) }
    #expect(failure?.message == "Spark has not finished: its list, _files, is missing")
    _ = try write("part-1\npart-0\n{\"brokenJoined\":2}\n", "job/_files/part-0")
    _ = try write("", "job/_files/_SUCCESS")
    #expect(try ResultFiles(at: [job]).brokenJoinedRowCount == 2)
    try load(job)
    #expect(try keys() == ["s1", "s2"])
    try FileManager.default.removeItem(atPath: "\(job)/part-1")
    let missing = #expect(throws: Failure.self) { try load(job) }
    #expect(missing?.place == "\(job)/part-1")
  }

  @Test func loadsAllFilesInAFolderWithoutAList() throws {
    _ = try write(Self.results("s1"), "all/a.ndjson")
    _ = try write(Self.results("s2"), "all/b.ndjson")
    _ = try write("", "all/.hidden")
    try load(folder.appending(path: "all").path)
    #expect(try keys() == ["s1", "s2"])
  }
}
