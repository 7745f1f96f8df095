import AtollBytes
import AtollHashing
import Foundation
import Testing

@testable import AtollStore

/// Exports of a store to a folder.
struct FolderExportTests {
  @Test func exportsOnlyChangedStoriesAndRemovesOldFiles() throws {
    let site = try SmallSite()
    let target = ExportTarget()
    try site.run(["a": "1", "b": "2", "c": "3"])
    #expect(try target.export(site) == ["added a.html", "added b.html", "added c.html"])
    #expect(try target.files() == ["a.html": "1", "b.html": "2", "c.html": "3"])
    try site.run(["a": "1", "c": "new", "d": "4"])
    #expect(try target.export(site) == ["changed c.html", "added d.html", "removed b.html"])
    #expect(try target.files() == ["a.html": "1", "c.html": "new", "d.html": "4"])
    #expect(try target.export(site) == [])
  }

  @Test func rewritesMissingAndEmptyAndEditedFiles() throws {
    let site = try SmallSite()
    let target = ExportTarget()
    try site.run(["a": "one", "b": "two", "c": "three", "d": "four"])
    _ = try target.export(site)
    try FileManager.default.removeItem(atPath: "\(target.path)/a.html")
    try Data().write(to: URL(filePath: "\(target.path)/b.html"))
    try Data("THREE".utf8).write(to: URL(filePath: "\(target.path)/c.html"))
    #expect(try target.export(site) == ["changed a.html", "changed b.html", "changed c.html"])
    #expect(
      try target.files() == ["a.html": "one", "b.html": "two", "c.html": "three", "d.html": "four"])
  }

  @Test func comparesFileContentsOnlyOnRequest() throws {
    let site = try SmallSite()
    let target = ExportTarget()
    try site.run(["a": "one"])
    _ = try target.export(site)
    // An edit that keeps the size and the time: the record has another hash than the file.
    var file = try #require(try target.record().file(named: "a.html"))
    file.hash = ContentHash(of: Array("two".utf8))
    try target.record().save([file])
    #expect(try target.export(site) == [])
    #expect(try target.export(site) { $0.comparesContent = true } == ["changed a.html"])
    #expect(try target.export(site) { $0.comparesContent = true } == [])
  }

  @Test func doesNotReplaceItsOwnStore() throws {
    let site = try SmallSite(name: "site.html")
    let target = ExportTarget(path: site.folder)
    try site.run(["a": "one", "site": "two"])
    #expect(kind { _ = try target.export(site) } == .usage)
    #expect(try site.stories() == ["a: one", "site: two"])
  }

  @Test func cleansUpAfterAnInterruptedExport() throws {
    let site = try SmallSite()
    let target = ExportTarget()
    try site.run(["a": "1", "b": "2"])
    _ = try target.export(site)
    // The record has the name of a file that exists, but not its content.
    let file = ExportRecord.File(name: "new.html", key: Array("new".utf8))
    try target.record().save([file])
    try Data("half".utf8).write(to: URL(filePath: "\(target.path)/new.html"))
    try FileManager.default.createDirectory(
      atPath: "\(target.path)/.atoll-export/new", withIntermediateDirectories: true)
    try Data("left".utf8).write(to: URL(filePath: "\(target.path)/.atoll-export/new/7"))
    #expect(try target.export(site) == ["removed new.html"])
    #expect(try target.files() == ["a.html": "1", "b.html": "2"])
    #expect(!FileManager.default.fileExists(atPath: "\(target.path)/.atoll-export/new"))
  }

  @Test func removesItsTemporaryFilesIfItFails() throws {
    let site = try SmallSite()
    let target = ExportTarget()
    try site.run(["a": "1", "b": "2"])
    try FileManager.default.createDirectory(
      atPath: "\(target.path)/a.html/b", withIntermediateDirectories: true)
    #expect(throws: Failure.self) { try target.export(site) }
    #expect(
      try Set(FileManager.default.contentsOfDirectory(atPath: "\(target.path)/.atoll-export"))
        .isSubset(of: ["lock", "record.db", "record.db-wal", "record.db-shm"]))
    try FileManager.default.removeItem(atPath: "\(target.path)/a.html")
    _ = try target.export(site)
    #expect(try target.files() == ["a.html": "1", "b.html": "2"])
  }

  @Test func replacesCompressedSiblingsTogetherWithTheirFile() throws {
    let site = try SmallSite()
    let target = ExportTarget()
    try site.run(["a": "1", "b": "2"])
    let siblings: (inout ExportSettings) -> Void = { $0.encodings = Self.reversing }
    #expect(
      try target.export(site, siblings)
        == ["added a.html", "added a.html.gz", "added b.html", "added b.html.gz"])
    try site.run(["a": "1", "b": "two"])
    #expect(try target.export(site, siblings) == ["changed b.html", "changed b.html.gz"])
    #expect(
      try target.files() == ["a.html": "1", "a.html.gz": "1", "b.html": "two", "b.html.gz": "owt"])
    // A missing sibling is written again, and siblings that are no longer requested are removed.
    try FileManager.default.removeItem(atPath: "\(target.path)/a.html.gz")
    #expect(try target.export(site, siblings) == ["changed a.html.gz"])
    #expect(try target.export(site) == ["removed a.html.gz", "removed b.html.gz"])
    #expect(try target.files() == ["a.html": "1", "b.html": "two"])
  }

  @Test func keepsAStoryNamedLikeACompressedFile() throws {
    let site = try SmallSite()
    let target = ExportTarget()
    try site.run(["a": "1", "a.gz": "other"])
    let named: (inout ExportSettings) -> Void = {
      if let name = ExportName("{key}") { $0.name = name }
    }
    _ = try target.export(site, named)
    try site.run(["a": "new", "a.gz": "other"])
    #expect(try target.export(site, named) == ["changed a"])
    #expect(try target.files() == ["a": "new", "a.gz": "other"])
  }

  @Test func rejectsAStoryNamedLikeTheCompressedFileOfAnother() throws {
    let site = try SmallSite()
    let target = ExportTarget()
    let named: (inout ExportSettings) -> Void = {
      if let name = ExportName("{key}") { $0.name = name }
      $0.encodings = Self.reversing
    }
    try site.run(["a": "one", "a.gz": "two"])
    let error = #expect(throws: Failure.self) { try target.export(site, named) }
    #expect(error?.kind == .usage)
    #expect(error?.message.contains("'a.gz'") == true && error?.message.contains("'a'") == true)
    // A story may get the name of a file of a story that was removed, even with the same content.
    try site.run(["a": "one"])
    #expect(try target.export(site, named) == ["added a", "added a.gz"])
    try site.run(["a.gz": "one"])
    #expect(try target.export(site, named) == ["changed a.gz", "changed a.gz.gz", "removed a"])
    #expect(try target.files() == ["a.gz": "one", "a.gz.gz": "eno"])
    #expect(try target.export(site, named) == [])
  }

  @Test func derivesTheStoryKeyFromAFileName() throws {
    let name = try #require(ExportName("x{key}.html"))
    for key in ["", "a", "a/b c", ".a", "%41", "ä", String(repeating: "a", count: 200)] {
      #expect(name.key(ofFileNamed: name.fileName(ofKey: Array(key.utf8))) == Array(key.utf8))
    }
    let shortened = name.fileName(ofKey: Array(repeating: 0x61, count: 201))
    for other in ["", "a.html", "xa", "xa b.html", "x.a.html", "x%41.html", shortened] {
      #expect(name.key(ofFileNamed: other) == nil, "\(other)")
    }
  }

  @Test func writesListsAfterStoriesAndBeforeRemovals() throws {
    let site = try SmallSite()
    let target = ExportTarget()
    try site.run(["a": "1", "b": "2"])
    let list = ExportList(
      name: "sitemap.xml", mediaType: "application/xml", content: Array("x".utf8))
    #expect(
      try target.export(site, lists: [list], counts: "counts.json") == [
        "added a.html", "added b.html", "added counts.json", "added sitemap.xml",
      ])
    #expect(try target.files()["counts.json"] == "{\n\"a\":1,\n\"b\":1\n}\n")
    try site.run(["b": "2", "c": "3"])
    let next = ExportList(
      name: "sitemap.xml", mediaType: "application/xml", content: Array("y".utf8))
    #expect(
      try target.export(site, lists: [next], counts: "counts.json") == [
        "added c.html", "changed counts.json", "changed sitemap.xml", "removed a.html",
      ])
    #expect(try target.export(site, lists: [next]) == ["removed counts.json"])
  }

  @Test func rejectsAStoryNamedLikeAList() throws {
    let site = try SmallSite()
    let target = ExportTarget()
    try site.run(["feed": "1"])
    let list = ExportList(name: "feed.html", mediaType: "text/html", content: [])
    let error = #expect(throws: Failure.self) { try target.export(site, lists: [list]) }
    #expect(error?.message.contains("has the name of a list") == true)
    let other = ExportTarget()
    let folder = #expect(throws: Failure.self) {
      try other.export(site, counts: "counts.json") {
        if let name = ExportName("counts.json/{key}.html") { $0.name = name }
      }
    }
    #expect(folder?.message.contains("a folder with the name of a list") == true)
  }

  @Test func replacesTheFileOfARemovedStoryWithAList() throws {
    let site = try SmallSite()
    let target = ExportTarget()
    try site.run(["a": "1", "feed": "list"])
    _ = try target.export(site) { $0.encodings = Self.reversing }
    try site.run(["a": "1"])
    let list = ExportList(name: "feed.html", mediaType: "text/html", content: Array("list".utf8))
    #expect(
      try target.export(site, lists: [list]) { $0.encodings = Self.reversing } == [
        "changed feed.html", "removed feed.html.gz",
      ])
    #expect(try target.export(site, lists: [list]) { $0.encodings = Self.reversing } == [])
  }

  @Test func rejectsAnExportWithAnotherNamePatternOrKindOfContent() throws {
    let site = try SmallSite()
    let target = ExportTarget()
    try site.run(["a": "1"])
    _ = try target.export(site)
    let named = #expect(throws: Failure.self) {
      try target.export(site) { if let name = ExportName("{key}.txt") { $0.name = name } }
    }
    #expect(named?.advice == "use that as --name, or name a new folder")
    let counted = #expect(throws: Failure.self) {
      try target.export(site) { $0.content = .counts }
    }
    #expect(counted?.message == "its files have other contents: outputs")
  }

  @Test func exportsTheLastRunWhileAnotherIsWritten() throws {
    let site = try SmallSite()
    let target = ExportTarget()
    try site.run(["a": "1"])
    let run = try site.begin()
    try SmallSite.add("b", "2", to: run)
    #expect(try target.export(site) == ["added a.html"])
  }

  @Test func escapesKeysThatAreNotValidFileNames() throws {
    let name = try #require(ExportName("{key}/index.html"))
    #expect(name.fileName(ofKey: Array(".a.b~c_d-".utf8)) == "%2Ea.b~c_d-/index.html")
    #expect(name.fileName(ofKey: Array("a/b c".utf8)) == "a%2Fb%20c/index.html")
    #expect(name.fileName(ofKey: Array("..".utf8)) == "%2E./index.html")
    #expect(ExportName.address(of: "a%2Fb.html") == "a%252Fb.html")
    #expect(ExportName.address(of: "ä b/c?#.html") == "%C3%A4%20b/c%3F%23.html")
    let long = String(repeating: "x", count: 248)
    for wrong in [
      "", "x.html", "{key}{key}", "../{key}", "/{key}", "a//{key}", ".git/{key}", "{key}\n",
      "\(long)/{key}", "{key}\(long.prefix(45))",
    ] {
      #expect(ExportName(wrong) == nil, "\(wrong)")
    }
  }

  @Test func shortensLongKeysToDistinctNames() throws {
    let name = try #require(ExportName("{key}" + String(repeating: "x", count: 44)))
    var files: Set<String> = []
    for count in 190..<260 {
      for character in ["k", "é", "字", ".", "%"] {
        let key = String(repeating: character, count: count / character.utf8.count)
        let file = name.fileName(ofKey: Array(key.utf8))
        #expect(file.utf8.count <= 247)
        #expect(
          file.split(separator: "%").dropFirst(file.hasPrefix("%") ? 0 : 1)
            .allSatisfy { $0.count > 1 && $0.prefix(2).allSatisfy(\.isHexDigit) }, "\(file)")
        files.insert(file)
      }
    }
    // The numbers of keys of each character.
    #expect(files.count == 70 + 35 + 24 + 70 + 70)
    let plain = try #require(ExportName("{key}"))
    let shortened = plain.fileName(ofKey: Array(repeating: 0x6B, count: 201))
    #expect(
      shortened == String(repeating: "k", count: 170) + "~ebf0ead0a3b837bc388d6a36c93833ff")
    #expect(plain.fileName(ofKey: Array(shortened.utf8)) != shortened)
  }

  @Test func removesFoldersThatTheExportEmptied() throws {
    let site = try SmallSite()
    let target = ExportTarget()
    let named: (inout ExportSettings) -> Void = {
      if let name = ExportName("x/{key}/index.html") { $0.name = name }
      $0.encodings = Self.reversing
    }
    try site.run(["a": "1", "b": "2", "c": "3"])
    _ = try target.export(site, named)
    try Data("mine".utf8).write(to: URL(filePath: "\(target.path)/x/b/own.txt"))
    try site.run(["c": "3"])
    _ = try target.export(site, named)
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: target.path)
        .filter { !$0.hasPrefix(".") }.sorted()
        == ["x", "x/b", "x/b/own.txt", "x/c", "x/c/index.html", "x/c/index.html.gz"])
  }

  @Test func exportsAndOutboxesRejectEachOthersFolders() throws {
    let site = try SmallSite()
    let (target, box) = (ExportTarget(), ExportTarget())
    try site.run(["a": "1"])
    let store = try SiteStore(site.path)
    _ = try target.export(site)
    _ = try Outbox(box.path, of: store.run(), in: store, settings: ExportTarget.settings())
    let exported = #expect(throws: Failure.self) { try box.export(site) }
    #expect(exported?.message == "this folder belongs to an outbox")
    let uploaded = #expect(throws: Failure.self) {
      _ = try Outbox(target.path, of: store.run(), in: store, settings: ExportTarget.settings())
    }
    #expect(uploaded?.message == "this folder belongs to an export")
    #expect(uploaded?.kind == .usage)
    #expect(try target.export(site) == [])
  }

  /// A compression that is easy to recognise.
  static let reversing = FileEncodings([.gzip: { $0.reversed() }])
}

/// A folder that stories are exported to, which is removed at the end.
final class ExportTarget {
  let path: String

  init(
    path: String = FileManager.default.temporaryDirectory.appending(path: "export-\(UUID())").path
  ) {
    self.path = path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  static func settings(_ change: (inout ExportSettings) -> Void = { _ in }) throws -> ExportSettings
  {
    var settings = ExportSettings(name: try #require(ExportName("{key}.html")))
    change(&settings)
    return settings
  }

  func record() throws -> ExportRecord { try ExportRecord(of: path, Self.settings(), for: .export) }

  /// Exports the current run; returns the changes, such as `added a.html`.
  func export(
    _ site: SmallSite, lists: [ExportList] = [], counts: String? = nil,
    _ change: (inout ExportSettings) -> Void = { _ in }
  ) throws -> [String] {
    let store = try SiteStore(site.path)
    var changes: [String] = []
    let names = [counts].compactMap { $0 } + lists.map { $0.name }
    _ = try FolderExport.run(
      store.run(), of: store, to: path, settings: Self.settings(change), listNames: names
    ) { run, store, add in
      if let counts { try add(store.countsList(of: run, named: counts)) }
      for list in lists { try add(list) }
    } report: {
      changes.append("\($0.change.rawValue) \($0.name)")
    }
    return changes
  }

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
