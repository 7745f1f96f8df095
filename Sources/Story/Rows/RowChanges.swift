/// What happened to the rows between two states, in the terms of a table view's batch update.
///
/// Deletions and updates name rows by their index *before* the change, insertions by their index
/// *after* it; a move names both. No row is in two of these, every row that is in none keeps its
/// order among its like, and the counts add up, so UIKit's own check of a batch never trips:
///
/// ```swift
/// let changes = feed.toggle(at: indexPath.row)
/// tableView.performBatchUpdates {
///   tableView.deleteRows(at: paths(changes.deletions), with: .fade)
///   tableView.insertRows(at: paths(changes.insertions), with: .fade)
///   for move in changes.moves { tableView.moveRow(at: path(move.from), to: path(move.to)) }
/// }
/// tableView.reconfigureRows(at: paths(changes.updatesAfter))
/// ```
///
/// UIKit forbids to move a row and reload it in one batch. So a row that changes its look has two
/// entries, of which you use one: `updatesAfter` for after the batch, as above, knows every such row.
/// `updates` is for `reloadRows(at:with:)` inside the batch; a row that moves as well, which only
/// `reload` and the arrival of a missing parent can cause, is not in it.
public struct RowChanges: Hashable, Sendable {
  /// How many rows there were before.
  public internal(set) var countBefore: Int
  /// How many rows there are now.
  public internal(set) var countAfter: Int
  /// The rows that went, by old index.
  public internal(set) var deletions = RowIndices()
  /// The rows that came, by new index.
  public internal(set) var insertions = RowIndices()
  /// The rows that stayed and stand elsewhere among those that stayed; as few as can be.
  public internal(set) var moves = RowMoves()
  /// The rows that changed and did not move, by old index.
  public internal(set) var updates = RowIndices()
  /// All rows that were there before and changed, moved or not, by new index.
  public internal(set) var updatesAfter = RowIndices()

  /// No change to so many rows.
  init(none count: Int) {
    countBefore = count
    countAfter = count
  }

  /// Whether nothing changed.
  public var isEmpty: Bool {
    deletions.isEmpty && insertions.isEmpty && moves.isEmpty && updatesAfter.isEmpty
  }

  /// Carries the changes over to whatever you keep a row: cached heights, views, test expectations.
  ///
  /// `rows` holds one element a row as it was before. `newElement` is asked, by new index, for those
  /// that came and those that changed; all others are carried over. Linear in the number of rows.
  ///
  /// ```swift
  /// heights = changes.apply(to: heights) { measure(feed.row(at: $0)) }
  /// ```
  public func apply<Element>(to rows: [Element], newElement: (Int) -> Element) -> [Element] {
    precondition(rows.count == countBefore, "these changes are not about these rows")
    var leaves = [Bool](repeating: false, count: countBefore)
    for index in deletions { leaves[index] = true }
    for move in moves { leaves[move.from] = true }
    var result: [Element] = []
    result.reserveCapacity(countAfter)
    var insertion = insertions.makeIterator()
    var move = moves.makeIterator()
    var update = updatesAfter.makeIterator()
    var nextInsertion = insertion.next()
    var nextMove = move.next()
    var nextUpdate = update.next()
    var kept = 0
    for index in 0..<countAfter {
      var source = -1
      if nextInsertion == index {
        nextInsertion = insertion.next()
      } else if let moved = nextMove, moved.to == index {
        source = moved.from
        nextMove = move.next()
      } else {
        while leaves[kept] { kept += 1 }
        source = kept
        kept += 1
      }
      if nextUpdate == index {
        source = -1
        nextUpdate = update.next()
      }
      result.append(source < 0 ? newElement(index) : rows[source])
    }
    return result
  }
}

extension RowChanges: CustomStringConvertible {
  /// What changed, for a log: `9 rows, now 4; deleted 1..<6; updated 0..<1`.
  public var description: String {
    var parts = ["\(countBefore) rows, now \(countAfter)"]
    func add(_ what: String, _ indices: RowIndices) {
      if indices.isEmpty { return }
      parts.append("\(what) " + indices.ranges.map { "\($0)" }.joined(separator: ", "))
    }
    add("deleted", deletions)
    add("inserted", insertions)
    if !moves.isEmpty {
      parts.append(
        "moved " + moves.runs.map { "\($0.from) to \($0.to)" }.joined(separator: ", "))
    }
    add("updated", updatesAfter)
    return parts.joined(separator: "; ")
  }
}
