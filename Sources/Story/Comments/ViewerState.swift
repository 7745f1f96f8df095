/// The relation of the signed-in reader to a comment, as the server gave it.
public struct ViewerState: Hashable, Sendable {
  /// The reader wrote the comment.
  public var isOwn: Bool
  /// The reader likes the comment.
  public var hasLiked: Bool
  /// The reader said that they disagree with it.
  public var hasDisagreed: Bool
  /// The reader reported it.
  public var hasReported: Bool
  /// The time until which the reader can edit it; `nil` if they cannot, or the server does not say.
  public var editableUntil: Timestamp?

  /// Creates a state; that of a comment that the reader had nothing to do with by default.
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

  /// Returns whether the reader can edit the comment at a time.
  public func canEdit(at now: Timestamp) -> Bool {
    isOwn && (editableUntil.map { now < $0 } ?? false)
  }
}

extension Story {
  /// Returns the relation of the signed-in reader to a comment.
  public func viewerState(of id: String) -> ViewerState { viewerStates[id] ?? ViewerState() }

  /// Sets the relation of the reader to a comment; returns whether it was another one.
  @discardableResult
  package mutating func setViewerState(_ state: ViewerState, of id: String) -> Bool {
    let old = viewerState(of: id)
    viewerStates[id] = state == ViewerState() ? nil : state
    return old != state
  }
}
