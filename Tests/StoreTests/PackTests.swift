import Foundation
import Hashing
import OperatingSystem
import Testing

@testable import Store

/// Packs, the files of the work folder, and sweeps.
struct PackTests {
  private static func output(_ store: SmallStore, of key: String) throws -> String? {
    guard let run = try store.folder.history().current else { return nil }
    var bytes: [UInt8] = []
    let isFound = try store.folder.output(of: key, in: run) { bytes += $0 }
    return isFound ? String(decoding: bytes, as: UTF8.self) : nil
  }

  private static func packs(_ store: SmallStore) throws -> [String] {
    try store.folder.names(in: store.folder.packsFolder)
  }

  @Test(arguments: PackForm.allCases)
  func storesSmallOutputsInPacksOfALimitedSize(form: PackForm) throws {
    let store = try SmallStore()
    let stories = SmallStore.stories(60, "text \"with\"\nlines")
    try store.draw(stories, packing: Packing(form, mostBytes: 4096))
    let packs = try Self.packs(store)
    #expect(packs.count > 1 && !store.has("objects"))
    for name in packs {
      let size = try FileFacts(of: "\(store.folder.packsFolder)/\(name)").size
      #expect(size <= 4096 + 2 * TarHeader.size)
    }
    for (key, text) in stories { #expect(try Self.output(store, of: key) == text) }
    // The same outputs make the same packs.
    let other = try SmallStore()
    try other.draw(stories, packing: Packing(form, mostBytes: 4096))
    #expect(try Self.packs(other) == packs)
  }

  @Test func refusesAPackWithANegativeLength() throws {
    let store = try SmallStore()
    try store.draw(SmallStore.stories(3), packing: Packing(.tar, mostBytes: 4096))
    let name = try #require(try Self.packs(store).first)
    let path = "\(store.folder.packsFolder)/\(name)"
    var bytes = try Data(contentsOf: URL(filePath: path))
    bytes.replaceSubrange(124..<135, with: Data("-0000000001".utf8))
    try bytes.write(to: URL(filePath: path))
    let pack = try #require(try store.folder.allPacks().first)
    #expect(throws: StoreError.self) {
      var reader = try PackReader(store.folder, pack)
      while try reader.next() != nil {}
    }
  }

  @Test func partsMoveOutputsOfSparsePacksAsAWholeRunDoes() throws {
    let (parts, whole) = (try SmallStore(), try SmallStore())
    let old = SmallStore.stories(40, String(repeating: "text ", count: 50))
    // Most stories change, so less than half of the pack stays in use.
    var new = old
    for number in 0..<30 { new["s\(number)"] = "other \(number)" }
    for store in [parts, whole] { try store.draw(old, packing: Packing(.tar)) }
    let sparse = try #require(PackName(text: try Self.packs(parts)[0]))
    for store in [parts, whole] { try store.draw(new, packing: Packing(.tar)) }
    try whole.draw(new, packing: Packing(.tar))
    let current = try #require(try parts.folder.history().current)
    for number in 1...2 {
      let share = new.filter { $0.key.utf8.reduce(0) { $0 + Int($1) } % 2 == number % 2 }
      try parts.draw(share, part: RunPart(number, of: 2), packing: Packing(.tar))
      // The second part does not count again.
      #expect(parts.has("tmp/packs-\(current.text)"))
    }
    _ = try parts.publish()
    let runs = try [parts, whole].map { try #require(try $0.folder.history().current) }
    let reader = try ManifestLookup(parts.folder, runs[0], byInput: false)
    let other = try ManifestLookup(whole.folder, runs[1], byInput: false)
    #expect(reader.packUse.bytes.values.reduce(0, +) == other.packUse.bytes.values.reduce(0, +))
    #expect(reader.packUse.bytes[sparse] == nil && other.packUse.bytes[sparse] == nil)
    #expect(PackUse(lines: reader.packUse.lines()) == reader.packUse)
    #expect(PackUse(lines: Array("half of a na".utf8)) == nil)
  }

  @Test func writesArchivesThatTarUnpacks() throws {
    let store = try SmallStore()
    try store.draw(SmallStore.stories(3), packing: Packing(.tar))
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "cd \(store.folder.path) && mkdir out && tar -xf packs/* -C out"]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    for text in SmallStore.stories(3).values {
      let path = store.folder.object(ContentHash(of: Array(text.utf8)))
        .replacing("/objects/", with: "/out/")
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }
  }

  @Test func movesOutputsOutOfSparsePacks() throws {
    let store = try SmallStore()
    let old = SmallStore.stories(10)
    try store.draw(old, packing: Packing(.ndjson))
    let first = try Self.packs(store)
    var new = SmallStore.stories(10, "other")
    for key in ["s0", "s1"] { new[key] = old[key] }
    // The two unchanged outputs stay in the first pack, of which most is unused from now on.
    try store.draw(new, packing: Packing(.ndjson))
    #expect(try Self.packs(store).count == 2)
    try store.draw(new, packing: Packing(.ndjson))
    _ = try store.folder.sweep(keeping: 1, isDry: false)
    #expect(try Set(first).isDisjoint(with: Self.packs(store)))
    for (key, text) in new { #expect(try Self.output(store, of: key) == text) }
  }

  @Test func removesOnlyWhatTheKeptRunsDoNotNeed() throws {
    let store = try SmallStore()
    for number in 0..<4 { try store.draw(["a": "same", "b": "text \(number)"]) }
    let dry = try store.folder.sweep(keeping: 2, isDry: true)
    #expect(dry.runs == 2 && dry.files == 4)
    #expect(try store.folder.history().runs.count == 4)
    #expect(try store.folder.sweep(keeping: 2, isDry: false) == dry)
    #expect(try store.folder.history().runs.count == 2)
    for run in try store.folder.history().runs {
      _ = try store.folder.verify(run) { _ in
      } fault: {
        Issue.record("\($0)")
      }
    }
    #expect(try store.folder.sweep(keeping: 2, isDry: false).files == 0)
  }

  // MARK: The work folder

  @Test func leavesNothingInTheWorkFolder() throws {
    let store = try SmallStore()
    try store.draw(SmallStore.stories(20), packing: Packing(.tar))
    #expect(try Folders.names(in: store.folder.workFolder, withHidden: true) == [])
    #expect(kind { try store.draw([:]) } == .emptied)
    #expect(try Folders.names(in: store.folder.workFolder, withHidden: true) == [])
  }
}
