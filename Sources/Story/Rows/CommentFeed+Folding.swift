import Comments

extension CommentFeed {
  /// Shows what hangs from a comment, but for what closed branches inside it hide.
  ///
  /// The state of a branch that is hidden itself changes too, and shows once its ancestors open.
  /// Costs the branch's comments, 64 at a time, and under a microsecond beside.
  @discardableResult
  public mutating func expand(_ id: String) -> RowChanges { fold(id, closed: false) }

  /// Hides what hangs from a comment; branches inside keep their state for when it opens again.
  ///
  /// Costs the branch's comments, 64 at a time, and under a microsecond beside.
  @discardableResult
  public mutating func collapse(_ id: String) -> RowChanges { fold(id, closed: true) }

  /// Expands a collapsed comment and collapses an expanded one.
  @discardableResult
  public mutating func toggle(_ id: String) -> RowChanges {
    guard let position = story.position(of: id) else { return RowChanges(none: count) }
    return toggle(visible.tree.ordinal(of: position))
  }

  /// Expands or collapses the comment that the row at an index shows.
  @discardableResult
  public mutating func toggle(at index: Int) -> RowChanges {
    toggle(visible.tree.ordinal(of: visible[index].position))
  }

  /// Opens every branch, also those that are yet to come.
  @discardableResult
  public mutating func expandAll() -> RowChanges { fold(.none) }

  /// Closes every branch, also those that a reload brings.
  @discardableResult
  public mutating func collapseAll() -> RowChanges { fold(.all) }

  /// Closes exactly the branches that a rule closes and opens all others.
  ///
  /// The rule stays in force for branches that `reload(_:)` brings. Linear in the number of comments.
  @discardableResult
  public mutating func fold(_ folding: Folding) -> RowChanges {
    self.folding = folding
    return visible.fold(closing: folding.closedBranches(of: visible.tree, in: story))
  }

  /// Opens every branch that hides a comment, so that a link can lead to it.
  ///
  /// ```swift
  /// perform(feed.reveal("c42"), on: tableView)
  /// if let row = feed.index(of: "c42") {
  ///   tableView.scrollToRow(at: IndexPath(row: row, section: 0), at: .top, animated: true)
  /// }
  /// ```
  @discardableResult
  public mutating func reveal(_ id: String) -> RowChanges {
    var changes = RowChanges(none: count)
    guard let position = story.position(of: id) else { return changes }
    var ancestor = story.parent(of: position)
    // From the inside out: only the outermost closed branch is on show, so only it changes rows.
    while let branch = ancestor {
      let opened = visible.fold(visible.tree.ordinal(of: branch), closed: false)
      if !opened.isEmpty { changes = opened }
      ancestor = story.parent(of: branch)
    }
    return changes
  }

  private mutating func fold(_ id: String, closed: Bool) -> RowChanges {
    guard let position = story.position(of: id) else { return RowChanges(none: count) }
    return visible.fold(visible.tree.ordinal(of: position), closed: closed)
  }

  private mutating func toggle(_ ordinal: Int) -> RowChanges {
    visible.fold(ordinal, closed: !visible.closed.contains(ordinal))
  }
}
