package import AtollBytes

/// The properties of the page that the comments belong to: slices of `Story.bytes`, and numbers.
package struct StoryMetadata: Sendable {
  package var id = Slice.empty
  package var url = Slice.empty
  package var title = Slice.empty
  package var createdAt = Timestamp.unknown
  /// A language tag (BCP 47) such as `en-US`, or empty.
  package var locale = Slice.empty
  package var organization = Slice.empty

  package var server = Server.unknown
  package var mode = StoryMode.comments
  package var commentingStatus = CommentingStatusKind.open
  /// The time at which the story closed or will close.
  package var closedAt = Timestamp.unknown

  // Notices in Markdown; the announcement is plain text. Empty ones are not shown.
  package var announcement = Slice.empty
  package var infobox = Slice.empty
  package var questionBox = Slice.empty
  package var questionIcon = Slice.empty
  package var closedMessage = Slice.empty
  /// The notice shown when commenting is disabled on the whole site.
  package var disabledMessage = Slice.empty

  /// The server's word for a like, such as `Respect`.
  package var likeLabel = Slice.empty
  /// The server's menu entry for sorting by likes, such as `Most respected`.
  package var likeSortLabel = Slice.empty
  // The site's names for groups of people; an empty one means the default name in the output's
  // language.
  package var staffLabel = Slice.empty
  package var moderatorLabel = Slice.empty
  package var adminLabel = Slice.empty
  package var memberLabel = Slice.empty

  /// The number of published comments that the server counts, or -1 if it gave none; the input may
  /// hold fewer.
  package var commentCount = -1
  /// The number of featured comments that the server counts, or -1 if it gave none; the input may
  /// hold fewer.
  package var featuredCount = -1
  /// True if the server has more comments at the root than it gave; `nil` if it did not say.
  package var hasMoreRoots: Bool?
  /// The mean rating in hundredths of a star; 0 if there are no ratings.
  package var ratingHundredths = 0
  package var ratingCount = 0
  /// The minimum and maximum length of a comment, in UTF-16 code units; 0 if there is no limit.
  package var minimumCommentLength = 0
  package var maximumCommentLength = 0

  package init() {}

  /// The software that a story comes from.
  package enum Server: String, Sendable, CaseIterable { case talk4, coral, unknown }

  /// The state that decides whether comments can be posted; `timed` depends on `closedAt` and the
  /// current time.
  package enum CommentingStatusKind: Sendable { case open, closed, timed, siteWide, archived }
}
