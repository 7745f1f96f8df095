import Atoll
import AtollComments
import TestSupport
import Testing

/// The size of a small page, a third of which is the style sheet.
@Suite struct PageSizeTests {
  @Test func keepsAPageOf34CommentsWithin60Kilobytes() throws {
    let bytes = try Repository.bytes("Sources/Command/AtollCommand/Demo/story.json")
    let reading = try Reading([InputSource(name: "story.json", bytes: bytes)])
    let page = try Renderer().render(reading.story).bytes
    #expect(reading.story.count == 34)
    #expect(page.count <= 60_000, "\(page.count)")
  }
}
