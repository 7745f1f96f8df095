/// The order in which a digest chooses comments, from all levels and stories.
public enum DigestOrder: String, Hashable, Sendable, CaseIterable {
  /// The best first: comments with many likes, where likes count for less the older the comment is.
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

  /// The `CommentOrder` with the same name; `nil` for `best`, which has none.
  package var commentOrder: CommentOrder? { CommentOrder(rawValue: rawValue) }
}
