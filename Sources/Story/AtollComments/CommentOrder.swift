/// An order of comments with the same parent.
///
/// Comments with equal counts are sorted by time, newest first, and comments with equal times by
/// their ids: numbers by value, then other ids by their bytes. So the result does not depend on the order of the input.
///
/// Only comments without a time keep the order of the input: they come last under `newest` and
/// `oldest`, and last among comments with equal counts under `mostLiked` and `mostReplies`.
public enum CommentOrder: String, Hashable, Sendable, CaseIterable {
  /// The latest first.
  case newest
  /// The earliest first.
  case oldest
  /// The comment with the most likes first.
  case mostLiked = "most-liked"
  /// The comment with the most direct replies first.
  ///
  /// The server's count is used if it is greater than the number of direct replies in the story.
  case mostReplies = "most-replies"
}
