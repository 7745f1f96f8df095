public import Comments

/// A reader's action that is shown before the server has answered.
public enum UserAction: Hashable, Sendable {
  /// A new comment, with a temporary id that is not in the story.
  case post(Comment)
  /// New text for the comment with this id.
  case edit(String, to: Body)
  /// A like for the comment with this id.
  case like(String)
  /// The removal of the reader's like from the comment with this id.
  case unlike(String)

  /// The id of the comment that the action changes.
  public var comment: String {
    switch self {
    case .post(let comment): comment.id
    case .edit(let id, to: _), .like(let id), .unlike(let id): id
    }
  }
}

/// An action that waits for the server's answer; `CommentFeed.begin(_:)` returns it.
public struct PendingAction: Hashable, Sendable {
  /// The action.
  public let action: UserAction
  /// The row changes that show the action.
  public let changes: RowChanges
  /// The comment before the action; `nil` for a new one.
  let before: Comment?
  /// The comment after the action.
  let after: Comment?
  /// Whether the reader liked the comment before the action.
  var wasLiked = false
}

extension CommentFeed {
  /// Shows a reader's action before the server has answered.
  ///
  /// Call `confirm(_:as:)` or `confirm(_:likes:)` when the server accepts the action, and
  /// `rollBack(_:)` when it does not. Other changes may happen in between, including `reload(_:)`;
  /// what a reload has replaced stays as the server sent it.
  ///
  /// ```swift
  /// let pending = feed.begin(.like("c42"))
  /// perform(pending.changes, on: tableView)
  /// switch try await client.like("c42") {
  /// case .done(let likes): perform(feed.confirm(pending, likes: likes), on: tableView)
  /// case .refused: perform(feed.rollBack(pending), on: tableView)
  /// }
  /// ```
  public mutating func begin(_ action: UserAction) -> PendingAction {
    if case .post(let comment) = action {
      let changes = insert(comment, placed: .first)
      return PendingAction(action: action, changes: changes, before: nil, after: comment)
    }
    let state = story.viewerState(of: action.comment)
    let isDone: Bool
    switch action {
    case .post, .edit: isDone = false
    case .like: isDone = state.hasLiked
    // If the story has no viewer states, only the server knows whether the reader liked it.
    case .unlike: isDone = !state.hasLiked && !story.viewerStates.isEmpty
    }
    guard !isDone, let before = comment(id: action.comment) else {
      return PendingAction(
        action: action, changes: RowChanges(none: count), before: nil, after: nil)
    }
    var after = before
    switch action {
    case .post: break
    case .edit(_, to: let body):
      after.body = body
      after.isEdited = true
      return PendingAction(action: action, changes: update(after), before: before, after: after)
    case .like: after.likes += 1
    case .unlike: after.likes = max(0, before.likes - 1)
    }
    return PendingAction(
      action: action, changes: update(after, isLiked: action == .like(before.id)), before: before,
      after: after, wasLiked: state.hasLiked)
  }

  /// Replaces the comment of an action by the server's version: the new comment with its real id,
  /// or the edited comment.
  ///
  /// The row does not move. If a reload has already added the comment, the temporary row is
  /// removed. If a reload has removed the temporary row, the comment is inserted.
  @discardableResult
  public mutating func confirm(_ pending: PendingAction, as comment: Comment) -> RowChanges {
    guard case .post(let draft) = pending.action, draft.id != comment.id else {
      return update(comment)
    }
    guard let position = story.position(of: draft.id) else {
      return insert(comment, placed: .first)
    }
    guard story.position(of: comment.id) == nil, story.rename(position, to: comment.id) else {
      // Update first: this may restore a tombstone whose only reply is the draft.
      let updated = update(comment)
      var changes = remove(draft.id)
      for row in updated.updates { changes.prepend(updateOf: row) }
      return changes
    }
    update(comment)
    return updateRows(withIDOf: position)
  }

  /// Returns the updates of the rows that contain a comment's id: its own and those of its direct
  /// replies.
  private func updateRows(withIDOf position: Position) -> RowChanges {
    var changes = RowChanges(none: count)
    guard let first = visible.index(of: position) else { return changes }
    changes.update(first)
    let depth = visible[first].depth
    for index in (first + 1)..<max(first + 1, count) {
      let row = visible[index]
      if row.depth <= depth { break }
      if row.depth == depth + 1 { changes.update(index) }
    }
    return changes
  }

  /// Sets the number of likes to the server's count, if it gave one.
  @discardableResult
  public mutating func confirm(_ pending: PendingAction, likes: Int?) -> RowChanges {
    guard let likes, var comment = comment(id: pending.action.comment) else {
      return RowChanges(none: count)
    }
    comment.likes = likes
    return update(comment)
  }

  /// Undoes an action that the server did not accept, unless a reload has replaced its effect.
  @discardableResult
  public mutating func rollBack(_ pending: PendingAction) -> RowChanges {
    if case .post(let draft) = pending.action { return remove(draft.id) }
    guard let before = pending.before, let after = pending.after,
      var now = comment(id: pending.action.comment)
    else { return RowChanges(none: count) }
    switch pending.action {
    case .post: return RowChanges(none: count)
    case .edit:
      guard now.body == after.body else { return RowChanges(none: count) }
      now.body = before.body
      now.isEdited = before.isEdited
      return update(now)
    case .like, .unlike:
      if now.likes == after.likes { now.likes = before.likes }
      return update(now, isLiked: pending.wasLiked)
    }
  }

  /// Replaces a comment and sets whether the reader likes it; its row is updated if either changes.
  private mutating func update(_ comment: Comment, isLiked: Bool) -> RowChanges {
    var state = story.viewerState(of: comment.id)
    state.hasLiked = isLiked
    let isOther = story.setViewerState(state, of: comment.id)
    var changes = update(comment)
    if isOther, changes.isEmpty { changes.update(index(of: comment.id)) }
    return changes
  }

  private func comment(id: String) -> Comment? {
    story.position(of: id).map { story.comment(at: $0) }
  }
}
