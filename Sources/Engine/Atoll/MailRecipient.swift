import AtollBodyText
import AtollEmailOutput

/// One of many recipients of an email, with their values for the sender's merge tags.
///
///     var recipient = MailRecipient(
///         "Ann <ann@example.com>", messageIDSeed: "july/tidewalker/ann@example.com")
///     recipient.values = ["first_name": "Ann"]              // {{first_name}}
///     let mail = try renderer.addressed(to: recipient).render(story)
public struct MailRecipient: Hashable, Sendable {
  /// The mailbox, such as `Ann <ann@example.com>`.
  public var mailbox: String
  /// Text from which the `Message-ID` is made: the same text makes the same id, in any email.
  public var messageIDSeed: String
  /// The id of the recipient's account on the comment server.
  ///
  /// The recipient's own comments never count as new.
  public var authorID: String?
  /// The values for merge tags in the sender's own texts, such as `{{first_name}}`, by tag name.
  public var values: [String: String] = [:]

  /// Creates a recipient without values.
  public init(_ mailbox: String, messageIDSeed: String) {
    self.mailbox = mailbox
    self.messageIDSeed = messageIDSeed
  }

  /// The address without the name, in lower case; `nil` if the mailbox has none.
  public var address: String? { MailAddress(mailbox)?.address.lowercased() }

  /// Puts the recipient and the values into the headers of an email.
  func fill(_ input: inout MailHeaders.Input) {
    let values = MergeValues(values)
    input.to = [mailbox]
    input.messageIDSeed = messageIDSeed
    input.subject = values.filled(line: input.subject)
    input.viewAddress = values.filled(address: input.viewAddress)
    guard !input.unsubscribeTag.isEmpty else { return }
    let address = values.filled(address: input.unsubscribeTag)
    // If no tags are left, it is an address like any other.
    if MergeText(address) == nil {
      input.unsubscribe.insert(address, at: 0)
      input.unsubscribeTag = ""
      input.prefersFirstUnsubscribeAddress = true
    } else {
      input.unsubscribeTag = address
    }
  }
}

extension Renderer {
  /// Returns a copy of this renderer that writes emails to one recipient.
  ///
  /// It throws an error if a merge tag cannot be filled in, if the value for a link in the footer
  /// is not an address, or if the format is not a whole email.
  public func addressed(to recipient: MailRecipient) throws(AtollError) -> Renderer {
    guard case .mail(let configuration) = configuration, configuration.part == .message else {
      throw AtollError(
        .options, message: "only a whole mail has a recipient", advice: "choose the format email")
    }
    var renderer = self
    renderer.options.mail.recipient = recipient
    let mail = options.mail
    let lines = [mail.subject, mail.viewURL, mail.unsubscribeTag].compactMap {
      $0.map { Array($0.utf8) }
    }
    let senderTexts = EmailWriter.SenderTexts(mail)
    let texts = lines + senderTexts.tags + configuration.templates.verbatims
    let values = MergeValues(recipient.values)
    if let tag = MergeValues.unknownTag(in: texts) {
      throw AtollError(
        .options, message: "the tag '\(tag)' cannot be filled in",
        advice:
          "a name has only letters, digits, '_', '.' and '-', and only a default in quotation marks "
          + "can follow it: {{first_name | default: \"reader\"}}")
    }
    if let name = values.missingName(in: texts) {
      throw AtollError(.input, message: "the recipient has no value for {{\(name)}}")
    }
    if let tag = senderTexts.footerWithPlaceholders.tagsThatBeginLinks.first(
      where: MergeValues.hasTag)
    {
      throw AtollError(
        .options,
        message: "'\(String(decoding: tag, as: UTF8.self))' is only the beginning of an address",
        advice: "make it the whole address of the link, and give each recipient a whole address")
    }
    if let (name, value) = values.firstNonAddress(
      in: senderTexts.footerWithPlaceholders.tagsThatAreLinks)
    {
      throw AtollError(
        .input,
        message: "the recipient's value for {{\(name)}} is no https or mailto address: '\(value)'")
    }
    return renderer
  }
}
