package import Bytes

/// What is known of the page the comments belong to: slices of `Story.bytes`, and numbers.
package struct StoryFacts: Sendable {
  package var id = Slice.empty
  package var url = Slice.empty
  package var title = Slice.empty
  package var createdAt = Timestamp.unknown
  /// Empty, or a BCP 47 tag as the server has it (`en-US`).
  package var locale = Slice.empty
  package var organization = Slice.empty

  package var server = Server.unknown
  package var mode = Mode.comments
  package var closing = Closing.open
  /// When it closed or will close, where known.
  package var closedAt = Timestamp.unknown

  // Notices: always Markdown, but for the announcement, which is plain text. Empty means none.
  package var announcement = Slice.empty
  package var infobox = Slice.empty
  package var questionBox = Slice.empty
  package var questionIcon = Slice.empty
  package var closedMessage = Slice.empty
  /// What is said when commenting is stopped on the whole site.
  package var disabledMessage = Slice.empty

  /// The server's word for a like, and its menu entry for sorting by it (`Respect`, `Most respected`).
  package var likeLabel = Slice.empty
  package var likeSortLabel = Slice.empty
  // What the server calls its people; empty means our own word.
  package var staffLabel = Slice.empty
  package var moderatorLabel = Slice.empty
  package var adminLabel = Slice.empty
  package var memberLabel = Slice.empty

  /// How many published comments the server counts in all, or -1.
  ///
  /// May be more than the input holds.
  package var commentCount = -1
  /// The server said that there are further comments at the root than it gave.
  package var hasMoreRoots = false
  /// The mean rating in hundredths of a star, and of how many reviews; 0 of 0 when there are none.
  package var ratingHundredths = 0
  package var ratingCount = 0

  package init() {}

  /// The software that a story comes from.
  package enum Server: String, Sendable, CaseIterable { case talk4, coral, unknown }

  /// The kind of discussion that a story has, Coral's `STORY_MODE`.
  package enum Mode: String, Sendable, CaseIterable {
    case comments, questionsAndAnswers, ratingsAndReviews, chat
  }

  /// Whether comments can be posted.
  ///
  /// `closedAt` belongs to `timed`, which needs a clock to decide.
  package enum Closing: Sendable { case open, closed, timed, closedSiteWide }
}
