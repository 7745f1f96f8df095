/// An order of comments of any levels and stories, in which a digest chooses them.
public enum DigestOrder: String, Hashable, Sendable, CaseIterable {
  /// The best first: those with many likes, which count for less as a comment gets older.
  ///
  /// Each day by which a comment is older halves the likes that it is compared with: one of yesterday comes before one of
  /// today if it has more than about twice as many. Only the difference of the two times matters, not the time of now.
  case best
  /// The latest first.
  case newest
  /// The earliest first.
  case oldest
  /// The one with the most likes first.
  case mostLiked = "most-liked"
  /// The one with the most direct replies first.
  case mostReplies = "most-replies"

  /// The order of a thread with the same name; `nil` for the best first, in which no thread is shown.
  package var ofThread: CommentOrder? { CommentOrder(rawValue: rawValue) }
}
