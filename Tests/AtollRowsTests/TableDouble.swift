import AtollRows

/// A table view without a view: it keeps one cell per row, applies batches, and checks them like UIKit.
///
/// It shares no code with the library. A cell is created again only if the batch says so, so that a change that was
/// not announced is detected.
struct TableDouble<Cell: Equatable> {
  enum Inconsistency: Error, Equatable {
    case numberOfRows(before: Int, inserted: Int, deleted: Int, after: Int)
    case outOfRange(Int, String)
    case twice(Int, String)
    case deletedOrReloadedAndMoved(Int)
    case insertedAndMoved(Int)
    case staleCell(Int)
  }

  /// The two ways of refreshing rows.
  enum Refreshing: CaseIterable {
    /// `reloadRows` in the batch; only rows that moved are refreshed after it.
    case inside
    /// `reconfigureRows` after the batch.
    case after
  }

  private(set) var cells: [Cell]
  private var refreshing: Refreshing

  init(_ cells: [Cell], refreshing: Refreshing) {
    self.cells = cells
    self.refreshing = refreshing
  }

  mutating func perform(_ changes: RowChanges, dataSource: [Cell]) throws {
    let deletions = Array(changes.deletions)
    let insertions = Array(changes.insertions)
    let moves = changes.moves.map { ($0.from, $0.to) }
    let reloads = refreshing == .inside ? Array(changes.updates) : []
    let after = cells.count - deletions.count + insertions.count
    guard after == dataSource.count, changes.countBefore == cells.count,
      changes.countAfter == after
    else {
      throw Inconsistency.numberOfRows(
        before: cells.count, inserted: insertions.count, deleted: deletions.count,
        after: dataSource.count)
    }
    try check(deletions + reloads, below: cells.count, "deletion or reload")
    try check(Array(changes.updates), below: cells.count, "update")
    try check(moves.map(\.0), below: cells.count, "move from")
    try check(insertions, below: after, "insertion")
    try check(moves.map(\.1), below: after, "move to")
    let gone = Set(deletions).union(changes.updates)
    for (from, _) in moves where gone.contains(from) {
      throw Inconsistency.deletedOrReloadedAndMoved(from)
    }
    for (_, to) in moves where insertions.contains(to) { throw Inconsistency.insertedAndMoved(to) }
    try apply(deletions, insertions, moves, reloads, dataSource)
    try refresh(changes, moves.map(\.1), dataSource)
    for (index, cell) in cells.enumerated() where cell != dataSource[index] {
      throw Inconsistency.staleCell(index)
    }
  }

  private mutating func apply(
    _ deletions: [Int], _ insertions: [Int], _ moves: [(Int, Int)], _ reloads: [Int],
    _ dataSource: [Cell]
  ) throws {
    var slots = [Int?](repeating: nil, count: dataSource.count)
    for (from, to) in moves { slots[to] = from }
    let leaving = Set(deletions).union(moves.map(\.0))
    let staying = cells.indices.filter { !leaving.contains($0) }
    let arriving = Set(insertions).union(moves.map(\.1))
    let free = slots.indices.filter { !arriving.contains($0) }
    for (slot, cell) in zip(free, staying) { slots[slot] = cell }
    let reloaded = Set(reloads)
    cells = slots.enumerated().map { index, cell in
      guard let cell, !reloaded.contains(cell) else { return dataSource[index] }
      return cells[cell]
    }
  }

  private mutating func refresh(
    _ changes: RowChanges, _ movedTo: [Int], _ dataSource: [Cell]
  ) throws {
    let updates = Array(changes.updatesAfter)
    try check(updates, below: cells.count, "update after")
    for index in updates where refreshing == .after || movedTo.contains(index) {
      cells[index] = dataSource[index]
    }
  }

  private func check(_ indices: [Int], below count: Int, _ what: String) throws {
    var seen: Set<Int> = []
    for index in indices {
      guard (0..<count).contains(index) else { throw Inconsistency.outOfRange(index, what) }
      guard seen.insert(index).inserted else { throw Inconsistency.twice(index, what) }
    }
  }
}
