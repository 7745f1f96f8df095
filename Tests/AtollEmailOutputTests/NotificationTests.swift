import Atoll
import AtollComments
import Foundation
import TestSupport
import Testing

/// A mail about one comment: its text, its quotations and its references.
@Suite struct NotificationTests {
  static let folder = "Tests/Fixtures/coral-notifications"
  /// The kinds that Coral sends.
  static let kinds: [NotificationKind] = [.reply, .featured, .approved, .rejected]

  static func story() throws -> Story { try Stories.story(at: "\(folder)/story.json") }

  static func notification(_ kind: NotificationKind) throws -> CoralNotification {
    let path = "\(folder)/\(kinds.contains(kind) ? kind.rawValue : "reply").json"
    var text = String(decoding: try Repository.bytes(path), as: UTF8.self)
    if !kinds.contains(kind) { text = text.replacing("CoralReply", with: kind.rawValue) }
    return try CoralNotification(InputSource(name: path, bytes: Array(text.utf8)))
  }

  static func text(
    about id: String, _ format: Options.Format, _ change: (inout Options) -> Void = { _ in }
  ) throws -> String {
    try Stories.text(story(), format) {
      $0.focus = id
      change(&$0)
    }
  }

  static func subject(of mail: String) throws -> String {
    let value = try #require(HeaderTests.value("Subject", of: mail))
    return Self.decoded(value)
  }

  /// Returns a value with its encoded words decoded; white space between two encoded words is dropped.
  static func decoded(_ value: String) -> String {
    let joined = value.replacing(/\?= +=\?utf-8/) { _ in "?==?utf-8" }
    return joined.replacing(/=\?utf-8\?([qb])\?([^?]*)\?=/) { match in
      let text = String(match.2)
      if match.1 == "b" {
        return String(decoding: Data(base64Encoded: text) ?? Data(), as: UTF8.self)
      }
      var bytes: [UInt8] = []
      var rest = Array(text.utf8)[...]
      while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "=") {
          bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
          rest = rest.dropFirst(2)
        } else {
          bytes.append(byte == UInt8(ascii: "_") ? 0x20 : byte)
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  @Test(arguments: ["a1", "b2"])
  func padsEveryCellThatContainsText(id: String) throws {
    let mail = try Self.text(about: id, .emailHTML)
    let cells = mail.matches(of: /<td(?<attributes>[^>]*)>\s*<(p|h[1-6]|blockquote)/)
    #expect(cells.count >= 2)
    for cell in cells {
      #expect(cell.attributes.contains("padding:"), "\(cell.0)")
    }
  }

  @Test func namesTheAuthorAndQuotesTheStartOfTheReply() throws {
    let html = try Self.text(about: "b2", .emailHTML)
    #expect(html.contains(">Dana Okafor replied to you</h1>"))
    #expect(html.contains("<title>Dana Okafor replied to you</title>"))
    #expect(
      html.contains(
        "content=\"Dana Okafor replied to you: There is a fourth one, if you go back to the"))
    #expect(try Self.text(about: "b2", .emailText).contains("Dana Okafor replied to you"))
  }

  /// A comment on a terminal is not addressed to anybody.
  @Test(arguments: [Options.Format.text, .ansi])
  func writesHeadlinesOfNotificationsOnlyInMails(format: Options.Format) throws {
    let text = try Self.text(about: "b2", format)
    #expect(!text.contains("replied to you"))
    #expect(text.contains("There is a fourth one"))
  }

  @Test func doesNotAnnounceARootCommentAsAReply() throws {
    let mail = try Self.text(about: "a1", .email) { $0.mail.notification = .reply }
    #expect(mail.contains("Priya N wrote a comment"))
    #expect(HeaderTests.value("In-Reply-To", of: mail) == nil)
  }

  @Test func quotesTheRequestedNumberOfAncestors() throws {
    let one = try Self.text(about: "c3", .text)
    #expect(one.contains("\n> Dana Okafor") && !one.contains("\n> Priya N"))
    #expect(one.contains("\nBo · 31 July 2026, 17:00\nThanks!"))
    let two = try Self.text(about: "c3", .text) { $0.ancestorCount = 2 }
    #expect(two.contains("> Priya N ·") && two.contains("> Dana Okafor"))
    let none = try Self.text(about: "c3", .text) { $0.ancestorCount = 0 }
    #expect(!none.contains("\n> ") && none.contains("In reply to Dana Okafor"))
    let html = try Self.text(about: "c3", .emailHTML) { $0.ancestorCount = 2 }
    #expect(html.components(separatedBy: "<blockquote").count == 3)
    #expect(!html.contains("replies hidden") && !html.contains("more comments"))
  }

  @Test func quotesTheTombstoneOfADeletedParent() throws {
    let document = """
      {"atoll": 1, "story": {"id": "s"}, "comments": [
      {"id": "a", "tombstone": "deleted"}, {"id": "b", "parentId": "a", "author": "Ann", "body": "Hi."}]}
      """
    let story = try Reading([InputSource(name: "thread.json", bytes: Array(document.utf8))]).story
    let html = try Stories.text(story, .emailHTML) { $0.focus = "b" }
    #expect(html.contains("<i>This comment has been deleted.</i>"))
    #expect(html.contains(">Ann wrote a comment</h1>"))
    #expect(!html.contains("Unknown author"))
    #expect(throws: AtollError.self) { try Stories.text(story, .email) { $0.focus = "a" } }
    #expect(throws: AtollError.self) { try Stories.text(story, .email) { $0.focus = "none" } }
  }

  // MARK: Threads in mail programs

  @Test func referencesTheMessagesAboutAncestors() throws {
    let mail = try Self.text(about: "c3", .email)
    let host = "tidewalker@www.example.com"
    let ids = ["a1", "b2", "c3"].map { "<comment-\($0).\(host)>" }
    #expect(HeaderTests.value("In-Reply-To", of: mail) == ids[1])
    #expect(HeaderTests.value("References", of: mail) == ids.joined(separator: " "))
    let parent = try Self.text(about: "b2", .email) { $0.mail.from = "me@example.org" }
    #expect(
      HeaderTests.value("References", of: parent)?.hasSuffix("<comment-b2.tidewalker@example.org>")
        == true)
    let featured = try Self.text(about: "c3", .email) { $0.mail.notification = .featured }
    #expect(HeaderTests.value("In-Reply-To", of: featured) == ids[2])
    #expect(
      HeaderTests.value("References", of: featured) == ids.joined(separator: " "))
    let given = try Self.text(about: "c3", .email) {
      $0.mail.messageID = "1@example.com"
      $0.mail.references = ["0@example.com"]
    }
    #expect(HeaderTests.value("Message-ID", of: given) == "<1@example.com>")
    #expect(HeaderTests.value("References", of: given) == "<0@example.com>")
  }

  @Test func givesEachMailAUniqueAndReproducibleMessageID() throws {
    func id(_ change: (inout Options) -> Void) throws -> String? {
      HeaderTests.value("Message-ID", of: try Self.text(about: "c3", .email, change))
    }
    let changes: [(inout Options) -> Void] = [
      { _ in }, { $0.mail.to = ["ann@example.com"] }, { $0.mail.to = ["bob@example.com"] },
      { $0.language = "de" }, { $0.mail.notification = .featured },
      { $0.mail.notification = .approved },
    ]
    let ids = try changes.map(id)
    #expect(Set(ids).count == changes.count)
    #expect(try changes.map(id) == ids)
    #expect(ids[0]?.hasPrefix("<reply.comment-c3.tidewalker.") == true)
    #expect(ids[4]?.hasPrefix("<featured.comment-c3.tidewalker.") == true)
    #expect(try id { $0.mail.to = ["Ann <ANN@example.com>"] } == ids[1])
  }

  @Test func usesOneSubjectForAllMailsAboutAStory() throws {
    for kind in NotificationKind.allCases {
      for language in ["en", "ar"] {
        let mail = try Self.text(about: "b2", .email) {
          $0.mail.notification = kind
          $0.language = language
        }
        #expect(try Self.subject(of: mail) == "Re: Tidewalker: the review")
      }
    }
  }

  @Test(arguments: [Options.Format.emailHTML, .emailText])
  func doesNotLinkToARejectedComment(format: Options.Format) throws {
    for kind in NotificationKind.allCases {
      let notification = try Self.notification(kind == .comment ? .approved : kind)
      let mail = try Stories.text(notification.story, format) { $0.configure(for: notification) }
      #expect(mail.contains("commentID=") == (kind != .rejected))
    }
  }

  @Test func detectsThatTheStoryLacksTheParentComment() throws {
    let notification = try Self.notification(.reply)
    let whole = try Repository.bytes("\(Self.folder)/story.json")
    var document = try #require(
      try JSONSerialization.jsonObject(with: Data(whole)) as? [String: Any])
    let comments = try #require(document["comments"] as? [[String: Any]])
    document["comments"] = comments.filter { $0["id"] as? String != "a1" }
    let bytes = [UInt8](try JSONSerialization.data(withJSONObject: document))
    let story = try Reading([InputSource(name: "thread.json", bytes: bytes)]).story
    #expect(story.position(of: notification.commentID) != nil)
    #expect(!notification.isContained(in: story))
  }

  @Test func detectsThatTheStoryHasOnlyATombstoneOfTheComment() throws {
    let notification = try Self.notification(.reply)
    let text = String(
      decoding: try Repository.bytes("\(Self.folder)/story.json"), as: UTF8.self)
    for tombstone in Tombstone.allCases {
      let gone = text.replacing(
        #""id": "b2","#, with: #""id": "b2", "tombstone": "\#(tombstone.rawValue)","#)
      let source = InputSource(name: "thread.json", bytes: Array(gone.utf8))
      let story = try Reading([source]).story
      #expect(notification.isGone(from: story) && !notification.isContained(in: story))
    }
    #expect(try !notification.isGone(from: Self.story()))
    #expect(try !notification.isGone(from: Stories.story(of: 3)))
  }

  // MARK: Recipients

  @Test(arguments: [
    ("jörg@exämple.de", "To: jörg@xn--exmple-cua.de\r\n"),
    ("a@Bücher.example", "To: a@xn--bcher-kva.example\r\n"),
    ("用户@例子.公司", "To: 用户@xn--fsqu00a.xn--55qx5d\r\n"),
  ])
  func encodesInternationalDomainsAsPunycode(address: String, header: String) throws {
    #expect(try Self.mail(to: address).contains(header))
  }

  @Test(arguments: [
    "", "automated-moderator", "a b@example.com", "a@exam\u{202E}ple.com", "a@-b.de",
  ])
  func rejectsARecipientWithoutAValidAddress(address: String) throws {
    do throws(AtollError) {
      _ = try Self.mail(to: address)
      Issue.record("it was written")
    } catch {
      #expect(error.kind == .input && error.message.hasPrefix("the header 'To' is refused"))
    }
  }

  private static func mail(to address: String) throws(AtollError) -> String {
    let text =
      (try? Repository.bytes("\(folder)/reply.json")).map { String(decoding: $0, as: UTF8.self) }?
      .replacing("priya@example.com", with: address) ?? ""
    let notification = try CoralNotification(
      InputSource(name: "n.json", bytes: Array(text.utf8)))
    var options = Options()
    options.format = .email
    options.configure(for: notification)
    let bytes = try Renderer(options: options).render(notification.story).bytes
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func limitsReferencesToTwentyMessages() throws {
    let story = try Self.chain(of: 60) { "c\($0)" }
    let mail = try Stories.text(story, .email) { $0.focus = "c59" }
    let ids = try #require(HeaderTests.value("References", of: mail)).split(separator: " ")
    #expect(ids.count == 20)
    #expect(ids.first == "<comment-c0.s@www.example.com>")
    #expect(ids.last == "<comment-c59.s@www.example.com>")
  }

  static func chain(of count: Int, id: (Int) -> String) throws -> Story {
    var comments: [[String: Any]] = []
    for index in 0..<count {
      var comment: [String: Any] = ["id": id(index), "body": "Words \(index).", "author": "Ann"]
      if index > 0 { comment["parentId"] = id(index - 1) }
      comments.append(comment)
    }
    let document: [String: Any] = [
      "atoll": 1, "comments": comments,
      "story": ["id": "s", "title": "A story", "url": "https://www.example.com/s"],
    ]
    let bytes = [UInt8](try JSONSerialization.data(withJSONObject: document))
    return try Reading([InputSource(name: "thread.json", bytes: bytes)]).story
  }

  // MARK: Hostile input

  /// Names, texts and ids that could start a header, end one, or be read as an encoded word.
  static let hostile = [
    "a\r\nBcc: eve@example.com", "\u{2028}\u{85}\u{0B}\0", "=?utf-8?q?Bcc=3A?=", "<a@b> \"x\" \\",
    "\u{202E}evil\u{202C}", String(repeating: "long ", count: 2000), "é̂".cycled(400),
    "> \n.\nFrom me",
    "*|EMAIL|* {{x}} %name%", "",
  ]

  @Test func doesNotLetUserTextInjectHeaders() throws {
    var mails: [String: [UInt8]] = [:]
    var html: [String: [UInt8]] = [:]
    for (index, text) in Self.hostile.enumerated() {
      let comments: [[String: Any]] = [
        ["id": "\(text)1", "author": ["name": text], "body": text],
        ["id": "\(text)2", "parentId": "\(text)1", "author": ["name": text], "body": text],
      ]
      let document: [String: Any] = [
        "atoll": 1, "story": ["id": text, "title": text, "url": "https://www.example.com/s"],
        "comments": comments,
      ]
      let bytes = [UInt8](try JSONSerialization.data(withJSONObject: document))
      let story = try Reading([InputSource(name: "thread.json", bytes: bytes)]).story
      let ids = story.positions.map { story.comment(at: $0).id }
      for kind in NotificationKind.allCases {
        func set(_ options: inout Options) {
          options.focus = ids[1]
          options.mail.notification = kind
        }
        let name = "\(index)-\(kind.rawValue)"
        mails[name] = try Stories.mail(story, .email, set)
        html[name] = try Stories.mail(story, .emailHTML, set)
        let head = String(decoding: mails[name] ?? [], as: UTF8.self)
          .components(separatedBy: "\r\n\r\n")[0]
        #expect(!head.contains("\r\nBcc") && !head.lowercased().contains("\nbcc"))
      }
    }
    #expect(try MessageTests.findings(in: mails, html: html) == "")
  }

  @Test func keepsSpoilersOutOfSubjectAndPreheader() throws {
    let document = """
      {"atoll": 1, "story": {"id": "s"}, "comments": [{"id": "a", "author": "Ann",
      "body": "So <span class=\\"coral-rte-spoiler\\">he dies</span> there. <s>No</s>"}]}
      """
    let story = try Reading([InputSource(name: "thread.json", bytes: Array(document.utf8))]).story
    let mail = try Stories.text(story, .email) {
      $0.focus = "a"
      $0.bodySyntax = .html
    }
    #expect(!mail.contains("he dies"))
    #expect(try Self.subject(of: mail) == "Ann wrote a comment: So [\u{2060}Spoiler] there. No")
  }

  // MARK: Size

  @Test func writesNotificationsOfAtMost9500Bytes() throws {
    for id in ["a1", "b2", "c3"] {
      let mail = try Self.text(about: id, .email) {
        $0.mail.unsubscribe = ["https://www.example.com/u"]
      }
      #expect(mail.utf8.count <= 9_500, "\(id): \(mail.utf8.count)")
    }
  }

  @Test func omitsAncestorsBeyondTheSizeLimit() throws {
    let story = try Self.chain(of: 400) { "c\($0)" }
    let html = try Stories.text(story, .emailHTML) {
      $0.focus = "c399"
      $0.ancestorCount = 399
      $0.mail.maxBytes = 20_000
    }
    #expect(html.utf8.count <= 20_000)
    #expect(
      html.contains("Words 399.") && html.contains("Words 398.") && !html.contains("Words 0."))
  }

  @Test func omitsQuotesIfACombinedMailWouldExceedTheSizeLimit() throws {
    let long = String(repeating: "Many words more. ", count: 100)
    let text = String(decoding: try Repository.bytes("\(Self.folder)/reply.json"), as: UTF8.self)
      .replacing("The ending felt rushed", with: "Quote. \(long)")
    let notifications = try ["b2", "b3"].map {
      let notification = text.replacing("\"b2\"", with: "\"\($0)\"")
      return try CoralNotification(InputSource(name: $0, bytes: Array(notification.utf8)))
    }
    func render(_ limit: Int?) throws -> Rendering {
      var options = Options()
      options.format = .emailHTML
      options.focus = "b2"
      options.mail.maxBytes = limit
      return try Renderer(options: options).render(notifications)
    }
    let whole = String(decoding: try render(nil).bytes, as: UTF8.self)
    #expect(whole.contains("Quote."))
    let small = try render(whole.utf8.count - 1)
    let html = String(decoding: small.bytes, as: UTF8.self)
    #expect(!html.contains("Quote.") && html.components(separatedBy: "a fourth one").count > 2)
    #expect(small.report.diagnostics.isEmpty && small.report.commentCount == 2)
    #expect(try render(100).report.diagnostics.map(\.code) == [.mailTooLarge])
  }

  // MARK: Coral's notifications

  /// The event in every language, from the text in the notification alone.
  @Test(arguments: [
    ("en", "Dana Okafor replied to you: There", "featured", "approved", "rejected"),
    ("de", "Dana Okafor hat dir geantwortet: There", "hervorgehoben", "freigegeben", "abgelehnt"),
    ("fr", "Dana Okafor vous a répondu\u{A0}: There", "mis en avant", "approuvé", "refusé"),
    ("es", "Dana Okafor te ha respondido: There", "destacado", "aprobado", "rechazado"),
    ("ja", "Dana Okaforさんから返信がありました：There", "注目", "承認", "却下"),
    ("ar", "رد جديد عليك من Dana Okafor: There", "تمييز", "الموافقة", "رفض"),
  ])
  func statesTheEventInEveryLanguage(
    language: String, reply: String, featured: String, approved: String, rejected: String
  ) throws {
    let words: [NotificationKind: String] = [
      .reply: reply, .featured: featured, .approved: approved, .rejected: rejected,
    ]
    for kind in Self.kinds {
      let notification = try Self.notification(kind)
      let word = try #require(words[kind])
      func set(_ options: inout Options) {
        options.language = language
        options.configure(for: notification)
      }
      let mail = try Stories.text(notification.story, .email, set)
      #expect(HeaderTests.value("To", of: mail) == "priya@example.com")
      let html = try Stories.text(notification.story, .emailHTML, set)
      #expect(html.contains(word), "\(html)")
      let heading = try #require(html.firstMatch(of: /<h1[^>]*>([^<]*)/)).1
      #expect(kind == .reply || heading.contains(word))
      #expect(mail.utf8.count <= 9_500)
    }
  }

  @Test func writesValidMessagesOfEveryKindWhoseHTMLEqualsTheStandaloneHTML() throws {
    var mails: [String: [UInt8]] = [:]
    var html: [String: [UInt8]] = [:]
    for kind in Self.kinds {
      for language in ["en", "ar", "ja"] {
        let notification = try Self.notification(kind)
        func set(_ options: inout Options) {
          options.language = language
          options.configure(for: notification)
        }
        let name = "\(kind.rawValue)-\(language)"
        mails[name] = try Stories.mail(notification.story, .email, set)
        html[name] = try Stories.mail(notification.story, .emailHTML, set)
      }
    }
    #expect(try MessageTests.findings(in: mails, html: html) == "")
  }

  @Test func quotesTheWholeCommentIfTheStoryContainsIt() throws {
    let notification = try Self.notification(.reply)
    let story = try Self.story()
    #expect(notification.isContained(in: story))
    #expect(try !notification.isContained(in: Stories.story(of: 3)))
    let alone = try Stories.text(notification.story, .text) { $0.configure(for: notification) }
    #expect(alone.contains("> Priya N\n> The ending felt rushed") && !alone.contains("green door"))
    #expect(alone.contains(" …"))
    let whole = try Stories.text(story, .text) { $0.configure(for: notification) }
    #expect(whole.contains("green door"))
  }

  @Test func writesTheAddressOfALinkOnce() throws {
    let snippet = "See https://e.com/a [https://e.com/a] and the index i [i]."
    let text = String(decoding: try Repository.bytes("\(Self.folder)/reply.json"), as: UTF8.self)
      .replacing(/"snippet": "[^"]*"/) { _ in "\"snippet\": \"\(snippet)\"" }
    let notification = try CoralNotification(InputSource(name: "n.json", bytes: Array(text.utf8)))
    let mail = try Stories.text(notification.story, .emailText) {
      $0.configure(for: notification)
    }
    #expect(mail.contains("See https://e.com/a and the index i ["), "\(mail)")
  }

  @Test(arguments: [
    ("", "this is not JSON"),
    (
      String(repeating: "[", count: 100_000),
      "this is not JSON: lists and objects are nested too deeply"
    ), ("[]", "the request has no notification"),
    ("{\"items\": []}", "the request has no notification"),
    ("{\"items\": [{}, {}]}", "the request has 2 notifications"),
    ("{\"type\": \"CoralRec\"}", "a notification of the type 'CoralRec' is not mailed"),
    ("{\"type\": \"CoralReply\"}", "the notification needs an object here"),
    (
      "{\"type\": \"CoralReply\", \"comment\": {}, \"reply\": {\"id\": 1}}",
      "the notification needs a text here"
    ),
  ])
  func explainsInvalidNotifications(text: String, message: String) {
    do throws(AtollError) {
      _ = try CoralNotification(InputSource(name: "n.json", bytes: Array(text.utf8)))
      Issue.record("it was read")
    } catch {
      #expect(error.message.contains(message), "\(error)")
      #expect(error.place?.hasPrefix("n.json") == true)
      #expect(error.advice?.isEmpty == false)
    }
  }

  @Test func namesAllTypesOfNotificationsThatAreMailed() {
    let error = #expect(throws: AtollError.self) {
      try CoralNotification(InputSource(name: "n", bytes: Array(#"{"type":"liked"}"#.utf8)))
    }
    #expect(
      error?.advice
        == "give one of CoralCommentApproved, CoralCommentFeatured, CoralCommentRejected, CoralReply, "
        + NotificationKind.allCases.map(\.rawValue).joined(separator: ", "))
  }
}
