import AtollBodyParsing
import AtollBodyText
import AtollBytes
import TestSupport
import Testing

/// Notices of publishers: Markdown with raw HTML, tables and strikethrough.
@Suite struct PublisherTextTests {
  private func parsed(_ text: String, breaksLines: Bool = true) -> RichText {
    var richText = RichText()
    var parser = BodyParser()
    let bytes = Array(text.utf8)
    _ = parser.parse(
      publisherText: Slice(0..<bytes.count), of: bytes, breaksLines: breaksLines, into: &richText)
    return richText
  }

  @Test func cutsANoticeBetweenCharacters() {
    var richText = RichText()
    var parser = BodyParser(limits: BodyLimits(byteCap: 5))
    let bytes = Array("<b>a\u{E9}".utf8)
    _ = parser.parse(
      publisherText: Slice(0..<bytes.count), of: bytes, breaksLines: true, into: &richText)
    #expect(outline(richText) == "<p><strong>a</strong></p>")
  }

  @Test(arguments: [
    (
      "Read <a href=\"https://example.com/rules\">our rules</a>.<br/>Be *kind*.",
      "<p>Read <a https://example.com/rules>our rules</a><host example.com>.<br>Be <em>kind</em>.</p>"
    ),
    ("~~old~~ new", "<p><s>old</s> new</p>"),
    ("a ~ b ~~ c", "<p>a ~ b ~~ c</p>"),
    ("`~~x~~` <b>y</b>", "<p><code>~~x~~</code> <strong>y</strong></p>"),
    (
      "| a | b |\n|---|:-:|\n| *c* | d\\|e |\n| f |",
      "<table><tr><th>a</th><th>b</th></tr><tr><td><em>c</em></td><td>d|e</td></tr><tr><td>f</td></tr></table>"
    ),
    ("| a |\nno table", "<p>| a |<br>no table</p>"),
    (
      "<h2>Rules</h2><ol><li>one</li><li>two</li></ol><hr>",
      "<h2>Rules</h2><ol 1><li>one</li><li>two</li></ol><rule>"
    ),
    (
      "```\n| a |\n|---|\n~~x~~\n```\n<b>b</b>",
      "<pre>| a |\n|---|\n~~x~~</pre><p><strong>b</strong></p>"
    ),
    (
      "```` ```code``` is inline ````\n~~x~~",
      "<p><code>```code``` is inline</code><br><s>x</s></p>"
    ),
    ("~~~\n~~~ x\n~~gone~~\n~~~\n~~y~~", "<pre>~~~ x\n~~gone~~</pre><p><s>y</s></p>"),
    (
      "[r](https://e.com/~~a~~/b) <a href=\"https://e.com/~~c~~\">~~d~~</a>",
      "<p><a https://e.com/~~a~~/b>r</a><host e.com> <a https://e.com/~~c~~><s>d</s></a><host e.com></p>"
    ),
    ("a < b ~~c~~ ] ( ~~d~~", "<p>a < b <s>c</s> ] ( <s>d</s></p>"),
    ("<pre>a <b>c</b> <i d</pre>", "<pre>a c <i d</pre>"),
    ("<script>alert(1)</script><style>p{}</style>after", "<p>after</p>"),
    (
      "<img src=\"https://example.com/i.png\" alt=\"A map\">",
      "<p><a https://example.com/i.png>A map</a><host example.com></p>"
    ),
    (
      "<img src=\"https://example.com/i.png\" alt=\"A map\" alt=\"B\" src=\"https://example.com/j.png\">",
      "<p><a https://example.com/i.png>A map</a><host example.com></p>"
    ),
    ("<a href=\"javascript:alert(1)\">x</a>", "<p>x</p>"),
    (
      "<table><tr><td><p>a</p><p>b</p></td><td><table><tr><td>c</td></tr></table></td></tr></table>d",
      "<table><tr><td>a<br>b</td><td></td></tr><tr><td>c</td></tr></table><p>d</p>"
    ),
  ])
  func readsMarkdownAndHTMLLikeTheWebClients(text: String, expected: String) {
    let richText = parsed(text)
    #expect(outline(richText) == expected)
    #expect(violation(in: richText) == nil)
  }

  @Test func turnsNewlinesIntoLineBreaksOnRequest() {
    #expect(outline(parsed("a\nb")) == "<p>a<br>b</p>")
    #expect(outline(parsed("a\nb", breaksLines: false)) == "<p>a b</p>")
    #expect(outline(parsed("a  \nb", breaksLines: false)) == "<p>a<br>b</p>")
  }

  private static let pieces = [
    "<table>", "</table>", "<tr>", "<td>", "</td>", "<th>", "<ul>", "<li>", "</ul>", "<ol>", "<h3>",
    "</h3>", "<pre>", "</pre>", "<code>", "</code>", "<b>", "</b>", "<a href=\"https://e.com\">",
    "</a>",
    "<br>", "<hr>", "<blockquote>", "</blockquote>", "words", "\n", "\n\n",
    "| a | b |\n|---|---|\n| c |",
    "~~x~~", "*y*", "`z`", "# h\n", "1. i\n", "- j\n", "> k\n", "<!--", "-->",
    "<img alt=q src=https://e.com>",
    "&amp;", "<script>", "</script>",
  ]

  @Test(arguments: 0..<300)
  func producesValidTokensForRandomText(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var text = ""
    for _ in 0..<(5 + seed % 60) { text += Self.pieces[generator.next(below: Self.pieces.count)] }
    for breaksLines in [true, false] {
      let richText = parsed(text, breaksLines: breaksLines)
      #expect(violation(in: richText) == nil, "\(text)")
    }
  }
}
