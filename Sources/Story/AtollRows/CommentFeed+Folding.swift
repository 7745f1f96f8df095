import AtollComments

extension CommentFeed {
  /// Shows the replies to a comment, except those under collapsed replies.
  ///
  /// A comment that is itself hidden can be expanded, too. Takes one step for every 64 comments in
  /// the branch.
  @discardableResult
  public mutating func expand(_ id: String) -> RowChanges { setFolded(id, to: false) }

  /// Hides the replies to a comment; the replies keep their own fold state.
  ///
  /// Takes one step for every 64 comments in the branch.
  @discardableResult
  public mutating func collapse(_ id: String) -> RowChanges { setFolded(id, to: true) }

  /// Expands a collapsed comment and collapses an expanded one.
  @discardableResult
  public mutating func toggleExpansion(of id: String) -> RowChanges {
    guard let position = story.position(of: id) else { return RowChanges(unchangedCount: count) }
    return toggleExpansion(ofOrdinal: visible.tree.ordinal(of: position))
  }

  /// Expands or collapses the comment in a row.
  @discardableResult
  public mutating func toggleExpansion(at index: Int) -> RowChanges {
    toggleExpansion(ofOrdinal: visible.tree.ordinal(of: visible[index].position))
  }

  /// Expands all comments, including those that are added later.
  @discardableResult
  public mutating func expandAll() -> RowChanges { fold(.none) }

  /// Collapses all comments, including those that are added later.
  @discardableResult
  public mutating func collapseAll() -> RowChanges { fold(.all) }

  /// Collapses exactly the comments that a rule folds, and expands all others.
  ///
  /// The rule also applies to branches that are added later. Takes linear time.
  @discardableResult
  public mutating func fold(_ folding: Folding) -> RowChanges {
    self.folding = folding
    return visible.fold(only: folding.foldedBranches(of: visible.tree, in: story))
  }

  /// Expands all ancestors of a comment, for example to follow a link to it.
  ///
  /// ```swift
  /// perform(feed.reveal("c42"), on: tableView)
  /// if let row = feed.index(of: "c42") {
  ///   tableView.scrollToRow(at: IndexPath(row: row, section: 0), at: .top, animated: true)
  /// }
  /// ```
  @discardableResult
  public mutating func reveal(_ id: String) -> RowChanges {
    var changes = RowChanges(unchangedCount: count)
    guard let position = story.position(of: id) else { return changes }
    var ancestor = story.parent(of: position)
    // Inside out: only the outermost collapsed comment is visible, so only it changes rows.
    while let branch = ancestor {
      let opened = visible.setFolded(visible.tree.ordinal(of: branch), to: false)
      if !opened.isEmpty { changes = opened }
      ancestor = story.parent(of: branch)
    }
    return changes
  }

  private mutating func setFolded(_ id: String, to isFolded: Bool) -> RowChanges {
    guard let position = story.position(of: id) else { return RowChanges(unchangedCount: count) }
    return visible.setFolded(visible.tree.ordinal(of: position), to: isFolded)
  }

  private mutating func toggleExpansion(ofOrdinal ordinal: Int) -> RowChanges {
    visible.setFolded(ordinal, to: !visible.folded.contains(ordinal))
  }
}
