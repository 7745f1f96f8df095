/// An order of comments with the same parent.
///
/// Every order is total, so the result does not depend on the order of the input: equal comments are sorted by time,
/// the newest first (under `oldest` the oldest), then by the bytes of their ids. Comments without a time come last, in
/// the order of the input.
public enum CommentOrder: String, Hashable, Sendable, CaseIterable {
  /// The latest first.
  case newest
  /// The earliest first.
  case oldest
  /// The one with the most likes first.
  case mostLiked = "most-liked"
  /// The one with the most direct replies first.
  ///
  /// The server's count is used if it is greater than the number of replies in the story.
  case mostReplies = "most-replies"
}
