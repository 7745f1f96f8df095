/// The order in which comments that answer the same comment stand.
///
/// Every order is total, so the same comments always come out the same way whatever order the server
/// sent them in: where two are equal, the later one comes first (under `oldest` the earlier one), and
/// where the times are equal too, the bytes of their ids decide. Comments without a time stand after
/// those that have one, as they arrived.
public enum SortOrder: String, Hashable, Sendable, CaseIterable {
  /// The latest first.
  case newest
  /// The earliest first.
  case oldest
  /// The one with the most likes first.
  case mostLiked = "most-liked"
  /// The one with the most direct replies first.
  ///
  /// What counts is what the story holds, or what the server says where that is more: a server that
  /// sends only the first replies of a long branch still has the whole in mind.
  case mostReplies = "most-replies"
}
