import Atoll
import AtollComments
import Testing

/// Bylines with text of both directions keep their order, and links have labels.
@Suite struct BylineTests {
  static func story(_ comment: String) throws -> Story {
    let document = """
      {"atoll": 1, "story": {"id": "s", "title": "T", "server": "coral", "url": "https://www.example.com/s"},
       "comments": [{"id": "a", "createdAt": "2026-07-31T10:00:00Z", "likes": 541, "body": "Hi.",
       \(comment)}, {"id": "b", "parentId": "a", "author": "Ann", "body": "Ho."}]}
      """
    return try Reading([InputSource(name: "thread.json", bytes: Array(document.utf8))]).story
  }

  static let latin = #""author": {"name": "Bo", "badges": ["Diver"]}"#
  static let hebrew = #""author": {"name": "דנה", "badges": ["עורכת"]}"#

  @Test(arguments: [Options.Format.emailHTML, .emailText])
  func isolatesEachPieceOfABylineInRightToLeftMails(format: Options.Format) throws {
    let text = try Stories.text(Self.story(Self.latin), format) { $0.language = "ar" }
      .replacing("&nbsp;", with: " ").replacing("\u{2060}", with: "")
    for piece in ["Bo", "31 يوليو 2026، 10:00 ص", "541 إعجابًا", "رد واحد"] {
      #expect(text.contains("\u{2068}\(piece)\u{2069}"), "\(piece)")
    }
    #expect(text.contains("\u{2068}Diver\u{2069}") || text.contains("\u{2068}[Diver]\u{2069}"))
    // The line of text needs a character that gives it its direction.
    #expect(text.contains("\u{200F}\u{2068}Bo\u{2069}") == (format == .emailText))
  }

  @Test(arguments: [Options.Format.emailHTML, .emailText])
  func isolatesRightToLeftTextInLeftToRightMails(format: Options.Format) throws {
    let text = try Stories.text(Self.story(Self.hebrew), format)
    #expect(text.contains("\u{2068}דנה\u{2069}"))
    #expect(text.contains("\u{2068}עורכת\u{2069}") || text.contains("\u{2068}[עורכת]\u{2069}"))
    let plain = try Stories.text(Self.story(Self.latin), format)
    #expect(!plain.unicodeScalars.contains { (0x2066...0x2069).contains($0.value) })
  }

  /// Spaces of several scripts, and spaces that follow a character of class Prepend (U+0600).
  @Test(
    arguments: [
      "דנה\u{3000}", "\u{3000} דנה", "Bo\u{600} ", "דנה \u{200F}", "דנה\u{200B} \u{200B}",
    ],
    [Options.Format.emailHTML, .emailText])
  func leavesSurroundingSpacesOutsideTheIsolates(name: String, format: Options.Format) throws {
    let story = try Self.story(#""author": {"name": "\#(name)"}"#)
    let text = try Stories.text(story, format)
    let scalars = Array(text.unicodeScalars)
    #expect(text.contains("\u{2068}"))
    for (one, next) in zip(scalars, scalars.dropFirst()) {
      if next.value == 0x2069 { #expect(!one.properties.isWhitespace) }
      if one.value == 0x2068 { #expect(!next.properties.isWhitespace) }
    }
  }

  @Test func writesNoSeparatorAtTheStartOfABylineWithoutATime() throws {
    let document = """
      {"atoll": 1, "story": {"id": "s"}, "comments": [{"id": "a", "likes": 2, "body": "Hi."},
       {"id": "b", "parentId": "a", "author": "Ann", "body": "Ho."}]}
      """
    let story = try Reading([InputSource(name: "thread.json", bytes: Array(document.utf8))]).story
    let html = try Stories.text(story, .emailHTML)
    #expect(html.contains(">2 likes &#183; 1&nbsp;reply</p>"), "\(html)")
    #expect(html.contains(">In reply to an unknown author</p>"), "\(html)")
  }

  /// Terminals do not support these characters, and ASCII does not contain them.
  @Test func omitsBidiIsolatesFromTerminalOutputAndASCII() throws {
    for (format, isASCII) in [(Options.Format.text, false), (.ansi, false), (.emailText, true)] {
      let text = try Stories.text(Self.story(Self.hebrew), format) {
        $0.language = "ar"
        $0.terminal.charset = isASCII ? .ascii : .utf8
      }
      #expect(!text.unicodeScalars.contains { (0x2066...0x2069).contains($0.value) })
    }
  }

  @Test(arguments: ["", #""title": "","#, #""title": " ","#])
  func labelsUntitledMediaByKind(title: String) throws {
    let media =
      #"\#(Self.latin), "media": {\#(title) "kind": "image", "url": "https://e.example/a.png"}"#
    let html = try Stories.text(Self.story(media), .emailHTML)
    #expect(html.contains(">Image</a></p>"), "\(html)")
    #expect(!html.contains("\"></a>"))
  }

  @Test func labelsMediaWithTheirTitle() throws {
    let media =
      #"\#(Self.latin), "media": {"title": "A gull", "kind": "image", "url": "https://e.example/a.png"}"#
    #expect(try Stories.text(Self.story(media), .emailHTML).contains("A gull</a></p>"))
  }

  @Test func linksToHiddenCommentsInTheTextPart() throws {
    let story = try Self.story(Self.latin)
    // The addresses of comments are known for this server.
    let text = try Stories.text(story, .emailText) { $0.maxDepth = 1 }
    #expect(text.contains("+ 1 reply hidden\n"))
    #expect(text.contains("<https://www.example.com/s?commentID=a>\n"))
    let none = try Stories.text(story, .emailText) { $0.maxComments = 0 }
    #expect(none.contains("+ 2 more comments\n<https://www.example.com/s>\n"))
    #expect(try !Stories.text(story, .text).contains("commentID"))
  }

  /// A broken address cannot be opened.
  @Test func keepsTheAddressOfACommentOnOneLine() throws {
    let long = String(repeating: "long", count: 60)
    let story = try Self.story(
      #"\#(Self.latin), "permalink": "https://www.example.com/\#(long)""#)
    let text = try Stories.text(story, .emailText)
    #expect(text.contains("\n<https://www.example.com/\(long)>\n"))
  }
}
