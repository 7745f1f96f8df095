public import Comments

/// Something the reader does that is on show before the server has answered.
public enum OwnAction: Hashable, Sendable {
  /// A new comment, under an id that nothing else has until the server gives it one.
  case post(Comment)
  /// Other words for a comment.
  case edit(String, to: Body)
  /// A like for a comment.
  case like(String)
  /// A like that is taken back.
  case unlike(String)

  /// The comment it is about.
  public var comment: String {
    switch self {
    case .post(let comment): comment.id
    case .edit(let id, to: _), .like(let id), .unlike(let id): id
    }
  }
}

/// An action that waits for the server's answer; made by `CommentFeed.begin(_:)`.
public struct PendingAction: Hashable, Sendable {
  /// What is being done.
  public let action: OwnAction
  /// The comment before it, unless it is a new one.
  let before: Comment?
  /// The comment with it.
  let after: Comment?
}

extension CommentFeed {
  /// Shows at once what the reader does, until the server has answered.
  ///
  /// Nothing is updated live, so a feed hears of an answer only by `settle(_:as:)`, or by
  /// `rollBack(_:)` if the server did not take it. In between everything else may happen, a `reload`
  /// included: what has been overtaken by it stays as the server has it.
  ///
  /// ```swift
  /// let (pending, changes) = feed.begin(.like("c42"))
  /// perform(changes, on: tableView)
  /// switch try await client.like("c42") {
  /// case .done(let likes): perform(feed.settle(pending, likes: likes), on: tableView)
  /// case .refused: perform(feed.rollBack(pending), on: tableView)
  /// }
  /// ```
  public mutating func begin(_ action: OwnAction) -> (pending: PendingAction, changes: RowChanges) {
    if case .post(let comment) = action {
      let changes = insert(comment, placed: .first)
      return (PendingAction(action: action, before: nil, after: comment), changes)
    }
    guard let before = comment(id: action.comment) else {
      return (PendingAction(action: action, before: nil, after: nil), RowChanges(none: count))
    }
    var after = before
    switch action {
    case .post: break
    case .edit(_, to: let body):
      after.body = body
      after.isEdited = true
    case .like: after.likes += 1
    case .unlike: after.likes = max(0, before.likes - 1)
    }
    return (PendingAction(action: action, before: before, after: after), update(after))
  }

  /// Takes over what the server made of an action: the new comment with its real id, or the edited
  /// one.
  ///
  /// The row stays where it is. If a reload has brought the comment meanwhile, the row that stood for
  /// it goes; if a reload has swept that row away, the comment comes as a new one.
  @discardableResult
  public mutating func settle(_ pending: PendingAction, as comment: Comment) -> RowChanges {
    guard case .post(let draft) = pending.action, draft.id != comment.id else {
      return update(comment)
    }
    guard let position = story.position(of: draft.id) else {
      return insert(comment, placed: .first)
    }
    guard story.position(of: comment.id) == nil, story.rename(position, to: comment.id) else {
      // In this order: a gap that was kept for the draft's sake alone may just have come to life.
      let updated = update(comment)
      var changes = remove(draft.id)
      for row in updated.updates { changes.note(updateBefore: row) }
      return changes
    }
    var changes = update(comment)
    // The id is new even where nothing else is.
    if changes.isEmpty, let index = index(of: comment.id) {
      changes.updates.append(index)
      changes.updatesAfter.append(index)
    }
    return changes
  }

  /// Takes over the number of likes the server counts, if it told one.
  @discardableResult
  public mutating func settle(_ pending: PendingAction, likes: Int?) -> RowChanges {
    guard let likes, var comment = comment(id: pending.action.comment) else {
      return RowChanges(none: count)
    }
    comment.likes = likes
    return update(comment)
  }

  /// Takes an action back that the server did not take.
  ///
  /// What was overtaken by a reload meanwhile is not touched.
  @discardableResult
  public mutating func rollBack(_ pending: PendingAction) -> RowChanges {
    if case .post(let draft) = pending.action { return remove(draft.id) }
    guard let before = pending.before, let after = pending.after,
      var now = comment(id: pending.action.comment)
    else { return RowChanges(none: count) }
    switch pending.action {
    case .post: break
    case .edit:
      guard now.body == after.body else { return RowChanges(none: count) }
      now.body = before.body
      now.isEdited = before.isEdited
    case .like, .unlike:
      guard now.likes == after.likes else { return RowChanges(none: count) }
      now.likes = before.likes
    }
    return update(now)
  }

  private func comment(id: String) -> Comment? {
    story.position(of: id).map { story.comment(at: $0) }
  }
}
