import Foundation
import Testing

@testable import AtollStore

extension ErasurePattern {
  /// Returns whether an output with the media type `type` contains the text.
  fileprivate func occurs(in output: [UInt8], type: String) -> Bool {
    occurs(
      inAny: kind == .identifier
        ? VisibleText.documents(of: output, type: type)
        : VisibleText.searchableTexts(of: output, type: type))
  }
}

/// Searching outputs for text as readers see it.
struct VisibleTextTests {
  private static let html = "text/html; charset=utf-8"
  private static let text = "text/plain; charset=utf-8"
  private static let atom = "application/atom+xml; charset=utf-8"
  private static let mail = "message/rfc822"

  @Test(arguments: [
    ("Ann", html, "by Ann, today", true), ("Ann", html, "Anna", false), ("Ann", html, "ANN", false),
    ("Ann O'Neil & <Co>", html, "<bdi>Ann O&#39;Neil &amp; &lt;Co&gt;</bdi>", true),
    ("Ann O'Neil & <Co>", html, #"{"name":"Ann O'Neil \u0026 \u003cCo\u003e"}"#, true),
    ("Ann Lee", text, "Ann\n  Lee", true), ("Zoë", text, "“Zoë”", true),
    ("Bob", html, #"<a title="Bob">"#, true), ("Bob", html, "<a title='Bob' href=x>", true),
    ("Bob", html, "<a href=/by/Bob data-x>", true),
    ("O'Neil", html, #"<a title="O&#39;Neil">"#, true),
    // Letters with marks of their own.
    ("Zoë", html, "<p>Zoe\u{308}</p>", true), ("Zoe\u{308}", text, "Zoë", true),
    ("Nguyễn", html, "Nguye\u{302}\u{303}n", true), ("Zoe", text, "Zoe\u{308}", false),
    ("Й", text, "И\u{306}", true), ("שָׁלוֹם", text, "שָׁלוֹם", true), ("ZOË", text, "Zoë", false),
    // Names of elements and of attributes, style sheets, and values that are words of the markup.
    ("button", html, #"<button type="button" class="a button">x</button>"#, false),
    ("title", html, #"<a title="Bob">"#, false),
    // The initials on an avatar.
    ("O", html, #"<h3 data-i="O"><bdi>Ordinary</bdi></h3>"#, false),
    ("O", html, #"<h3 data-i="O"><bdi>O</bdi></h3>"#, true),
    ("flex", html, "<style>.a{display:flex}</style><p>a</p>", false),
    ("Bob", html, "<style>.a{color:red}</style><p>Bob</p>", true),
    ("Bob", html, "<style>.a{color:red}", false),
    ("Ann", text, "by <Ann>", true), ("Ann", text, "<style>Ann</style>", true),
    ("list", html, #"<ol role="list" style="list-style:none">"#, false),
    ("Ann Lee", text, "Ann Leeds", false),
    // Line ends in a reply and in a quotation.
    ("Ann Example", text, "| | Hello Ann\n| | Example says", true),
    ("Ann Example", text, "│ > Hello Ann\n│ > Example says", true),
    ("Extraordinarily", text, "| Extraordi\n| narily long", true),
    ("carlabrunner", text, "▎ see carlab\n▎ runner", true),
    ("田中太郎", text, "\u{1B}[2m▎\u{1B}[0m 漢漢田中\n\u{1B}[2m▎ │\u{1B}[0m 太郎さん", true),
    // Colours of a terminal.
    ("Ann Lee", text, "\u{1B}[1mAnn\u{1B}[0m Lee", true),
    // Tags of blocks separate words, and tags within a word do not.
    ("Ann Example", html, "Hello Ann<br>Example", true),
    ("Ann Example", html, "<p>Hello Ann</p><p>Example</p>", true),
    ("Ann Example", html, "<em>Ann</em> Example</p></div><h2>Comments", true),
    ("Ann Example", html, "A<b>n</b>n Exam<i>ple</i>", true),
    ("Ann Example", html, "Ann&nbsp;Example", true),
    ("Ann Example", html, "Ann\u{A0}Example", true),
    // Invisible characters.
    ("Ann Example", html, "Ann Exam\u{AD}ple", true),
    ("Ann\u{200B} Example", html, "Ann Example", true),
    ("Ann Example", html, "\u{202E}Ann Example\u{202C}", true),
    // Feeds escape markup once more.
    ("Ann Example", atom, "&lt;p&gt;&lt;strong&gt;Ann&lt;/strong&gt; Example&lt;/p&gt;", true),
    ("salt & pepper", atom, "&lt;p&gt;salt &amp;amp; pepper&lt;/p&gt;", true),
    ("ann@example.org", atom, "ann&amp;#64;example.org", true),
    // Mails encode texts.
    ("Zoë Example", mail, "Content-Type: text/plain\r\n\r\nZo=C3=AB Exam=\r\nple wrote", true),
    ("Zoë Example", mail, "From: =?utf-8?Q?Zo=C3=AB?=\r\n =?utf-8?Q?_Example?= <a@b>\r\n", true),
    ("Zoë Example", mail, "Subject: =?utf-8?B?Wm/DqyBFeGFtcGxl?=\r\n", true),
    ("Zoë Example", mail, "\r\n\r\nWm/DqyBF\r\neGFtcGxl\r\n", true),
  ])
  func findsTextAsReadersSeeIt(name: String, type: String, output: String, isFound: Bool) throws {
    let pattern = try #require(ErasurePattern(.words, text: name))
    #expect(pattern.occurs(in: Array(output.utf8), type: type) == isFound)
  }

  @Test func doesNotFindAnIDInsideALongerID() throws {
    let pattern = try #require(ErasurePattern(.identifier, text: "c-12"))
    #expect(pattern.occurs(in: Array(#"<li id="c-c-12">"#.utf8), type: Self.html))
    #expect(!pattern.occurs(in: Array(#"<li id="c-c-123">"#.utf8), type: Self.html))
  }

  @Test(arguments: [
    "\r\n\r\nPGEgaHJlZj0iaHR0cHM6Ly9lLmNvbS9h\r\nP2NvbW1lbnRJRD1jLTEyIj54PC9hPg==\r\n",
    "Content-Transfer-Encoding: quoted-printable\r\n\r\n?commentID=3Dc-=\r\n12\r\n",
  ])
  func findsAnIDInAnEncodedMail(output: String) throws {
    let pattern = try #require(ErasurePattern(.identifier, text: "c-12"))
    #expect(pattern.occurs(in: Array(output.utf8), type: Self.mail))
  }

  @Test func findsATextThatBeginsInsideAWord() throws {
    let pattern = try #require(ErasurePattern(.text, text: "xample wro"))
    #expect(pattern.occurs(in: Array("<b>Ann Example</b> wrote".utf8), type: Self.html))
  }

  @Test func rejectsPatternsWithoutLetters() {
    #expect(ErasurePattern(.text, text: " \n") == nil && ErasurePattern(.words, text: "&") == nil)
  }

  @Test(arguments: ["/interview-with-ann-example", "https://x.org/ann%20example", "Ann Example"])
  func findsNamesInURLsAndTitles(fact: String) throws {
    #expect(try #require(ErasurePattern(.words, text: "Ann Example")).occurs(inMetadata: fact))
    #expect(try !#require(ErasurePattern(.words, text: "Bob Example")).occurs(inMetadata: fact))
  }

  @Test(.timeLimit(.minutes(10)), arguments: ["<", "<style>"])
  func readsManyUnclosedTagsWithoutHanging(tag: String) {
    let output = Array(String(repeating: tag, count: 400_000 / tag.utf8.count).utf8)
    let texts = VisibleText.searchableTexts(of: output + Array("Ann".utf8), type: Self.text)
    // One for each treatment of tags, and one with joined lines.
    #expect(texts.count == VisibleText.TagTreatment.allCases.count + 1)
    for text in texts {
      #expect(text.suffix(3) == Array("Ann".utf8)[...])
    }
  }
}
