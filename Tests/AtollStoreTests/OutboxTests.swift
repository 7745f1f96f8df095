import AtollBytes
import AtollHashing
import Foundation
import TestSupport
import Testing

@testable import AtollStore

/// Batches of files for a remote target.
struct OutboxTests {
  private let folder = ExportTarget()

  /// Returns the next batch: its stage, its encoding if it has one, and its files with their contents.
  private func next(
    _ site: SmallSite, run: Int? = nil, limit: Int = 10, lists: [ExportList] = [],
    counts: String? = nil, listOptions: String = "",
    _ change: (inout ExportSettings) -> Void = { _ in }, makesLists: () -> Void = {}
  ) throws -> String? {
    let store = try SiteStore(site.path)
    let outbox = try Outbox(
      folder.path, of: store.run(run), in: store, settings: ExportTarget.settings(change))
    let options = lists.map { String(decoding: $0.content, as: UTF8.self) }.joined() + listOptions
    let names = [counts].compactMap { $0 } + lists.map { $0.name }
    let batch = try outbox.nextBatch(limit: limit, listNames: names, listOptions: options) {
      run, store, add in
      if let counts { try add(store.countsList(of: run, named: counts)) }
      makesLists()
      for list in lists { try add(list) }
    }
    guard let batch else { return nil }
    let files = batch.files.map { file in
      let path = "\(folder.path)/files/\(file.name)"
      let content = (try? String(contentsOfFile: path, encoding: .utf8)).map { "=\($0)" } ?? ""
      return "\(file.name)\(content)"
    }
    let encoding = batch.encoding == .identity ? "" : " \(batch.encoding)"
    return "\(batch.stage)\(encoding): \(files.joined(separator: " "))"
  }

  private func deliver(
    _ site: SmallSite, _ change: (inout ExportSettings) -> Void = { _ in }
  ) throws -> Int {
    let store = try SiteStore(site.path)
    return try Outbox(
      folder.path, of: store.run(), in: store, settings: ExportTarget.settings(change)
    )
    .markDelivered()
  }

  @Test func batchesStoriesThenListsThenRemovals() throws {
    let site = try SmallSite()
    try site.run(["a": "1", "b": "2", "c": "3"])
    let map = ExportList(
      name: "sitemap.xml", mediaType: "application/xml", content: Array("m".utf8))
    let feed = ExportList(
      name: "feed.atom", mediaType: "application/atom+xml", content: Array("f".utf8))
    #expect(try next(site, limit: 2, lists: [map, feed]) == "stories: a.html=1 b.html=2")
    #expect(try deliver(site) == 2)
    #expect(try next(site, limit: 2, lists: [map, feed]) == "stories: c.html=3")
    #expect(try deliver(site) == 1)
    // One content type at a time.
    #expect(try next(site, lists: [map, feed]) == "lists: sitemap.xml=m")
    #expect(try deliver(site) == 1)
    #expect(try next(site, lists: [map, feed]) == "lists: feed.atom=f")
    #expect(try deliver(site) == 1)
    #expect(try next(site, lists: [map, feed]) == nil)
    try site.run(["b": "2", "d": "4"])
    #expect(try next(site, lists: [map, feed]) == "stories: d.html=4")
    _ = try deliver(site)
    #expect(try next(site, lists: [map]) == "removals: a.html c.html feed.atom")
    _ = try deliver(site)
    #expect(try next(site, lists: [map]) == nil)
  }

  @Test func usesOnlyAFolderWithoutFilesOfTheUser() throws {
    let site = try SmallSite()
    try site.run(["a": "1"])
    let file = "\(folder.path)/files/mine.txt"
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/files", withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: URL(filePath: file))
    for _ in 1...2 {
      #expect(kind { _ = try next(site) } == .cannotCreate)
      #expect(kind { _ = try deliver(site) } == .cannotCreate)
    }
    #expect(FileManager.default.fileExists(atPath: file))
    try FileManager.default.removeItem(atPath: "\(folder.path)/files")
    for name in ["lock", ".hidden"] {
      try Data().write(to: URL(filePath: "\(folder.path)/\(name)"))
    }
    #expect(try next(site) == "stories: a.html=1")
    #expect(try deliver(site) == 1)
  }

  @Test func marksOnlyReturnedBatchesAsDelivered() throws {
    let site = try SmallSite()
    try site.run(["a": "1"])
    let map = ExportList(
      name: "sitemap.xml", mediaType: "application/xml", content: Array("m".utf8))
    let feed = ExportList(
      name: "feed.atom", mediaType: "application/atom+xml", content: Array("f".utf8))
    _ = try next(site, lists: [map, feed])
    #expect(try deliver(site) == 1)
    #expect(try next(site, lists: [map, feed]) == "lists: sitemap.xml=m")
    #expect(try deliver(site) == 1)
    #expect(try deliver(site) == 0)
    #expect(try next(site, lists: [map, feed]) == "lists: feed.atom=f")
    #expect(try deliver(site) == 1)
    #expect(try next(site, lists: [map, feed]) == nil)
  }

  @Test func rejectsAStoryNamedLikeAList() throws {
    let site = try SmallSite()
    try site.run(["feed": "1"])
    let list = ExportList(name: "feed.html", mediaType: "text/html", content: [])
    #expect(try next(site) == "stories: feed.html=1")
    _ = try deliver(site)
    #expect(kind { _ = try next(site, lists: [list]) } == .usage)
    #expect(kind { _ = try next(site, counts: "feed.html") } == .usage)
    #expect(try next(site) == nil)
  }

  @Test func replacesTheFileOfARemovedStoryWithAList() throws {
    let site = try SmallSite()
    try site.run(["a": "1", "feed": "list"])
    let list = ExportList(name: "feed.html", mediaType: "text/html", content: Array("list".utf8))
    _ = try deliverAll(site)
    try site.run(["a": "1"])
    let store = try SiteStore(site.path)
    let batch = try Outbox(
      folder.path, of: store.run(), in: store, settings: ExportTarget.settings()
    )
    .nextBatch(limit: 10, listNames: []) { _, _, add in try add(list) }
    #expect(batch?.files.map(\.change) == [.changed])
    #expect(try next(site, lists: [list]) == "lists: feed.html=list")
    _ = try deliver(site)
    #expect(try deliverAll(site, lists: [list]) == [])
    #expect(try deliverAll(site) == ["removals: feed.html"])
  }

  @Test func makesListsAgainOnlyIfTheRunOrTheOptionsChange() throws {
    let site = try SmallSite()
    try site.run(["a": "1", "b": "2", "c": "3"])
    let lists = ["map.xml": "application/xml", "feed": "application/atom+xml", "t": "text/plain"]
      .map { ExportList(name: $0, mediaType: $1, content: Array($0.utf8)) }
    var made = 0
    func next(limit: Int, options: String = "") throws -> String? {
      try self.next(
        site, limit: limit, lists: lists, listOptions: options, makesLists: { made += 1 })
    }
    _ = try next(limit: 9)
    #expect(try made == 0 && deliver(site) == 3)
    for _ in lists {
      #expect(try next(limit: 1)?.hasPrefix("lists: ") == true)
      #expect(try deliver(site) == 1)
    }
    #expect(try made == 1 && next(limit: 1) == nil && made == 1)
    try site.run(["a": "1"])
    for name in ["b", "c"] {
      #expect(try next(limit: 1) == "removals: \(name).html")
      _ = try deliver(site)
    }
    #expect(try made == 2 && next(limit: 1) == nil && made == 2)
    // A run without changes, and then other options.
    try site.run(["a": "1"])
    #expect(try next(limit: 1) == nil && made == 2)
    #expect(try next(limit: 1, options: "title") == nil && made == 3)
  }

  /// Returns a list with the names of the files for stories.
  private static func list(of stories: [String: String]) -> ExportList {
    let names = stories.keys.sorted().map { "\($0).html" }
    return ExportList(
      name: "map.xml", mediaType: "text/xml", content: Array(names.joined(separator: " ").utf8))
  }

  /// Now and then, one of the two stores is replaced with a copy of the other; both then go on with
  /// different runs of the same numbers.
  @Test(arguments: 0..<20)
  func neverListsAFileThatTheTargetLacks(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var sites = [try SmallSite(), try SmallSite()]
    var contents: [[String: String]] = [[:], [:]]
    var target: [String: String] = [:]
    /// Delivers a batch, and returns false if there is none.
    func deliverNext(_ index: Int, limit: Int) throws -> Bool {
      let store = try SiteStore(sites[index].path)
      let outbox = try Outbox(
        folder.path, of: store.run(), in: store, settings: ExportTarget.settings())
      let batch = try outbox.nextBatch(limit: limit, listNames: []) { _, _, add in
        try add(Self.list(of: contents[index]))
      }
      guard let batch else { return false }
      for file in batch.files {
        let path = "\(folder.path)/files/\(file.name)"
        target[file.name] =
          batch.stage == .removals ? nil : try String(contentsOfFile: path, encoding: .utf8)
        for name in (target["map.xml"] ?? "").split(separator: " ") {
          #expect(target[String(name)] != nil, "\(name) is missing after \(batch)")
        }
      }
      // The process may end before the delivery is recorded.
      if Int.random(in: 0..<4, using: &random) > 0 { _ = try outbox.markDelivered() }
      return true
    }
    for _ in 0..<40 {
      let index = Int.random(in: 0..<2, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let names = ["a", "b", "c", "d", "e", "f"].filter { _ in Bool.random(using: &random) }
        if names.isEmpty { continue }
        let stories = names.map { (key: $0, text: "\(Int.random(in: 0..<3, using: &random))") }
        try sites[index].run(many: stories) { $0.removalLimit = .percentage(100) }
        contents[index] = Dictionary(uniqueKeysWithValues: stories.map { ($0.key, $0.text) })
      case 1 where !contents[index].isEmpty:
        let copy = try SmallSite()
        try FileManager.default.copyItem(atPath: sites[index].path, toPath: copy.path)
        sites[1 - index] = copy
        contents[1 - index] = contents[index]
      case _:
        if contents[index].isEmpty { continue }
        let limit = Int.random(in: 1..<4, using: &random)
        for _ in 0..<Int.random(in: 1..<6, using: &random) {
          _ = try deliverNext(index, limit: limit)
        }
      }
    }
    for index in 0..<2 where !contents[index].isEmpty {
      while try deliverNext(index, limit: 3) {}
      var expected = Dictionary(
        uniqueKeysWithValues: contents[index].map { ("\($0.key).html", $0.value) })
      expected["map.xml"] = String(decoding: Self.list(of: contents[index]).content, as: UTF8.self)
      #expect(target == expected)
    }
  }

  @Test func returnsTheSameBatchUntilItIsDelivered() throws {
    let site = try SmallSite()
    try site.run(["a": "1", "b": "2"])
    #expect(try next(site, limit: 1) == "stories: a.html=1")
    #expect(try next(site) == "stories: a.html=1")
    // A new run does not change a batch that is being delivered.
    try site.run(["a": "one", "b": "2"])
    #expect(try next(site) == "stories: a.html=1")
    _ = try deliver(site)
    #expect(try next(site) == "stories: a.html=one b.html=2")
  }

  /// Delivers all batches, and returns them.
  private func deliverAll(
    _ site: SmallSite, run: Int? = nil, limit: Int = 1, lists: [ExportList] = [],
    _ change: (inout ExportSettings) -> Void = { _ in }
  ) throws -> [String] {
    var batches: [String] = []
    while let batch = try next(site, run: run, limit: limit, lists: lists, change) {
      batches.append(batch)
      _ = try deliver(site, change)
    }
    return batches
  }

  @Test func deliversALaterRunAgainAfterAnInterruptedRollback() throws {
    let site = try SmallSite()
    try site.run(["a": "1", "b": "2"])
    try site.run(["a": "one", "b": "two"])
    for _ in 0..<2 {
      #expect(
        try deliverAll(site, run: 2).sorted() == ["stories: a.html=one", "stories: b.html=two"])
      // The way back is interrupted.
      let first = try #require(try next(site, run: 1, limit: 1))
      _ = try deliver(site)
      #expect(
        try deliverAll(site, run: 2) == [
          first == "stories: a.html=1" ? "stories: a.html=one" : "stories: b.html=two"
        ])
      #expect(try deliverAll(site, run: 1).sorted() == ["stories: a.html=1", "stories: b.html=2"])
    }
  }

  @Test func deliversARunOfAnotherStoreEvenIfItsNumberIsTheSame() throws {
    let (site, other) = (try SmallSite(), try SmallSite())
    try site.run(["a": "1", "b": "2", "c": "3"])
    try other.run(["a": "one", "b": "2", "d": "4"])
    func map(_ text: String) -> [ExportList] {
      [ExportList(name: "map.xml", mediaType: "application/xml", content: Array(text.utf8))]
    }
    // The first store is replaced after each number of batches.
    for delivered in 1...3 {
      _ = try deliverAll(other, lists: map("other"))
      for _ in 0..<delivered {
        #expect(try next(site, limit: 2, lists: map("its own")) != nil)
        _ = try deliver(site)
      }
      let batches = try deliverAll(other, lists: map("other"))
      #expect(
        try batches.contains("stories: a.html=one") && deliverAll(other, lists: map("other")) == [])
      #expect(batches.contains("lists: map.xml=other") == (delivered > 1), "\(batches)")
      let lists = batches.lastIndex { $0.hasPrefix("lists") }
      let removals = batches.firstIndex { $0.hasPrefix("removals") }
      #expect(lists ?? -1 < removals ?? batches.count, "\(batches)")
    }
  }

  @Test func deliversCompressedSiblingsAgainAfterTheirRemoval() throws {
    let site = try SmallSite()
    try site.run(["a": "one"])
    let siblings: (inout ExportSettings) -> Void = { $0.encodings = FolderExportTests.reversing }
    #expect(
      try deliverAll(site, siblings) == ["stories: a.html=one", "stories gzip: a.html.gz=eno"])
    #expect(try deliverAll(site) == ["removals gzip: a.html.gz"])
    #expect(try deliverAll(site, siblings) == ["stories gzip: a.html.gz=eno"])
  }

  @Test func rejectsAStoryNamedLikeTheCompressedFileOfAnother() throws {
    let site = try SmallSite()
    let named: (inout ExportSettings) -> Void = {
      if let name = ExportName("{key}") { $0.name = name }
      $0.encodings = FolderExportTests.reversing
    }
    try site.run(["a": "one", "a.gz": "two"])
    #expect(kind { _ = try next(site, named) } == .usage)
    // A story may get the name of a file of a story that was removed, even with the same content.
    try site.run(["a": "one"])
    #expect(try deliverAll(site, named) == ["stories: a=one", "stories gzip: a.gz=eno"])
    try site.run(["a.gz": "one"])
    #expect(
      try deliverAll(site, named) == [
        "stories: a.gz=one", "stories gzip: a.gz.gz=eno", "removals: a",
      ])
  }

  @Test func recreatesListsThatChangeWhileRemovalsAreDelivered() throws {
    let site = try SmallSite()
    try site.run(["a": "1", "b": "2"])
    let map = ExportList(name: "map.xml", mediaType: "application/xml", content: Array("m".utf8))
    let other = ExportList(name: "map.xml", mediaType: "application/xml", content: Array("o".utf8))
    _ = try deliverAll(site, lists: [map])
    try site.run(["a": "1"])
    #expect(try next(site, lists: [map]) == "removals: b.html")
    _ = try deliver(site)
    #expect(try deliverAll(site, lists: [other]) == ["lists: map.xml=o"])
  }

  private func forget(_ keys: [String], _ site: SmallSite) throws {
    var erasure = Erasure()
    erasure.removalLimit = .percentage(100)
    erasure.keys = keys
    #expect(try ErasureRun.run(erasure, on: site.path).keys.count == keys.count)
  }

  @Test func discardsABatchWithErasedStories() throws {
    let site = try SmallSite()
    try site.run(["a": "secret", "b": "2"])
    #expect(try next(site) == "stories: a.html=secret b.html=2")
    try forget(["a"], site)
    #expect(try next(site) == "stories: b.html=2")
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: "\(folder.path)/files") == ["b.html"])
    #expect(try deliver(site) == 1)
    // The discarded batch may have been uploaded.
    #expect(try deliverAll(site) == ["removals: a.html"])
  }

  @Test func discardsABatchIfStoriesOfItsEarlierRunWereErased() throws {
    let site = try SmallSite()
    try site.run(["a": "secret", "b": "2"])
    #expect(try next(site) == "stories: a.html=secret b.html=2")
    try site.run(["a": "clean", "b": "2"])
    #expect(try next(site) == "stories: a.html=secret b.html=2")
    var erasure = Erasure()
    erasure.patterns = [try #require(ErasurePattern(.text, text: "secret"))]
    _ = try ErasureRun.run(erasure, on: site.path)
    #expect(try next(site) == "stories: a.html=clean b.html=2")
  }

  @Test func doesNotDeliverAListMadeBeforeAStoryWasErased() throws {
    let site = try SmallSite()
    try site.run(["a": "1", "b": "2"])
    let old = ["map", "feed"].map {
      ExportList(name: $0, mediaType: "text/\($0)", content: Array("a b".utf8))
    }
    let new = old.map {
      ExportList(name: $0.name, mediaType: $0.mediaType, content: Array("b".utf8))
    }
    _ = try deliverAll(site)
    #expect(try next(site, lists: old) == "lists: map=a b")
    try forget(["a"], site)
    #expect(
      try deliverAll(site, limit: 10, lists: new) == [
        "lists: map=b", "lists: feed=b", "removals: a.html",
      ])
  }

  @Test func forgetsTheKeyOfAnErasedStoryAfterItsRemoval() throws {
    let site = try SmallSite()
    try site.run(["interview-with-ann": "1", "b": "2"])
    _ = try deliverAll(site)
    let record = "\(folder.path)/.atoll-export/record.db"
    func containsKey() throws -> Bool {
      try Data(contentsOf: URL(fileURLWithPath: record)).range(of: Data("with-ann".utf8)) != nil
    }
    #expect(try containsKey())
    try forget(["interview-with-ann"], site)
    #expect(try next(site) == "removals: interview-with-ann.html")
    _ = try deliver(site)
    #expect(try !containsKey())
  }

  @Test func uploadsAStoryAgainAfterADiscardedRemoval() throws {
    let site = try SmallSite()
    try site.run(["a": "1", "b": "2", "c": "3"])
    _ = try deliverAll(site)
    try site.run(["b": "2", "c": "3"])
    #expect(try next(site) == "removals: a.html")
    try site.run(["a": "1", "b": "2", "c": "3"])
    try forget(["c"], site)
    #expect(try deliverAll(site) == ["stories: a.html=1", "removals: c.html"])
  }

  @Test func recreatesABatchWhoseFilesWereDeleted() throws {
    let site = try SmallSite()
    try site.run(["a": "1", "b": "2"])
    #expect(try next(site) == "stories: a.html=1 b.html=2")
    try FileManager.default.removeItem(atPath: "\(folder.path)/files/a.html")
    #expect(try deliver(site) == 0)
    #expect(try next(site) == "stories: a.html=1 b.html=2")
    // The damaged batch may have been uploaded before.
    _ = try deliver(site)
    try site.run(["a": "1", "b": "2", "c": "3"])
    #expect(try next(site) == "stories: c.html=3")
    try FileManager.default.removeItem(atPath: "\(folder.path)/files/c.html")
    try site.run(["a": "1", "b": "2"])
    #expect(try deliverAll(site) == ["removals: c.html"])
  }

  @Test func batchesCompressedSiblingsByEncoding() throws {
    let site = try SmallSite()
    try site.run(["a": "one"])
    let siblings: (inout ExportSettings) -> Void = {
      $0.encodings = FolderExportTests.reversing
    }
    #expect(try next(site, siblings) == "stories: a.html=one")
    _ = try deliver(site)
    #expect(try next(site, siblings) == "stories gzip: a.html.gz=eno")
    _ = try deliver(site)
    #expect(try next(site, siblings) == nil)
  }
}
