public import AtollComments

/// The position of a new comment among its siblings.
public enum Placement: Hashable, Sendable {
  /// At its place in the current sort order.
  case inOrder
  /// Before all its siblings, where its author sees it.
  case first
}

extension CommentFeed {
  /// Adds a new comment at the root or under its parent.
  ///
  /// Under a collapsed comment, only a count changes. A comment whose parent is missing is shown at
  /// the root as an orphan; when the parent arrives, the orphan moves below it. Other rows do not
  /// move. If the id is empty, taken or longer than 256 bytes, nothing changes: use `update(_:)`
  /// for a comment that changed. Takes linear time.
  ///
  /// ```swift
  /// feed.insert(posted, placed: .first)  // its author sees it under any sort order
  /// ```
  @discardableResult
  public mutating func insert(
    _ comment: Comment, placed placement: Placement = .inOrder
  ) -> RowChanges {
    let before = count
    guard let insertion = story.insert(comment) else { return RowChanges(unchangedCount: before) }
    unanswered[Array(comment.id.utf8)] = nil
    let ordinal = visible.tree.ordinal(
      forNew: insertion.position, replies: insertion.adopted.count, in: story, placed: placement)
    guard insertion.adopted.isEmpty else {
      return insert(insertion.position, at: ordinal, adopting: insertion.adopted)
    }
    var changes = RowChanges(unchangedCount: before)
    let isShown = visible.insertLastComment(insertion.position, at: ordinal, in: story)
    changes.countAfter = count
    changes.append(updateOf: nearestRow(above: insertion.position))
    if isShown { changes.insertions.append(visible.shown.rank(of: ordinal)) }
    return changes
  }

  /// Replaces a comment, for example its text or its likes.
  ///
  /// No row moves: even under `mostLiked`, a comment keeps its position until the next `sort(by:)`
  /// or `reload(_:)`. The `parentID` is ignored. If the comment is missing or already equal,
  /// nothing changes. The reader's edits and likes that wait for the server's answer stay visible.
  @discardableResult
  public mutating func update(_ comment: Comment) -> RowChanges {
    if var actions = unanswered[Array(comment.id.utf8)] {
      actions.comment = comment
      return show(actions)
    }
    var changes = RowChanges(unchangedCount: count)
    guard let position = story.update(comment) else { return changes }
    changes.append(updateOf: visible.index(of: position))
    return changes
  }

  /// Removes a comment.
  ///
  /// A comment with replies becomes a `deleted` tombstone, and its replies stay. A comment without
  /// replies is removed, together with all tombstones above it that have no other reply. The
  /// positions of later comments change. Takes linear time.
  @discardableResult
  public mutating func remove(_ id: String) -> RowChanges {
    var changes = RowChanges(unchangedCount: count)
    guard let position = story.position(of: id) else { return changes }
    unanswered[Array(id.utf8)] = nil
    if visible.tree.branchSizes[visible.tree.ordinal(of: position)] > 1 {
      if story.replaceWithTombstone(position) {
        changes.append(updateOf: visible.index(of: position))
      }
      return changes
    }
    var top = position
    while let parent = story.parent(of: top), story.comments[Int(parent.index)].tombstone != nil,
      visible.tree.replyCount(at: visible.tree.ordinal(of: parent)) == 1
    {
      top = parent
    }
    let range = visible.tree.branch(at: visible.tree.ordinal(of: top))
    let shown = visible.shown.setBitCount(in: range)
    if shown > 0 {
      let index = visible.shown.rank(of: range.lowerBound)
      changes.deletions.append(index..<index + shown)
    }
    changes.append(updateOf: nearestRow(above: top))
    let removed = range.map { visible.tree.position(at: $0) }
    let newIndices = story.newIndices(removing: removed)
    visible.remove(branchAt: range.lowerBound, in: story, newIndices: newIndices)
    story.remove(removed, newIndices: newIndices)
    changes.countAfter = count
    return changes
  }

  /// Sorts all comments again; collapsed comments stay collapsed.
  ///
  /// If `replySortOrder` is `nil`, replies keep their sort order. Sorting by the current order
  /// moves only comments that are out of order, for example because they were updated. Takes as
  /// long as making a `CommentTree`.
  @discardableResult
  public mutating func sort(
    by sortOrder: CommentOrder, replies replySortOrder: CommentOrder? = nil
  ) -> RowChanges {
    let old = visible
    let tree = CommentTree(
      of: story, sortedBy: sortOrder, replies: replySortOrder ?? self.replySortOrder)
    let sources = tree.order.map { old.tree.ordinals[Int($0)] }
    visible = VisibleTree(of: tree, folded: old.folded.rearranged(sources))
    return RowChanges(
      from: old, to: visible, oldPositions: Self.identityPermutation(story.count),
      contentChanged: { _, _ in false })
  }

  /// Replaces the story by a newer version of it.
  ///
  /// The version must come from the server: if it is made from `story`, edits and likes without an
  /// answer can no longer be rolled back. Posts without an answer are removed, and come back when
  /// they are confirmed.
  ///
  /// Comments with the same id keep their fold state. New branches follow the last rule given by
  /// `fold(_:)`, `collapseAll()` or `expandAll()`, or else the rule that the feed was created with.
  /// As few rows as possible move.
  @discardableResult
  public mutating func reload(_ newStory: Story) -> RowChanges {
    var shown = newStory
    showUnanswered(in: &shown, givenBy: newStory)
    return replaceStory(by: shown)
  }

  private mutating func replaceStory(by newStory: Story) -> RowChanges {
    let old = visible
    let oldStory = story
    let tree = CommentTree(of: newStory, sortedBy: sortOrder, replies: replySortOrder)
    let oldPositions = newStory.comments.indices.map { index in
      oldStory.position(ofIDAt: index, in: newStory)?.index ?? -1
    }
    var folded = folding.foldedBranches(of: tree, in: newStory)
    for ordinal in 0..<tree.count where tree.branchSizes[ordinal] > 1 {
      let position = oldPositions[Int(tree.order[ordinal])]
      if position < 0 { continue }
      let before = Int(old.tree.ordinals[Int(position)])
      if old.tree.branchSizes[before] > 1 { folded.set(ordinal, to: old.folded.contains(before)) }
    }
    story = newStory
    visible = VisibleTree(of: tree, folded: folded)
    return RowChanges(from: old, to: visible, oldPositions: oldPositions) {
      !newStory.hasSameContent(at: Int($1), as: oldStory, at: Int($0))
        || !newStory.hasSameViewerState(at: Int($1), as: oldStory)
    }
  }

  /// Adds a part of the story, such as the next page or the replies to a comment.
  ///
  /// Comments that the feed already has are replaced. All comments are sorted again, and new
  /// branches follow the folding rule, as with `reload(_:)`. Comments that are not in the part
  /// stay, even new ones that the server has not accepted yet.
  ///
  /// ```swift
  /// let page = try await client.page(cursor)
  /// perform(feed.add(page.story), on: tableView)
  /// ```
  @discardableResult
  public mutating func add(
    _ part: Story, missingParents: MissingParents = .leaveOut
  ) -> RowChanges {
    var whole = story.adding(part, missingParents: missingParents)
    showUnanswered(in: &whole, givenBy: part)
    return replaceStory(by: whole)
  }

  // MARK: Parts

  /// Inserts the comment `parent` at an ordinal, moves `orphans` under it as its replies, and
  /// returns the row changes.
  private mutating func insert(
    _ parent: Position, at ordinal: Int, adopting orphans: [Position]
  ) -> RowChanges {
    let old = visible
    _ = visible.insertLastComment(parent, at: ordinal, in: story)
    move(orphans, under: parent)
    var oldPositions = Self.identityPermutation(story.count)
    oldPositions[Int(parent.index)] = -1
    return RowChanges(
      from: old, to: visible, oldPositions: oldPositions, contentChanged: { _, _ in false })
  }

  /// Moves `orphans` under `parent`, and returns the row changes, with updates of `parent` and of
  /// its direct replies.
  mutating func adopt(_ orphans: [Position], under parent: Position) -> RowChanges {
    let old = visible
    move(orphans, under: parent)
    let comments = story.comments
    return RowChanges(
      from: old, to: visible, oldPositions: Self.identityPermutation(story.count)
    ) { _, position in
      position == parent.index || comments[Int(position)].parent == parent.index
    }
  }

  private mutating func move(_ orphans: [Position], under parent: Position) {
    var tree = visible.tree
    let sources = tree.adopt(orphans, under: parent, in: story)
    visible = VisibleTree(of: tree, folded: visible.folded.rearranged(sources))
  }

  /// Returns the index of the row that shows the nearest visible ancestor; `nil` for a comment at
  /// the root.
  private func nearestRow(above position: Position) -> Int? {
    var ancestor = story.parent(of: position)
    while let comment = ancestor {
      if let index = visible.index(of: comment) { return index }
      ancestor = story.parent(of: comment)
    }
    return nil
  }

  private static func identityPermutation(_ count: Int) -> [Int32] {
    (0..<count).map { Int32(truncatingIfNeeded: $0) }
  }
}

extension RowChanges {
  /// Adds an update of a row that has the same index before and after the changes.
  mutating func append(updateOf index: Int?) {
    guard let index else { return }
    updates.append(index)
    updatesAfter.append(index)
  }

  /// Adds an update of the row that had this index before the changes.
  ///
  /// The changes must neither insert nor move rows.
  mutating func prepend(updateOf index: Int) {
    if deletions.contains(index) { return }
    updates.insert(index)
    var after = index
    for range in deletions.ranges where range.lowerBound < index { after -= range.count }
    updatesAfter.insert(after)
  }
}

extension VisibleTree {
  /// Inserts the last comment of the story and returns whether it is visible.
  fileprivate mutating func insertLastComment(
    _ position: Position, at ordinal: Int, in story: Story
  )
    -> Bool
  {
    var isShown = true
    if let parent = story.parent(of: position) {
      let above = tree.ordinal(of: parent)
      isShown = shown.contains(above) && !folded.contains(above)
    }
    tree.insertLastComment(position, at: ordinal, in: story)
    folded.insert(false, at: ordinal)
    shown.insert(isShown, at: ordinal)
    return isShown
  }

  /// Removes a branch as `CommentTree.remove` does.
  fileprivate mutating func remove(branchAt ordinal: Int, in story: Story, newIndices: [Int32]) {
    let range = tree.branch(at: ordinal)
    let parent = story.parent(of: tree.position(at: ordinal)).map { tree.ordinal(of: $0) }
    tree.remove(branchAt: ordinal, in: story, newIndices: newIndices)
    folded.remove(range)
    shown.remove(range)
    // A comment without replies is not collapsed.
    if let parent, tree.branchSizes[parent] == 1 { folded.set(parent, to: false) }
  }
}
