import AtollMarkupWriting
package import AtollTemplating

/// The template files for HTML, and the fields that each may use.
package enum HTMLTemplateFile: String, CaseIterable, Sendable {
  case page = "page.mustache"
  case pageList = "page-list.mustache"
  case cardPage = "card-page.mustache"
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
  case ancestor = "ancestor.mustache"
  case replies = "replies.mustache"
  case hiddenReplies = "hidden-replies.mustache"
  case moreComments = "more.mustache"
  case noComments = "no-comments.mustache"
  case story = "story.mustache"

  package var schema: TemplateSchema {
    switch self {
    case .page:
      TemplateSchema(
        groups: [.head, .pages, .onePage], and: [.pages, .mark(.head), .mark(.blocks)])
    case .pageList:
      TemplateSchema(groups: [.head, .pages, .onePage], and: [.pages, .mark(.head)])
    case .cardPage: .cardPage
    case .fragment, .card: TemplateSchema(groups: [], and: [.mark(.style), .mark(.blocks)])
    case .announcement, .infobox: TemplateSchema(groups: [.body])
    case .closed: TemplateSchema(groups: [.body, .closed])
    case .questionBox: TemplateSchema(groups: [.body, .questionBox])
    case .featured: TemplateSchema(groups: [.body, .comment, .featured], and: [.badges])
    case .comments: TemplateSchema(groups: [.heading], and: [.mark(.comments)])
    case .story: TemplateSchema(groups: [], and: [.mark(.comments)])
    case .comment:
      TemplateSchema(groups: [.body, .comment, .ranks], and: [.badges, Self.repliesMark])
    case .tombstone:
      TemplateSchema(
        groups: [.body, .comment, .ranks, .tombstone], and: [.badges, Self.repliesMark])
    case .ancestor:
      TemplateSchema(groups: [.comment, .ancestor], and: [.badges, .mark(.replies)])
    case .replies: TemplateSchema(groups: [.comment, .replies], and: [.mark(.comments)])
    case .hiddenReplies: TemplateSchema(groups: [.comment, .count, .continuation])
    case .moreComments: TemplateSchema(groups: [.count])
    case .noComments: TemplateSchema(groups: [.noComments, .pages], and: [.pages])
    }
  }

  /// The place where the replies are inserted: `{{> replies}}`.
  ///
  /// The body may not be used after this place, since no body is kept while replies are written.
  private static let repliesMark = TemplateSchema.Field.mark(.replies, fieldsBefore: .body)
}

extension TemplateSetCompiler {
  /// Returns the program for a template: the precompiled one if it is up to date and no template is
  /// replaced, otherwise a newly compiled one.
  mutating func compile(_ file: HTMLTemplateFile) -> Program {
    set.builtInFingerprint == HTMLTemplateFile.compiledFingerprint
      ? folded(file.compiled) : compile(file.rawValue, schema: file.schema)
  }
}
