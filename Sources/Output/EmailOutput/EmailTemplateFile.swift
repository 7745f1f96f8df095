import MarkupWriting
package import Templating

/// The templates that mails are made of, by file name, and the names each may use.
package enum EmailTemplateFile: String, CaseIterable, Sendable {
  case message = "email/message.mustache"
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
    typealias Field = TemplateSchema.Field
    let notice = MarkupField.noticeFields + MarkupField.mailBodyFields
    let comment = notice + MarkupField.commentFields + MarkupField.mailCommentFields
    let own: [Field] =
      switch self {
      case .message: [.mark("style", .markStyle), .mark("blocks", .markBlocks)]
      case .announcement, .infobox, .closed: Field.all(notice)
      case .questionBox: Field.all(notice + MarkupField.questionFields)
      case .featured: Field.all(comment + MarkupField.featuringFields) + [.mailBadges]
      case .comments: []
      case .comment: Field.all(comment) + [.mailBadges]
      case .tombstone: Field.all(comment + MarkupField.gapFields) + [.mailBadges]
      case .hiddenReplies:
        Field.all(
          MarkupField.commentFields + MarkupField.mailCommentFields + MarkupField.countedFields)
      case .more: Field.all(MarkupField.countedFields)
      case .noComments: []
      }
    return TemplateSchema(
      Field.all(
        MarkupField.rendererFields + MarkupField.storyFields + MarkupField.mailFields)
        + ConstantFields.words + own)
  }
}
