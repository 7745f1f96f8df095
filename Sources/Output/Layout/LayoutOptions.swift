package import Comments
package import Rows

/// Everything that decides which blocks a story becomes and how its words and dates read.
package struct LayoutOptions: Sendable {
  /// The language of our own words.
  package var language = Language.english
  /// The zone in which dates are told.
  package var zone = Zone.utc
  /// The moment of the rendering; without it dates are absolute and timed closing is not decided.
  package var now: Timestamp?
  /// How dates are told; relative ones need `now`.
  package var dateStyle = DateStyle.relative
  /// The order of the comments at the root.
  package var sort = SortOrder.newest
  /// The order of the replies to a comment.
  package var replySort = SortOrder.oldest
  /// Which branches are closed.
  package var folding = Folding.none
  /// How deep replies are indented before they are flattened; at least 1.
  package var depthCap = 6
  /// Replies on levels below this one are left out and counted; at least 1.
  package var maxDepth: Int?
  /// Comments past this many are left out and counted.
  package var maxComments: Int?
  /// Which of the root comments are laid out, counted from 0.
  package var roots: Range<Int>?
  /// Shows the infobox on closed stories too, where Talk leaves it out.
  package var keepsInfoboxWhenClosed = false
  /// The comments that carry `CommentFace.Labels.new`.
  package var newComments: CommentSet?
  /// The comments that are laid out at all, with everything that they answer; others are counted.
  package var kept: CommentSet?
  /// Says how many comments are new in place of how many there are, and quotes none before the thread.
  package var isDigest = false
  /// Shows the announcement, the infobox and the question box.
  package var showsNotices = true
  /// Lays out nothing but this comment and so many of its ancestors.
  package var focus: (id: String, ancestors: Int)?
  /// Finds out where each root stands under every order, for sort controls.
  package var ranks = false

  /// The defaults.
  package init() {}
}

/// How dates are told.
package enum DateStyle: UInt8, Hashable, Sendable, CaseIterable {
  case absolute
  /// "5 minutes ago", where the moment of the rendering is known.
  case relative
}

/// A language that the catalogue has words for; the raw value is its BCP 47 tag.
package enum Language: String, Hashable, Sendable, CaseIterable {
  case english = "en"
  case german = "de"
  case spanish = "es"
  case french = "fr"
  case japanese = "ja"
  case arabic = "ar"

  /// Whether its lines run from right to left.
  package var isRightToLeft: Bool {
    switch self {
    case .arabic: true
    case .english, .german, .spanish, .french, .japanese: false
    }
  }
}
