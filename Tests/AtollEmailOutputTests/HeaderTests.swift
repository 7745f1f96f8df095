import Atoll
import AtollComments
import Foundation
import TestSupport
import Testing

/// No text from outside can start a new header.
@Suite struct HeaderTests {
  static let separators: [Unicode.Scalar] = [
    "\r", "\n", "\u{0}", "\u{B}", "\u{C}", "\u{1B}", "\u{7F}", "\u{85}", "\u{2028}", "\u{2029}",
  ]

  /// Every header value that a user can set.
  static let values: [(name: String, set: @Sendable (inout Options, String) -> Void)] = [
    ("From", { $0.mail.from = "\($1) <a@example.com>" }),
    ("From", { $0.mail.from = "\($1)@example.com" }),
    ("To", { $0.mail.to = ["b@example.com", $1] }),
    ("Reply-To", { $0.mail.replyTo = "x <\($1)@example.com>" }),
    ("Subject", { $0.mail.subject = $1 }),
    ("Message-ID", { $0.mail.messageID = "\($1)@example.com" }),
    ("References", { $0.mail.references = ["1@example.com", "\($1)@example.com"] }),
    ("List-Id", { $0.mail.listID = "\($1).example.com" }),
    ("List-Unsubscribe", { $0.mail.unsubscribe = ["https://example.com/\($1)"] }),
  ]

  @Test(arguments: separators)
  func rejectsLineSeparatorsInHeaderOptions(separator: Unicode.Scalar) throws {
    let story = try Stories.story(of: 1)
    for (name, set) in Self.values {
      for text in [
        "a\(separator)Bcc: x", "\(separator)", "a\(separator)", "\(separator)\r\nBcc: y",
      ] {
        let error = #expect(throws: AtollError.self, "\(name)") {
          try Stories.mail(story) { set(&$0, text) }
        }
        #expect(error?.kind == .options)
        #expect(error?.message.contains("'\(name)'") == true)
      }
    }
  }

  @Test(arguments: separators)
  func writesATitleWithLineBreaksOnOneLine(separator: Unicode.Scalar) throws {
    // The story reader replaces NUL.
    let blank = separator == "\u{0}" ? "\u{FFFD}" : " "
    for title in [
      "A\(separator)Bcc: x", "\(separator)\r\n A\(separator)\(separator) \tBcc: x\(separator)",
    ] {
      let story = try Stories.story(of: 1, title: title)
      let mail = try Stories.text(story, .email) { $0.mail.listID = "a.example.com" }
      #expect(Self.names(mail).filter { $0 == "Bcc" }.isEmpty)
      #expect(try MessageTests.findings(in: ["title": Array(mail.utf8)]) == "")
      guard blank == " " else { continue }
      #expect(Self.value("Subject", of: mail)?.contains("A Bcc: x") == true)
      #expect(Self.value("List-Id", of: mail) == "\"A Bcc: x\" <a.example.com>")
    }
  }

  /// Returns the value of a header, unfolded.
  static func value(_ name: String, of mail: String) -> String? {
    mail.components(separatedBy: "\r\n\r\n")[0].replacing("\r\n ", with: " ")
      .components(separatedBy: "\r\n").first { $0.hasPrefix("\(name): ") }
      .map { String($0.dropFirst(name.count + 2)) }
  }

  @Test func leavesAnASCIITitleUnencoded() throws {
    let mail = try Stories.text(Stories.story(of: 2, title: "A title"), .email)
    #expect(Self.value("Subject", of: mail) == "2 comments on A title")
  }

  /// Lines with an encoded word have at most 76 bytes, including the name of the header (RFC 2047, 2).
  @Test(arguments: 1..<120)
  func keepsLinesWithEncodedWordsWithin76Bytes(length: Int) throws {
    let text = "Ünïcode wörds ".cycled(length)
    let mail = try Stories.text(Stories.story(of: 1, title: text), .email) {
      $0.mail.from = "\(text) <a@example.com>"
      $0.mail.to = ["\(text) <b@example.com>", "\(text) <c@example.com>"]
      $0.mail.replyTo = "\(text) <d@example.com>"
      $0.mail.subject = text
      $0.mail.listID = "a.example.com"
    }
    let head = mail.components(separatedBy: "\r\n\r\n")[0].components(separatedBy: "\r\n")
    for line in head where line.contains("=?utf-8?") { #expect(line.utf8.count <= 76, "\(line)") }
    #expect(try MessageTests.findings(in: ["words": Array(mail.utf8)]) == "")
  }

  @Test(arguments: [
    "?subject=x%0d%0aBcc:y", "?body=a%0Ab", "?subject=%00", "?subject=a%7F", "?subject=%1b[2J",
    "?subject=a%C2%85b", "?body=%e2%80%a8",
  ])
  func rejectsEncodedLineBreaksInMailtoAddresses(fields: String) throws {
    let story = try Stories.story(of: 1)
    for format in [Options.Format.email, .emailHTML, .emailText] {
      let error = #expect(throws: AtollError.self) {
        try Stories.mail(story, format) { $0.mail.unsubscribe = ["mailto:a@example.com\(fields)"] }
      }
      #expect(error?.message.contains("an encoded line break") == true)
    }
    // A web server may interpret its own addresses freely.
    #expect(try !Stories.mail(story) { $0.mail.unsubscribe = ["https://e.example/?a=%0A"] }.isEmpty)
  }

  /// A wrong date would sort a mail among old ones; the sending server adds a missing date.
  @Test func writesADateOnlyIfOneIsGiven() throws {
    let story = try Stories.story(of: 1)
    #expect(try Self.value("Date", of: Stories.text(story, .email)) == nil)
    let moment = Timestamp(milliseconds: 1_785_520_800_000)
    for change in [{ $0.now = moment }, { $0.mail.date = moment }] as [(inout Options) -> Void] {
      let mail = try Stories.text(story, .email, change)
      #expect(Self.value("Date", of: mail) == "Fri, 31 Jul 2026 18:00:00 +0000")
    }
  }

  /// Returns the names of the headers of a message.
  static func names(_ mail: String) -> [String] {
    mail.components(separatedBy: "\r\n\r\n")[0].components(separatedBy: "\r\n")
      .filter { !$0.hasPrefix(" ") }
      .map { $0.components(separatedBy: ":")[0] }
  }

  @Test(arguments: 0..<200)
  func hostileValuesNeverAddOrRemoveHeaders(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let story = try Stories.story(of: 1)
    func mail(_ story: Story, _ change: (inout Options) -> Void = { _ in }) throws -> String {
      try Stories.text(story, .email) {
        $0.mail.from = "word <a@example.com>"
        $0.mail.to = ["word <b@example.com>"]
        $0.mail.listID = "list.example.com"
        $0.mail.unsubscribe = ["https://example.com/word"]
        change(&$0)
      }
    }
    let plain = Self.names(try mail(story))
    // The title is the subject, and no story is refused for its title.
    #expect(try Self.names(mail(Stories.story(of: 1, title: random.text()))) == plain)
    let subject = random.text()
    let change: (inout Options) -> Void = { $0.mail.subject = subject }
    if subject.unicodeScalars.contains(where: Self.separators.contains) {
      #expect(throws: AtollError.self) { try mail(story, change) }
    } else {
      #expect(try Self.names(mail(story, change)) == plain)
    }
    // Random names and addresses may be refused, but only with an error of Atoll.
    let changes: [(inout Options, String) -> Void] = [
      { $0.mail.from = "\($1) <a@example.com>" }, { $0.mail.to = ["\($1) <b@example.com>"] },
      { $0.mail.unsubscribe = ["https://example.com/\($1)"] },
    ]
    for change in changes {
      let text = random.text()
      do {
        #expect(try Self.names(mail(story) { change(&$0, text) }) == plain)
      } catch is AtollError {}
    }
  }

  @Test func splitsEncodedWordsBetweenCharacters() throws {
    let story = try Stories.story(of: 1)
    let subject = String(repeating: "海の記憶 ⛵️ ", count: 30)
    let mail = try Stories.text(story, .email) { $0.mail.subject = subject }
    #expect(try MessageTests.findings(in: ["subject": Array(mail.utf8)]) == "")
    #expect(mail.contains("Subject: =?utf-8?b?"))
  }

  @Test(arguments: [
    "Ann <a@b.c>, Bob <b@c.d>", "a@b.c, Bob <b@c.d>", "\"Ann\" <a@b.c>, \"Bob\" <b@c.d>",
    "a@b.c, b@c.d",
    "Ann <a@b.c> <b@c.d>",
  ])
  func rejectsMultipleAddressesGivenAsOne(text: String) throws {
    let story = try Stories.story(of: 1)
    let to = #expect(throws: AtollError.self) { try Stories.mail(story) { $0.mail.to = [text] } }
    #expect(to?.advice?.hasPrefix("give each address by itself") == true)
    #expect(throws: AtollError.self) { try Stories.mail(story) { $0.mail.from = text } }
    #expect(throws: AtollError.self) { try Stories.mail(story) { $0.mail.replyTo = text } }
  }

  @Test func saysHowToWriteANameWithBrackets() throws {
    let story = try Stories.story(of: 1)
    let error = #expect(throws: AtollError.self) {
      try Stories.mail(story) { $0.mail.to = ["Ann <A> <a@b.c>"] }
    }
    #expect(error?.advice == "put a name with < > or @ into quotation marks")
  }

  @Test func acceptsAnyPunctuationInAQuotedName() throws {
    let mail = try Stories.text(Stories.story(of: 1), .email) {
      $0.mail.from = #""Ann <a@b.c>, \"Bob\"" <b@c.d>"#
    }
    #expect(mail.hasPrefix(#"From: "Ann <a@b.c>, \"Bob\"" <b@c.d>"# + "\r\n"))
  }

  @Test func keepsSubjectAndBodyOfAMailtoAddress() throws {
    let address = "mailto:leave@example.com?subject=Leave%20list&body=Me%20<x>"
    let safe = "mailto:leave@example.com?subject=Leave%20list&body=Me%20%3Cx%3E"
    let story = try Stories.story(of: 1)
    let mail = try Stories.text(story, .email) { $0.mail.unsubscribe = [address] }
    #expect(mail.contains("List-Unsubscribe: <\(safe)>\r\n") || mail.contains("\r\n <\(safe)>\r\n"))
    let html = try Stories.text(story, .emailHTML) { $0.mail.unsubscribe = [address] }
    let escaped = safe.replacing("&", with: "&amp;").replacing("%", with: "&#37;")
      .replacing("@", with: "&#64;")
    #expect(html.contains("href=\"\(escaped)\""))
    let text = try Stories.text(story, .emailText) { $0.mail.unsubscribe = [address] }
    #expect(text.replacing("\n", with: "").hasSuffix("Unsubscribe:\(safe)"))
  }

  @Test(arguments: [
    "?cc=x@y.z", "?subject=a&bcc=x@y.z", "?subject=a#b", "?subject=a b", "?x", "#a",
  ])
  func rejectsAllButSubjectAndBodyInAMailtoAddress(query: String) throws {
    let story = try Stories.story(of: 1)
    let error = #expect(throws: AtollError.self) {
      try Stories.mail(story) { $0.mail.unsubscribe = ["mailto:a@example.com\(query)"] }
    }
    #expect(error?.message.contains("'List-Unsubscribe'") == true)
  }

  /// A single part has no headers.
  @Test(arguments: [Options.Format.emailHTML, .emailText])
  func checksLinksButNotHeadersIfTheFormatIsOnlyOnePartOfAMail(format: Options.Format) throws {
    let story = try Stories.story(of: 1, title: "A\nstory")
    #expect(try !Stories.mail(story, format).isEmpty)
    #expect(try !Stories.mail(story, format) { $0.mail.from = "nobody" }.isEmpty)
    #expect(throws: AtollError.self) {
      try Stories.mail(story, format) { $0.mail.unsubscribe = ["nowhere"] }
    }
  }

  @Test func removesDirectionControlsFromHeaders() throws {
    let turning = try Stories.story(of: 1, title: "A \u{202E}story\u{2066}!")
    let plain = try Stories.story(of: 1, title: "A story!")
    func header(_ name: String, of story: Story) throws -> Substring? {
      let mail = try Stories.text(story, .email) { $0.mail.listID = "a.b.c" }
      return mail.split(separator: "\r\n").first { $0.hasPrefix("\(name):") }
    }
    #expect(try header("Subject", of: turning) == header("Subject", of: plain))
    #expect(try header("List-Id", of: turning) == header("List-Id", of: plain))
  }

  /// The footer has the same charset and width as the comments.
  @Test func appliesCharsetAndWidthToTheFooter() throws {
    let path = String(repeating: "a-long-way/", count: 8)
    let text = try Stories.text(Stories.story(of: 1), .emailText) {
      $0.language = "fr"
      $0.terminal.charset = .ascii
      $0.terminal.width = 40
      $0.mail.unsubscribe = ["https://example.com/\(path)"]
    }
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
    #expect(text.replacing("\n", with: "").hasSuffix("Se desabonner :https://example.com/\(path)"))
    let words = try #require(text.split(separator: "\n").first { $0.hasPrefix("Se d") })
    #expect(words.utf8.count <= 40)
  }

  @Test func quotesANameWithPunctuation() throws {
    let mail = try Stories.text(Stories.story(of: 1), .email) {
      $0.mail.from = "Ann \"the boss\" Lee, Inc. <ann@example.com>"
    }
    #expect(mail.hasPrefix("From: \"Ann \\\"the boss\\\" Lee, Inc.\" <ann@example.com>\r\n"))
  }
}

extension SeededGenerator {
  /// Random text of letters, characters with a meaning in headers and occasional line separators.
  mutating func text() -> String {
    let pieces = [
      "a", "Bcc: x@y.z", "=?utf-8?q?=0D=0A?=", "\"", "\\", "<", ">", ",", ";", ":", " ", "é", "海",
      "\u{202E}", "🏴‍☠️", "@", "(", ")", "?", "=", "_", "x", "word",
    ]
    var text = ""
    for _ in 0..<(1 + next(below: 12)) {
      if next(below: 30) == 0 {
        text.unicodeScalars.append(
          HeaderTests.separators[next(below: HeaderTests.separators.count)])
      } else {
        text += pieces[next(below: pieces.count)]
      }
    }
    return text
  }
}

extension String {
  /// Returns `count` characters of the text, which is repeated as needed.
  func cycled(_ count: Int) -> String {
    String(String(repeating: self, count: count / self.count + 1).prefix(count))
  }
}
