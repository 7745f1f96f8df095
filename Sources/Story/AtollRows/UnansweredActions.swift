import AtollComments

/// The reader's edits and likes of one comment that the server has not confirmed yet.
struct UnansweredActions: Sendable {
  /// The comment as the server last gave it, with no more likes than a story can store.
  var comment: Comment { didSet { comment.likes = Self.storedLikes(comment.likes) } }
  /// True if the reader likes the comment, as the server last said.
  var isLiked: Bool
  /// The actions in the order in which they began.
  private var actions: [NumberedAction] = []

  private struct NumberedAction {
    var number: Int
    var action: UserAction
    /// True if the action is an unlike of a comment that was not shown as liked.
    var undoesUnshownLike = false
  }

  init(comment: Comment, isLiked: Bool) {
    self.comment = comment
    self.isLiked = isLiked
    self.comment.likes = Self.storedLikes(comment.likes)
  }

  /// Returns the number of likes that a story stores.
  private static func storedLikes(_ likes: Int) -> Int { Int(Int32(clamping: likes)) }

  var isEmpty: Bool { actions.isEmpty }

  /// The comment with all actions applied, and whether the reader then likes it; a tombstone stays
  /// as it is.
  var shownState: (comment: Comment, isLiked: Bool) {
    if comment.tombstone != nil { return (comment, isLiked) }
    var copy = self
    for action in actions { copy.apply(action) }
    return (copy.comment, copy.isLiked)
  }

  /// Adds an action; `isLiked` says whether the comment is shown as liked before the action.
  mutating func append(_ action: UserAction, number: Int, isLiked: Bool) {
    let undoesUnshownLike = action == .unlike(comment.id) && !isLiked
    actions.append(
      NumberedAction(number: number, action: action, undoesUnshownLike: undoesUnshownLike))
  }

  mutating func remove(_ number: Int) { actions.removeAll { $0.number == number } }

  /// Replaces the comment by the server's version, and removes the confirmed edit and all earlier
  /// edits.
  ///
  /// The number of likes stays, since the version may be older than the answer to a like. A
  /// tombstone stays as it is.
  mutating func confirm(edit number: Int, as version: Comment) {
    actions.removeAll { $0.action.isEdit && $0.number <= number }
    if comment.tombstone != nil { return }
    let likes = comment.likes
    comment = version
    comment.likes = likes
  }

  /// Applies a confirmed like or unlike, and all earlier ones, to the server's version of the
  /// comment; then removes these actions.
  ///
  /// If `likes` is not `nil`, it is the number of likes on the server.
  mutating func confirm(_ action: UserAction, number: Int, likes: Int?) {
    let confirmed = actions.filter { !$0.action.isEdit && $0.number <= number }
    actions.removeAll { !$0.action.isEdit && $0.number <= number }
    if comment.tombstone != nil { return }
    for action in confirmed { apply(action) }
    guard let likes else { return }
    comment.likes = likes
    switch action {
    case .like: isLiked = true
    case .unlike: isLiked = false
    case .post, .edit: break
    }
  }

  private mutating func apply(_ unanswered: NumberedAction) {
    switch unanswered.action {
    case .post: break
    case .edit(_, to: let body):
      comment.body = body
      comment.isEdited = true
    case .like:
      if !isLiked { comment.likes += 1 }
      isLiked = true
    case .unlike:
      if isLiked || unanswered.undoesUnshownLike { comment.likes = max(0, comment.likes - 1) }
      isLiked = false
    }
  }
}
