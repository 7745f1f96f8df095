import AtollBodyText
import AtollBytes
import AtollComments
import TestSupport
import Testing
@testable import AtollBodyParsing

@Suite struct PlainPathTests {
  /// Short pieces that have a meaning in Markdown, and some that almost have one.
  static let alphabet = pieces([
    "a", "b", "word", "Zz", " ", " ", "  ", "\n", "\n", "\n\n", " \n", ".", ",", "!", "?", "'",
    "\"",
    "1", "12", "1.", "2)", "1234567890.", "3 ", "&", "& ", "&a", "&amp", ";", "#", "<", "<3", "< ",
    "<33\n", "<3@b>", ">", "-", "+", "=", "==", "~", "|", "{", "}", "^", "$", "%", "/", ":", "@",
    "(", ")", "é", "漢", "😀", "\u{A0}", "\u{2028}", "\u{FEFF}", "http://", "https://", "://", "www.",
    "WWW.", "a.b", "ign.com", "mailto:", "/x_", "\t", "]", "*", "_", "`", "\\", "[", "\r", "\u{0}",
    "wwww", "HTTP://X.y", "é.de", "www.a.b/(c)", "`a`", "[a](http://b.c)", "[a](b)", "[a]", "> ",
    "\n> ", "- ", "\n- ", "* ", "1. ", "\n1. ", "# ", "\n# ", "**", "__", " *", "* ", "_ ", " _",
    "```", "\n```\n", "<b>", "&amp;", "(b)", "![", "](",
  ])
  /// Alphabets of which all short bodies are tried; `fuzz/BothWays` tries longer ones.
  static let smallAlphabets: [[String]] = [
    ["a", " ", "\n", "*", "**", "_"], ["a", " ", "_", "*", "é", "."],
    ["a", "\n", "> ", ">", "- ", "1. ", "2) "], ["a", "\n", "* ", "# ", "#", "=", "-", " "],
    ["a", "\n```\n", "```", "`", " ", "> "], ["[", "]", "(", ")", "a", "!", ":"],
    ["[a](", "[a]", ")", "http://a.b", " ", "&", ";", "\\"],
    ["- a", "\n", "\n\n", "1. a", "+ a", "b", "---"], ["a", "*", "**", " ", "_", ".", "\n"],
    ["a", "*", "[a](http://b.c)", "`a`", "\n", "- ", "> "],
  ]

  @Test(arguments: 0..<8)
  func parsesRandomBodiesLikeLibcmark(part: Int) {
    var generator = SeededGenerator(seed: UInt64(part) + 1)
    // The first pieces are mostly plain; half of the bodies contain nothing else.
    let tame = Array(Self.alphabet[..<65])
    var taken = 0
    for round in 0..<20_000 {
      let body = generator.body(from: round % 2 == 0 ? tame : Self.alphabet, limit: 12)
      let (fast, slow) = bothWays(body)
      if fast.0 != slow.0 || fast.1 != slow.1 {
        Issue.record("\(String(decoding: body, as: UTF8.self).debugDescription): \(fast) \(slow)")
        return
      }
      taken += 1
    }
    #expect(taken == 20_000)
  }

  @Test(arguments: smallAlphabets)
  func parsesEveryShortBodyLikeLibcmark(letters: [String]) {
    let letters = pieces(letters)
    var bodies: [[UInt8]] = [[]]
    for _ in 0..<5 {
      bodies = bodies.flatMap { body in letters.map { body + $0 } }
      for body in bodies {
        let (fast, slow) = bothWays(body)
        if fast.0 != slow.0 || fast.1 != slow.1 {
          Issue.record("\(String(decoding: body, as: UTF8.self).debugDescription): \(fast) \(slow)")
          return
        }
      }
    }
  }

  @Test(arguments: [
    "words", "a *b* c", "**a**, _b_ and __c__", "*a **b** c*", "*over\na line*", "snake_case_name",
    "2 * 3", "5* hotel", "**Übrigens** und *so was ähnliches*", "これは**重要**です", "*😀*",
    "`a * b` and `[c]`", "see [this](https://a.b/c_d?e=f&g)", "[edited] words",
    "> quoted\n> *words*\n\nanswered", "> lazy\nwords", ">\n> a", "- a\n- b\n\nwords", "* a",
    "- a\n\n- b", "1. a\n2. b\n\n\n3. c\n\nd", "a\n\n---\n\nb", "***", "f*ck and _that_", "a*b*c",
    "a*b c*", "*a b*c*",
    "1. a\n2. b", "3) a", "# a", "###### a\nwords", "```\n*a*\n\tb\n```\nwords", "```swift\n```",
    "+1", "-5", "#1 fan", "a & c", "<3",
  ])
  func parsesSimpleMarkdownWithoutLibcmark(body: String) {
    #expect(isTaken(body))
  }

  @Test(arguments: [
    "*a", "**a*b**", "a*b **c", "***a***", "*a _b* c_", "*«a»*", "[a](b (c))", "[a](<b>)",
    "[a](b \"c\")",
    "[a]: https://a.b", "[a][b]", "![a](b)", "[*a*](b)", "`` a ``", "` a `", "`a\nb`", "```\na",
    "- a\n  b", "- - a", "> > a", "> - a", "a\n2. b", "a\n---", "a\n===", "# a #",
    "a\n***", "* * *", "    a", "\ta", "a\\", "&amp;", "<b>", "<https://a.b>", "a\u{0}", "a\r\nb",
  ])
  func parsesOtherMarkdownWithLibcmark(body: String) {
    #expect(!isTaken(body))
  }

  @Test(arguments: [
    "words", "*a* `<b>` c", "> quoted \"words\"", "it's /not/ an address", "- a\n- b",
  ])
  func reportsPlainWordsIfNoByteNeedsEscaping(body: String) {
    #expect(parsed(body).hasPlainWords)
  }

  @Test(arguments: [
    "a > b", "a & b", "I <3 it", "é", "a\u{7F}", "[a > b](https://a.b)", "sixteen bytes and é more",
    "sixteen bytes and > more", "&amp;", "100 % of it", "#1 fan", "$60", "a@b", "{{ x }}", "a|b",
    "a ~ b",
    "[gallery] b", "sixteen bytes and 100 % more of them",
    "sixteen bytes and @somebody more of them",
  ])
  func doesNotReportPlainWordsIfAByteNeedsEscaping(body: String) {
    #expect(!parsed(body).hasPlainWords)
  }

  private func parsed(_ body: String) -> RichText {
    var parser = BodyParser()
    var richText = RichText()
    _ = parser.parse(Array(body.utf8), syntax: .markdown, into: &richText)
    return richText
  }

  private func isTaken(_ body: String) -> Bool {
    var richText = RichText()
    var report = BodyReport()
    let bytes = Array(body.utf8)
    let outcome = PlainMarkdown.parse(
      bytes.span, count: bytes.count, into: &richText, report: &report)
    return outcome != .notPlain
  }

  /// The same body between other bytes, which a wide read must ignore.
  @Test func ignoresBytesAroundTheBody() {
    var generator = SeededGenerator(seed: 99)
    let tame = Array(Self.alphabet[..<65])
    for _ in 0..<20_000 {
      let body = generator.body(from: tame, limit: 20)
      var parser = BodyParser()
      var alone = RichText()
      var among = RichText()
      let around = Array("*[_`\u{1}&a;www.\n# ".utf8)
      _ = parser.parse(body, syntax: .markdown, into: &alone)
      _ = parser.parse(
        Slice(around.count..<around.count + body.count), of: around + body + around,
        syntax: .markdown, into: &among)
      #expect(outline(alone) == outline(among))
    }
  }

  private func bothWays(_ body: [UInt8]) -> ((String, BodyReport), (String, BodyReport)) {
    var parser = BodyParser()
    var richText = RichText()
    let fast = parser.parse(body, syntax: .markdown, into: &richText)
    let fastOutline = violation(in: richText) ?? outline(richText)
    parser.usesPlainMarkdownParser = false
    let slow = parser.parse(body, syntax: .markdown, into: &richText)
    return ((fastOutline, fast), (outline(richText), slow))
  }
}
