/// The row changes between two states, in terms of a table view's batch update.
///
/// Deletions and updates have indices *before* the change, insertions *after* it; a move has both.
/// No row is in more than one of these, all other rows keep their order, and the counts are
/// consistent, so UIKit accepts every batch:
///
/// ```swift
/// let changes = feed.toggleExpansion(at: indexPath.row)
/// tableView.performBatchUpdates {
///   tableView.deleteRows(at: paths(changes.deletions), with: .fade)
///   tableView.insertRows(at: paths(changes.insertions), with: .fade)
///   for move in changes.moves { tableView.moveRow(at: path(move.from), to: path(move.to)) }
/// }
/// tableView.reconfigureRows(at: paths(changes.updatesAfter))
/// ```
///
/// UIKit does not allow moving and reloading a row in one batch. So there are two lists of changed
/// rows; use only one of them. `updatesAfter` has all changed rows and is used after the batch, as
/// above. `updates` is for `reloadRows(at:with:)` inside the batch and leaves out rows that also
/// move. Only `reload(_:)`, `add(_:)` and the arrival of a missing parent can both move and change
/// a row.
public struct RowChanges: Hashable, Sendable {
  /// The number of rows before the change.
  public internal(set) var countBefore: Int
  /// The number of rows after the change.
  public internal(set) var countAfter: Int
  /// The removed rows, by old index.
  public internal(set) var deletions = RowIndices()
  /// The new rows, by new index.
  public internal(set) var insertions = RowIndices()
  /// The rows that moved; as few as possible.
  public internal(set) var moves = RowMoves()
  /// The changed rows that did not move, by old index.
  public internal(set) var updates = RowIndices()
  /// All changed rows, moved or not, by new index.
  public internal(set) var updatesAfter = RowIndices()

  /// Creates empty changes for `count` rows.
  public init(unchangedCount count: Int) {
    countBefore = count
    countAfter = count
  }

  /// True if nothing changed.
  public var isEmpty: Bool {
    deletions.isEmpty && insertions.isEmpty && moves.isEmpty && updatesAfter.isEmpty
  }

  /// Applies the changes to an array with one element for each row, such as cached heights.
  ///
  /// There must be `countBefore` elements. `newElement` returns the element for a new or changed
  /// row, given its new index; all other elements are reused. Takes linear time.
  ///
  /// ```swift
  /// heights = changes.apply(to: heights) { measure(feed.row(at: $0)) }
  /// ```
  public func apply<Element>(to rows: [Element], newElement: (Int) -> Element) -> [Element] {
    precondition(rows.count == countBefore, "these changes belong to other rows")
    var leaves = [Bool](repeating: false, count: countBefore)
    for index in deletions { leaves[index] = true }
    // For each new row, the index of its old element: -1 if not known yet, -2 if it has none.
    var sources = [Int](repeating: -1, count: countAfter)
    for index in insertions { sources[index] = -2 }
    for move in moves {
      leaves[move.from] = true
      sources[move.to] = move.from
    }
    var kept = 0
    for index in sources.indices where sources[index] == -1 {
      while leaves[kept] { kept += 1 }
      sources[index] = kept
      kept += 1
    }
    for index in updatesAfter { sources[index] = -2 }
    return sources.indices.map { sources[$0] < 0 ? newElement($0) : rows[sources[$0]] }
  }
}

extension RowChanges: CustomStringConvertible {
  /// The changes for a log: `9 rows, now 4; deleted 1..<6; updated 0..<1`.
  public var description: String {
    var parts = ["\(countBefore) rows, now \(countAfter)"]
    func add(_ what: String, at indices: RowIndices) {
      if indices.isEmpty { return }
      parts.append("\(what) " + indices.ranges.map { "\($0)" }.joined(separator: ", "))
    }
    add("deleted", at: deletions)
    add("inserted", at: insertions)
    if !moves.isEmpty {
      parts.append(
        "moved " + moves.runs.map { "\($0.from) to \($0.to)" }.joined(separator: ", "))
    }
    add("updated", at: updatesAfter)
    return parts.joined(separator: "; ")
  }
}
