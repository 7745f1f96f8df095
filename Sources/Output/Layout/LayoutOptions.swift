package import BodyText
package import Comments
package import Rows

/// The options that decide which blocks a story becomes and how its texts and dates read.
package struct LayoutOptions: Sendable {
  /// The language of Atoll's own texts.
  package var language = Language.english
  /// The time zone of dates.
  package var zone = Zone.utc
  /// The moment of the rendering; without it dates are absolute and timed closing is not decided.
  package var now: Timestamp?
  /// The style of dates; relative ones need `now`.
  package var dateStyle = DateStyle.relative
  /// The order of the comments at the root.
  package var sort = CommentOrder.newest
  /// The order of the replies to a comment.
  package var replySort = CommentOrder.oldest
  /// The branches that are folded.
  package var folding = Folding.none
  /// Lays out folded replies too, for readers who can open them; otherwise they are left out and counted.
  package var includesFoldedReplies = false
  /// Folds the replies below `unfoldedLevels` of a long thread as well, where readers can open them.
  package var foldsLongThreads = false
  /// The deepest indentation of replies; deeper ones are flattened; at least 1.
  package var depthCap = 6
  /// Replies on levels below this one are left out and counted; at least 1.
  package var maxDepth: Int?
  /// Comments past this many are left out and counted.
  package var maxComments: Int?
  /// The root comments that are laid out, counted from 0.
  package var roots: Range<Int>?
  /// Shows the infobox on closed stories too, where Talk leaves it out.
  package var keepsInfoboxWhenClosed = false
  /// Counts the new comments in place of all, and quotes none before the thread.
  package var isDigest = false
  /// The way in which pictures from other servers are shown.
  package var images = ImageDisplay.link
  /// Shows the announcement, the infobox and the question box.
  package var showsNotices = true
  /// The number of ancestors that are laid out with the comment that the rendering is about.
  package var ancestors = 1
  /// Lays out the comment that the rendering is about as news, with its ancestors quoted above it.
  package var isNotice = false
  /// The reason for the news; `nil` for what the comment itself says.
  package var notification: NotificationKind?
  /// The reason of a rejection, in the news about one.
  package var rejection: RejectionReason?
  /// The address of the rules of the site, in the news about a rejection.
  package var guidelines: SafeURL?

  /// The most comments of a thread that is not long.
  package static let longThread = 200
  /// The levels of a long thread that are not folded: the root comments and two below them.
  package static let unfoldedLevels = 3

  /// The defaults.
  package init() {}
}

extension Folding {
  /// Closes the branches that begin on a level, which hides the same comments as closing deeper ones too: a reader
  /// opens all replies at once.
  package static func below(level: Int) -> Folding {
    deeperThan(level - 1).subtracting(deeperThan(level))
  }
}

/// The comments of one story that options name by id or by time, as positions and sets.
package struct StorySelection: Sendable {
  /// The comments that carry `CommentView.Labels.new`.
  package var newComments: CommentSet?
  /// The comments that are laid out, with everything they answer; others are counted.
  ///
  /// `nil` lays out all of them.
  package var kept: CommentSet?
  /// The comment that the rendering is about: only it and its ancestors are laid out.
  package var focus: Position?
  /// Comments that are laid out one after another, whatever they answer, in place of the thread.
  package var chosen: [Int32]?
  /// Comments that are not chosen are counted.
  package var countsOthers = true
  /// Ranks the root comments under every order, for sort controls.
  package var ranksRoots = false

  package init() {}
}

/// The style of dates.
package enum DateStyle: UInt8, Hashable, Sendable, CaseIterable {
  case absolute
  /// "5 minutes ago", where the moment of the rendering is known.
  case relative
}
