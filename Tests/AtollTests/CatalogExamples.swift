import Atoll
import AtollComments
import Foundation
import TestSupport
import Testing

// The examples of the catalog of Atoll, word for word; `CatalogTests` compares them.

@Suite struct CatalogExamples {
  private static func demo() throws -> [UInt8] {
    try Array(Data(contentsOf: Repository.url("Sources/Command/AtollCommand/Demo/story.json")))
  }

  @Test func rendersAPage() throws {
    let bytes = try Self.demo()
    let reading = try Reading(bytes)
    let renderer = try Renderer()
    let page = try renderer.render(reading.story).bytes
    #expect(page.starts(with: Array("<!DOCTYPE html>".utf8)))
  }

  @Test func rendersManyStories() throws {
    let threads = try [("one.json", Self.demo()), ("two.json", Self.demo())]
      .map { (name: $0.0, bytes: $0.1) }
    var options = Options()
    options.format = .fragment
    options.sort = .mostLiked
    options.language = "de"
    let renderer = try Renderer(options: options)

    var reader = StoryReader()
    var workspace = Workspace()
    var sizes: [Int] = []
    for thread in threads {
      let reading = try reader.read(thread.bytes.span, named: thread.name)
      var size = 0
      _ = try renderer.prepare(reading.story).write(using: &workspace) { piece in
        size += piece.count
      }
      sizes.append(size)
      reader.recycle(reading)
    }
    let whole = try renderer.render(Reading([InputSource(name: "one", bytes: Self.demo())]).story)
    #expect(sizes == [whole.bytes.count, whole.bytes.count])
  }
}
