import Foundation
import Hashing
import Testing

@testable import Store

/// Erasing outputs from all runs of a store.
struct ErasureTests {
  private static func patterns(_ texts: String...) throws -> [ErasurePattern] {
    try texts.map { try #require(ErasurePattern(.words, $0)) }
  }

  private static func erasure(
    _ texts: String..., keys: [String] = [], limit: CountLimit? = .share(100)
  ) throws -> Erasure {
    var erasure = Erasure()
    erasure.patterns = try texts.map { try #require(ErasurePattern(.words, $0)) }
    erasure.keys = keys
    erasure.removalLimit = limit
    return erasure
  }

  /// All bytes of a store's files, whatever they are.
  private static func bytes(of store: SmallStore) throws -> Data {
    var bytes = Data()
    let files = FileManager.default.enumerator(atPath: store.folder.path)
    for case let name as String in try #require(files) {
      let path = "\(store.folder.path)/\(name)"
      bytes += (try? Data(contentsOf: URL(filePath: path))) ?? Data()
    }
    return bytes
  }

  @Test(arguments: [
    ("Ann", "by Ann, today", true), ("Ann", "Anna", false), ("Ann", "ANN", false),
    ("Ann O'Neil & <Co>", "<bdi>Ann O&#39;Neil &amp; &lt;Co&gt;</bdi>", true),
    ("Ann O'Neil & <Co>", #"{"name":"Ann O'Neil \u0026 \u003cCo\u003e"}"#, true),
    ("Ann Lee", "Ann\n  Lee", true), ("Ann Lee", "Ann <b>Lee</b>", true),
    ("Ann Lee", "\u{1B}[1mAnn\u{1B}[0m Lee", true), ("Zoë", "Zo&#xEB;", false),
    ("Zoë", "“Zoë”", true), ("Bob", #"title="Bob""#, true), ("&", "a &amp; b", true),
  ])
  func findsTextInEveryForm(text: String, document: String, isFound: Bool) throws {
    let pattern = try #require(ErasurePattern(.words, text))
    #expect(pattern.occurs(in: Array(document.utf8)) == isFound)
  }

  @Test func findsIdentifiersOnlyAsTheyAre() throws {
    let pattern = try #require(ErasurePattern(.identifier, "c-12"))
    #expect(pattern.occurs(in: Array(#"<li id="c-c-12">"#.utf8)))
    #expect(!pattern.occurs(in: Array(#"<li id="c-c-123">"#.utf8)))
    #expect(ErasurePattern(.text, " \n") == nil)
  }

  @Test(arguments: [nil, Packing(.tar, mostBytes: 4000), Packing(.ndjson, mostBytes: 300)])
  func removesOutputsFromAllRuns(packing: Packing?) throws {
    let store = try SmallStore()
    var stories = SmallStore.stories(30, "plain")
    stories["s3"] = "Secret Ann wrote this"
    try store.draw(stories, packing: packing)
    stories["s3"] = "a clean text"
    stories["s5"] = "an answer to Secret Ann"
    try store.draw(stories, packing: packing)
    stories["s7"] = "new words"
    try store.draw(stories, packing: packing)
    let report = try store.folder.forget(try Self.erasure("Secret Ann")) { _, _ in }
    #expect(report.keys.map { String(decoding: $0, as: UTF8.self) } == ["s3", "s5"])
    #expect(report.currentCount == 1 && report.outputs == 2 && report.runs == 3)
    #expect(report.search?.found == [])
    #expect(try Self.bytes(of: store).range(of: Data("Secret Ann".utf8)) == nil)
    let history = try store.folder.history()
    #expect(history.runs.count == 3 && report.current == history.current)
    for (run, count) in zip(history.runs, [29, 29, 29]) {
      var faults = 0
      let totals = try store.folder.verify(run) { _ in
      } fault: { _ in
        faults += 1
      }
      #expect(totals.stories == count && faults == 0)
    }
    try store.folder.forgetJournal()
    #expect(try store.folder.allRuns().count == 3)
    // Everything else is as it was.
    var text = ""
    _ = try store.folder.output(of: "s7", in: history.runs[0]) {
      text += String(decoding: $0, as: UTF8.self)
    }
    #expect(text == "new words")
  }

  @Test(arguments: [nil, Packing(.tar)])
  func removesAStoryButNotOutputsOfOthers(packing: Packing?) throws {
    let store = try SmallStore()
    try store.draw(["a": "same", "b": "same", "c": "other"], packing: packing)
    let report = try store.folder.forget(try Self.erasure(keys: ["a", "c"])) { _, _ in }
    #expect(report.currentCount == 2 && report.outputs == 1)
    let current = try #require(try store.folder.history().current)
    #expect(try store.folder.totals(of: current).stories == 1)
    #expect(
      try store.folder.verify(current) { _ in
      } fault: {
        Issue.record("\($0)")
      }.stories == 1)
    #expect(try Self.bytes(of: store).range(of: Data("other".utf8)) == nil)
  }

  @Test func findsOutputsThatNoRunUses() throws {
    let store = try SmallStore()
    try store.draw(["a": "text"])
    let folder = "\(store.folder.path)/objects/00"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let name = String(repeating: "0", count: 62)
    try store.write("by Ann", to: "objects/00/\(name)")
    let report = try store.folder.forget(try Self.erasure("Ann")) { _, _ in }
    #expect(report.outputs == 1 && report.keys == [] && !store.has("objects/00/\(name)"))
  }

  @Test func removesNothingOverTheLimitOrInADryRun() throws {
    let store = try SmallStore()
    try store.draw(SmallStore.stories(100))
    let before = try Self.bytes(of: store)
    var erasure = try Self.erasure("text", limit: nil)
    #expect(kind { _ = try store.folder.forget(erasure) { _, _ in } } == .heldBack)
    erasure.removalLimit = .count(100)
    erasure.isDry = true
    #expect(try store.folder.forget(erasure) { _, _ in }.currentCount == 100)
    #expect(try Self.bytes(of: store) == before)
    erasure.isDry = false
    #expect(try store.folder.forget(erasure) { _, _ in }.search?.found == [])
  }

  @Test func reportsStoriesOfAnInterruptedErasure() throws {
    let store = try SmallStore()
    try store.draw(["a": "by Ann", "b": "text"])
    _ = try store.folder.forget(try Self.erasure("Ann")) { _, _ in }
    // The report of the first did not arrive.
    let again = try store.folder.forget(try Self.erasure("Ann")) { _, _ in }
    #expect(again.keys == [Array("a".utf8)] && again.outputs == 0)
    #expect(again.unmatched.map(\.description) == ["Ann"])
    try store.folder.forgetJournal()
    #expect(try store.folder.forget(try Self.erasure("Ann")) { _, _ in }.keys == [])
  }

  @Test func completesAnInterruptedErasureBeforeAnother() throws {
    let store = try SmallStore()
    try store.draw(["a": "by Ann", "b": "text"])
    let copy = "\(store.folder.path)-copy"
    try FileManager.default.copyItem(atPath: store.folder.path, toPath: copy)
    defer { try? FileManager.default.removeItem(atPath: copy) }
    _ = try store.folder.forget(try Self.erasure("Ann")) { _, _ in }
    // It was killed before it had removed the old files.
    for folder in ["objects", "manifests"] {
      let script = "cp -rn '\(copy)/\(folder)/.' '\(store.folder.path)/\(folder)/'"
      let process = try Process.run(URL(filePath: "/bin/sh"), arguments: ["-c", script])
      process.waitUntilExit()
    }
    #expect(try Self.bytes(of: store).range(of: Data("by Ann".utf8)) != nil)
    let report = try store.folder.forget(try Self.erasure("Bo")) { _, _ in }
    #expect(report.keys == [Array("a".utf8)] && report.outputs == 1)
    #expect(try Self.bytes(of: store).range(of: Data("by Ann".utf8)) == nil)
  }

  @Test(arguments: [#"{"text":"Hello\nAnn Bo"}"#, #"{"text":"Ann\nBo"}"#, #"{"text":"Ann\t Bo"}"#])
  func findsATextBesideEscapesOfJSON(output: String) throws {
    let pattern = try #require(ErasurePattern(.words, "Ann Bo"))
    #expect(pattern.occurs(in: Array(output.utf8)))
  }

  @Test func findsATextWithABackslash() throws {
    let pattern = try #require(ErasurePattern(.text, #"C:\new\table"#))
    #expect(pattern.occurs(in: Array(#"<p>in C:\new\table</p>"#.utf8)))
    #expect(pattern.occurs(in: Array(#"{"text":"in C:\\new\\table"}"#.utf8)))
  }

  @Test func keepsPartsThatWait() throws {
    let store = try SmallStore()
    try store.draw(["a": "by Ann", "b": "text"])
    try store.draw(["c": "by Ann"], part: RunPart(1, of: 2))
    #expect(
      kind { _ = try store.folder.forget(try Self.erasure("Ann")) { _, _ in } } == .incomplete)
  }

  @Test func runsThatBecomeTheSameAreOne() throws {
    let store = try SmallStore()
    try store.draw(["a": "by Ann", "b": "text"])
    try store.draw(["a": "also by Ann", "b": "text"])
    let report = try store.folder.forget(try Self.erasure("Ann")) { _, _ in }
    let history = try store.folder.history()
    #expect(history.runs == [try #require(report.current)] && history.replaced == nil)
  }

  @Test func changesKeepEverythingElse() throws {
    let store = try SmallStore()
    try store.draw(SmallStore.stories(50))
    let outcome = try store.draw(["s3": "changed", "new": "text"]) { $0.inputIsChanges = true }
    #expect(outcome.totals.stories == 51 && outcome.removed == 0 && outcome.kept == 49)
    let runs = try store.folder.history().runs
    #expect(try store.difference(from: runs[1], to: runs[0]) == ["added new", "changed s3"])
  }
}
