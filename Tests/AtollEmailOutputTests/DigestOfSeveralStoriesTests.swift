import Atoll
import AtollComments
import Foundation
import Testing

/// A digest of several stories: its choice of comments, its wording, and the room for each story.
@Suite struct DigestOfSeveralStoriesTests {
  /// Returns stories with these numbers of comments; comment n of a story has n likes.
  static func stories(_ counts: [Int], body: (Int) -> String = { "Words \($0)." }) throws -> [Story]
  {
    try counts.enumerated().map { number, count in
      let comments = (0..<count).map { index in
        var comment: [String: Any] = [
          "id": "c\(index)", "author": ["name": "Author \(index)"], "likes": index,
          "createdAt": 1_785_000_000_000 + index * 60_000,
          "body": "S\(number) " + body(index),
        ]
        if index % 3 == 1 { comment["parentId"] = "c\(index - 1)" }
        if index == 2 { comment["tags"] = ["FEATURED"] }
        if index == 3 { comment["tags"] = ["STAFF"] }
        return comment
      }
      let document: [String: Any] = [
        "atoll": 1, "comments": comments,
        "story": [
          "id": "s\(number)", "title": "Story \(number)",
          "url": "https://www.example.com/\(number)",
        ],
      ]
      let bytes = [UInt8](try JSONSerialization.data(withJSONObject: document))
      return try Reading([InputSource(name: "s\(number).json", bytes: bytes)]).story
    }
  }

  @Test func beginsThePreheaderWithTheFirstTitleHoweverLongItIs() throws {
    let title = String(repeating: "Приливы и отливы. ", count: 9)
    let html = try Self.text([Stories.story(of: 2, title: title)], .emailHTML)
    #expect(html.contains("<meta name=\"description\" content=\"Приливы и отливы."))
  }

  static func render(
    _ stories: [Story], _ format: Options.Format, _ change: (inout Options) -> Void = { _ in }
  ) throws -> Rendering {
    var options = Options()
    options.format = format
    options.digest = DigestOptions()
    change(&options)
    return try Renderer(options: options).render(digestOf: stories)
  }

  static func text(
    _ stories: [Story], _ format: Options.Format, _ change: (inout Options) -> Void = { _ in }
  ) throws -> String {
    String(decoding: try render(stories, format, change).bytes, as: UTF8.self)
  }

  /// A story that has reviews says so in every format, below its title.
  @Test(arguments: [
    Options.Format.text, .page, .fragment, .emailHTML, .emailText,
  ])
  func showsTheMeanRatingOfEachStory(format: Options.Format) throws {
    let comments =
      #"[{"id":"1","author":"A","body":"Good.","rating":4,"tags":["REVIEW"]},{"id":"2","author":"B","body":"Bad.","rating":1,"tags":["REVIEW"]}]"#
    let document =
      #"{"atoll":1,"story":{"id":"r","title":"Rated","mode":"ratingsAndReviews","ratings":{"average":2.5,"count":2}},"comments":\#(comments)}"#
    let rated = try Reading(Array(document.utf8)).story
    let text = try Self.text([rated] + Self.stories([1]), format)
    #expect(text.split(separator: "2.5 of 5 stars").count == 2, "\(text.suffix(2000))")
  }

  @Test func usesTheSameListIDForDifferentStories() throws {
    func listID(_ counts: [Int], title: String? = nil) throws -> String? {
      let mail = try Self.text(Self.stories(counts), .email) {
        $0.mail.listID = "best.example.com"
        $0.digest?.title = title
      }
      return HeaderTests.value("List-Id", of: mail)
    }
    #expect(try listID([6, 8]) == "<best.example.com>")
    #expect(try listID([6]) == listID([6, 8]))
    #expect(try listID([6], title: "Best of today") == "Best of today <best.example.com>")
  }

  @Test func omitsABlankTitle() throws {
    let digest = try Self.text([Stories.story(of: 2, title: "   ")], .email)
    #expect(HeaderTests.value("Subject", of: digest) == "2 comments, 1 story")
  }

  static let formats: [Options.Format] = [.page, .fragment, .text, .ansi, .emailHTML, .emailText]

  @Test(arguments: formats)
  func showsTheMostLikedCommentsOfEachStory(format: Options.Format) throws {
    let text = try Self.text(Self.stories([6, 8]), format) { $0.digest?.maxCommentsPerStory = 2 }
    for shown in ["S0 Words 5.", "S0 Words 4.", "S1 Words 7.", "S1 Words 6.", "Story 0", "Story 1"]
    {
      #expect(text.contains(shown), "\(shown)")
    }
    #expect(!text.contains("Words 3."))
    #expect(text.contains("4 comments, 2 stories") || format == .fragment)
    #expect(text.contains("4 more comments") && text.contains("6 more comments"))
    if format == .page || format == .emailHTML {
      #expect(text.contains("<a href=\"https://www.example.com/1\""))
    }
    #expect(!text.contains("id=\"c-"), "two stories may have the same ids")
  }

  @Test func filtersCommentsByTagLikesAndDate() throws {
    let stories = try Self.stories([6, 2, 8])
    func shown(_ change: (inout Options) -> Void) throws -> [String] {
      try Self.text(stories, .text, change).matches(of: /S\d Words \d/).map { String($0.output) }
    }
    #expect(
      try shown { $0.digest?.acceptedProperties = [.featured] } == ["S0 Words 2", "S2 Words 2"])
    #expect(
      try shown {
        $0.digest?.acceptedProperties = [.featured, .staff]
        $0.digest?.order = .oldest
      } == ["S0 Words 2", "S0 Words 3", "S2 Words 2", "S2 Words 3"])
    #expect(try shown { $0.digest?.minimumLikes = 7 } == ["S2 Words 7"])
    #expect(try shown { $0.digest?.maxComments = 3 } == ["S0 Words 5", "S2 Words 7", "S2 Words 6"])
    let late = Timestamp(milliseconds: 1_785_000_000_000 + 5 * 60_000)
    #expect(
      try shown {
        $0.digest?.acceptedProperties = [.new]
        $0.since = late
      } == ["S2 Words 7", "S2 Words 6"])
  }

  @Test func countsNewCommentsAndTheirStories() throws {
    let late = Timestamp(milliseconds: 1_785_000_000_000 + 4 * 60_000)
    func mail(_ format: Options.Format, _ language: String) throws -> String {
      try Self.text(Self.stories([6, 8]), format) {
        $0.digest?.acceptedProperties = [.new]
        $0.since = late
        $0.language = language
      }
    }
    let subject = try #require(HeaderTests.value("Subject", of: mail(.email, "en")))
    #expect(subject == "4 new comments: Story 1 and 1 more story")
    #expect(try mail(.emailHTML, "en").contains("content=\"Story 0 · Story 1\""))
    #expect(try !mail(.emailHTML, "en").contains(">New</b>"))
    #expect(try mail(.emailText, "de").hasPrefix("4 neue Kommentare, 2 Artikel\n"))
    #expect(try mail(.emailText, "ja").hasPrefix("新着コメント4件、記事2件\n"))
    #expect(try mail(.emailText, "ar").hasPrefix("4 تعليقات جديدة، مقالان\n"))
  }

  @Test func namesTheParentCommentsAuthor() throws {
    let text = try Self.text(Self.stories([5]), .text)
    #expect(text.contains("In reply to Author 3"))
    #expect(text.hasPrefix("5 comments on Story 0\n"))
  }

  @Test func saysThatADigestHasNoComments() throws {
    for format in Self.formats {
      let text = try Self.text(Self.stories([2]), format) { $0.digest?.minimumLikes = 99 }
      #expect(text.contains("No comments yet"), "\(format)")
      #expect(!text.contains("Story 0"))
    }
  }

  /// A story with few comments is shown whole, even next to stories with many.
  @Test(arguments: [20_000, 40_000, 90_000]) func sharesTheSizeLimitBetweenStories(limit: Int)
    throws
  {
    let long = String(repeating: "Many words more. ", count: 20)
    let stories = try Self.stories([500, 2, 300, 1]) { "\($0) \(long)" }
    let rendering = try Self.render(stories, .emailHTML) { $0.mail.maxBytes = limit }
    let html = String(decoding: rendering.bytes, as: UTF8.self)
    #expect(html.utf8.count <= limit && html.utf8.count > limit * 3 / 4)
    #expect(rendering.report.diagnostics.isEmpty)
    let counts = (0..<4).map { html.components(separatedBy: "S\($0) ").count - 1 }
    #expect(counts[1] == 2 && counts[3] == 1)
    #expect(abs(counts[0] - counts[2]) <= 1)
    #expect(html.contains("\(500 - counts[0]) more comments"))
    let message = try Self.text(stories, .email) { $0.mail.maxBytes = limit }
    let text = try Self.text(stories, .emailText) { $0.mail.maxBytes = limit }
    #expect((0..<4).map { text.components(separatedBy: "S\($0) ").count - 1 } == counts)
    #expect(
      HeaderTests.value("Subject", of: message)
        == "\(counts.reduce(0, +)) comments: Story 0 and 3 more stories")
  }

  /// Addresses become much longer in HTML than in the body of a comment.
  @Test func omitsAnOversizedCommentAndKeepsTheNextOnes() throws {
    let large = String(repeating: "[a](http://b.cc)\n", count: 960)
    let stories = try Self.stories([3, 1]) { $0 == 2 ? large : "Small \($0)." }
    let rendering = try Self.render(stories, .emailText)
    let text = String(decoding: rendering.bytes, as: UTF8.self)
    for shown in ["S0 Small 1.", "S0 Small 0.", "S1 Small 0.", "3 comments, 2 stories"] {
      #expect(text.contains(shown), "\(shown)")
    }
    #expect(rendering.report.commentCount == 3)
    let diagnostics = rendering.report.diagnostics
    #expect(diagnostics.map(\.code) == [.commentTooLarge])
    #expect(diagnostics.map(\.place) == [.comment("c2")])
    #expect(try Self.render(stories, .page).report.commentCount == 4)
  }

  /// A footer leaves less room than expected, so the comments are chosen in several attempts.
  @Test func namesTheGivenLimitInEachDiagnostic() throws {
    let large = String(repeating: "Many words more. ", count: 1_000)
    let stories = try Self.stories([40]) { $0 == 39 ? large : "Small \($0)." }
    let rendering = try Self.render(stories, .emailHTML) {
      $0.mail.maxBytes = 30_000
      $0.mail.footer = String(repeating: "Address. ", count: 2_000)
    }
    let messages = rendering.report.diagnostics.map(\.message)
    #expect(messages.count == 1 && messages[0].contains("the mail's limit of 30000"), "\(messages)")
  }

  @Test func writesValidDigestsWhosePartsMatch() throws {
    var mails: [String: [UInt8]] = [:]
    var html: [String: [UInt8]] = [:]
    let stories = try [MailScreenTests.demo, MailScreenTests.hard].map(Stories.story)
    for language in ["en", "ar", "ja"] {
      func set(_ options: inout Options) {
        options.language = language
        options.digest?.maxCommentsPerStory = 40
      }
      mails[language] = try Self.render(stories, .email, set).bytes
      html[language] = try Self.render(stories, .emailHTML, set).bytes
    }
    for (index, text) in NotificationTests.hostile.enumerated() {
      let story = try Stories.story(of: 2, title: text)
      mails["hostile-\(index)"] = try Self.render([story, story], .email) {
        $0.digest?.title = index.isMultiple(of: 2) ? nil : "A title"
      }.bytes
    }
    #expect(try MessageTests.findings(in: mails, html: html) == "")
  }
}
