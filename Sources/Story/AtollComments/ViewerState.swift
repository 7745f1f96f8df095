import AtollBytes

/// The signed-in reader's relation to a comment, as the server gave it.
public struct ViewerState: Hashable, Sendable {
  /// True if the reader wrote the comment.
  public var isOwn: Bool
  /// True if the reader likes the comment.
  public var hasLiked: Bool
  /// True if the reader said that they disagree with the comment.
  public var hasDisagreed: Bool
  /// True if the reader reported the comment.
  public var hasReported: Bool
  /// The time until which the reader can edit the comment; `nil` if they cannot, or if the server
  /// does not say.
  public var editableUntil: Timestamp?

  /// Creates a state; by default, that of a comment with which the reader has not interacted.
  public init(
    isOwn: Bool = false, hasLiked: Bool = false, hasDisagreed: Bool = false,
    hasReported: Bool = false, editableUntil: Timestamp? = nil
  ) {
    self.isOwn = isOwn
    self.hasLiked = hasLiked
    self.hasDisagreed = hasDisagreed
    self.hasReported = hasReported
    self.editableUntil = editableUntil
  }

  /// Returns whether the reader can edit the comment at a given time; `false` if the server does
  /// not say until when.
  public func canEdit(at now: Timestamp) -> Bool {
    isOwn && (editableUntil.map { now < $0 } ?? false)
  }
}

extension Story {
  /// Returns the signed-in reader's relation to the comment with this id, or the default state if
  /// the server gave none.
  public func viewerState(of id: String) -> ViewerState {
    viewerStates[Array(id.utf8)] ?? ViewerState()
  }

  /// Sets the reader's relation to a comment, for previews and tests; returns whether it changed.
  ///
  /// In a feed, `begin(_:)` sets `hasLiked`, and `confirm(_:as:editableUntil:)` sets `isOwn` and
  /// `editableUntil`. After a report, `hasReported` changes when the comment is fetched again and
  /// added to the feed.
  @discardableResult
  public mutating func setViewerState(_ state: ViewerState, of id: String) -> Bool {
    let old = viewerState(of: id)
    viewerStates[Array(id.utf8)] = state == ViewerState() ? nil : state
    return old != state
  }

  mutating func removeViewerState(ofIDAt position: Position) {
    if viewerStates.isEmpty { return }
    viewerStates[Array(bytes[comments[Int(position.index)].id.range])] = nil
  }
}
