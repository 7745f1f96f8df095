import MarkupWriting
package import Templating

/// The templates that mails are made of, by file name, and the names each may use.
package enum EmailTemplateFile: String, CaseIterable, Sendable {
  case message = "email/message.mustache"
  /// The text part, around its comments.
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
  case more = "email/more.mustache"
  case noComments = "email/no-comments.mustache"

  /// The names this template may use.
  package var schema: TemplateSchema {
    switch self {
    case .message: Self.schema([], [.mark(.style), .mark(.blocks), .footer])
    case .text:
      Self.schema([], [.mark(.blocks), .footer], isPlainText: true)
    case .announcement, .infobox, .closed: Self.schema([.notice, .mailBody])
    case .questionBox: Self.schema([.notice, .mailBody, .questionBox])
    case .featured: Self.schema(Self.commentGroups + [.featured], [.mailBadges])
    case .comments, .noComments: Self.schema([])
    case .comment: Self.schema(Self.commentGroups, [.mailBadges])
    case .tombstone: Self.schema(Self.commentGroups + [.tombstone], [.mailBadges])
    case .hiddenReplies: Self.schema([.comment, .mailComment, .count])
    case .more: Self.schema([.count])
    }
  }

  private static let commentGroups: [FieldGroup] = [.notice, .mailBody, .comment, .mailComment]

  private static func schema(
    _ groups: [FieldGroup], _ others: [TemplateSchema.Field] = [], isPlainText: Bool = false
  ) -> TemplateSchema {
    var schema = TemplateSchema(groups: [.mail] + groups, and: others)
    schema.isPlainText = isPlainText
    return schema
  }
}
