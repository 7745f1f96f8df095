/// The order in which a digest chooses comments, from all levels and stories.
public enum DigestOrder: String, Hashable, Sendable, CaseIterable {
  /// The best first: those with many likes, which count for less as a comment gets older.
  ///
  /// Each day of age halves the weight of a comment's likes: a comment from yesterday comes before
  /// one from today if it has more than about twice as many likes. Only the difference between the
  /// two times matters, not the current time.
  case best
  /// The latest first.
  case newest
  /// The earliest first.
  case oldest
  /// The comment with the most likes first.
  case mostLiked = "most-liked"
  /// The comment with the most direct replies first.
  case mostReplies = "most-replies"

  /// The order of threads with the same name; `nil` for `best`, which threads do not have.
  package var ofThread: CommentOrder? { CommentOrder(rawValue: rawValue) }
}
