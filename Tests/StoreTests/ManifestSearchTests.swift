import Hashing
import Testing

@testable import Store

/// Reading only the parts of a manifest that are needed.
struct ManifestSearchTests {
  /// Stories whose keys have very different lengths.
  private static func stories(_ count: Int) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: (0..<count).map {
        (
          "\($0 * 7919 % count)" + String(repeating: "k", count: $0 % 61 == 0 ? 3000 : $0 % 9),
          "\($0)"
        )
      })
  }

  @Test(arguments: [1, 2, 3000])
  func findsEveryStoryAndNoOther(count: Int) throws {
    let store = try SmallStore()
    let stories = Self.stories(count)
    let run = try store.draw(stories).run
    let search = try ManifestSearch(store.folder, run)
    let manifest = try ManifestReader(store.folder, run)
    #expect(search.fingerprint == manifest.fingerprint)
    for key in stories.keys {
      let entry = try #require(try search.entry(of: Array(key.utf8)))
      #expect(entry.key == Array(key.utf8))
      let other = Array("\(key)x".utf8)
      #expect(try search.entry(of: other) == nil || stories["\(key)x"] != nil)
    }
    #expect(try search.entry(of: []) == nil)
    #expect(try search.entry(of: Array("~".utf8)) == nil)
  }

  @Test func rejectsAFileThatIsNoManifest() throws {
    let store = try SmallStore()
    let run = try store.draw(["a": "1"]).run
    try store.write("{}\n", to: "manifests/\(run.text).ndjson")
    #expect(throws: StoreError.self) { try ManifestSearch(store.folder, run) }
  }

  @Test func findsEveryDifferenceOfLargeRuns() throws {
    let store = try SmallStore()
    var stories = Self.stories(3000)
    let keys = stories.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let old = try store.draw(stories).run
    var wanted: [String] = []
    for (index, key) in keys.enumerated() {
      switch index {
      case 0, 1, 700, 2998:
        stories[key] = "other"
        wanted.append("changed \(key)")
      case 2, 1500, 2999:
        stories[key] = nil
        wanted.append("removed \(key)")
      case _: break
      }
    }
    stories["0000"] = "new"
    wanted.append("added 0000")
    let new = try store.draw(stories) { $0.removalLimit = CountLimit.none }.run
    #expect(try store.difference(from: old, to: new).sorted() == wanted.sorted())
    #expect(try store.difference(from: new, to: new) == [])
  }
}
