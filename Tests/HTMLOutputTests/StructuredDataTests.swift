import Atoll
import Foundation
import Rows
import Testing

/// What a page tells search engines of itself.
@Suite struct StructuredDataTests {
  struct Posting: Decodable {
    struct Person: Decodable { var name: String }
    var type: String
    var headline: String?
    var url: String?
    var text: String?
    var author: Person?
    var commentCount: Int?
    var upvoteCount: Int?
    var comment: [Posting]?

    enum CodingKeys: String, CodingKey {
      case headline, url, text, author, commentCount, upvoteCount, comment
      case type = "@type"
    }
  }

  static func posting(in html: [UInt8]) throws -> Posting {
    let scripts = try Markup(html).all("script")
    try #require(scripts.count == 1)
    #expect(scripts[0].attributes == ["type": "application/ld+json"])
    return try JSONDecoder().decode(Posting.self, from: Data(scripts[0].text))
  }

  @Test func tellsTheThreadAsATree() throws {
    var sketch = Sketch(parents: [nil, 0, 1, 0, nil])
    sketch.set("title", "A \"story\"")
    sketch.set("url", "https://a.example/s?b&c")
    let posting = try Self.posting(in: sketch.render { $0.sort = .oldest })
    #expect(posting.type == "DiscussionForumPosting")
    #expect(posting.headline == "A \"story\"")
    #expect(posting.url == "https://a.example/s?b&c")
    #expect(posting.commentCount == 5)
    let roots = try #require(posting.comment)
    #expect(roots.map { $0.author?.name } == ["Author of c0", "Author of c4"])
    #expect(roots[0].comment?.map { $0.author?.name } == ["Author of c1", "Author of c3"])
    #expect(roots[0].comment?.first?.comment?.map { $0.author?.name } == ["Author of c2"])
    #expect(roots[0].text == "A body.")
  }

  @Test(arguments: 0..<40)
  func isJSONWhateverIsSaid(seed: Int) throws {
    var generator = Seeded(seed)
    _ = try Self.posting(in: HostileTextTests.sketch(&generator).render())
  }

  @Test(arguments: [
    "</script><script>alert(1)</script>", "<!--", "]]>", "\\", "\"", "\u{2028}", "</SCRIPT >",
  ])
  func endsNowhereEarly(text: String) throws {
    var sketch = Sketch()
    sketch.set("title", text)
    sketch.add("c", [("bodySyntax", .json("\"plain\""))])
    sketch.comments[0][1].value = .text(Array(text.utf8))
    sketch.comments[0][2].value = .text(Array(text.utf8))
    let posting = try Self.posting(in: sketch.render())
    if text != "\u{2028}" {
      #expect(posting.headline == text)
      #expect(posting.comment?.first?.author?.name == text)
      #expect(posting.comment?.first?.text == text)
    }
  }

  @Test(arguments: Sketch.markupForms)
  func canBeLeftOut(format: Options.Format) throws {
    let html = try Sketch(parents: [nil]).render {
      $0.format = format
      $0.focus = "c0"
      $0.writesJSONLD = false
    }
    #expect(try Markup(html).all("script").isEmpty)
  }

  @Test func endsAfterTheFirstHundreds() throws {
    let posting = try Self.posting(
      in: Sketch(parents: [Int?](repeating: nil, count: 700)).render())
    #expect(posting.comment?.count == 500)
    #expect(posting.commentCount == 700)
  }

  @Test(arguments: [
    ("one\n\ntwo", "one\ntwo"), ("one\ntwo", "one\ntwo"), ("# a\nb", "a\nb"),
    ("- a\n  - b\n- c", "a\nb\nc"), ("a\n\n```\nb\nc\n```\n\nd", "a\nb\nc\nd"),
    ("*a* **b** [c](https://a.example/) `d`", "a b c d"),
  ])
  func keepsBlocksApart(body: String, text: String) throws {
    var sketch = Sketch()
    sketch.add("c", body: body)
    #expect(try Self.posting(in: sketch.render()).comment?.first?.text == text)
  }

  @Test func keepsSpoilersCovered() throws {
    var sketch = Sketch()
    sketch.add(
      "c", body: "a <span class=\"coral-rte-spoiler\">b <b>c</b></span> d",
      [("bodySyntax", .json("\"html\""))])
    let html = try sketch.render()
    #expect(try Self.posting(in: html).comment?.first?.text == "a … d")
    #expect(String(decoding: html, as: UTF8.self).contains("<strong>c</strong>"))
  }

  @Test func tellsOfNobodyInAGap() throws {
    var sketch = Sketch(parents: [nil, 0])
    sketch.comments[0].append(("tombstone", .json("\"deleted\"")))
    let gap = try #require(try Self.posting(in: sketch.render()).comment?.first)
    #expect(gap.author == nil)
    #expect(gap.text == nil)
    #expect(gap.comment?.count == 1)
  }
}
