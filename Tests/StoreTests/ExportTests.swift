import Foundation
import Hashing
import Testing

@testable import Store

/// Writing the outputs of a run to files named after their stories.
struct ExportTests {
  private static func settings(_ name: String = "{key}.html") throws -> ExportSettings {
    ExportSettings(name: try #require(ExportName(name)))
  }

  private final class Target {
    let path = FileManager.default.temporaryDirectory.appending(path: "export-\(UUID())").path
    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The visible files with their content.
    func files() throws -> [String: String] {
      var files: [String: String] = [:]
      for name in try FileManager.default.subpathsOfDirectory(atPath: path)
      where !name.hasPrefix(".") {
        files[name] = try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
      }
      return files
    }
  }

  /// Exports the current run; returns the changes, such as `added a.html`.
  private static func export(
    _ store: SmallStore, to target: Target, _ settings: ExportSettings
  ) throws -> [String] {
    let run = try #require(try store.folder.history().current)
    var changes: [String] = []
    _ = try store.folder.export(run, to: target.path, settings) {
      changes.append("\($0.change.rawValue) \($0.name)")
    }
    return changes
  }

  @Test(arguments: [nil, Packing(.tar), Packing(.ndjson)])
  func writesOnlyWhatChangedAndRemovesTheRest(packing: Packing?) throws {
    let store = try SmallStore()
    let target = Target()
    try store.draw(["a": "1", "b": "2", "c": "3"], packing: packing)
    #expect(
      try Self.export(store, to: target, Self.settings())
        == ["added a.html", "added b.html", "added c.html"])
    #expect(try target.files() == ["a.html": "1", "b.html": "2", "c.html": "3"])
    try store.draw(["a": "1", "c": "new", "d": "4"], packing: packing)
    #expect(
      try Self.export(store, to: target, Self.settings())
        == ["removed b.html", "changed c.html", "added d.html"])
    #expect(try target.files() == ["a.html": "1", "c.html": "new", "d.html": "4"])
    #expect(try Self.export(store, to: target, Self.settings()) == [])
  }

  @Test func completesAnInterruptedExport() throws {
    let store = try SmallStore()
    let target = Target()
    try store.draw(["a": "1", "b": "2"])
    _ = try Self.export(store, to: target, Self.settings())
    try store.draw(["a": "other", "c": "3"])
    let run = try #require(try store.folder.history().current)
    // As if it had been killed after the plan and the first file.
    var interrupted = false
    do {
      _ = try store.folder.export(run, to: target.path, Self.settings()) { _ in
      } planned: { name throws(StoreError) in
        if name == "c.html" { throw StoreError(.missing, name, "interrupted") }
      }
    } catch { interrupted = true }
    #expect(interrupted)
    try store.folder.simulatePlan(of: run, in: target.path, Self.settings())
    try "half of a new file".write(
      toFile: "\(target.path)/c.html", atomically: true, encoding: .utf8)
    // The stories of the interrupted run are gone again.
    try store.draw(["a": "1", "b": "2"])
    #expect(
      try Self.export(store, to: target, Self.settings()).sorted()
        == ["changed a.html", "changed b.html", "removed c.html"])
    #expect(try target.files() == ["a.html": "1", "b.html": "2"])
  }

  @Test func linksFilesUnlessTheyHaveToBeCopies() throws {
    let store = try SmallStore()
    let (linked, copied) = (Target(), Target())
    try store.draw(["a": "text"])
    _ = try Self.export(store, to: linked, Self.settings())
    var settings = try Self.settings("pages/{key}")
    settings.copies = true
    _ = try Self.export(store, to: copied, settings)
    func links(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.referenceCount] as? Int
    }
    #expect(try links("\(linked.path)/a.html") == 2)
    #expect(try links("\(copied.path)/pages/a") == 1)
  }

  @Test func writesCompressedSiblings() throws {
    let store = try SmallStore()
    let target = Target()
    try store.draw(["a": "text", "b": "text 2"])
    _ = try Self.export(store, to: target, Self.settings())
    var settings = try Self.settings()
    settings.siblings = SiblingForms([.gzip: { "gzip of ".utf8 + $0 }])
    #expect(try Self.export(store, to: target, settings) == ["changed a.html", "changed b.html"])
    #expect(try target.files()["a.html.gz"] == "gzip of text")
    try store.draw(["a": "new"])
    _ = try Self.export(store, to: target, settings)
    #expect(try target.files() == ["a.html": "new", "a.html.gz": "gzip of new"])
    settings.siblings = SiblingForms([.br: { "brotli of ".utf8 + $0 }])
    _ = try Self.export(store, to: target, settings)
    // A sibling of a form that is no longer wanted would never be renewed.
    #expect(try target.files() == ["a.html": "new", "a.html.br": "brotli of new"])
    _ = try Self.export(store, to: target, Self.settings())
    #expect(try target.files() == ["a.html": "new"])
  }

  @Test(arguments: [
    ("a/../b", "a%2f..%2fb.html"), ("..", "%2e..html"), ("é ?", "%c3%a9%20%3f.html"),
    (".hidden", "%2ehidden.html"),
  ])
  func namesStayInTheFolder(key: String, name: String) throws {
    let names = try #require(ExportName("{key}.html"))
    let file = names.file(ofKey: ManifestEntry.key(Array(key.utf8)))
    #expect(file == name)
  }

  @Test func compressedSiblingsOfAnInterruptedExportAreNotLeft() throws {
    let store = try SmallStore()
    let target = Target()
    try store.draw(["a": "text"])
    var settings = try Self.settings()
    settings.siblings = SiblingForms([.gzip: { $0 }])
    _ = try Self.export(store, to: target, settings)
    // The next export has no siblings, and is killed before it writes the first file.
    let run = try #require(try store.folder.history().current)
    let record = try #require(try ExportTarget(target.path).record())
    try store.folder.simulatePlan(of: run, in: target.path, Self.settings())
    #expect(record.siblings == [.gzip])
    let interrupted = try #require(try ExportTarget(target.path).record())
    try ExportTarget(target.path).replaceRecord(
      .init(
        files: interrupted.files, name: record.name, siblings: record.siblings,
        content: record.content))
    _ = try Self.export(store, to: target, Self.settings())
    #expect(try target.files() == ["a.html": "text"])
  }

  @Test func namesThatLeadElsewhereAreRejected() throws {
    for name in ["x", "../{key}", "/{key}", "{key}/{key}", "a//{key}", ".x/{key}", "{key}\n"] {
      #expect(ExportName(name) == nil, "\(name)")
    }
    let store = try SmallStore()
    let target = Target()
    try store.draw(["a": "1"])
    _ = try Self.export(store, to: target, Self.settings())
    #expect(
      kind { _ = try Self.export(store, to: target, Self.settings("{key}.htm")) } == .ambiguous)
    try store.draw([String(repeating: "k", count: 300): "1"])
    #expect(kind { _ = try Self.export(store, to: target, Self.settings()) } == .missing)
    try FileManager.default.removeItem(atPath: target.path)
  }

  @Test func writesCountsOnlyWhereTheyChange() throws {
    let store = try SmallStore()
    let target = Target()
    try store.draw(["a": "1", "b": "2"])
    var settings = try Self.settings("{key}.txt")
    settings.content = .counts
    #expect(try Self.export(store, to: target, settings) == ["added a.txt", "added b.txt"])
    // Other outputs with the same number of comments.
    try store.draw(["a": "new", "b": "2", "c": "3"])
    #expect(try Self.export(store, to: target, settings) == ["added c.txt"])
    #expect(try target.files() == ["a.txt": "1\n", "b.txt": "1\n", "c.txt": "1\n"])
    #expect(
      kind { _ = try Self.export(store, to: target, Self.settings("{key}.txt")) } == .ambiguous)
  }

  @Test func reportsDamagedOutputs() throws {
    let store = try SmallStore()
    try store.draw(["a": "text"])
    let entry = ContentHash(of: Array("text".utf8))
    try store.flip(store.folder.object(entry), at: 0)
    var settings = try Self.settings()
    settings.copies = true
    #expect(kind { _ = try Self.export(store, to: Target(), settings) } == .corrupt)
  }
}

extension StoreFolder {
  /// Leaves a target as an export leaves it that is killed before it writes the first file.
  fileprivate func simulatePlan(
    of run: ContentHash, in path: String, _ settings: ExportSettings
  ) throws {
    let target = ExportTarget(path)
    let old = try target.record()
    var files = FileCounts()
    let plan = try ExportRun(
      store: self, target: target, settings: settings, earlierSiblings: []
    ).plan(
      from: old?.files, to: run, isAnew: false, &files
    ) { (_) throws(StoreError) in }
    try target.replaceRecord(
      .init(files: plan, name: settings.name.text, siblings: [], content: .outputs))
  }
}
