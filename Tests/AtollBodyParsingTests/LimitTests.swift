import AtollBodyParsing
import AtollBodyText
import AtollComments
import Testing

/// Work and output are bounded: counted here, and timed by `fuzz/HostileShapes`.
@Suite struct LimitTests {
  /// Inputs on which libcmark 0.30.2 takes quadratic time never reach it.
  @Test(arguments: [
    ("* ", "\n", 30_000), (">", "a*", 30_000), ("![[]()", "", 60_000), ("[a](<b", "", 60_000),
    ("*_* ", "", 60_000), ("<!A ", "", 60_000), ("<?", "", 60_000), ("- a\n", "-", 60_000),
    ("> > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > a\n", "", 60_000),
    ("\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t- a\n", "", 3000), ("* ", "a", 100),
  ])
  func readsHostileMarkdownAsPlainText(head: String, tail: String, bytes: Int) {
    let body =
      String(repeating: head, count: bytes / head.utf8.count)
      + String(repeating: tail, count: tail.isEmpty ? 0 : bytes / tail.utf8.count)
    let (richText, report) = parse(body, .markdown)
    #expect(report.isSimplified)
    #expect(violation(in: richText) == nil)
  }

  @Test func readsAnEndlessAddressAsPlainText() {
    let opens = String(repeating: "[a](", count: 100)
    let endless = String(repeating: "http://éwww.<", count: 4500)
    #expect(parse(opens + endless, .markdown).report.isSimplified)
    let broken = String(repeating: "http://éwww.< ", count: 4500)
    #expect(!parse("[a](" + broken, .markdown).report.isSimplified)
  }

  @Test func readsDeepListsWithManyLinesAsPlainText() {
    func stairs(_ levels: Int) -> String {
      (0..<levels).map { String(repeating: "  ", count: $0) + "- a\n" }.joined()
    }
    #expect(!parse(stairs(16), .markdown).report.isSimplified)
    let deep = parse(stairs(31) + "a", .markdown)
    #expect(deep.report.isSimplified && deep.richText.tokens.contains { $0.kind == .itemOpen })
    let long = parse(stairs(31) + String(repeating: "\n", count: 7000) + "a", .markdown)
    #expect(long.report.isSimplified && !long.richText.tokens.contains { $0.kind == .itemOpen })
  }

  @Test(arguments: [
    "# Title\n\n"
      + String(
        repeating: "A *long* and **rich** paragraph, [linked](https://ign.com).\n\n", count: 200),
    String(repeating: "> quoted\n> > twice\n\nanswer\n\n", count: 100),
    String(repeating: "1. one\n   - two\n     - three\n\n", count: 100),
    "*a*\n" + String(repeating: " ", count: 80) + "\n\nb",
    "*a*\n" + String(repeating: " ", count: 80) + "b",
    String(repeating: "```\ncode [[[ ***\n```\n", count: 100),
  ])
  func doesNotSimplifyOrdinaryRichBodies(body: String) {
    #expect(!parse(body, .markdown).report.isSimplified)
  }

  /// The size of the output is bounded by a multiple of the input.
  @Test(
    arguments: [
      "[a]: https://a.b/" + String(repeating: "x", count: 1900) + "\n\n"
        + String(repeating: "[a] ", count: 900),
      String(repeating: "https://a.b ", count: 5000), String(repeating: "www.a.b ", count: 5000),
      "<a href=https://a.b/" + String(repeating: "x", count: 1900) + ">"
        + String(repeating: "<p>a", count: 10_000),
      "<b><i><s><span class=coral-rte-spoiler>" + String(repeating: "<p>a", count: 10_000),
      String(repeating: "<ul><li>", count: 5000), String(repeating: "a\n", count: 20_000),
    ], Body.Syntax.allCases)
  func limitsTheSizeOfTheOutput(body: String, syntax: Body.Syntax) {
    let (richText, _) = parse(body, syntax)
    #expect(richText.textCount <= body.utf8.count * 3 + 20_000)
    #expect(richText.tokenCount <= body.utf8.count * 4 + 100)
    #expect(richText.linkCount <= BodyLimits.maximumLinkCount)
    #expect(violation(in: richText) == nil)
  }

  @Test func reportsTruncationAndRepairs() {
    var parser = BodyParser()
    var richText = RichText()
    let body = Array(String(repeating: "a", count: BodyLimits.defaultByteCap + 1).utf8)
    #expect(parser.parse(body, syntax: .markdown, into: &richText).isTruncated)
    #expect(richText.textCount == BodyLimits.defaultByteCap)
    parser.limits.byteCap = .max
    #expect(parser.limits.byteCap == BodyLimits.maximumByteCap)
    #expect(parser.parse(body, syntax: .markdown, into: &richText).isFaultless)
    #expect(
      parser.parse(Array("[x](y:z)".utf8), syntax: .markdown, into: &richText).refusedLinkCount == 1
    )
    #expect(parser.parse([0x61, 0xFF], syntax: .markdown, into: &richText).isRepaired)
  }

  /// Parses a body of which only the first 100 bytes are read, and ends it with an ellipsis.
  private func shownText(ofCut body: String, _ syntax: Body.Syntax) -> (text: String, links: Int) {
    var parser = BodyParser(limits: BodyLimits(byteCap: 100))
    parser.htmlVocabulary = .full
    var richText = RichText()
    #expect(parser.parse(Array(body.utf8), syntax: syntax, into: &richText).isTruncated)
    richText.endWithEllipsis()
    #expect(violation(in: richText) == nil)
    let bytes = richText.tokens.filter { $0.kind == .text }.flatMap { richText.bytes(of: $0) }
    return (String(decoding: bytes, as: UTF8.self), richText.linkCount)
  }

  @Test(arguments: Body.Syntax.allCases)
  func endsACutBodyWithoutALinkToACutAddress(syntax: Body.Syntax) {
    let body = String(repeating: "p ", count: 38) + "see https://example.community/x and more"
    let (text, links) = shownText(ofCut: body, syntax)
    #expect(text.hasSuffix("p see https://example.comm…") && links == 0)
  }

  @Test(arguments: [
    "<style>p { color: red }", "<script>go()", "<!-- a note ", "<a href=\"https://a.b/",
  ])
  func showsNothingOfMarkupWhoseEndWasCutOff(markup: String) {
    let body = "<p>Two words</p>" + markup + String(repeating: "x", count: 100)
    #expect(shownText(ofCut: body, .html).text == "Two…")
  }

  @Test func cutsABodyBetweenWholeCharacters() {
    let family = "👩‍❤️‍💋‍👩"
    let body = String(repeating: family, count: 8)
    let text = shownText(ofCut: body, .plain).text
    #expect(text == String(repeating: family, count: text.count - 1) + "…")
  }

  private func parse(
    _ body: String, _ syntax: Body.Syntax
  ) -> (richText: RichText, report: BodyReport) {
    var parser = BodyParser(limits: BodyLimits(byteCap: BodyLimits.maximumByteCap))
    var richText = RichText()
    let report = parser.parse(Array(body.utf8), syntax: syntax, into: &richText)
    return (richText, report)
  }
}
