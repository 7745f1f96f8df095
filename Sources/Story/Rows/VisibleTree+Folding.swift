extension VisibleTree {
  /// Closes or opens the branch at an ordinal and says what that did to the rows.
  ///
  /// Costs the branch's bits, 64 at a time, and what it takes to find a row's index. A branch that no
  /// row shows keeps its new state for when it is shown. Without replies there is nothing to fold.
  mutating func fold(_ ordinal: Int, closed isClosed: Bool) -> RowChanges {
    var changes = RowChanges(none: count)
    guard tree.sizes[ordinal] > 1, closed.contains(ordinal) != isClosed else { return changes }
    closed.set(ordinal, to: isClosed)
    guard shown.contains(ordinal) else { return changes }
    let inner = ordinal + 1..<ordinal + Int(tree.sizes[ordinal])
    let index = shown.rank(of: ordinal)
    if isClosed { shown.set(inner, to: false) } else { show(inner) }
    let difference = count - changes.countBefore
    changes.countAfter = count
    changes.updates.append(index)
    changes.updatesAfter.append(index)
    if difference < 0 { changes.deletions.append(index + 1..<index + 1 - difference) }
    if difference > 0 { changes.insertions.append(index + 1..<index + 1 + difference) }
    return changes
  }

  /// Closes exactly the branches that a rule closes.
  mutating func fold(closing branches: RankedBits) -> RowChanges {
    let old = self
    self = VisibleTree(of: tree, closed: branches)
    return RowChanges(fromFolding: old, to: self)
  }

  /// The words that changes of ranges have visited so far; see `RankedBits`.
  package var wordsVisited: Int { shown.wordsVisited + closed.wordsVisited }
}
