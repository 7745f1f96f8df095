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
      case .announcement, .infobox, .closed: Field.all(HTMLField.noticeFields)
      case .questionBox: Field.all(HTMLField.noticeFields + HTMLField.questionFields)
      case .featured:
        Field.all(HTMLField.noticeFields + HTMLField.commentFields + HTMLField.featuringFields)
          + [.badges]
      case .comments: [.mark("comments", .markComments)]
      case .comment:
        Field.all(HTMLField.noticeFields + HTMLField.commentFields + HTMLField.rankFields)
          + [.badges, .mark("replies", .markReplies)]
      case .tombstone:
        Field.all(
          HTMLField.noticeFields + HTMLField.commentFields + HTMLField.rankFields
            + HTMLField.gapFields) + [.badges, .mark("replies", .markReplies)]
      case .replies:
        Field.all(HTMLField.commentFields + HTMLField.replyGroupFields)
          + [.mark("comments", .markComments)]
      case .hiddenReplies: Field.all(HTMLField.commentFields + HTMLField.countedFields)
      case .more: Field.all(HTMLField.countedFields)
      case .noComments: []
      }
    return TemplateSchema(
      Field.all(HTMLField.rendererFields + HTMLField.storyFields) + ConstantFields.words + own)
  }
}

extension TemplateSchema.Field {
  fileprivate static func all(_ entries: [FieldEntry]) -> [TemplateSchema.Field] {
    entries.map { TemplateSchema.Field($0) }
  }

  fileprivate static func mark(_ name: String, _ field: HTMLField) -> TemplateSchema.Field {
    .mark(name, field.rawValue)
  }

  fileprivate static var badges: TemplateSchema.Field {
    .list(
      "badges", HTMLField.badges.rawValue,
      of: [
        .token("badge_kind", HTMLField.badgeKind.rawValue),
        .text("badge_label", HTMLField.badgeLabel.rawValue),
      ])
  }

  fileprivate init(_ entry: FieldEntry) {
    let id = entry.field.rawValue
    switch entry.kind {
    case .text: self = .text(entry.name, id)
    case .html: self = .html(entry.name, id)
    case .url: self = .url(entry.name, id)
    case .number: self = .number(entry.name, id)
    case .token: self = .token(entry.name, id)
    case .flag: self = .flag(entry.name, id)
    case .list: self = .list(entry.name, id, of: [])
    case .mark: self = .mark(entry.name, id)
    }
  }
}
