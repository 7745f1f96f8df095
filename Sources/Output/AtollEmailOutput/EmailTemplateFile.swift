import AtollMarkupWriting
package import AtollTemplating

/// The email templates by file name, with the fields that each may use.
package enum EmailTemplateFile: String, CaseIterable, Sendable {
  case message = "email/message.mustache"
  /// The text part of a message, with a place for its notices and comments.
  case text = "email/text.mustache"
  case announcement = "email/announcement.mustache"
  case infobox = "email/infobox.mustache"
  case questionBox = "email/question-box.mustache"
  case closed = "email/closed.mustache"
  case featured = "email/featured.mustache"
  case comments = "email/comments.mustache"
  case comment = "email/comment.mustache"
  case tombstone = "email/tombstone.mustache"
  case hiddenReplies = "email/hidden-replies.mustache"
  case moreComments = "email/more.mustache"
  case noComments = "email/no-comments.mustache"
  /// The comment that a notification is about.
  case notice = "email/notice.mustache"
  case quoted = "email/quoted.mustache"
  case story = "email/story.mustache"
  case chosen = "email/chosen.mustache"

  package var schema: TemplateSchema {
    switch self {
    case .message: Self.schema([], and: [.mark(.style), .mark(.blocks), .footer])
    case .text:
      Self.schema([], and: [.mark(.blocks), .footer], isPlainText: true)
    case .announcement, .infobox: Self.schema([.body, .mailBody])
    case .closed: Self.schema([.body, .mailBody, .closed])
    case .questionBox: Self.schema([.body, .mailBody, .questionBox])
    case .featured: Self.schema(Self.commentGroups + [.featured], and: [.mailBadges])
    case .comments: Self.schema([.heading])
    case .noComments: Self.schema([.noComments])
    case .story: Self.schema([])
    case .notice: Self.schema(Self.commentGroups + [.rejection], and: [.mailBadges])
    case .comment, .chosen: Self.schema(Self.commentGroups, and: [.mailBadges])
    case .quoted: Self.schema(Self.commentGroups + [.quoted], and: [.mailBadges])
    case .tombstone: Self.schema(Self.commentGroups + [.tombstone], and: [.mailBadges])
    case .hiddenReplies: Self.schema([.comment, .mailComment, .count])
    case .moreComments: Self.schema([.count])
    }
  }

  var hasBody: Bool {
    switch self {
    case .announcement, .infobox, .questionBox, .closed, .featured, .comment, .notice, .quoted,
      .chosen:
      true
    case .message, .text, .comments, .tombstone, .hiddenReplies, .moreComments, .noComments, .story:
      false
    }
  }

  func isUsed(in form: EmailTemplates.Form) -> Bool {
    switch self {
    case .message, .text: true
    case .notice, .quoted: form == .notification
    case .story: form != .thread
    case .chosen: form == .digest
    case .moreComments, .noComments: form != .notification
    case .announcement, .infobox, .questionBox, .closed, .featured, .comments, .comment, .tombstone,
      .hiddenReplies:
      form == .thread
    }
  }

  private static let commentGroups: [FieldGroup] = [.body, .mailBody, .comment, .mailComment]

  private static func schema(
    _ groups: [FieldGroup], and others: [TemplateSchema.Field] = [], isPlainText: Bool = false
  ) -> TemplateSchema {
    var schema = TemplateSchema(groups: [.mail] + groups, and: others)
    schema.isPlainText = isPlainText
    return schema
  }
}
