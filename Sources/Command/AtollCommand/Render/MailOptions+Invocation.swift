import Atoll
import Comments

/// What a mail says of itself, on the command line.
enum MailCommandOptions {
  static let all = [
    from, to, replyTo, subject, date, messageID, references, listID, unsubscribe, maxBytes, allow,
  ]

  static let from = OptionDescription(
    name: "mail-from", value: .of("MAILBOX", .text), group: .mail,
    help: "Who sends it: Name <name@example.com>.", defaultText: "nobody: a draft")
  static let to = OptionDescription(
    name: "mail-to", value: .of("MAILBOX", .text), repeats: true, group: .mail,
    help: "Who gets it. Can be given more than once.")
  static let replyTo = OptionDescription(
    name: "reply-to", value: .of("MAILBOX", .text), group: .mail, help: "Where answers go.")
  static let subject = OptionDescription(
    name: "subject", value: .of("TEXT", .text), group: .mail, help: "The subject.",
    defaultText: "how many comments there are, or are new, and the title")
  static let date = OptionDescription(
    name: "mail-date", value: .of("MOMENT", .moment), group: .mail, help: "When it was written.",
    defaultText: "--now, or when it is sent")
  static let messageID = OptionDescription(
    name: "message-id", value: .of("ID", .text), group: .mail,
    help: "Its id, such as 1@example.com.", defaultText: "made from its content")
  static let references = OptionDescription(
    name: "references", value: .of("ID", .text), repeats: true, group: .mail,
    help: """
      The id of a message it follows, so that mail programs keep them together. Can be given more \
      than once, the oldest first.
      """)
  static let listID = OptionDescription(
    name: "list-id", value: .of("ID", .text), group: .mail,
    help: "The id of the list it goes to, such as tidewalker.comments.example.com.")
  static let unsubscribe = OptionDescription(
    name: "unsubscribe", value: .of("URL", .text), repeats: true, group: .mail,
    help: """
      Where readers go to get no more of these: an https or a mailto address. Can be given more \
      than once.
      """)
  static let maxBytes = OptionDescription(
    name: "max-email-bytes", value: .of("N", .count(0...(1 << 40))), group: .mail,
    help: """
      Leave out comments, and say how many, until the HTML comes to no more than this as it is \
      sent; 0 leaves out none.
      """,
    defaultText: "90000")
  static let allow = OptionDescription(
    name: "allow", value: .of("FEATURE", .text), repeats: true, group: .mail,
    help: """
      Let templates and styles use this although some mail clients do not know it, such as \
      css-float. Can be given more than once.
      """)
}

extension MailOptions {
  /// What a command line says of a mail.
  init(_ invocation: Invocation) {
    self.init()
    from = invocation.value(MailCommandOptions.from)
    to = invocation.values(MailCommandOptions.to)
    replyTo = invocation.value(MailCommandOptions.replyTo)
    subject = invocation.value(MailCommandOptions.subject)
    date = invocation.moment(MailCommandOptions.date)
    messageID = invocation.value(MailCommandOptions.messageID)
    references = invocation.values(MailCommandOptions.references)
    listID = invocation.value(MailCommandOptions.listID)
    unsubscribe = invocation.values(MailCommandOptions.unsubscribe)
    if let most = invocation.count(MailCommandOptions.maxBytes) {
      maxBytes = most == 0 ? nil : most
    }
    allowed = invocation.values(MailCommandOptions.allow)
  }
}
