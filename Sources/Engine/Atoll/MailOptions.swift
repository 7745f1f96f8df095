public import AtollComments

import AtollBodyText
import AtollBytes
import AtollEmailOutput
import AtollLayout
import AtollTheming

/// The headers and limits of an email, for the formats `email`, `email-html` and `email-text`.
///
/// Nothing depends on the system. An email without a date gets one from the server that sends it.
/// If no `Message-ID` is given, it is made from the content, so that the same story makes the same
/// message.
public struct MailOptions: Hashable, Sendable {
  /// The sender, such as `Name <name@example.com>`; if `nil`, the message is a draft.
  public var from: String?
  /// The recipients.
  public var to: [String] = []
  /// True if the recipient in `to` is the one that a notification names.
  var isRecipientFromNotification = false
  /// The text from which the `Message-ID` of an email about several notifications is made; empty
  /// for other emails.
  var messageIDSeed = ""
  /// The address for replies.
  public var replyTo: String?
  /// The subject.
  ///
  /// If `nil`, it is the number of comments, or of new ones, and the story's title; for an email
  /// about one comment, it is `Re:` and the title.
  public var subject: String?
  /// The time at which the email was written; `nil` uses `Options.now`.
  ///
  /// If both are `nil`, the message has no date until it is sent.
  public var date: Timestamp?
  /// The `Message-ID`, such as `1@example.com`; if `nil`, it is made from the content.
  public var messageID: String?
  /// The ids of the earlier messages in the conversation, the oldest first, so that mail clients
  /// keep them together.
  public var references: [String] = []
  /// The id of the mailing list (`List-Id`), such as `tidewalker.comments.example.com`.
  public var listID: String?
  /// The addresses at which readers unsubscribe: an `https` address, a `mailto` address, or both.
  public var unsubscribe: [String] = []
  /// Text with merge tags in place of an address in `unsubscribe`; a mailing service fills them in.
  ///
  /// Examples are `{{unsubscribe}}` and `https://example.com/unsubscribe?id=*|ID|*`.
  public var unsubscribeTag: String?
  /// The address of the same email on the web, or a merge tag for it.
  public var viewURL: String?
  /// The `https` address of the publisher's logo, which is shown in place of its name.
  public var logoURL: String?
  /// The reason why readers get the email, such as `You get this because you follow Tidewalker.`.
  public var reason: String?
  /// The sender's own text at the end of the email, such as a postal address, in Markdown.
  public var footer: String?
  /// One of many recipients, in place of `to`; see `Renderer.addressed(to:)`.
  public var recipient: MailRecipient?
  /// The reason for an email about one comment; `nil` means `reply` if the comment is a reply, and
  /// `comment` otherwise.
  public var notification: NotificationKind?
  /// The reason for the rejection, in an email about a rejected comment.
  public var rejection: RejectionReason?
  /// The address of the site's rules, in an email about a rejected comment.
  public var guidelines: String?
  /// The maximum size of the HTML as it is sent, in bytes; `nil` for no limit.
  ///
  /// Some mail clients cut off emails at about 100,000 bytes. To avoid that, whole comments are
  /// left out, and the email says how many.
  public var maxBytes: Int? = 90_000
  package static let byteLimits = 0...(1 << 40)
  /// The HTML and CSS features that are allowed although some mail clients do not support them.
  ///
  /// Templates and style sheets may use them. Their names are those on caniemail.com.
  public var allowedFeatures: [String] = []

  /// Creates the default options.
  public init() {}
}

extension EmailWriter.SenderTexts {
  /// Creates the sender's texts from the options.
  ///
  /// If an email about one comment has a single recipient and the options give no reason, a
  /// sentence tells the recipient why they get the email.
  init(
    _ options: MailOptions, sentAs kind: NotificationKind? = nil, in language: Language = .english
  ) {
    self.init()
    reason = Array((options.reason ?? "").utf8)
    if let kind, reason.isEmpty, options.to.count == 1, let mailbox = MailAddress(options.to[0]) {
      let (before, after) = Wording(language: language).parts(of: Phrase(mailReasonFor: kind))
      recipientSentence = before + Array(mailbox.address.utf8) + after
    }
    values = options.recipient.map { MergeValues($0.values) }
    guard let text = options.footer else { return }
    footerWithPlaceholders = MergePlaceholders(
      Array(text.utf8), values: values, by: BodyReader.parsed)
  }
}

extension MailOptions {
  fileprivate func checkedFeatures() throws(AtollError) -> [String] {
    for name in allowedFeatures where !["html-", "css-"].contains(where: { name.hasPrefix($0) }) {
      throw AtollError(
        aboutOptions: .allow, message: "'\(name)' is not the name of a feature of HTML or CSS",
        advice: "use the name in the error about it, such as css-float")
    }
    return allowedFeatures
  }
}

extension MailOptions {
  /// The headers of an email that are also links in its text.
  fileprivate var linkHeaders: MailHeaders.Input {
    var input = MailHeaders.Input()
    input.unsubscribe = unsubscribe
    input.unsubscribeTag = unsubscribeTag ?? ""
    input.viewAddress = viewURL ?? ""
    return input
  }

  /// Returns the address of the logo, or throws an error if it is not an `https` address.
  fileprivate func checkedLogo() throws(AtollError) -> SafeURL? {
    guard let logoURL else { return nil }
    guard let url = SafeURL(Array(logoURL.utf8)), url.scheme == .https else {
      throw AtollError(
        aboutOptions: .logoURL, message: "the logo has no https address: '\(logoURL)'",
        advice: SafeURL.adviceAboutSpace(in: logoURL) { SafeURL($0)?.scheme == .https }
          ?? "mail programs load pictures only from https addresses")
    }
    return url
  }

  /// The subject; `nil` if it is missing or blank.
  var givenSubject: String? { subject.flatMap { MailText.isBlank($0) ? nil : $0 } }

  /// The headers of an email, without those made from the story.
  fileprivate var headers: MailHeaders.Input {
    var input = linkHeaders
    input.from = from ?? ""
    input.to = to
    input.replyTo = replyTo ?? ""
    input.subject = subject ?? ""
    input.date = date?.milliseconds
    input.messageID = messageID ?? ""
    input.messageIDSeed = messageIDSeed
    input.references = references
    input.listID = listID ?? ""
    return input
  }

  /// Throws an error if a value cannot be written into its header.
  package func checkHeaders() throws(AtollError) {
    _ = try translatingErrors(of: MailHeaders(headers)) { (failure: Failure) in
      AtollError(.options, message: failure.message, advice: failure.advice)
    }
  }
}

extension Options {
  /// The maximum `depthCap` of an email, low enough for replies to be readable on a phone.
  static let mailDepthCap = 5

  func emailSettings() throws(AtollError) -> EmailTemplates.Settings {
    var settings = EmailTemplates.Settings(
      wording: Wording(
        language: resolvedLanguage, zone: zone.zone, now: now))
    settings.scheme = ColorScheme(scheme)
    settings.allowedFeatures = try mail.checkedFeatures()
    settings.form = digest != nil ? .digest : isNotification ? .notification : .thread
    settings.showsSpoilers = terminal.spoilers == .show
    settings.addresses = try addressSettings()
    settings.logo = try mail.checkedLogo()
    return settings
  }

  /// Returns the headers of an email about a story; for a separate HTML or text part, only those
  /// that its content shows.
  func mailHeaders(
    for story: Story, about focus: Position?, in part: EmailWriter.Part
  ) throws(AtollError) -> MailHeaders {
    var input = part == .message ? messageHeaders(for: story, about: focus) : mail.linkHeaders
    if let recipient = mail.recipient { recipient.fill(&input) }
    return try translatingErrors(of: MailHeaders(input)) { (failure: Failure) in
      let isFromNotification = mail.isRecipientFromNotification && failure.place == "To"
      // A recipient's values come from the input, too.
      let error = AtollError(
        mail.recipient == nil && !isFromNotification ? .options : .input,
        message: "the header '\(failure.place ?? "")' is refused: \(failure.message)",
        advice: isFromNotification ? "name another recipient" : failure.advice)
      return isFromNotification ? error.naming(.mailTo) : error
    }
  }

  private func messageHeaders(for story: Story, about focus: Position?) -> MailHeaders.Input {
    var input = mail.headers
    input.subject = mail.givenSubject ?? subject(of: story, about: focus)
    // Mails have no date before 1970.
    input.date = (mail.date ?? now).flatMap { $0.milliseconds < 0 ? nil : $0.milliseconds }
    input.commentMessageIDs = focus.map {
      CommentMessageIDs(
        of: $0, in: story, kind: notification(about: $0, in: story).kind,
        to: mail.recipient.map { [$0.mailbox] } ?? mail.to, language: resolvedLanguage.tag)
    }
    // The default title of a digest counts comments, but the name of a list must not change.
    let name = digest.map { $0.title ?? "" } ?? story.title
    input.listName = mail.listID == nil ? "" : MailText.onOneLine(name)
    input.language = resolvedLanguage.tag
    if let url = SafeURL(story.metadata.url, of: story.bytes) {
      input.host = String(decoding: url.host, as: UTF8.self)
      input.storyAddress = url
    }
    return input
  }

  private func subject(of story: Story, about focus: Position?) -> String {
    let wording = Wording(language: resolvedLanguage)
    let title = MailText.onOneLine(story.title)
    if let focus {
      // Gmail groups only emails with the same subject into a conversation.
      return title.isEmpty ? headline(about: focus, in: story, excerptLength: 60) : "Re: \(title)"
    }
    if showsOnlyNewComments, let newComments = newComments(in: story) {
      return wording.text(
        title.isEmpty ? .newComments : .newCommentsOn, count: newComments.count, title: title)
    }
    return wording.text(
      title.isEmpty ? .comments : .commentsOn, count: story.totalCount, title: title)
  }
}
