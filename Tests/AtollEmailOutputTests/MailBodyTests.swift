import Atoll
import AtollComments
import Testing

@testable import AtollMarkupWriting

/// The bodies of comments in mails look as on a page.
@Suite struct MailBodyTests {
  static func html(_ body: String, language: String = "en") throws -> String {
    try Stories.text(Stories.story(of: 1) { _ in body }, .emailHTML) { $0.language = language }
  }

  @Test func writesHeadingsInBold() throws {
    let html = try Self.html("# Rules\n\nWords")
    #expect(html.contains("font-weight:bold\">Rules</p>"))
    #expect(!html.contains("font-weight:bold\">Words</p>"))
  }

  @Test func givesACodeBlockOneBackground() throws {
    let html = try Self.html("```\nlet a\n  = 1\n```")
    #expect(html.contains("padding:8px 12px;background-color:#e9edec"))
    #expect(html.contains(">let a<br>\n&nbsp;&nbsp;= 1"))
  }

  @Test func keepsTheColumnsOfACodeBlock() throws {
    let html = try Self.html("```\na    b\n  c\td  e\n```")
    #expect(
      html.contains(
        ">a &nbsp;&nbsp;&nbsp;b<br>\n&nbsp;&nbsp;c&nbsp;&nbsp;&nbsp;&nbsp;d &nbsp;e</code>"))
  }

  /// The first body has the writing direction of the mail's language, the second has the opposite
  /// one.
  @Test(arguments: [
    ("en", "left", "> quoted\n\n- item", "> اقتباس\n\n- عنصر"),
    ("ar", "right", "> اقتباس\n\n- عنصر", "> quoted\n\n- item"),
  ])
  func putsQuoteBarsAndBulletsOnTheSideWhereLinesBegin(
    language: String, side: String, body: String, turned: String
  ) throws {
    let other = side == "left" ? "right" : "left"
    for (body, side, other) in [(body, side, other), (turned, other, side)] {
      let html = try Self.html(body, language: language)
      #expect(html.contains("border-\(side):3px solid"), "\(language) \(body)")
      #expect(html.contains("<blockquote style=\"margin:0 0 8px;padding:0;padding-\(side):12px"))
      #expect(html.contains("padding:0;padding-\(side):24px"), "\(language) \(body)")
      #expect(!html.contains("padding-\(other):24px"), "\(language) \(body)")
      #expect(!html.contains("<blockquote style=\"margin:0 0 8px;padding:0;padding-\(other)"))
    }
  }

  /// The styles of a page do this, but mail clients drop `unicode-bidi`.
  @Test(arguments: [
    ("en", "Hello\n\nשלום (1)\n\nBye", ["", "rtl", "ltr"]),
    ("en", "שלום\n\nHello (1)\n\n12\n\nשלום", ["", "ltr", "", "rtl"]),
    ("he", "שלום\n\nHello (1)", ["", "ltr"]), ("he", "Hello\n\nBye", ["", ""]),
  ])
  func setsTheDirectionOfParagraphsThatDifferFromTheLanguage(
    language: String, body: String, directions: [String]
  ) throws {
    let html = try Self.html(body, language: language)
    for (paragraph, direction) in zip(body.split(separator: "\n\n"), directions) {
      let end = direction.isEmpty ? "\">" : "\" dir=\"\(direction)\">"
      #expect(html.contains("\(end)\(paragraph)</p>"), "\(paragraph)")
    }
  }

  @Test func writesCodeFromLeftToRight() throws {
    let html = try Self.html("שלום `a(1);`\n\n```\nx = 1;\n```", language: "he")
    #expect(html.contains("\" dir=\"ltr\">a(1);</code>"))
    #expect(html.contains(#/<p[^>]* dir="ltr"><code[^>]* dir="ltr">x = 1;</code>/#))
  }

  @Test func usesCodeForTheDirectionOfAParagraphOnlyIfThereIsNoOtherText() throws {
    #expect(try Self.html("`print` שלום").contains(#/<div dir="rtl"><p[^>]*><code/#))
    #expect(try Self.html("`print`", language: "he").contains(#/<div dir="ltr"><p[^>]*><code/#))
  }

  /// Combining marks and punctuation have no direction.
  @Test(arguments: ["𝟏𝟐 שלום", "\u{301}שלום", "「שלום」", "\u{3000}שלום"])
  func findsTheDirectionOfTextAfterCharactersWithoutDirection(body: String) {
    #expect(textRunsRightToLeft(Array(body.utf8)[...]) == true)
  }

  @Test(arguments: [
    "𐌰 אב", "𐐀 אב", "Ａ אב", "ａ אב", "ﾃ אב", "々 אב", "ªאב", "𝐀 אב", "字 אב", "𠀀 אב",
  ])
  func findsLettersThatRunFromLeftToRight(body: String) {
    #expect(textRunsRightToLeft(Array(body.utf8)[...]) == false)
  }

  @Test(arguments: ["𐤀 ab", "𞤀 ab", "［אב］ ab", "ﭐ ab"])
  func findsLettersThatRunFromRightToLeft(body: String) {
    #expect(textRunsRightToLeft(Array(body.utf8)[...]) == true)
  }

  @Test func labelsStarsForScreenReaders() throws {
    let document = """
      {"atoll": 1, "story": {"id": "s", "mode": "ratingsAndReviews"},
       "comments": [{"id": "a", "author": "Ann", "rating": 1, "body": "Hi."}]}
      """
    let story = try Reading([InputSource(name: "a.json", bytes: Array(document.utf8))]).story
    let html = try Stories.text(story, .emailHTML)
    #expect(html.contains("<span role=\"img\" aria-label=\"1 of 5 stars\">"))
  }
}
