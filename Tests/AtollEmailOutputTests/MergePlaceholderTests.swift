import Atoll
import AtollComments
import Foundation
import TestSupport
import Testing

/// The words that stand for the merge tags of a footer while it is parsed and written.
@Suite struct MergePlaceholderTests {
  /// The subject of a mail.
  enum Subject: CaseIterable { case thread, notification, digest }
  /// Where the templates have the footer.
  enum Place: CaseIterable { case below, above, both }

  private static let tags = ["*|EMAIL|*", "{{u}}"]
  private static let address = "https://e.example/leave?token=T"

  /// Returns a story in which all texts of users and of the publisher have a placeholder in every
  /// form; `stem` is that of a real placeholder, or another word of the same length.
  private static func story(_ stem: String) throws -> Story {
    let words = tags.indices.map {
      "\(stem)\($0)x https://\(stem)\($0)x.invalid/ (\(stem)\($0)x.invalid)"
    }.joined(separator: " ")
    let comment: [String: Any] = [
      "id": "1", "author": ["name": words, "id": "one"], "createdAt": "2026-01-01T00:00:00Z",
      "body": words,
    ]
    var reply = comment
    reply["id"] = "2"
    reply["parentId"] = "1"
    let document: [String: Any] = [
      "atoll": 1, "comments": [comment, reply],
      "story": ["id": "s", "title": words, "url": "https://e.example/s", "organization": words],
    ]
    let bytes = [UInt8](try JSONSerialization.data(withJSONObject: document))
    return try Reading([InputSource(name: "thread.json", bytes: bytes)]).story
  }

  private static func templates(_ place: Place) throws -> [TemplateSource] {
    if place == .below { return [] }
    return try ["message", "text"].map { name in
      let path = "email/\(name).mustache"
      var text = try Repository.text("Templates/\(path)")
      if place == .above {
        text = text.replacing("{{{footer}}}", with: "{{words.comments}}")
      }
      let footer =
        name == "text"
        ? "{{#has_footer}}\n\n{{{footer}}}\n{{/has_footer}}\n"
        : "{{#has_footer}}<div>{{{footer}}}</div>{{/has_footer}}\n"
      text = text.replacing("{{> blocks}}", with: footer + "{{> blocks}}")
      return TemplateSource(path: path, bytes: Array(text.utf8))
    }
  }

  private static func mail(
    _ stem: String, _ format: Options.Format, _ subject: Subject, _ place: Place,
    to recipient: MailRecipient?
  ) throws -> String {
    var options = Options()
    options.format = format
    options.mail.footer = "Bye \(tags[0]) [Leave](\(tags[1])). *\(tags[1])*"
    let story = try story(stem)
    var renderer: Renderer
    switch subject {
    case .thread: break
    case .notification: options.focus = "2"
    case .digest: options.digest = DigestOptions()
    }
    renderer = try Renderer(options: options, templates: templates(place))
    if let recipient { renderer = try renderer.addressed(to: recipient) }
    let mail =
      subject == .digest
      ? try renderer.render(digestOf: [story, story]) : try renderer.render(story)
    return String(decoding: mail.bytes, as: UTF8.self).replacing("=\r\n", with: "")
      .replacing("=3D", with: "=")
  }

  @Test(arguments: Subject.allCases, Place.allCases)
  func treatsPlaceholdersInUserTextAsOrdinaryText(subject: Subject, place: Place) throws {
    var recipient = MailRecipient("ann@example.com", messageIDSeed: "i")
    recipient.values = ["u": Self.address]
    for (format, recipient) in [
      (Options.Format.emailHTML, nil), (.emailText, nil), (.email, nil), (.email, recipient),
    ] {
      let mail = try Self.mail("atollmergetag", format, subject, place, to: recipient)
      let other = try Self.mail("atollmergetog", format, subject, place, to: recipient)
      #expect(other.contains("*|EMAIL|*") && !other.contains("atollmergetag"))
      for text in Self.tags + [Self.address] {
        #expect(
          mail.components(separated: text) == other.components(separated: text),
          "\(format): \(text) in \(mail)")
      }
      #expect(
        mail.components(separated: "atollmergetag") == other.components(separated: "atollmergetog"))
    }
  }

  private static func parts(_ footer: String, values: [String: String]?) throws -> [String] {
    let story = try Stories.story(of: 1)
    guard let values else {
      return try [.emailHTML, .emailText].map { format in
        try Stories.text(story, format) { $0.mail.footer = footer }
      }
    }
    var options = Options()
    options.format = .email
    options.mail.footer = footer
    var recipient = MailRecipient("ann@example.com", messageIDSeed: "i")
    recipient.values = values
    let mail = try Renderer(options: options).addressed(to: recipient).render(story)
    let parts = String(decoding: mail.bytes, as: UTF8.self).replacing("=\r\n", with: "")
      .replacing("=3D", with: "=").components(separatedBy: "\r\n--=_atoll_")
    return [parts[2], parts[1]]
  }

  /// All forms of links whose address is a tag; for references, `[x]` would be a tag itself.
  @Test(arguments: [
    "[x]({{u}})", "[x](<{{u}}>)", "[x]( {{u}} )", "[x]({{u}} \"title\")", "[x]({{u}}\n'title')",
    "[x]({{u}}\t(title))", "[x](\n{{u}})", "![x]({{u}})", "*[`x`]({{u}})*", "<{{u}}>",
  ])
  func fillsAMergeTagIntoEveryKindOfMarkdownLink(footer: String) throws {
    let parts = try Self.parts(footer, values: ["u": Self.address])
    #expect(parts[0].contains("<a href=\"\(Self.address)\""), "\(parts)")
    for part in parts {
      #expect(part.contains(Self.address) && !part.contains("atollmergetag"), "\(part)")
    }
    // In angle brackets, what is no address is text.
    if footer.hasPrefix("<") {
      let parts = try Self.parts(footer, values: ["u": "ann@example.com"])
      #expect(parts[1].contains("<ann@example.com>") && !parts[0].contains("href=\"ann"))
    } else {
      #expect(throws: AtollError.self) { try Self.parts(footer, values: ["u": "ann@example.com"]) }
    }
  }

  @Test(arguments: [
    ("[x](<*|ARCHIVE|*>)", "*|ARCHIVE|*"), ("[x](*|ARCHIVE|*?a=1)", "*|ARCHIVE|*?a=1"),
    ("[x]( %%view%%#top)", "%%view%%#top"),
    ("[x](https://e.example/*|ID|*)", "https://e.example/*|ID|*"),
  ])
  func leavesLinksWithTagsOfAMailingServiceUnchanged(footer: String, address: String) throws {
    for values in [nil, ["u": Self.address]] {
      let parts = try Self.parts(footer, values: values)
      let html = parts[0].replacing("&#35;", with: "#")
      #expect(html.contains("<a href=\"\(address)\""), "\(parts)")
      #expect(parts[1].contains("<\(address)>"), "\(parts)")
    }
  }

  @Test func rejectsALinkThatContinuesAfterItsMergeTag() throws {
    for footer in ["[x]({{u}}/more)", "[x](<{{u}}?a=1>)"] {
      let error = #expect(throws: AtollError.self) {
        try Self.parts(footer, values: ["u": Self.address])
      }
      #expect(error?.message == "'{{u}}' is only the beginning of an address")
    }
  }

  /// Texts that merely look like links, and stay text.
  @Test(arguments: [
    "[Note]: {{u}}, thanks", "`[x]({{u}})`", "[x]({{u}} thanks)", "x ({{u}})", "{{u}}", "*{{u}}*",
    "> {{u}}",
  ])
  func doesNotTurnAMergeTagInPlainTextIntoALink(footer: String) throws {
    let parts = try Self.parts(footer, values: ["u": "Ann"])
    #expect(!parts[0].contains("href=\"Ann") && parts[0].contains("Ann"))
    #expect(parts[1].contains(footer.replacing("{{u}}", with: "Ann").replacing("*", with: "_")))
  }
}
