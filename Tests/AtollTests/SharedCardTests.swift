import Atoll
import AtollComments
import AtollHTMLOutput
import Testing

/// The files for sharing a comment.
@Suite struct SharedCardTests {
  /// Many JPEG files lack the end mark, and browsers show them.
  @Test func acceptsJPEGFilesWithoutAnEndMark() throws {
    let file: [UInt8] =
      [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xDA, 0, 3, 9] + [0x12, 0x34]
    #expect(try #require(ImageFile(file)).isComplete)
    #expect(try #require(ImageFile(file + [0xFF, 0xD9])).isComplete)
    for count in 3..<file.count - 1 {
      #expect(try !#require(ImageFile(Array(file.prefix(count)))).isComplete, "\(count)")
    }
  }

  /// The markup of a card has references for more characters than `&`.
  @Test(arguments: [
    "https://media.example/my%20photo.gif", "https://media.example/a$b.gif?x=1&y=%26",
  ])
  func findsTheExactAddressesOfImages(address: String) throws {
    let document = """
      {"atoll": 1, "story": {"id": "s", "title": "A story"}, "comments": [{"id": "c",
      "author": {"name": "Ann"}, "createdAt": 1785000000000, "body": "Look.",
      "media": {"type": "giphy", "title": "A wave", "url": "\(address)"}}]}
      """
    let story = try Reading([InputSource(name: "s.json", bytes: Array(document.utf8))]).story
    var options = Options()
    options.format = .card
    options.focus = "c"
    options.images = .load
    options.language = "zh-Hans"
    let card = try SharedCard(
      of: [Position(0)], in: story, at: "https://www.example.com/card/",
      by: CardRenderer(Renderer(options: options), style: .ign, templates: []))
    #expect(card.imageAddresses == [address])
    #expect(String(decoding: card.page(), as: UTF8.self).contains("content=\"Ann：Look.\""))
    // An image that cannot be fetched is replaced by the title of its media.
    let bare = String(decoding: card.picturePage(with: [:]), as: UTF8.self)
    #expect(!bare.contains("<img") && bare.contains("<bdi>A wave</bdi>"), "\(bare)")
    let image = try #require(ImageFile(Array("GIF89a".utf8)))
    let page = String(decoding: card.picturePage(with: [address: image]), as: UTF8.self)
    #expect(page.contains("<img src=\"data:image/gif;base64,"))
  }
}
