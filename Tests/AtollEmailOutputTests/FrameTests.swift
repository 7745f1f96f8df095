import Atoll
import AtollComments
import Testing

/// The text around the comments of a mail: links to the story, the reason for the mail, the sender.
@Suite struct FrameTests {
  static func story(
    _ facts: String = #""url": "https://www.example.com/s", "server": "coral""#
  ) throws -> Story {
    let document = """
      {"atoll": 1, "story": {"id": "s", "title": "Tides", \(facts)}, "comments": [
       {"id": "a", "author": "Ann", "body": "1"}, {"id": "b", "parentId": "a", "author": "Bo", "body": "2"},
       {"id": "c", "parentId": "b", "author": "Cy", "body": "3"}, {"id": "d", "parentId": "c", "author": "Di", "body": "4"},
       {"id": "e", "parentId": "d", "author": "Ed", "body": "5"}, {"id": "f", "parentId": "e", "author": "Fi", "body": "6"},
       {"id": "g", "parentId": "a", "author": "Gil", "body": "7"}]}
      """
    return try Reading([InputSource(name: "thread.json", bytes: Array(document.utf8))]).story
  }

  @Test func linksToTheStoryAtTheTopAndTheBottom() throws {
    let story = try Self.story(
      #""url": "https://www.example.com/s", "organization": "A & B""#)
    let html = try Stories.text(story, .emailHTML)
    let text = try Stories.text(story, .emailText)
    let label = "A & B"
    #expect(
      html.components(separated: ">Read and reply on \(label.replacing("&", with: "&amp;"))</")
        == 2)
    #expect(
      text.components(separated: "Read and reply on \(label):\nhttps://www.example.com/s") == 2)
  }

  @Test func offersNoReplyLinkForAClosedStory() throws {
    let story = try Self.story(
      #""url": "https://www.example.com/s", "server": "coral", "closed": true"#)
    let html = try Stories.text(story, .emailHTML)
    let text = try Stories.text(story, .emailText)
    #expect(!html.contains(">Reply"))
    #expect(!text.contains("Read and reply"))
    #expect(text.contains("Read on example.com"))
  }

  @Test func addsAReplyLinkToEachCommentWithAnAddress() throws {
    let html = try Stories.text(Self.story(), .emailHTML)
    let text = try Stories.text(Self.story(), .emailText)
    #expect(html.components(separated: ">Reply to ") == 7)
    #expect(html.contains(">Reply to Gil</a>"))
    #expect(text.contains("Reply to Gil <https://www.example.com/s?commentID=g>"))
    #expect(text.components(separated: " <https://www.example.com/s?commentID=") == 7)
    let bare = try Self.story(#""url": "https://www.example.com/s""#)
    #expect(try !Stories.text(bare, .emailHTML).contains(">Reply"))
    #expect(try !Stories.text(bare, .emailText).contains("Reply to"))
  }

  @Test func saysWhichCommentEachReplyAnswers() throws {
    for part in [Options.Format.emailHTML, .emailText] {
      let mail = try Stories.text(Self.story(), part)
      #expect(mail.replacing("\n", with: " ").components(separated: "In reply to ") == 6, "\(mail)")
    }
  }

  @Test func marksTheButtonAsAViewAction() throws {
    let html = try Stories.text(Self.story(), .emailHTML)
    #expect(html.components(separated: "itemtype=\"https://schema.org/EmailMessage\"") == 1)
    #expect(html.components(separated: "itemtype=\"https://schema.org/ViewAction\"") == 1)
    let address = try #require(html.firstMatch(of: /<a href="([^"]*)" itemprop="target url"/))
    #expect(address.1 == "https://www.example.com/s")
    #expect(html.contains("<span itemprop=\"name\">Read and reply on example.com</span>"))
  }

  @Test func showsTheLogoInsteadOfTheSiteName() throws {
    let story = try Self.story(
      #""url": "https://www.example.com/s", "organization": "A & B""#)
    let plain = try Stories.text(story, .emailHTML)
    #expect(plain.contains(">A &amp; B</p>") && !plain.contains("<img"))
    let html = try Stories.text(story, .emailHTML) {
      $0.mail.logoURL = "https://cdn.example.com/logo.png?a=1&b=2"
    }
    #expect(html.contains("src=\"https://cdn.example.com/logo.png?a=1&amp;b=2\" alt=\"A &amp; B\""))
    #expect(!html.contains(">A &amp; B</p>"))
    #expect(try Stories.text(story, .emailText).hasPrefix("A & B\n\n"))
  }

  @Test(arguments: ["http://example.com/a.png", "logo.png", "javascript:alert(1)", ""])
  func rejectsALogoWithoutAnHTTPSAddress(address: String) {
    #expect(throws: AtollError.self) {
      try Stories.text(Self.story(), .emailHTML) { $0.mail.logoURL = address }
    }
  }

  @Test func saysThatTheAddressOfALogoContainsASpace() {
    let error = #expect(throws: AtollError.self) {
      try Stories.text(Self.story(), .emailHTML) { $0.mail.logoURL = "https://a.example/a b.png" }
    }
    #expect(error?.advice == "it contains a space; write %20 instead")
    let other = #expect(throws: AtollError.self) {
      try Stories.text(Self.story(), .emailHTML) { $0.mail.logoURL = "http://a.example/a b.png" }
    }
    #expect(other?.advice == "mail programs load pictures only from https addresses")
  }

  @Test func writesEveryPartOfTheFrame() throws {
    func set(_ options: inout Options) {
      options.mail.viewURL = "https://www.example.com/mails/7"
      options.mail.reason = "You get this because you follow <Tides>."
      options.mail.footer =
        "Example Games, *1 Harbour Road*\n\n[Imprint](https://www.example.com/imprint)"
      options.mail.unsubscribe = ["https://www.example.com/u"]
      options.mail.listID = "tides.example.com"
    }
    let html = try Stories.text(Self.story(), .emailHTML, set)
    #expect(html.contains("<a href=\"https://www.example.com/mails/7\""))
    #expect(html.contains("You get this because you follow &lt;Tides&gt;."))
    #expect(html.contains("Example Games, <em>1 Harbour Road</em>"))
    let text = try Stories.text(Self.story(), .emailText, set)
    #expect(text.contains("\n\nView in browser:\nhttps://www.example.com/mails/7\n\n"))
    #expect(
      text.hasSuffix(
        """

        You get this because you follow <Tides>.

        Example Games, _1 Harbour Road_

        Imprint <https://www.example.com/imprint>

        Unsubscribe:
        https://www.example.com/u

        """))
    let mail = try Stories.text(Self.story(), .email, set)
    #expect(mail.contains("List-Archive: <https://www.example.com/s>\r\n"))
    #expect(mail.contains("Archived-At: <https://www.example.com/mails/7>\r\n"))
  }

  @Test func writesTheWordsOfALanguageFileIntoTheTextPartAsTheyAre() throws {
    let file = #"{"extends": "nl", "words": {"view_in_browser": "Web | [~{}`]"}}"#
    let text = try Stories.text(Self.story(), .emailText) {
      $0.languageFile = try? LanguageSource(path: "own.json", bytes: Array(file.utf8))
      $0.language = "nl"
      $0.mail.viewURL = "https://www.example.com/mails/7"
    }
    #expect(text.contains("\nWeb | [~{}`]:\nhttps://www.example.com/mails/7\n"))
  }

  @Test(arguments: [
    (Options.Format.page, ["Link to this comment + Ann = </i>"]),
    (.emailHTML, ["1 comment = Ann", "Image = <a href"]),
    (.emailText, ["Image = Reef", "Unsubscribe =\nhttps", "Read and reply on example.com =\n"]),
    (.text, ["Image = Reef"]),
  ])
  func usesTheSeparatorsOfTheLanguage(format: Options.Format, expected: [String]) throws {
    let document = """
      {"atoll": 1, "story": {"id": "s", "url": "https://example.com/s", "server": "coral"}, "comments": [
       {"id": "a", "author": "Ann", "createdAt": 0, "body": "1", "media":
        {"kind": "image", "url": "https://example.com/i.png", "title": "Reef"}}]}
      """
    let story = try Reading([InputSource(name: "a.json", bytes: Array(document.utf8))]).story
    let file = #"{"extends": "en", "list_separator": " + ", "headline_separator": " = "}"#
    let text = try Stories.text(story, format) {
      $0.languageFile = try? LanguageSource(path: "own.json", bytes: Array(file.utf8))
      if format.isMail { $0.mail.unsubscribe = ["https://example.com/u"] }
    }
    for part in expected { #expect(text.contains(part), "\(part)") }
  }

  @Test(arguments: ["mailto:a@example.com", "nowhere", "https://e.example/\r\nBcc: x@e.example"])
  func rejectsAViewAddressThatIsNotAWebAddress(address: String) throws {
    #expect(throws: AtollError.self) {
      try Stories.mail(Self.story()) { $0.mail.viewURL = address }
    }
  }

  /// The rail of a comment continues next to all of its descendants.
  @Test func drawsOneRailForEachLevelOfReplies() throws {
    let html = try Stories.text(Self.story(), .emailHTML)
    let tables = html.split(separator: "<table").filter { $0.contains("class=\"c\"") }
    let rails = tables.compactMap { table -> Int? in
      guard table.contains("<h3") else { return nil }
      return String(table).components(separated: "border-right:3px solid")
    }
    // Ann; Bo to Fi (Fi is flattened); Gil.
    #expect(rails.sorted() == [0, 1, 1, 2, 3, 4, 4])
  }

  @Test func doesNotShowLevelNumbers() throws {
    for format in [Options.Format.emailHTML, .emailText] {
      let text = try Stories.text(Self.story(), format)
      #expect(!text.contains("Level 6"))
      #expect(text.contains("In reply to Ed"))
    }
    let html = try Stories.text(Self.story(), .emailHTML)
    #expect(html.contains("&nbsp;replies") && !html.contains(" replies"))
  }

  @Test(arguments: [
    ("ign", "font:16px/24px Segoe UI,Arial,sans-serif"),
    ("plain", "font:16px/24px Arial,sans-serif"),
  ])
  func usesTheFontsAndSizesOfTheTheme(style: String, expected: String) throws {
    var options = Options()
    options.format = .emailHTML
    let html = try Renderer(options: options, style: .embedded(style)).render(Self.story()).bytes
    #expect(String(decoding: html, as: UTF8.self).contains(expected))
  }
}
