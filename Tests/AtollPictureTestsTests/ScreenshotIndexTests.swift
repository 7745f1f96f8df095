import AtollPageShots
import AtollSnapshots
import Foundation
import Testing

@testable import AtollPictureTests

/// The index of pages that were rendered before.
@Suite struct ScreenshotIndexTests {
  private let project: TestProject

  init() throws { project = try TestProject() }

  @Test func readsBackTheIndexItWrites() {
    let index = ScreenshotIndex(below: project.folder.path)
    #expect(index.entries.isEmpty)
    let picture = ScreenshotIndex.Entry(
      hash: "abc", fileHashes: ["/a b.css": "def", "/c.png": "-"])
    index.write(["key": picture])
    #expect(ScreenshotIndex(below: project.folder.path).entries == ["key": picture])
  }

  @Test func ignoresDamagedLines() throws {
    try project.write("one\nkey hash\nkey2 hash2 file http://x\n", to: "known-pictures")
    #expect(ScreenshotIndex(below: project.folder.path).entries == ["key": .init(hash: "hash")])
  }

  @Test func detectsChangedFiles() throws {
    try project.write("a", to: "a.css")
    let path = project.folder.appending(path: "a.css").path
    let known = [path: ScreenshotCache.hash(of: Array("a".utf8)), "\(path).none": "-"]
    #expect(LoadedFileHashes(below: project.folder.path).match(known))
    try project.write("b", to: "a.css")
    #expect(!LoadedFileHashes(below: project.folder.path).match(known))
  }

  @Test func usesADifferentKeyForEveryView() throws {
    let name = try #require(SnapshotName("look/a.png"))
    let request = PageRequest(path: "/a.html", width: 390)
    var (dark, print, mirrored) = (request, request, request)
    dark.scheme = .dark
    print.medium = .print
    mirrored.isRightToLeft = true
    let keys = [request, dark, print, mirrored].map {
      ScreenshotJob(name, request: $0, page: [1]).key(engine: "x")
    }
    #expect(Set(keys).count == 4)
    #expect(ScreenshotJob(name, request: request, page: [2]).key(engine: "x") != keys[0])
    #expect(ScreenshotJob(name, request: request, page: [1]).key(engine: "y") != keys[0])
    var moved = request
    moved.path = "/b.html"
    #expect(ScreenshotJob(name, request: moved, page: [1]).key(engine: "x") == keys[0])
    moved.wantsFiles = true
    let key = ScreenshotJob(name, request: moved, page: [1]).key(engine: "x")
    #expect(key != keys[0])
    moved.siteRoot = "/site"
    #expect(ScreenshotJob(name, request: moved, page: [1]).key(engine: "x") != key)
  }
}
