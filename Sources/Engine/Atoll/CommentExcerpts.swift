package import AtollComments
import AtollLayout

/// A reader of the beginnings of comments, without markup and hidden spoilers, each on one line.
package struct CommentExcerpts: ~Copyable {
  private var bodies = BodyReader()
  private let spoilerLabel: String

  package init(of story: Story, options: Options) {
    bodies.begin(with: options, server: story.metadata.server)
    spoilerLabel = Wording(language: options.resolvedLanguage).text(.spoiler)
  }

  /// Returns the beginning of a comment's text: at most `limit` characters, and an ellipsis if it
  /// is cut.
  package mutating func excerpt(
    of position: Position, in story: Story, upTo limit: Int
  ) -> String {
    bodies.excerpt(of: position, in: story, upTo: limit, spoilersAs: spoilerLabel)
  }
}
