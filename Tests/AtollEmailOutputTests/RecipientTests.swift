import Atoll
import AtollComments
import Foundation
import Testing

/// The values of a recipient replace the sender's merge tags, escaped for their context.
@Suite struct RecipientTests {
  private static func mail(
    _ values: [String: String], identity: String = "i", templates: [TemplateSource] = [],
    _ change: (inout Options) -> Void
  ) throws -> Mail {
    var options = Options()
    options.format = .email
    options.mail.from = "news@example.com"
    change(&options)
    var recipient = MailRecipient("Ann <ann@example.com>", messageIDSeed: identity)
    recipient.values = values
    let story = try MergeTagTests.story("{{name}} {{ secret }}")
    let renderer = try Renderer(options: options, templates: templates)
    return Mail(try renderer.addressed(to: recipient).render(story).bytes)
  }

  /// A message and its parts, with soft line breaks removed.
  private struct Mail {
    let headers, text, html: String

    init(_ bytes: [UInt8]) {
      let message = String(decoding: bytes, as: UTF8.self).replacing("=\r\n", with: "")
        .replacing("\r\n", with: "\n")
      let parts = message.components(separatedBy: "\n--=_atoll_")
      headers = parts[0].replacing("\n ", with: " ")
      text = parts[1].replacing("=3D", with: "=")
      html = parts[2].replacing("=3D", with: "=").replacing("\n", with: " ")
    }
  }

  @Test func escapesMergeTagValuesForTheirContext() throws {
    let values = ["name": "Ann <3 & \"Co\"", "id": "a&b/ü 1", "secret": "leak"]
    let mail = try Self.mail(values) {
      $0.mail.subject = "News for {{name}}"
      $0.mail.reason = "Dear {{ name }}."
      $0.mail.footer = "[Preferences](https://e.example/p?id={{id}}) of *{{name}}*"
      $0.mail.viewURL = "https://e.example/v/{{id}}"
      $0.mail.unsubscribeTag = "https://e.example/u?id={{id}}"
    }
    #expect(mail.headers.contains("Subject: News for Ann <3 & \"Co\""))
    #expect(mail.headers.contains("Archived-At: <https://e.example/v/a%26b%2F%C3%BC%201>"))
    #expect(mail.headers.contains("List-Unsubscribe: <https://e.example/u?id=a%26b%2F%C3%BC%201>"))
    #expect(mail.text.contains("Dear Ann <3 & \"Co\"."))
    #expect(mail.html.contains("Dear Ann &lt;3 &amp; &quot;Co&quot;."))
    for part in [mail.text, mail.html] {
      #expect(part.contains("https://e.example/p?id=a%26b%2F%C3%BC%201"))
      #expect(part.contains("https://e.example/u?id=a%26b%2F%C3%BC%201"))
      #expect(!part.contains("leak"), "a comment was filled in")
    }
  }

  @Test func neutralizesOrRejectsUnsafeAddressesFromMergeTags() throws {
    func html(_ address: String) throws -> String {
      try Self.mail(["p": address]) { $0.mail.footer = "[Preferences]({{p}})" }.html
    }
    #expect(
      try html("https://e.example/?a=1&b=2").contains(#"href="https://e.example/?a=1&amp;b=2""#))
    for value in [
      "javascript:alert(1)", "//evil.com", "1", "http://e.example/", "mailto:a@b.c?bcc=x@y.z",
    ] {
      let error = #expect(throws: AtollError.self) { try html(value) }
      #expect(error?.message.contains("the recipient's value for {{p}}") == true)
    }
    #expect(throws: AtollError.self) {
      try Self.mail(["u": "javascript:alert(1)"]) { $0.mail.unsubscribeTag = "{{u}}" }
    }
    let mail = try Self.mail(["u": "https://e.example/u/1"]) { $0.mail.unsubscribeTag = "{{u}}" }
    #expect(mail.headers.contains("List-Unsubscribe: <https://e.example/u/1>"))
    #expect(mail.headers.contains("List-Unsubscribe-Post"))
  }

  @Test func writesTheSameLinkIntoTextAndHTML() throws {
    let mail = try Self.mail(["p": "https://E.example/ü?a=1&b=2"]) {
      $0.mail.footer = "[Preferences]({{p}})"
    }
    #expect(
      mail.html.replacing("&#37;", with: "%")
        .contains(#"href="https://e.example/%C3%BC?a=1&amp;b=2""#))
    #expect(mail.text.contains("<https://e.example/%C3%BC?a=1&b=2>"))
  }

  @Test(arguments: ["[write](mailto:{{box}})", "[write](<mailto:{{box}}>)", "<mailto:{{box}}>"])
  func linksToARecipientsMailbox(footer: String) throws {
    let mail = try Self.mail(["box": "a b@e.example"]) { $0.mail.footer = footer }
    #expect(
      mail.html.replacing("&#64;", with: "@").replacing("&#37;", with: "%")
        .contains(#"href="mailto:a%20b@e.example""#))
    // The words of a link that is only an address are not encoded.
    let isAddress = footer.hasPrefix("<")
    #expect(mail.text.contains(isAddress ? "a b@e.example" : "<mailto:a%20b@e.example>"))
    #expect(!(mail.html + mail.text).contains("atollmergetag"))
  }

  @Test(arguments: [
    ("mailto:{{id}}-leave@e.example", "mailto:a-leave@e.example"),
    ("mailto:leave-{{box}}", "mailto:leave-a@e.example"), ("MAILTO:{{box}}", "mailto:a@e.example"),
    ("mailto:{{id}}@{{host}}", "mailto:a@e.example"),
    ("mailto:leave-{{box}}@lists.example", "mailto:leave-a%40e.example@lists.example"),
    ("mailto:leave-{{id}}-{{box}}", "mailto:leave-a-a@e.example"),
    ("mailto:{{id}}{{at}}", "mailto:a@e.example"), ("mailto:leave-{{id}}-x", "mailto:leave-a-x"),
    ("mailto:{{id}}.{{id}}{{at}}?subject={{id}}", "mailto:a.a@e.example"),
    ("mailto:{{id}}+{{id}}@e.example", "mailto:a+a@e.example"),
  ])
  func linksToMailboxesThatContainMergeTags(address: String, expected: String) throws {
    for footer in [
      "[write](\(address))", "[write](<\(address)>)", "[write](\(address) 'title')",
    ] {
      let values = ["id": "a", "box": "a@e.example", "host": "e.example", "at": "@e.example"]
      let mail = try Self.mail(values) { $0.mail.footer = footer }
      #expect(mail.html.replacing("&#64;", with: "@").contains("href=\"\(expected)\""))
      #expect(mail.text.contains("<\(expected)>"), "\(mail.text)")
      #expect(!(mail.html + mail.text).contains("atollmergetag"))
      #expect(!(mail.html + mail.text).contains("invalid"))
    }
  }

  /// The words of a link and bare addresses have mailboxes, too.
  @Test(arguments: [
    ("Write to mailto:leave-{{id}}-x.", "Write to mailto:leave-a-x."),
    ("(mailto:{{id}}-{{id}})", "(mailto:a-a)"), ("<mailto:{{id}}-{{id}}>", "mailto:a-a"),
    ("[mailto:{{id}}-x](https://e.example/@{{id}})", "mailto:a-x <https://e.example/@a>"),
    ("`mailto:{{id}}-x` @e", "mailto:a-x @e"), ("mailto:{{id}}{{id}}", "mailto:aa"),
  ])
  func writesMailboxesOutsideOfLinksAsTheSenderDid(footer: String, expected: String) throws {
    let mail = try Self.mail(["id": "a"]) { $0.mail.footer = footer }
    #expect(mail.text.replacing("`", with: "").contains(expected), "\(mail.text)")
    #expect(!(mail.html + mail.text).contains("atollmergetag"))
    #expect(!(mail.html + mail.text).contains("invalid"))
  }

  @Test func encodesAMergeTagValueThatIsPartOfAMailbox() throws {
    let mail = try Self.mail(["id": "a/b c"]) {
      $0.mail.footer = "[write](mailto:{{id}}@e.example)"
    }
    #expect(
      mail.html.replacing("&#64;", with: "@").replacing("&#37;", with: "%")
        .contains(#"href="mailto:a%2Fb%20c@e.example""#))
    #expect(mail.text.contains("<mailto:a%2Fb%20c@e.example>"))
  }

  @Test(arguments: ["https://e.example/u?id={{id}}", "{{address}}", "{{{address}}}"])
  func listsTheRecipientsOwnUnsubscribeAddressFirst(tag: String) throws {
    for own in ["https://e.example/u?id=7", "mailto:u7@e.example"] {
      if own.hasPrefix("mailto"), tag.hasPrefix("https") { continue }
      let mail = try Self.mail(["id": "7", "address": own]) {
        $0.mail.unsubscribe = ["https://e.example/other"]
        $0.mail.unsubscribeTag = tag
      }
      #expect(mail.headers.contains("List-Unsubscribe: <\(own)>, <https://e.example/other>"))
      #expect(mail.html.replacing("&#64;", with: "@").contains(#"href="\#(own)""#))
      #expect(!(mail.html + mail.text).contains("https://e.example/other"))
    }
  }

  @Test func removesDirectionControlsFromNames() throws {
    var options = Options()
    options.format = .email
    let recipient = MailRecipient("\u{202E}Ann\u{2066} <ann@example.com>", messageIDSeed: "i")
    let story = try MergeTagTests.story("x")
    let mail = Mail(try Renderer(options: options).addressed(to: recipient).render(story).bytes)
    #expect(mail.headers.contains("\nTo: Ann <ann@example.com>\n"))
  }

  @Test func fillsInTagsInTripleBracesWithoutLeavingABrace() throws {
    let values = ["name": "Ann & Bo", "p": "https://e.example/p"]
    let mail = try Self.mail(values) {
      $0.mail.subject = "Hi {{{name}}}"
      $0.mail.reason = "Dear {{{ name }}}, {{{{name}}}} stays."
      $0.mail.footer = "[Preferences]({{{p}}}) of {{{other | default: \"you\"}}}"
    }
    #expect(mail.headers.contains("Subject: Hi Ann & Bo"))
    #expect(mail.text.contains("Dear Ann & Bo, {{{{name}}}} stays."))
    #expect(mail.html.contains("Dear Ann &amp; Bo, "))
    #expect(mail.html.contains(#"href="https://e.example/p""#))
    #expect(mail.text.contains("<https://e.example/p> of you"))
  }

  @Test func doesNotInterpretTagsOrHeadersInValues() throws {
    let values = ["name": "{{secret}}\r\nBcc: b@example.com", "secret": "leak"]
    let mail = try Self.mail(values) {
      $0.mail.subject = "Dear {{name}}"
      $0.mail.reason = "Dear {{name}}"
    }
    #expect(!mail.headers.contains("\nBcc") && !(mail.text + mail.html).contains("leak"))
  }

  @Test func fillsInMergeTagsInTemplates() throws {
    let template = #"<p>{{"{{name}}"}} <a href="{{"{{p}}"}}">{{words.comments}}</a></p>"#
    let templates = [
      TemplateSource(path: "email/no-comments.mustache", bytes: Array(template.utf8))
    ]
    var options = Options()
    options.format = .email
    let renderer = try Renderer(options: options, templates: templates)
    var recipient = MailRecipient("a@example.com", messageIDSeed: "")
    #expect(throws: AtollError.self) { try renderer.addressed(to: recipient) }
    recipient.values = ["name": "A & B", "p": "https://e.example/"]
    let story = try Reading([
      InputSource(name: "t.json", bytes: Array(#"{"atoll":1,"story":{}}"#.utf8))
    ]).story
    let mail = Mail(try renderer.addressed(to: recipient).render(story).bytes)
    #expect(mail.html.contains("A &amp; B") && mail.html.contains(#"href="https://e.example/""#))
  }

  @Test func reportsATagWithoutAValue() throws {
    for change: (inout Options) -> Void in [
      { $0.mail.subject = "{{x}}" }, { $0.mail.reason = "{{x}}" }, { $0.mail.footer = "{{ x }}" },
      { $0.mail.viewURL = "{{x}}" }, { $0.mail.unsubscribeTag = "https://e.example/{{x}}" },
    ] {
      let error = #expect(throws: AtollError.self) { try Self.mail([:], change) }
      #expect(error?.message.contains("{{x}}") == true)
    }
  }

  @Test func rejectsARecipientIfTheFormatIsOnlyOnePartOfAMail() throws {
    #expect(throws: AtollError.self) {
      try Self.mail([:]) { $0.format = .emailHTML }
    }
  }

  @Test func derivesTheMessageIDFromTheSeedOnly() throws {
    func id(_ identity: String, _ reason: String) throws -> Substring? {
      try Self.mail([:], identity: identity) { $0.mail.reason = reason }.headers
        .split(separator: "\n").first { $0.hasPrefix("Message-ID") }
    }
    #expect(try id("a", "x") == id("a", "y"))
    #expect(try id("a", "x") != id("b", "x"))
  }

  @Test(arguments: ["\"dear reader\"", "'dear reader'"])
  func usesATagsDefaultForAMissingOrEmptyValue(quoted: String) throws {
    let tag = "{{ name | default: \(quoted) }}"
    let cases = [
      ([:], "dear reader"), (["name": ""], "dear reader"), (["name": "Ann"], "Ann"),
    ]
    for (values, word) in cases {
      let mail = try Self.mail(values) {
        $0.mail.reason = "Hello \(tag)!"
        $0.mail.footer = "Bye \(tag)."
        $0.mail.subject = "For \(tag)"
      }
      #expect(mail.text.contains("Hello \(word)!") && mail.text.contains("Bye \(word)."))
      #expect(mail.html.contains("Hello \(word)!") && mail.html.contains("Bye \(word)."))
      #expect(mail.headers.contains("Subject: For \(word)"))
    }
  }

  @Test(arguments: [
    "{{first name}}", "{{prénom}}", "{{name | upcase}}", "{{name | default: you}}", "{{{name}}",
  ])
  func rejectsATagThatCannotBeFilledIn(tag: String) throws {
    for change: (inout Options) -> Void in [
      { $0.mail.reason = "Dear \(tag)" }, { $0.mail.footer = tag }, { $0.mail.subject = tag },
    ] {
      let error = #expect(throws: AtollError.self) { try Self.mail(["name": "Ann"], change) }
      #expect(error?.message == "the tag '\(tag)' cannot be filled in")
    }
  }
}
