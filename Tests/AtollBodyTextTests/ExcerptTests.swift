import AtollBytes
import Testing

@testable import AtollBodyText

/// The beginning of a text on one line.
@Suite struct ExcerptTests {
  static func body(_ parts: (Token.Kind, String)...) -> RichText {
    var body = RichText()
    for (kind, words) in parts {
      let bytes = Array(words.utf8)
      let slice = body.copy(bytes.span)
      body.append(Token(kind, text: slice))
    }
    return body
  }

  @Test(arguments: [
    ("One two three", 20, "One two three"), ("One two three", 13, "One two three"),
    ("One two three", 12, "One two…"), ("  One \n two ", 20, "One two"), ("", 20, ""),
    ("Unbreakable", 6, "Unbre…"), ("海の記憶は長い", 5, "海の記憶…"), ("👩‍👩‍👧 ok", 2, "👩‍👩‍👧…"),
    ("One\u{3000}two\u{A0} é three", 9, "One two é…"), ("\u{A0}\u{2003}", 9, ""),
  ])
  func endsAnExcerptBetweenWordsIfPossible(text: String, limit: Int, expected: String) {
    #expect(Self.body((.text, text)).excerpt(upTo: limit, spoilersAs: "spoiler") == expected)
  }

  @Test(arguments: ["\u{200B}\u{200B}", "\u{2060}", " \u{200E}\u{200F} ", "\u{AD}\u{AD}\u{AD}"])
  func findsNoTextInInvisibleCharacters(text: String) {
    let body = Self.body((.text, text))
    #expect(!body.hasVisibleText && body.excerpt(upTo: 1, spoilersAs: "spoiler") == "")
    let quote = Self.body(
      (.quoteOpen, ""), (.text, "Theirs"), (.quoteClose, ""), (.paragraphOpen, ""), (.text, text),
      (.paragraphClose, ""))
    #expect(quote.hasVisibleText && quote.excerpt(upTo: 9, spoilersAs: "spoiler") == "Theirs")
  }

  @Test func replacesSpoilersWithALabelAndOmitsQuotes() {
    let body = Self.body(
      (.quoteOpen, ""), (.text, "Theirs"), (.quoteClose, ""), (.paragraphOpen, ""),
      (.text, "Mine "),
      (.spoilerOpen, ""), (.text, "secret"), (.spoilerClose, ""), (.text, "ends"),
      (.paragraphClose, ""),
      (.codeBlock, "code"))
    #expect(body.excerpt(upTo: 60, spoilersAs: "spoiler") == "Mine [spoiler]ends code")
    let quote = Self.body((.quoteOpen, ""), (.text, "Theirs"), (.quoteClose, ""))
    #expect(quote.excerpt(upTo: 60, spoilersAs: "spoiler") == "Theirs")
    let covered = Self.body((.spoilerOpen, ""), (.text, "secret"), (.spoilerClose, ""))
    #expect(covered.excerpt(upTo: 60, spoilersAs: "spoiler") == "[spoiler]")
  }

  @Test func limitsTheExcerptOfALongText() {
    let body = Self.body((.text, String(repeating: "e\u{301}\u{302} word ", count: 100_000)))
    #expect(body.excerpt(upTo: 30, spoilersAs: "spoiler").count <= 31)
  }
}
