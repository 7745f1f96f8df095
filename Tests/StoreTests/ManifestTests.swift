import Bytes
import Foundation
import Hashing
import OperatingSystem
import TestSupport
import Testing

@testable import Store

/// Manifests: their order, their index, and what is refused.
struct ManifestTests {
  private static func entries(_ store: SmallStore, _ run: ContentHash) throws -> [ManifestEntry] {
    var reader = try ManifestReader(store.folder, run)
    var entries: [ManifestEntry] = []
    while let (entry, _) = try reader.next() { entries.append(entry) }
    return entries
  }

  private static func text(_ entry: ManifestEntry) -> String {
    String(decoding: entry.key, as: UTF8.self)
  }

  @Test(arguments: 1...5)
  func mergesTheRunBeforeWithNewEntries(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let store = try SmallStore()
    var old: [String: String] = [:]
    var new: [String: String] = [:]
    for number in 0..<80 {
      if random.chance(0.6) { old["k\(number)"] = "text" }
      if random.chance(0.6) { new["k\(number)"] = random.chance(0.5) ? "text" : "other" }
    }
    let before = try store.draw(old)
    let outcome = try store.draw(new) { $0.removalLimit = CountLimit.none }
    let gone = Set(old.keys).subtracting(new.keys)
    #expect(outcome.removed == gone.count && outcome.previousStories == old.count)
    let keys = try Self.entries(store, outcome.run).map(Self.text)
    #expect(keys == new.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    let changed = new.filter { story in old[story.key].map { $0 != story.value } ?? false }
    let differences = try store.difference(from: before.run, to: outcome.run)
    #expect(differences.filter { $0.hasPrefix("changed") }.count == changed.count)
    #expect(
      Set(differences.filter { $0.hasPrefix("removed") }) == Set(gone.map { "removed \($0)" }))
  }

  @Test func findsEveryEntryByItsKeyAndNoOther() throws {
    let store = try SmallStore()
    let run = try store.draw(SmallStore.stories(200)).run
    let lookup = try ManifestLookup(store.folder, run, byInput: true)
    for (key, text) in SmallStore.stories(200) {
      let entry = try lookup.entry(of: Array(key.utf8))
      #expect(entry?.output == ContentHash(of: Array(text.utf8)))
    }
    for key in ["", "s", "s200", "t", "s1 "] {
      #expect(try lookup.entry(of: Array(key.utf8)) == nil)
    }
    // The keys were given, so equal inputs may have different keys.
    #expect(try lookup.entry(ofInput: ContentHash(of: Array("text 1".utf8))) == nil)
  }

  @Test func findsEntriesByTheirInputsIfStoriesHaveTheirOwnKeys() throws {
    let store = try SmallStore()
    let run = try store.draw(SmallStore.stories(100), findsByInput: true).run
    let lookup = try ManifestLookup(store.folder, run, byInput: true)
    for (key, text) in SmallStore.stories(100) {
      let entry = try lookup.entry(ofInput: ContentHash(of: Array(text.utf8)))
      #expect(entry.map(Self.text) == key)
    }
    #expect(try lookup.entry(ofInput: ContentHash(of: Array("none".utf8))) == nil)
  }

  @Test(arguments: [
    ("one\ntwo\n", "not the first line"), ("", "not the first line"),
  ])
  func refusesOtherFiles(text: String, message: String) throws {
    let store = try SmallStore()
    let run = try store.draw(["a": "text"]).run
    try store.write(text, to: "manifests/\(run.text).ndjson")
    let error = #expect(throws: StoreError.self) { try store.folder.totals(of: run) }
    #expect(error?.message.contains(message) == true)
  }

  @Test func refusesAFileThatEndsAfterItsFirstLine() throws {
    let store = try SmallStore()
    let run = try store.draw(["a": "text"]).run
    let text = try String(contentsOfFile: store.folder.manifest(run), encoding: .utf8)
    for ending in ["", "\n"] {
      try store.write(text.prefix { $0 != "\n" } + ending, to: "manifests/\(run.text).ndjson")
      let error = #expect(throws: StoreError.self) { try store.folder.totals(of: run) }
      #expect(error?.message.contains("truncated") == true)
    }
  }

  @Test func refusesLinesThatAreMissingOrInAnotherOrder() throws {
    let store = try SmallStore()
    let run = try store.draw(["a": "1", "b": "2", "c": "3"]).run
    let path = store.folder.manifest(run)
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(
      String.init)
    func message(_ lines: [String]) throws -> String? {
      try store.write(lines.map { "\($0)\n" }.joined(), to: "manifests/\(run.text).ndjson")
      return #expect(throws: StoreError.self) { try store.folder.totals(of: run) }?.message
    }
    #expect(try message([lines[0], lines[2], lines[1]] + lines[3...])?.contains("order") == true)
    #expect(try message(Array(lines.dropLast()))?.contains("truncated") == true)
    #expect(try message(lines.filter { $0 != lines[2] })?.contains("not an entry") == true)
    #expect(try message(lines + ["{}"])?.contains("not an entry") == true)
  }

  @Test func readsBackEveryEntryItWrites() {
    var entry = ManifestEntry(
      key: ManifestEntry.key(Array("a \"b\"\n\u{1}é".utf8)), input: .zero, output: .zero, size: 1,
      comments: 2)
    entry.joined = ContentHash(of: [1])
    entry.fingerprint = ContentHash(of: [2])
    for form in PackForm.allCases {
      entry.place = PackPlace(pack: PackName(ContentHash(of: [3]), form), offset: 4, length: 5)
      let record = PendingEntry.record(
        entry, number: 6, staged: StagedPlace(file: 7, offset: 8)
      ).bytes()
      let pending = PendingEntry(record.span)
      #expect(pending?.entry == entry && pending?.number == 6)
      #expect(pending?.staged == StagedPlace(file: 7, offset: 8))
    }
    #expect(ManifestEntry.unescaped(entry.key[...]) == Array("a \"b\"\n\u{1}é".utf8))
  }
}
