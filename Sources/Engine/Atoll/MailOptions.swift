public import Comments

import BodyText
import Bytes
import EmailOutput
import Layout
import Theming

/// The headers and limits of a mail, for the formats `email`, `email-html` and `email-text`.
///
/// Nothing depends on the system: a mail without a date gets one from the server that sends it, and an id is made from the
/// content if none is given, so that the same story makes the same message.
public struct MailOptions: Hashable, Sendable {
  /// The sender, such as `Name <name@example.com>`; without one the message is a draft.
  public var from: String?
  /// The recipients.
  public var to: [String] = []
  /// The recipient is the one that a notification names.
  var isRecipientOfNotification = false
  /// The address for answers.
  public var replyTo: String?
  /// The subject; without one, how many comments there are, or how many are new, and the story's title.
  public var subject: String?
  /// When it was written; without it, the moment of the rendering, and without that one the message has no date
  /// until it is sent.
  public var date: Timestamp?
  /// Its id, such as `1@example.com`.
  public var messageID: String?
  /// The ids of the messages it follows, the oldest first, so that mail programs keep them together.
  public var references: [String] = []
  /// The id of the list it goes to, such as `tidewalker.comments.example.com`.
  public var listID: String?
  /// The addresses at which readers unsubscribe: one `https` address, one `mailto` address, or both.
  public var unsubscribe: [String] = []
  /// Text with merge tags in place of such an address, which a mailing service fills in: `{{unsubscribe}}` or
  /// `https://example.com/unsubscribe?id=*|ID|*`.
  public var unsubscribeTag: String?
  /// The address of the same mail on the web, or a merge tag for it.
  public var viewURL: String?
  /// The `https` address of the publisher's logo, which is shown in place of its name.
  public var logoURL: String?
  /// The reason for which readers get the mail, such as `You get this because you follow Tidewalker.`.
  public var reason: String?
  /// The sender's own text at the end of the mail, such as a postal address, in Markdown.
  public var footer: String?
  /// The recipient of a mail that many get, in place of `to`; see `Renderer.addressed(to:)`.
  public var recipient: MailRecipient?
  /// The reason for a mail about one comment; without it, a reply if the comment answers another.
  public var notification: NotificationKind?
  /// The largest size of the HTML as it is sent, in bytes; `nil` for no limit.
  ///
  /// Mail clients cut off longer mails at some hundred thousand bytes. Whole comments are left out instead, and the mail
  /// says how many.
  public var maxBytes: Int? = 90_000
  /// Features of HTML and CSS that templates and style sheets may use although some mail clients
  /// do not know them, by their names on caniemail.com.
  public var allowed: [String] = []

  /// The defaults.
  public init() {}
}

extension EmailWriter.Frame {
  /// The sender's words in some options.
  init(_ options: MailOptions) {
    self.init()
    reason = Array((options.reason ?? "").utf8)
    values = options.recipient.map { MergeValues($0.values) }
    guard let text = options.footer else { return }
    placeholders = MergePlaceholders(Array(text.utf8))
    footer = BodyReader.parsed(placeholders.markdown)
  }
}

extension MailOptions {
  /// Returns the names of the allowed features.
  fileprivate func checkedFeatures() throws(AtollError) -> [String] {
    for name in allowed where !["html-", "css-"].contains(where: { name.hasPrefix($0) }) {
      throw AtollError(
        .options, "'\(name)' is no feature of mails",
        advice: "write its name as the error about it does, such as css-float")
    }
    return allowed
  }
}

extension MailOptions {
  /// The headers of a mail that are also links in its text.
  fileprivate var linkHeaders: MailHeaders.Given {
    var given = MailHeaders.Given()
    given.unsubscribe = unsubscribe
    given.unsubscribeTag = unsubscribeTag ?? ""
    given.view = viewURL ?? ""
    return given
  }

  /// Returns the address of the logo.
  fileprivate func checkedLogo() throws(AtollError) -> SafeURL? {
    guard let logoURL else { return nil }
    guard let url = SafeURL(Array(logoURL.utf8)), url.scheme == .https else {
      throw AtollError(
        .options, "the logo has no https address: '\(logoURL)'",
        advice: "mail programs load pictures only from https addresses")
    }
    return url
  }

  /// The headers of a mail, without those made from the story.
  fileprivate var headers: MailHeaders.Given {
    var given = linkHeaders
    given.from = from ?? ""
    given.to = to
    given.replyTo = replyTo ?? ""
    given.subject = subject ?? ""
    given.date = date?.milliseconds
    given.messageID = messageID ?? ""
    given.references = references
    given.listID = listID ?? ""
    return given
  }

  /// Throws an error if a value cannot be written into its header.
  package func checkHeaders() throws(AtollError) {
    do { _ = try MailHeaders(headers) } catch {
      throw AtollError(.options, error.message, advice: error.advice)
    }
  }
}

extension Options {
  /// Replies in a mail are moved in no further than this: what is narrow on a phone stays readable.
  static let mailDepthCap = 5

  /// The settings of the templates of mails.
  func emailSettings() throws(AtollError) -> EmailTemplates.Settings {
    var settings = EmailTemplates.Settings(
      wording: Wording(
        language: catalogue, zone: zone.zone, now: now))
    settings.scheme = ColorScheme(scheme)
    settings.allowed = try mail.checkedFeatures()
    settings.form = digest != nil ? .digest : isNotice ? .notice : .thread
    settings.showsSpoilers = terminal.spoilers == .show
    settings.addresses = try addressSettings()
    settings.logo = try mail.checkedLogo()
    return settings
  }

  /// Returns the headers of a mail about a story; of a part alone, only those that it shows.
  func mailHeaders(
    for story: Story, about focus: Position?, in part: EmailWriter.Part
  ) throws(AtollError) -> MailHeaders {
    var given = part == .message ? messageHeaders(for: story, focus) : mail.linkHeaders
    if let recipient = mail.recipient { recipient.fill(&given) }
    do throws(HeaderError) {
      return try MailHeaders(given)
    } catch {
      let isFromNotification = mail.isRecipientOfNotification && error.header == "To"
      // The values of a recipient, too, come from the input.
      throw AtollError(
        mail.recipient == nil && !isFromNotification ? .options : .input,
        "the header '\(error.header)' is refused: \(error.message)",
        advice: isFromNotification ? "--mail-to names another recipient" : error.advice)
    }
  }

  private func messageHeaders(for story: Story, _ focus: Position?) -> MailHeaders.Given {
    var given = mail.headers
    given.subject = mail.subject ?? subject(of: story, focus)
    given.date = (mail.date ?? now)?.milliseconds
    given.commentIDs = focus.map {
      CommentMessageID(
        of: $0, in: story, notice(about: $0, in: story).kind,
        to: mail.recipient.map { [$0.mailbox] } ?? mail.to, language: catalogue.tag)
    }
    // The title that a digest has by itself counts comments, and the name of a list stays.
    let name = digest.map { $0.title ?? "" } ?? story.title
    given.listName = mail.listID == nil ? "" : MailText.line(name)
    given.language = catalogue.tag
    if let url = SafeURL(story.facts.url, of: story.bytes) {
      given.host = String(decoding: url.host, as: UTF8.self)
      given.archive = url
    }
    return given
  }

  private func subject(of story: Story, _ focus: Position?) -> String {
    let wording = Wording(language: catalogue)
    let title = MailText.line(story.title)
    if let focus {
      // Gmail makes a conversation only of mails that have the same subject.
      return title.isEmpty ? headline(about: focus, in: story, excerptLength: 60) : "Re: \(title)"
    }
    if isDigest, let news = newComments(in: story) {
      return wording.text(title.isEmpty ? .newComments : .newCommentsOn, news.count, title: title)
    }
    let count = max(story.facts.commentCount, story.count)
    return wording.text(title.isEmpty ? .comments : .commentsOn, count, title: title)
  }
}
