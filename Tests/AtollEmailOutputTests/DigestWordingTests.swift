import Atoll
import AtollComments
import Foundation
import Testing

/// A digest says what is new and omits what its readers know.
@Suite struct DigestWordingTests {
  /// Ten comments: c9 is the newest, every third begins a branch, c4 is featured.
  static func story() throws -> Story {
    let document = String(
      decoding: try JSONSerialization.data(
        withJSONObject: [
          "atoll": 1,
          "story": [
            "id": "s", "title": "A story", "url": "https://www.example.com/s",
            "announcement": "We are moving.", "infobox": "The rules.",
            "questionBox": "What now?",
          ],
          "comments": (0..<10).map { index in
            var comment: [String: Any] = [
              "id": "c\(index)", "author": ["name": "Author \(index)"],
              "createdAt": 1_785_000_000_000 + index * 60_000, "body": "Words \(index).",
            ]
            if index % 3 != 0 { comment["parentId"] = "c\(index - 1)" }
            if index == 4 || index == 9 { comment["tags"] = ["FEATURED"] }
            return comment
          },
        ] as [String: Any]), as: UTF8.self)
    return try Reading([InputSource(name: "thread.json", bytes: Array(document.utf8))]).story
  }

  /// Returns a mail in which all comments after the one with this number are new.
  static func mail(
    after index: Int, _ format: Options.Format, _ change: (inout Options) -> Void = { _ in }
  ) throws -> String {
    try Stories.text(story(), format) {
      $0.since = Timestamp(milliseconds: 1_785_000_000_000 + Int64(index) * 60_000)
      change(&$0)
    }
  }

  static let separators = ["fr": "\u{A0}: ", "ja": "："]

  /// The expected heading, subject, preheader and closing line, for one and for three new comments.
  @Test(arguments: [
    ("en", 8, "1 new comment", " on A story", "9 earlier comments"),
    ("en", 6, "3 new comments", " on A story", "6 earlier comments"),
    ("de", 8, "1 neuer Kommentar", " zu A story", "9 frühere Kommentare"),
    ("de", 6, "3 neue Kommentare", " zu A story", "6 frühere Kommentare"),
    ("fr", 8, "1 nouveau commentaire", " sur A story", "9 commentaires antérieurs"),
    ("es", 6, "3 comentarios nuevos", " en A story", "6 comentarios anteriores"),
    ("ja", 8, "新着コメント1件", nil, "以前のコメント9件"),
    ("ar", 6, "3 تعليقات جديدة", " على A story", "6 تعليقات سابقة"),
  ])
  func countsNewCommentsInEveryLanguage(
    language: String, after index: Int, count: String, title: String?, end: String
  ) throws {
    let html = try Self.mail(after: index, .emailHTML) { $0.language = language }
    #expect(html.contains(">\(count)</h2>"))
    #expect(html.contains("content=\"\(count)\(Self.separators[language] ?? ": ")"))
    #expect(html.contains(">\(end)</a>"))
    for format in [Options.Format.emailText, .text, .ansi] {
      let text = try Self.mail(after: index, format) { $0.language = language }
      #expect(text.contains(count), "\(format)")
    }
    let message = try Self.mail(after: index, .email) { $0.language = language }
    let subject = try #require(HeaderTests.value("Subject", of: message))
    if language == "ja" || language == "ar" {
      #expect(subject.hasPrefix("=?utf-8?b?"))
    } else {
      #expect(subject == count + (title ?? ""))
    }
  }

  @Test func endsTheMailWithTheNumberOfEarlierComments() throws {
    let html = try Self.mail(after: 8, .emailHTML)
    #expect(html.contains(">9 earlier comments</a>"))
    let text = try Self.mail(after: 8, .emailText)
    #expect(text.contains("+ 9 earlier comments\n<https://www.example.com/s>"))
  }

  /// A mail without room for all new comments says how many are missing.
  @Test func endsTheMailWithTheNumberOfOmittedNewComments() throws {
    let html = try Self.mail(after: 4, .emailHTML) { $0.maxComments = 1 }
    #expect(html.contains(">5 new comments</h2>"))
    #expect(html.contains(">4 more new comments</a>"))
  }

  @Test func beginsThePreheaderWithTheNumberAndAuthorsOfNewComments() throws {
    let html = try Self.mail(after: 7, .emailHTML)
    #expect(html.contains("content=\"2 new comments: Author 9, Author 8\""))
  }

  @Test(arguments: ["Dimitris", "Δημήτρης", "👪👪👪👪👪👪👪👪"])
  func namesTheSameNumberOfAuthorsInEveryScript(name: String) throws {
    let authors = (1...9).map { #"{"id": "c\#($0)", "author": "\#(name)\#($0)", "body": "Hi."}"# }
    let document = """
      {"atoll": 1, "story": {"id": "s"}, "comments": [\(authors.joined(separator: ","))]}
      """
    let story = try Reading([InputSource(name: "thread.json", bytes: Array(document.utf8))]).story
    let html = try Stories.text(story, .emailHTML)
    let preheader = try #require(html.firstMatch(of: /content="(9 comments: [^"]*)"/)).1
    #expect(preheader.components(separatedBy: ", ").count == 6, "\(preheader)")
  }

  @Test func showsEachCommentOnceAndNoticesOnlyOnRequest() throws {
    let html = try Self.mail(after: 8, .emailHTML)
    for words in ["We are moving.", "The rules.", "What now?"] { #expect(!html.contains(words)) }
    #expect(html.components(separatedBy: "Words 9.").count == 2)
    let asked = try Self.mail(after: 8, .emailHTML) { $0.showsNotices = true }
    for words in ["We are moving.", "The rules.", "What now?"] { #expect(asked.contains(words)) }
    let never = try Stories.text(Self.story(), .emailHTML) { $0.showsNotices = false }
    for words in ["We are moving.", "The rules.", "What now?"] { #expect(!never.contains(words)) }
  }

  @Test func marksNewCommentsOnlyIfOlderOnesAreShown() throws {
    let plate = ">New</b>"
    #expect(try !Self.mail(after: 8, .emailHTML).contains(plate))
    // c8 is a reply to c7, which is therefore shown.
    #expect(try Self.mail(after: 7, .emailHTML).components(separatedBy: plate).count == 3)
    let all = try Self.mail(after: 8, .emailHTML) { $0.showsOnlyNew = false }
    #expect(all.components(separatedBy: plate).count == 3)
    #expect(all.contains(">10 comments</h2>"))
  }

  @Test func doesNotCountDeletedComments() throws {
    let document = """
      {"atoll": 1, "story": {"id": "s"}, "comments": [
      {"id": "a", "createdAt": "2026-07-31T10:00:00Z", "body": "Hi.", "author": "Ann"},
      {"id": "b", "createdAt": "2026-07-31T11:00:00Z", "tombstone": "deleted"}]}
      """
    let story = try Reading([InputSource(name: "thread.json", bytes: Array(document.utf8))]).story
    let html = try Stories.text(story, .emailHTML) {
      $0.since = Timestamp(milliseconds: 1_785_000_000_000)
    }
    #expect(html.contains(">1 new comment</h2>"))
  }
}
