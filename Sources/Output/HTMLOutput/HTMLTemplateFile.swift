import MarkupWriting
package import Templating

/// The templates that HTML is made of, by file name, and the names each may use.
package enum HTMLTemplateFile: String, CaseIterable, Sendable {
  case page = "page.mustache"
  case fragment = "fragment.mustache"
  case card = "card.mustache"
  case announcement = "announcement.mustache"
  case infobox = "infobox.mustache"
  case questionBox = "question-box.mustache"
  case closed = "closed.mustache"
  case featured = "featured.mustache"
  case comments = "comments.mustache"
  case comment = "comment.mustache"
  case tombstone = "tombstone.mustache"
  case replies = "replies.mustache"
  case hiddenReplies = "hidden-replies.mustache"
  case more = "more.mustache"
  case noComments = "no-comments.mustache"

  /// The names this template may use.
  package var schema: TemplateSchema {
    typealias Field = TemplateSchema.Field
    let own: [Field] =
      switch self {
      case .page: [.mark("head", .markHead), .mark("blocks", .markBlocks)]
      case .fragment, .card: [.mark("style", .markStyle), .mark("blocks", .markBlocks)]
      case .announcement, .infobox, .closed: Field.all(MarkupField.noticeFields)
      case .questionBox: Field.all(MarkupField.noticeFields + MarkupField.questionFields)
      case .featured:
        Field.all(
          MarkupField.noticeFields + MarkupField.commentFields + MarkupField.featuringFields)
          + [.badges]
      case .comments: [.mark("comments", .markComments)]
      case .comment:
        Field.all(MarkupField.noticeFields + MarkupField.commentFields + MarkupField.rankFields)
          + [.badges, Self.repliesMark]
      case .tombstone:
        Field.all(
          MarkupField.noticeFields + MarkupField.commentFields + MarkupField.rankFields
            + MarkupField.gapFields) + [.badges, Self.repliesMark]
      case .replies:
        Field.all(MarkupField.commentFields + MarkupField.replyGroupFields)
          + [.mark("comments", .markComments)]
      case .hiddenReplies: Field.all(MarkupField.commentFields + MarkupField.countedFields)
      case .more: Field.all(MarkupField.countedFields)
      case .noComments: []
      }
    return TemplateSchema(
      Field.all(MarkupField.rendererFields + MarkupField.storyFields) + ConstantFields.words + own)
  }

  /// Where the replies go, however many: nobody keeps a body until all of them are written.
  private static let repliesMark = TemplateSchema.Field.mark(
    "replies", .markReplies, ending: MarkupField.noticeFields)
}
