import Atoll
import Foundation
import Testing

/// Text of users contains nothing that a template engine, a shortcode processor or a mailing service acts on.
@Suite struct ActiveTextTests {
  /// Every printable ASCII character, between markers that occur nowhere else in the output.
  static let text =
    "QQ !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ {{ 7*7 }}{% x %}${y}[z]<!--#echo--><?php <% @if ZZ"
  static let active = Set("#$%@[\\]`{|}~<>")

  /// A story in which every text is hostile, with a body of each syntax.
  static func sketch() -> Sketch {
    var sketch = Sketch()
    let text = Sketch.Value.text(Array(Self.text.utf8))
    let plainTexts = [
      "title", "organization", "announcement", "likeLabel", "likeSortLabel", "staffLabel",
      "moderatorLabel",
      "adminLabel", "memberLabel",
    ]
    for key in plainTexts { sketch.story.append((key, text)) }
    for key in ["infobox", "questionBox", "closedMessage"] {
      sketch.set(key, "`` \(Self.text) ``")
    }
    sketch.set("url", "https://a.example/%7B?a[]=%20b~@$#%7C")
    sketch.set("server", "coral")
    sketch.story.append(("closed", .json("true")))
    for (index, syntax) in ["plain", "html", "markdown", "markdown"].enumerated() {
      var body = Self.text
      if syntax == "html" {
        body = body.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(
          "'", with: "&#39;")
      } else if index == 2 {
        body = "```\n\(body)\n# line\n% line\n@line\n```"
      } else if index == 3 {
        body = "`` \(body) ``"
      }
      sketch.comments.append([
        ("id", .text(Array("c{{\(index)}}%[~".utf8))), ("author", text), ("likes", .json("3")),
        ("createdAt", .text(Array("2026-07-31T09:00:00Z".utf8))), ("body", .text(Array(body.utf8))),
        ("bodySyntax", .json("\"\(syntax)\"")), ("tags", .json("[\"FEATURED\", \"STAFF\"]")),
      ])
      sketch.comments[index].append(
        (
          "media",
          .json(#"{"kind":"image","url":"https://a.example/%7B?a[]=~","title":"QQ {{m}} ZZ"}"#)
        ))
    }
    return sketch
  }

  /// Returns the texts between the markers in the output.
  private static func texts(in output: some Sequence<UInt8>) -> [String] {
    String(decoding: Array(output), as: UTF8.self).split(separator: "QQ").dropFirst().compactMap {
      part in
      part.firstRange(of: "ZZ").map { String(part[..<$0.lowerBound]) }
    }
  }

  @Test(arguments: Sketch.markupForms)
  func neutralizesTemplateSyntaxInMarkup(format: Options.Format) throws {
    let html = try Self.sketch().render {
      $0.format = format
      $0.focus = "c{{1}}%[~"
      $0.structuredData.kind = .none
    }
    let texts = Self.texts(in: html)
    #expect(texts.count > 2)
    for text in texts {
      #expect(Self.isInert(text), "\(text)")
      let whole = "QQ\(Markup.decoded(text))ZZ"
      #expect(whole == Self.text || whole == "QQ {{m}} ZZ")
    }
    for link in try Markup(html).all("a").compactMap({ $0.attributes["href"] })
    where !link.hasPrefix("#") {
      #expect(Self.isInert(link), "\(link)")
    }
    // No line of the markup begins with a character that templates act on.
    let lines = html.split(separator: UInt8(ascii: "\n"))
    #expect(lines.allSatisfy { line in line.first.map { !"#%@".utf8.contains($0) } ?? true })
  }

  /// Returns whether the only active characters left are those of references.
  private static func isInert(_ markup: String) -> Bool {
    markup.replacing("&#", with: "").allSatisfy { !active.contains($0) }
  }

  @Test func neutralizesTemplateSyntaxInStructuredData() throws {
    let html = try Self.sketch().render { $0.structuredData.kind = .forum }
    let texts = Self.texts(in: try Markup(html).all("script")[0].text)
    #expect(texts.count > 4)
    for text in texts {
      // The backslash is the only character that JSON escapes need.
      let rest = text.replacing("\\u00", with: "").replacing("\\\"", with: "")
      #expect(rest.allSatisfy { !Self.active.contains($0) }, "\(text)")
    }
    let posting = try StructuredDataTests.posting(in: html)
    #expect(posting.headline == Self.text)
    #expect(posting.comment?.first?.author.name == Self.text)
  }
}
