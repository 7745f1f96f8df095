package import AtollComments

import AtollBytes
import AtollLayout
import AtollRows

/// The options for the picture of a card, and the comments on the card.
package struct CardOptions: Hashable, Sendable {
  package enum Size: String, Hashable, Sendable, CaseIterable {
    /// The size that Open Graph and Twitter cards ask for.
    case landscape = "1200x630"
    case square = "1080x1080"
    case portrait = "1080x1350"

    package var width: Int { sides[0] }
    package var height: Int { sides[1] }
    private var sides: [Int] { rawValue.split(separator: "x").compactMap { Int($0) } }
  }

  /// The choice of comments for one card.
  package enum CommentChoice: String, Hashable, Sendable, CaseIterable {
    case comment
    /// The best comments of a story.
    case top
  }

  package var size = Size.landscape
  package var commentChoice = CommentChoice.comment
  /// The scale factor of the picture: with 2, it is twice as wide and twice as high as `size`.
  package var scale = 1
  /// The publisher's logo, which is shown in place of its name; `nil` if there is none.
  package var logo: ImageFile?
  /// The comments on the card; `nil` for the comment in `Options.focus`.
  package var comments: [Position]?

  package static let maximumCommentCount = 3
  /// The length in bytes after which the text of a comment is cut, unless the options set another.
  ///
  /// It is greater than in a thread, so that a long quote leaves the author's own words below it.
  package static let defaultMaxBodyBytes = 65_536

  package init() {}
}

extension Options {
  /// Returns the most liked comments of a story that have text, the best first.
  package func bestComments(of story: Story, atMost count: Int) -> [Position] {
    DigestOptions().query(at: nil).comments(of: story, newComments: nil).lazy
      .map { Position(Int($0.position)) }
      .filter { hasText($0, in: story) }
      .prefix(count).map(\.self)
  }

  /// Returns why a comment can have no card, such as `has no text`; `nil` if it can have one.
  package func reasonAgainstCard(of position: Position, in story: Story) -> String? {
    let comment = story.comment(at: position)
    if let tombstone = comment.tombstone { return "is not shown (\(tombstone.rawValue))" }
    return comment.media == nil && !hasText(position, in: story) ? "has no text" : nil
  }

  /// Returns whether readers see any text in a comment, so that it can be on a card.
  func hasText(_ position: Position, in story: Story) -> Bool {
    var bodies = BodyReader()
    bodies.begin(with: self, server: story.metadata.server)
    return bodies.hasVisibleText(position, in: story)
  }
}
