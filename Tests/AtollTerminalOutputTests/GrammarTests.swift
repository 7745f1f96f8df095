import Atoll
import AtollComments
import Foundation
import TestSupport
import Testing

/// Any input gives harmless output, and no line exceeds the requested width.
@Suite struct GrammarTests {
  static let documents = [
    "Sources/Command/AtollCommand/Demo/story.json",
    "Sources/Command/AtollCommand/Demo/specimen.json",
    "Sources/Command/AtollCommand/Demo/specimen-closed.json", "Tests/Fixtures/talk4-response.json",
    "Tests/Fixtures/coral-response.json", "Tests/Fixtures/atoll-document.json",
  ]

  struct Look: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var change: @Sendable (inout Options) -> Void

    init(_ name: String, _ change: @escaping @Sendable (inout Options) -> Void) {
      testDescription = name
      self.change = change
    }
  }

  static let looks: [Look] = [
    Look("none") { $0.terminal.colors = .none },
    Look("sixteen") { $0.terminal.colors = .sixteen },
    Look("256 on light, linked") {
      $0.terminal.colors = .twoHundredFiftySix
      $0.scheme = .light
      $0.terminal.writesHyperlinks = true
    },
    Look("true colour on dark, spoilers") {
      $0.terminal.colors = .trueColor
      $0.scheme = .dark
      $0.terminal.spoilers = .show
    },
    Look("ASCII") { $0.terminal.charset = .ascii },
    Look("wide signs, linked") {
      $0.terminal.ambiguousWidth = 2
      $0.terminal.writesHyperlinks = true
    },
    Look("text") { $0.format = .text },
    Look("text in ASCII") {
      $0.format = .text
      $0.terminal.charset = .ascii
    },
    Look("flowed") {
      $0.format = .text
      $0.terminal.isFlowed = true
    },
    Look("Japanese") { $0.language = "ja" },
    Look("Arabic text") {
      $0.language = "ar"
      $0.format = .text
    },
  ]

  static func options(_ look: Look, _ width: Int) -> Options {
    var options = Options()
    options.format = .ansi
    options.terminal.width = width
    look.change(&options)
    return options
  }

  /// Returns a description of the first error in a rendering, or nil.
  static func offence(in bytes: [UInt8], _ options: Options) -> String? {
    var grammar = ByteGrammar(
      allowsSequences: options.format == .ansi,
      isFlowed: options.format == .text && options.terminal.isFlowed)
    if let offence = grammar.offence(in: bytes) { return offence }
    if options.terminal.charset == .ascii, let odd = bytes.first(where: { $0 > 0x7E }) {
      return "the byte \(odd) in ASCII"
    }
    for line in bytes.split(separator: 0x0A) {
      let found = columns(of: line, ambiguous: options.terminal.ambiguousWidth)
      if found > options.terminal.width ?? 72 {
        return "\(found) columns: \(String(decoding: line, as: UTF8.self))"
      }
    }
    return nil
  }

  @Test(arguments: documents, looks)
  func writesValidOutputForEveryFixture(path: String, look: Look) throws {
    let story = try Reading([InputSource(name: path, bytes: try Repository.bytes(path))]).story
    for width in [20, 27, 40, 80, 120] {
      let options = Self.options(look, width)
      let bytes = try Renderer(options: options).render(story).bytes
      if let offence = Self.offence(in: bytes, options) { Issue.record("\(width): \(offence)") }
    }
  }

  @Test(arguments: 0..<150)
  func writesValidOutputForHostileText(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    var drawing = Drawing(Self.text(&generator), by: Self.text(&generator))
    for index in 0..<8 {
      drawing.reply(
        to: index == 0 ? "1" : "r\(index - 1)", "r\(index)", by: Self.text(&generator),
        Self.text(&generator))
    }
    drawing.story = [
      "title": Self.text(&generator), "infobox": Self.text(&generator),
      "announcement": Self.text(&generator), "closed": true,
    ]
    drawing.options = Self.options(Self.looks[seed % Self.looks.count], 20 + seed % 60)
    let bytes = try drawing.bytes()
    if let offence = Self.offence(in: bytes, drawing.options) { Issue.record("\(offence)") }
  }

  private static let pieces = [
    "\u{1B}[31m", "\u{1B}]0;title\u{7}", "\u{9B}2J", "&#x1b;[2J", "&#x9b;H", "&#x202e;", "\r",
    "\t", "\u{8}", "\u{7F}", "\u{85}", "\u{2028}", "\u{200B}", "\u{200D}", "\u{FE0F}", "\u{E0041}",
    "a", "word ", "long-word-with-hyphens ", "**bold** ", "*it*", "`code` ", "~~no~~ ",
    "[link](https://example.com/a;b?c=d) ", "https://example.com/a/very/long/address/indeed ", "\n",
    "\n\n", "- ", "1. ", "> ", "    ", "漢字かな交じり文。", "「括弧」", "한국어", "👨‍👩‍👧‍👦", "🇩🇪", "👍🏽",
    "e\u{301}\u{302}\u{303}", "ᄀ", "ﾞ", "שלום ", "مرحبا ", "ไทย", "…", "—", "\u{A0}", "# ", "```\n",
    "---\n",
    "<b>", "<br>", "x\u{300}", "ＦＵＬＬ", "$100", "From here", "-- ", "\u{FFFE}", " ", "  ", "\u{600}",
    "\u{600} ", "\u{110BD} ", " \u{301}", "\u{2003}",
    "\u{3000}", "\u{200F}", "\u{AD}", "\u{180E}", "\u{FE0E}", "    code \n", "`` `x` ``", "*",
    "> \n", "\u{0E33}",
    "a\u{200D}", "\u{1F1E9}", "12345678901234567890", "漢\u{3000}",
  ]

  static func text(_ generator: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...60, using: &generator)).map { _ in
      pieces.randomElement(using: &generator) ?? ""
    }.joined()
  }

  /// The checker itself detects errors.
  @Test(arguments: [
    "\u{1B}[2J\n", "\u{1B}]0;x\u{1B}\\\n", "\u{1B}[31m\n", "a \n", "\u{1B}]8;;http://a b\u{1B}\\\n",
    "\u{9B}31m\n", "a\r\n", "\u{1B}[?25l\n", "\u{1B}]8;;http://a\u{1B}\\x\n", "a", "\u{1B}(0\n",
  ])
  func detectsForbiddenBytes(text: String) {
    var grammar = ByteGrammar(allowsSequences: true)
    #expect(grammar.offence(in: Array(text.utf8)) != nil)
  }
}
