import AtollBodyParsing
import AtollBodyText
import AtollComments
import TestSupport
import Testing

/// Any input gives valid tokens.
@Suite struct TokenRuleTests {
  static let alphabet = pieces([
    "a", "b c", " ", "\n", "\n\n", "\t", "\r\n", "    ", "- ", "+ ", "* ", "1. ", "2) ", "> ", ">",
    "#",
    "# ", "===", "---", "```", "~~~", "*", "**", "_", "__", "`", "``", "[", "](", ")", "[x]: /y\n",
    "[x]", "![", "<", ">", "<https://a.b>", "https://a.b/c", "www.x.y", "javascript:", "&amp;",
    "&lt;",
    "&#0;", "&#x1b;", "&nbsp;", "&amp;amp;", "&", "\\", "é", "漢", "😀", "\u{0}", "<b>", "</b>",
    "<i>",
    "</i>", "<em>", "</em>", "<strong>", "</strong>", "<s>", "</s>",
    "<span class=\"coral-rte-spoiler\">",
    "<span class='coral-rte-sarcasm'>", "<span>", "</span>", "<a href=\"https://a.b/\">",
    "<a href=javascript:1>", "<a>", "</a>", "<div>", "</div>", "<p>", "</p>", "<br>", "<br/>",
    "</br>",
    "<blockquote>", "</blockquote>", "<ul>", "</ul>", "<li>", "</li>", "<script>", "</script>",
    "<!--",
    "-->", "<!", "<?", "\"", "'", "=", "/", "<table><tr><td>", "<a href=\"", "<BR >",
  ])

  @Test(arguments: Body.Syntax.allCases, 0..<4)
  func producesValidTokensForRandomMarkup(syntax: Body.Syntax, part: Int) {
    var generator = SeededGenerator(seed: UInt64(part) + 77)
    var parser = BodyParser()
    var richText = RichText()
    for round in 0..<6_000 {
      let limit = round % 50 == 0 ? 300 : 24
      let body = generator.body(from: Self.alphabet, limit: limit)
      _ = parser.parse(body, syntax: syntax, into: &richText)
      if let violation = violation(in: richText) {
        Issue.record("\(String(decoding: body, as: UTF8.self).debugDescription): \(violation)")
        return
      }
    }
  }

  @Test(arguments: Body.Syntax.allCases)
  func producesValidTokensForRandomBytes(syntax: Body.Syntax) {
    var generator = SeededGenerator(seed: 5)
    var parser = BodyParser()
    var richText = RichText()
    for _ in 0..<20_000 {
      let count = Int(generator.next() % 60)
      let body = (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      let report = parser.parse(body, syntax: syntax, into: &richText)
      let isText = String(validating: body, as: UTF8.self) != nil
      #expect(report.isRepaired || isText)
      #expect(violation(in: richText) == nil)
    }
  }

  /// Beginnings of addresses at every distance from the end, which a wide read must not cross.
  @Test(arguments: Body.Syntax.allCases)
  func producesValidTokensForPartialAddressesAtTheEnd(syntax: Body.Syntax) {
    for hint in [":", ":/", "://", "w", "ww", "www", "www.", "http://a"] {
      for count in 0..<70 {
        let body = "*" + String(repeating: "x", count: count) + hint
        #expect(violation(in: parsed(body, as: syntax)) == nil)
        #expect(violation(in: parsed(body + "&amp;" + hint, as: syntax)) == nil)
      }
    }
  }

  @Test(arguments: Body.Syntax.allCases)
  func truncatesBetweenCharacters(syntax: Body.Syntax) {
    for cap in 0..<12 {
      var parser = BodyParser(limits: BodyLimits(byteCap: cap))
      var richText = RichText()
      let report = parser.parse(Array("a😀é漢bc d".utf8), syntax: syntax, into: &richText)
      #expect(report.isTruncated && !report.isRepaired)
      #expect(violation(in: richText) == nil)
    }
  }
}
