package import AtollBodyText
package import AtollComments
package import AtollRows

/// The options that decide how a story is divided into blocks, and how its texts and dates read.
package struct LayoutOptions: Sendable {
  /// The language of Atoll's own texts.
  package var language = Language.english
  package var zone = Zone.utc
  /// The time of the rendering; if `nil`, dates are absolute, and a story that closes at a set time
  /// counts as open.
  package var now: Timestamp?
  /// The style of dates; relative ones need `now`.
  package var dateStyle = DateStyle.relative
  /// The order of the root comments.
  package var sort = CommentOrder.newest
  package var replySort = CommentOrder.oldest
  package var folding = Folding.none
  /// True if folded replies are laid out, for readers who can open them, and not only counted.
  package var includesFoldedReplies = false
  /// True if a long thread is also folded below its first `unfoldedLevels` levels; needs
  /// `includesFoldedReplies`.
  package var foldsLongThreads = false
  /// The deepest indentation level, at least 1; deeper replies are flattened.
  package var depthCap = 6
  /// The deepest level that is laid out, at least 1, or `nil` for no limit; replies below it are
  /// left out and counted.
  package var maxDepth: Int?
  /// The largest number of comments that are laid out, or `nil` for no limit; further ones are left
  /// out and counted.
  package var maxComments: Int?
  /// The range of root comments that are laid out, counted from 0; `nil` for all.
  package var roots: Range<Int>?
  /// True if comments are listed without the thread, the newest first, as in a feed.
  ///
  /// `maxComments` then limits the list to the newest ones. Tombstones and comments without a time
  /// are not listed.
  package var listsByTime = false
  /// True if all closed stories keep their infobox, and not only those of Coral.
  package var keepsInfoboxWhenClosed = false
  /// True if the rendering shows only new comments, as a digest does.
  ///
  /// No others are counted then, and no featured comments are quoted before the thread.
  package var showsOnlyNewComments = false
  /// The way in which pictures from other servers are shown.
  package var images = ImageDisplay.link
  /// True if the announcement, the infobox and the question box are shown.
  package var showsNotices = true
  /// The number of ancestors that are laid out with the comment that the rendering is about.
  package var ancestorCount = 1
  /// True if the comment that the rendering is about is laid out as a notification, with its
  /// ancestors quoted above it.
  package var isNotification = false
  /// The kind of notification; `nil` stands for `.reply`, or for `.comment` if the comment is no
  /// reply.
  package var notification: NotificationKind?
  /// The reason for a rejection, shown in the notification of a rejection; `nil` if it is unknown.
  package var rejection: RejectionReason?
  /// The address of the site's rules, shown in the notification of a rejection; `nil` if there is
  /// none.
  package var guidelines: SafeURL?

  /// The number of comments above which a thread counts as long.
  package static let longThreadThreshold = 200
  /// The number of levels of a long thread that stay unfolded: the roots and two more levels.
  package static let unfoldedLevels = 3

  package init() {}
}

extension Folding {
  /// Returns the folding of exactly the branches that begin with a comment on `level`.
  ///
  /// Folding deeper branches too would hide the same comments, but readers could not open all
  /// replies in one step.
  package static func below(level: Int) -> Folding {
    deeperThan(level - 1).subtracting(deeperThan(level))
  }
}

/// The comments of one story that the options select by id or by time, as positions and sets.
package struct StorySelection: Sendable {
  /// The comments that are new to the reader, or `nil` if that is unknown.
  package var newComments: CommentSet?
  /// The comments that are laid out, among them the ancestors of each; `nil` for all.
  ///
  /// All other comments are only counted.
  package var kept: CommentSet?
  /// The featured comments that are quoted before the thread; `nil` for those in `kept`.
  package var quoted: CommentSet?
  /// The comments among which `LayoutOptions.roots` counts root comments; `nil` for all.
  ///
  /// Unlike `kept`, the set includes comments that are left out because a mail has no room for
  /// them.
  package var countedRoots: CommentSet?
  /// The comment that the rendering is about, or `nil` for a rendering of more than one.
  ///
  /// Only this comment and up to `LayoutOptions.ancestorCount` of its ancestors are laid out.
  package var focus: Position?
  /// The comments laid out as a flat list in place of the thread, from any level; `nil` for the
  /// thread.
  package var chosen: [Int32]?
  /// True if comments that are not in `chosen` are counted.
  package var countsOthers = true
  /// True if the root comments are ranked in every order, for sort controls.
  package var ranksRoots = false

  package init() {}
}

package enum DateStyle: UInt8, Hashable, Sendable, CaseIterable {
  case absolute
  /// "5 minutes ago", if the time of the rendering is known.
  case relative
}
