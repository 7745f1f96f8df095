import Atoll
import Comments
import Testing

/// Merge tags of the sender arrive as they were written; those of users do nothing.
@Suite struct MergeTagTests {
  /// Sequences on which mailing services and template engines act.
  static let active = [
    "{{name}}", "{{{name}}}", "{% if x %}", "{name}", "{$name}", "*|EMAIL|*", "%recipient.email%",
    "%%emailaddr%%", "[[firstname]]", "[EMAIL]", "[% name %]", "<% name %>", "<unsubscribe>",
    "${name}", "#{name}", "~name~", "@NAME@", "$name$",
  ]

  static func story(_ text: String) throws -> Story {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    let document = """
      {"atoll": 1, "story": {"id": "s", "title": "T \(escaped)", "url": "https://e.example/s"}, "comments": [
       {"id": "a", "author": "N \(escaped)", "body": "B \(escaped) é"}]}
      """
    return try Reading([InputSource(name: "thread.json", bytes: Array(document.utf8))]).story
  }

  @Test(arguments: active)
  func sequencesOfUsersAreBrokenInEveryPart(sequence: String) throws {
    let story = try Self.story(sequence)
    for format in [Options.Format.emailText, .emailHTML] {
      let part = try Stories.text(story, format) { $0.bodySyntax = .plain }
      #expect(!part.contains(sequence), "\(format)")
    }
    let mail = try Stories.text(story, .email) { $0.mail.listID = "a.example.com" }
    #expect(!mail.contains(sequence))
    // A reader sees the same as before.
    let text = try Stories.text(story, .emailText) { $0.bodySyntax = .plain }
      .replacing("\u{2060}", with: "")
    #expect(text.contains("B \(sequence) é"))
  }

  /// Emphasis is written with the stars that make a merge tag of it.
  @Test func aSequenceThatOnlyTheWriterCompletesIsBroken() throws {
    let document = """
      {"atoll": 1, "story": {"id": "s", "title": "T"}, "comments": [
       {"id": "a", "author": "N", "body": "**|EMAIL|** and `{`{x}`}`"}]}
      """
    let story = try Reading([InputSource(name: "t.json", bytes: Array(document.utf8))]).story
    let text = try Stories.text(story, .emailText)
    #expect(text.contains("*\u{2060}|EMAIL|*"))
    #expect(!text.contains("{{x}"))
  }

  /// An address stays the same address, and no name of a field remains in it.
  @Test(arguments: [
    ("https://e.example/?a=%ADDRESS%25", "https://e.example/?a=%AD%44RESS%25"),
    ("https://e.example/?a=*|EMAIL|*", "https://e.example/?a=*%7C%45MAIL%7C*"),
    ("https://e.example/@NAME@", "https://e.example/%40NAME@"),
    ("https://e.example/~name~", "https://e.example/%7Ename~"),
    ("https://e.example/%C3%A9", "https://e.example/%C3%A9"),
  ])
  func addressesAreEncoded(address: String, expected: String) throws {
    let document = """
      {"atoll": 1, "story": {"id": "s", "title": "T", "url": "\(address)"}, "comments": [
       {"id": "a", "author": "N", "body": "See [this](\(address)) there."}]}
      """
    let story = try Reading([InputSource(name: "t.json", bytes: Array(document.utf8))]).story
    let text = try Stories.text(story, .emailText)
    #expect(text.components(separated: expected) >= 3)
  }

  @Test(arguments: [
    "ASCII only", "Füße und Wörter in jeder Zeile, damit der Text kodiert wird", "語語語",
  ])
  func tagsOfTheSenderStayWholeInEveryEncoding(words: String) throws {
    let story = try Stories.story(of: 30) { "\(words) \($0)" }
    let tag = "*|UNSUB:a-long-name-of-a-list-for-readers-of-comments-and-others|*"
    let mail = try Stories.text(story, .email) {
      $0.mail.unsubscribeTag = tag
      $0.mail.viewURL = "{{ view.in_browser }}"
      $0.mail.reason = "Dear {{ first name }}, you get this because \(words)."
      $0.mail.footer =
        "*|LIST:ADDRESS|*\n\n[Preferences]({{ preferences }}) and [more](https://e.example/?id=%ID%)"
    }
    let plain = mail.replacing("\r\n", with: "\n")
    #expect(plain.components(separated: tag) == 2)
    #expect(plain.components(separated: "{{ view.in_browser }}") == 2)
    #expect(plain.components(separated: "{{ first name }}") == 2)
    #expect(plain.components(separated: "*|LIST:ADDRESS|*") == 2)
    #expect(plain.contains("<a href=\"{{ preferences }}\""))
    #expect(plain.contains("href=\"https://e.example/?id=%ID%\""))
    #expect(!plain.contains("atollmergetag"))
    #expect(!mail.contains("base64\r\n"))
  }

  @Test(arguments: [
    "{{unsub}}", "*|UNSUB|*", "%unsubscribe_url%", "[[unsubscribe]]", "<%asm_raw%>",
  ])
  func aTagForUnsubscribingIsInTheMailAndInNoHeader(tag: String) throws {
    let mail = try Stories.text(Stories.story(of: 1), .email) { $0.mail.unsubscribeTag = tag }
    #expect(mail.contains("<a href=\"\(tag)\""))
    #expect(mail.contains("Unsubscribe:\r\n\(tag)\r\n"))
    #expect(!mail.contains("List-Unsubscribe"))
  }

  @Test func anAddressWithATagIsInTheHeaderToo() throws {
    let address = "https://e.example/u?id={{id}}"
    let mail = try Stories.text(Stories.story(of: 1), .email) {
      $0.mail.unsubscribeTag = address
      $0.mail.unsubscribe = ["mailto:u@e.example"]
    }
    #expect(mail.contains("List-Unsubscribe: <mailto:u@e.example>, <\(address)>\r\n"))
    #expect(mail.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"))
    #expect(mail.contains("<a href=\"\(address)\""))
  }

  @Test(arguments: [
    "unsubscribe", "https://e.example/u", "{{a\"b}}", "{{a&b}}", "{{a}}\r\nBcc: x@e.example",
    "javascript:{{x}}", "http://e.example/{{x}}", "{{<script>}}", " {{x}}", "",
  ])
  func whatIsNoTagIsRefused(text: String) throws {
    let story = try Stories.story(of: 1)
    if text.isEmpty { return }
    #expect(throws: AtollError.self) {
      try Stories.mail(story) { $0.mail.unsubscribeTag = text }
    }
  }
}

extension String {
  /// The number of times a text occurs.
  func components(separated text: String) -> Int { ranges(of: text).count }
}
