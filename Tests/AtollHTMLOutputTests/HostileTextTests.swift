import Atoll
import TestSupport
import Testing

/// No text of users can change the markup around it.
@Suite struct HostileTextTests {
  /// Text fragments that have a meaning for some parser.
  static let pieces: [[UInt8]] =
    [
      "<", ">", "\"", "'", "&", "`", "=", "/", "\\", " ", "\t", "\n", "\r", "\u{0}", "\u{1B}",
      "<script>alert(1)</script>", "</script>", "</style>", "<!--", "-->", "]]>", "</li></ol>",
      "\" onmouseover=\"x", "' onclick='x", "javascript:alert(1)", "data:text/html,x",
      "https://example.com/", "https://example.com/\"x", "//evil.example", "&#x3C;", "&lt;b&gt;",
      "{{author}}", "{{{body}}}", "{{> replies}}", "\u{202E}", "\u{2066}", "\u{FEFF}", "\u{2028}",
      "Z\u{300}\u{301}\u{302}", "![x](https://example.com/x.png)", "[x](javascript:x)",
      "[x](https://example.com/a\"b)", "<b>", "<a href=\"x\">", "**", "`", "> ", "- ", "1. ",
      "\n\n",
      "<span class=\"coral-rte-spoiler\">", "</span>", "<ol><li>", "word", "سلام", "漢字",
    ].map { Array($0.utf8) } + [
      [0xFF], [0xC0, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80],
      [0xE2], [0xF0, 0x9F],
    ]

  static func text(_ generator: inout SeededGenerator) -> Sketch.Value {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0...8, using: &generator) {
      if Int.random(in: 0..<6, using: &generator) == 0 {
        bytes.append(UInt8.random(in: 0...255, using: &generator))
      } else {
        bytes += pieces[Int.random(in: 0..<pieces.count, using: &generator)]
      }
    }
    return .text(bytes)
  }

  static func sketch(_ generator: inout SeededGenerator) -> Sketch {
    var sketch = Sketch()
    for key in [
      "id", "url", "title", "locale", "organization", "announcement", "infobox", "questionBox",
      "closedMessage", "likeLabel", "likeSortLabel", "staffLabel", "moderatorLabel", "adminLabel",
      "memberLabel",
    ] {
      sketch.story.append((key, text(&generator)))
    }
    if Bool.random(using: &generator) { sketch.story.append(("closed", .json("true"))) }
    if Bool.random(using: &generator) {
      sketch.story[1].value = .text(Array("https://example.com/s?a=b&c#d".utf8))
    }
    var ids: [Sketch.Value] = []
    for index in 0..<12 {
      let id = text(&generator)
      var fields: Sketch.Fields = [
        ("id", id), ("body", text(&generator)), ("permalink", text(&generator)),
      ]
      if index > 0, index % 3 != 0 {
        fields.append(("parentId", ids[Int.random(in: 0..<ids.count, using: &generator)]))
      }
      ids.append(id)
      let syntax = ["markdown", "html", "plain"][index % 3]
      fields.append(("bodySyntax", .json("\"\(syntax)\"")))
      fields.append(("likes", .json("\(index)")))
      fields.append(("createdAt", text(&generator)))
      fields.append(
        ("tags", .json("[\"\(["FEATURED", "STAFF", "MODERATOR", "ADMIN"][index % 4])\"]")))
      fields.append(("author", text(&generator)))
      if index % 4 == 1 { fields.append(("tombstone", .json("\"deleted\""))) }
      sketch.comments.append(fields)
    }
    return sketch
  }

  @Test(arguments: 0..<60)
  func writesValidMarkupForHostileText(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let sketch = Self.sketch(&generator)
    let forms = Sketch.markupForms.filter { $0 != .card }
    for form in forms {
      let html = try sketch.render {
        $0.format = form
        $0.classNames = Options.ClassNames.allCases[seed % 3]
        $0.depthCap = 1 + seed % 5
        $0.sortControls = seed % 2 == 0 && $0.depthCap > 1 ? .on : .off
      }
      let markup = try Markup(html)
      #expect(Vocabulary.offences(in: markup).isEmpty, "seed \(seed), \(form)")
      #expect(String(validating: html, as: UTF8.self) != nil, "not UTF-8: seed \(seed)")
      #expect(!html.contains { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 }, "a control: seed \(seed)")
    }
  }

  @Test(arguments: [
    "<p", "<p>", "</p>", "<p></b>", "<p a=b></p>", "<p a='b'></p>", "a & b", "a > b",
    "<P></P>", "<p a=\"<\"></p>", "<p a a></p>", "<script><</script>",
  ])
  func rejectsMarkupThatIsNotStrict(text: String) {
    #expect(throws: Markup.Trouble.self) { try Markup(Array(text.utf8)) }
  }

  @Test func reportsElementsAndAttributesThatAreNotAllowed() throws {
    let html = Array("<p onclick=\"x\"><img src=\"x\" id=\"own\"></img></p>".utf8)
    #expect(
      Vocabulary.offences(in: try Markup(html)) == [
        "<img id=\"own\">", "<img src=\"x\">", "<img>", "<p onclick=\"x\">",
      ])
  }
}
