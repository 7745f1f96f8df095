import Atoll
import AtollComments
import TestSupport
import Testing

/// The kinds of mails about one comment: their headings, why readers get them, and the reason of a rejection.
@Suite struct NotificationKindTests {
  private static let formats: [Options.Format] = [.emailHTML, .emailText]

  private static func text(
    about id: String, _ kind: NotificationKind, _ format: Options.Format = .emailText,
    _ change: (inout Options) -> Void = { _ in }
  ) throws -> String {
    try NotificationTests.text(about: id, format) {
      $0.mail.notification = kind
      // No line of these texts is broken.
      $0.terminal.width = 300
      change(&$0)
    }
  }

  // MARK: Headings

  @Test(arguments: [
    (NotificationKind.staff, "en", "Dana Okafor (staff) replied to you"),
    (.mentioned, "en", "Dana Okafor mentioned you"),
    (.followed, "en", "Dana Okafor replied to Priya N"),
    (.followed, "de", "Dana Okafor hat auf einen Kommentar von Priya N geantwortet"),
    (.followed, "ja", "Dana OkaforさんがPriya Nさんに返信しました"),
    (.mentioned, "tr", "Dana Okafor sizden bahsetti"),
  ])
  func statesTheEventInTheHeadline(
    kind: NotificationKind, language: String, headline: String
  ) throws {
    for format in Self.formats {
      let mail = try Self.text(about: "b2", kind, format) { $0.language = language }
      #expect(mail.contains(headline), "\(format)")
    }
  }

  @Test(arguments: [NotificationKind.reply, .staff, .followed])
  func doesNotCallARootCommentAReply(kind: NotificationKind) throws {
    #expect(
      try Self.text(about: "a1", kind).hasPrefix("Example Weekly\n\nPriya N wrote a comment\n"))
  }

  private static let unnamed = """
    {"atoll": 1, "story": {"id": "s"}, "comments": [{"id": "a", "body": "Hi."},
    {"id": "b", "parentId": "a", "author": "@ {{x}}", "body": "Hi."},
    {"id": "c", "parentId": "b", "body": "Hi."}]}
    """

  /// No words in place of a name would be right in every sentence.
  @Test(arguments: [
    ("c", NotificationKind.reply, "New reply to you"), ("c", .staff, "New reply to you"),
    ("c", .mentioned, "A comment mentions you"), ("c", .followed, "New comment"),
    ("a", .reply, "New comment"), ("c", .approved, "Your comment was approved"),
  ])
  func omitsAnUnknownNameFromTheHeadline(
    id: String, kind: NotificationKind, headline: String
  ) throws {
    let story = try Reading([InputSource(name: "a.json", bytes: Array(Self.unnamed.utf8))]).story
    let text = try Stories.text(story, .emailText) {
      $0.focus = id
      $0.mail.notification = kind
    }
    #expect(text.contains("\n\(headline)\n") || text.hasPrefix("\(headline)\n"), "\(text)")
  }

  @Test func omitsTheParentFromTheHeadlineIfItsAuthorHasNoName() throws {
    let story = try Reading([InputSource(name: "a.json", bytes: Array(Self.unnamed.utf8))]).story
    let text = try Stories.text(story, .emailText) {
      $0.focus = "b"
      $0.mail.notification = .followed
    }
    #expect(text.contains(" wrote a comment\n"), "\(text)")
  }

  // MARK: Why the reader gets it

  @Test(arguments: [
    (NotificationKind.reply, "Sent to priya@example.com because you wrote a comment."),
    (.rejected, "Sent to priya@example.com because you wrote a comment."),
    (.mentioned, "Sent to priya@example.com because a comment mentions you."),
    (.followed, "Sent to priya@example.com because you follow this conversation."),
  ])
  func saysWhoReceivesTheEmailAndWhy(kind: NotificationKind, sentence: String) throws {
    let html = sentence.replacing("@", with: "&#64;")
    let to = { (options: inout Options) in options.mail.to = ["Priya N <priya@example.com>"] }
    #expect(try Self.text(about: "b2", kind, .emailText, to).contains("\n\(sentence)\n"))
    #expect(try Self.text(about: "b2", kind, .emailHTML, to).contains(">\(html)</p>"))
    for format in Self.formats {
      let others: [(inout Options) -> Void] = [
        { _ in }, { $0.mail.to = ["a@example.com", "b@example.com"] },
        {
          to(&$0)
          $0.mail.reason = "Our own words."
        },
      ]
      for other in others {
        #expect(try !Self.text(about: "b2", kind, format, other).contains("Sent to"))
      }
    }
  }

  /// An address may contain the characters of a merge tag.
  @Test func neutralizesMergeTagsInRecipientAddresses() throws {
    for address in ["{{name}}@example.com", "%name%@example.com", "*|name|*@example.com"] {
      for format in Self.formats {
        let mail = try Self.text(about: "b2", .reply, format) { $0.mail.to = [address] }
        #expect(mail.contains("Sent to"))
        #expect(!mail.contains(address.prefix { $0 != "@" }), "\(format)")
      }
    }
  }

  // MARK: Rejections

  @Test func explainsARejectionAndLinksToTheGuidelines() throws {
    func change(_ options: inout Options) {
      options.mail.rejection = RejectionReason(code: .spam, explanation: "No {{shops}} & <links>.")
      options.mail.guidelines = "https://www.example.com/rules"
      options.language = "de"
    }
    let text = try Self.text(about: "b2", .rejected, .emailText, change)
    #expect(
      text.replacing("\u{2060}", with: "").contains(
        "\nGrund: Spam · No {{shops}} & <links>.\n\nRegeln der Community\nhttps://www.example.com/rules\n"
      ))
    #expect(!text.contains("{{shops}}"))
    let html = try Self.text(about: "b2", .rejected, .emailHTML, change)
    #expect(
      html.contains(">Grund: Spam · No &#123;&#123;shops&#125;&#125; &amp; &lt;links&gt;.</p>"))
    #expect(html.contains("<a href=\"https://www.example.com/rules\""))
    for kind in NotificationKind.allCases where kind != .rejected {
      for format in Self.formats {
        let other = try Self.text(about: "b2", kind, format, change)
        #expect(!other.contains("Grund") && !other.contains("/rules"), "\(kind)")
      }
    }
  }

  @Test(arguments: [
    (#""SPAM""#, "Reason: Spam\n"), (#""No shops, please.""#, "Reason: No shops, please.\n"),
    (
      #"{"code": "HATE_SPEECH", "detailedExplanation": "Line 2."}"#,
      "Reason: Hate speech · Line 2.\n"
    ),
    (#"{"code": "OTHER", "customReason": "Off."}"#, "Reason: Off.\n"),
    (#"{"code": "OTHER"}"#, nil), ("null", nil), ("[7]", nil), (#""""#, nil),
  ])
  func readsTheRejectionReasonFromTheNotification(json: String, line: String?) throws {
    let file = "\(NotificationTests.folder)/rejected.json"
    let text = String(decoding: try Repository.bytes(file), as: UTF8.self)
      .replacing(
        #""type": "CoralCommentRejected","#,
        with: #""type": "CoralCommentRejected", "rejectionReason": \#(json),"#)
    let notification = try CoralNotification(InputSource(name: file, bytes: Array(text.utf8)))
    let mail = try Stories.text(notification.story, .emailText) { $0.configure(for: notification) }
    if let line { #expect(mail.contains("\n\(line)")) } else { #expect(!mail.contains("Reason")) }
  }

  @Test func labelsEveryCoralRejectionCode() throws {
    for code in RejectionReason.Code.allCases {
      let text = try Self.text(about: "b2", .rejected) {
        $0.mail.rejection = RejectionReason(code.rawValue)
      }
      #expect(text.contains("\nReason: ") && !text.contains(code.rawValue))
    }
  }

  @Test func rejectsAnUnsafeGuidelinesURL() {
    var options = Options()
    options.mail.guidelines = "javascript:alert(1)"
    #expect(throws: AtollError.self) { try Renderer(options: options) }
  }

  @Test func writesEveryKindOfNotificationWithoutDefectsInEnglishAndArabic() throws {
    var mails: [String: [UInt8]] = [:]
    var html: [String: [UInt8]] = [:]
    for kind in NotificationKind.allCases {
      for language in ["en", "ar"] {
        func set(_ options: inout Options) {
          options.focus = "b2"
          options.language = language
          options.mail.notification = kind
          options.mail.to = ["priya@example.com"]
          options.mail.rejection = RejectionReason(
            code: .abusive, explanation: "x\r\nBcc: eve@example.com")
          options.mail.guidelines = "https://www.example.com/rules"
        }
        let name = "\(kind.rawValue)-\(language)"
        mails[name] = try Stories.mail(NotificationTests.story(), .email, set)
        html[name] = try Stories.mail(NotificationTests.story(), .emailHTML, set)
      }
    }
    #expect(try MessageTests.findings(in: mails, html: html) == "")
  }
}
