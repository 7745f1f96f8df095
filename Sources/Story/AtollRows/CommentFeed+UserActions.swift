public import AtollComments

/// A reader's action that is shown before the server has answered.
public enum UserAction: Hashable, Sendable {
  /// A new comment with a temporary id.
  ///
  /// If the id is taken, the comment is shown only when the server has accepted it.
  case post(Comment)
  /// New text for the comment with this id.
  case edit(String, to: Body)
  /// A like for the comment with this id.
  case like(String)
  /// The removal of the reader's like from the comment with this id.
  case unlike(String)

  /// The id of the comment that the action changes.
  public var commentID: String {
    switch self {
    case .post(let comment): comment.id
    case .edit(let id, to: _), .like(let id), .unlike(let id): id
    }
  }
}

extension UserAction {
  var isEdit: Bool {
    switch self {
    case .edit: true
    case .post, .like, .unlike: false
    }
  }

  /// True if the action changes the number of likes.
  var changesLikes: Bool {
    switch self {
    case .like, .unlike: true
    case .post, .edit: false
    }
  }
}

/// A comment, and a kind of action on it: edits, or likes and unlikes.
struct ActionKey: Hashable, Sendable {
  /// The bytes of the comment's id; ids can differ although their strings are equal.
  var commentID: [UInt8]
  var isEdit: Bool

  init(_ action: UserAction) {
    commentID = Array(action.commentID.utf8)
    isEdit = action.isEdit
  }
}

/// An action that waits for the server's answer; `CommentFeed.begin(_:)` returns it.
public struct PendingAction: Hashable, Sendable {
  /// The reader's action.
  public let action: UserAction
  /// The row changes that show the action.
  public let changes: RowChanges
  /// The number that the feed gave the action; later actions have higher numbers.
  let number: Int

  /// True if the action changed a row.
  ///
  /// For a new comment, `false` means that it was not added, for example because its id is taken.
  var changesRows: Bool { !changes.isEmpty }
}

extension CommentFeed {
  /// Shows a reader's action before the server has answered.
  ///
  /// Call `confirm(_:as:editableUntil:)` or `confirm(_:likes:)` when the server accepts the action,
  /// and `rollBack(_:)` when it refuses or the call throws: otherwise the action stays visible.
  /// Several actions may wait at the same time, and the answers may arrive in any order: a later
  /// edit wins over an earlier one, and so does a later like or unlike. Edits and likes stay
  /// visible until they are answered, even if the comment is updated or the story is reloaded; a
  /// new comment is removed by a reload.
  ///
  /// ```swift
  /// let pending = feed.begin(.like("c42"))
  /// perform(pending.changes, on: tableView)
  /// do {
  ///   switch try await client.like("c42") {
  ///   case .done(let likes): perform(feed.confirm(pending, likes: likes), on: tableView)
  ///   case .refused: perform(feed.rollBack(pending), on: tableView)
  ///   }
  /// } catch {
  ///   perform(feed.rollBack(pending), on: tableView)
  /// }
  /// ```
  public mutating func begin(_ action: UserAction) -> PendingAction {
    lastActionNumber += 1
    let number = lastActionNumber
    if case .post(let comment) = action {
      return PendingAction(
        action: action, changes: insert(comment, placed: .first), number: number)
    }
    let state = story.viewerState(of: action.commentID)
    let isDone: Bool
    switch action {
    case .post, .edit: isDone = false
    case .like: isDone = state.hasLiked
    // If the story has none of the reader's likes, only the server knows whether the reader likes
    // this comment.
    case .unlike:
      isDone = !state.hasLiked && story.viewerStates.values.contains(where: \.hasLiked)
    }
    guard !isDone, var actions = unansweredActions(on: action.commentID),
      actions.comment.tombstone == nil
    else {
      return PendingAction(
        action: action, changes: RowChanges(unchangedCount: count), number: number)
    }
    actions.append(action, number: number, isLiked: state.hasLiked)
    return PendingAction(action: action, changes: show(actions), number: number)
  }

  /// Replaces the comment of an action by the server's version: the new comment with its real id,
  /// or the edited comment.
  ///
  /// The row does not move, but orphans that name the real id as their parent move below it.
  /// If a reload has already added the comment, the temporary row is removed. If a reload has
  /// removed the temporary row, the comment is inserted.
  ///
  /// The comment becomes the reader's own in `Story.viewerState(of:)`. If the server says until
  /// when it can be edited, pass that time; otherwise a time that is already known stays. A like or
  /// unlike stays as it is: see `confirm(_:likes:)`.
  @discardableResult
  public mutating func confirm(
    _ pending: PendingAction, as comment: Comment, editableUntil: Timestamp? = nil
  ) -> RowChanges {
    if pending.action.changesLikes { return RowChanges(unchangedCount: count) }
    if pending.action.isEdit {
      return markOwn(
        comment.id, editableUntil: editableUntil, after: confirmEdit(pending, as: comment))
    }
    guard case .post(let draft) = pending.action,
      draft.id != comment.id || story.position(of: comment.id) == nil
    else {
      return markOwn(comment.id, editableUntil: editableUntil, after: update(comment))
    }
    guard pending.changesRows, let position = story.position(of: draft.id) else {
      return markOwn(
        comment.id, editableUntil: editableUntil, after: insert(comment, placed: .first))
    }
    guard story.position(of: comment.id) == nil,
      let adopted = story.rename(position, to: comment.id)
    else {
      // Update first: this may restore a tombstone whose only reply is the draft.
      let updated = markOwn(comment.id, editableUntil: editableUntil, after: update(comment))
      var changes = remove(draft.id)
      for row in updated.updates { changes.prepend(updateOf: row) }
      return changes
    }
    unanswered[Array(draft.id.utf8)] = nil
    update(comment)
    let changes =
      adopted.isEmpty ? rowUpdates(forIDOf: position) : adopt(adopted, under: position)
    return markOwn(comment.id, editableUntil: editableUntil, after: changes)
  }

  /// Marks a comment as the reader's own, and adds an update of its row if `changes` are empty.
  private mutating func markOwn(
    _ id: String, editableUntil: Timestamp?, after changes: RowChanges
  ) -> RowChanges {
    var changes = changes
    guard let position = story.position(of: id),
      story.comments[Int(position.index)].tombstone == nil
    else { return changes }
    var state = story.viewerState(of: id)
    state.isOwn = true
    state.editableUntil = editableUntil ?? state.editableUntil
    if story.setViewerState(state, of: id), changes.isEmpty {
      changes.append(updateOf: index(of: id))
    }
    return changes
  }

  private mutating func confirmEdit(
    _ pending: PendingAction, as comment: Comment
  ) -> RowChanges {
    guard comment.id == pending.action.commentID, recordConfirmation(pending),
      var actions = unansweredActions(on: comment.id)
    else { return RowChanges(unchangedCount: count) }
    actions.confirm(edit: pending.number, as: comment)
    return show(actions)
  }

  /// Returns the updates of the rows that contain a comment's id: its own and those of its direct
  /// replies.
  private func rowUpdates(forIDOf position: Position) -> RowChanges {
    var changes = RowChanges(unchangedCount: count)
    guard let first = visible.index(of: position) else { return changes }
    changes.append(updateOf: first)
    let depth = visible[first].depth
    for index in (first + 1)..<max(first + 1, count) {
      let row = visible[index]
      if row.depth <= depth { break }
      if row.depth == depth + 1 { changes.append(updateOf: index) }
    }
    return changes
  }

  /// Ends a like or unlike that the server accepted, and sets the number of likes to the server's
  /// count, if it gave one; any other action stays as it is.
  @discardableResult
  public mutating func confirm(_ pending: PendingAction, likes: Int?) -> RowChanges {
    guard pending.action.changesLikes, recordConfirmation(pending),
      var actions = unansweredActions(on: pending.action.commentID)
    else { return RowChanges(unchangedCount: count) }
    actions.confirm(pending.action, number: pending.number, likes: likes)
    return show(actions)
  }

  /// Undoes an action that the server did not accept.
  ///
  /// A new comment is removed. Any other comment returns to the state that the server last sent,
  /// with the actions that still wait applied to it.
  @discardableResult
  public mutating func rollBack(_ pending: PendingAction) -> RowChanges {
    if case .post(let draft) = pending.action, pending.changesRows { return remove(draft.id) }
    guard var actions = unanswered[Array(pending.action.commentID.utf8)] else {
      return RowChanges(unchangedCount: count)
    }
    actions.remove(pending.number)
    return show(actions)
  }

  // MARK: Unanswered actions

  /// Records that the server accepted an action; returns `false` if the answer is out of date.
  ///
  /// It is out of date if the server has already accepted a later action of the same kind on the
  /// same comment.
  private mutating func recordConfirmation(_ pending: PendingAction) -> Bool {
    let key = ActionKey(pending.action)
    if let last = lastConfirmedNumbers[key], last > pending.number { return false }
    lastConfirmedNumbers[key] = pending.number
    return true
  }

  /// Returns the actions on a comment that wait for an answer, possibly none; `nil` if the comment
  /// is missing.
  private func unansweredActions(on id: String) -> UnansweredActions? {
    if let actions = unanswered[Array(id.utf8)] { return actions }
    return story.position(of: id).map {
      UnansweredActions(
        comment: story.comment(at: $0), isLiked: story.viewerState(of: id).hasLiked)
    }
  }

  /// Shows a comment as the server gave it, with the actions that wait for an answer.
  mutating func show(_ actions: UnansweredActions) -> RowChanges {
    let id = actions.comment.id
    unanswered[Array(id.utf8)] = actions.isEmpty ? nil : actions
    let isUpdated = story.apply(actions)
    var changes = RowChanges(unchangedCount: count)
    if isUpdated { changes.append(updateOf: index(of: id)) }
    return changes
  }

  /// Applies the unanswered actions to `newStory`.
  ///
  /// The server's new versions of the comments are taken from `part`, a part of `newStory`.
  mutating func showUnanswered(in newStory: inout Story, givenBy part: Story) {
    for id in unanswered.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      guard newStory.position(ofUTF8: id) != nil else {
        unanswered[id] = nil
        continue
      }
      if let position = part.position(ofUTF8: id) {
        let comment = part.comment(at: position)
        unanswered[id]?.comment = comment
        unanswered[id]?.isLiked = part.viewerState(of: comment.id).hasLiked
      }
      if let actions = unanswered[id] { newStory.apply(actions) }
    }
  }
}

extension Story {
  /// Applies unanswered actions to their comment and to the reader's like; returns whether anything
  /// changed.
  @discardableResult
  fileprivate mutating func apply(_ actions: UnansweredActions) -> Bool {
    let (comment, isLiked) = actions.shownState
    var state = viewerState(of: comment.id)
    state.hasLiked = isLiked
    let isOtherState = position(of: comment.id) != nil && setViewerState(state, of: comment.id)
    return update(comment) != nil || isOtherState
  }
}
