import AtollComments
import AtollRows

/// A table without a view, which checks batch updates as `UITableView` does and compares every cell.
///
/// It keeps one cell for each row, and asks the data source for a new cell only where the batch says so. It shares no
/// code with the library.
@MainActor final class AssertingTable: CommentTable {
  /// The content of a cell.
  struct Cell: Equatable {
    var comment: Comment
    var depth: Int
    var replies: Int
    var hiddenReplies: Int
  }

  /// Returns the cells of all rows, as the data source would make them now.
  var dataSource: () -> [Cell] = { [] }
  private(set) var problems: [String] = []
  private(set) var batches = 0
  private var cells: [Cell] = []
  private var deletions: [Int] = []
  private var insertions: [Int] = []
  private var moves: [(from: Int, to: Int)] = []

  static func cells(of feed: CommentFeed) -> [Cell] {
    (0..<feed.count).map { index in
      let row = feed.row(at: index)
      return Cell(
        comment: feed.comment(at: index), depth: row.depth, replies: row.replies,
        hiddenReplies: row.hiddenReplies)
    }
  }

  func reloadData() { cells = dataSource() }

  /// Does what the view controller for UIKit does with a table view.
  func perform(_ changes: RowChanges) {
    performBatchUpdates {
      deleteRows(at: Array(changes.deletions))
      insertRows(at: Array(changes.insertions))
      for move in changes.moves { moveRow(at: move.from, to: move.to) }
    }
    reconfigureRows(at: Array(changes.updatesAfter))
  }

  private func performBatchUpdates(_ updates: () -> Void) {
    (deletions, insertions, moves) = ([], [], [])
    batches += 1
    updates()
    let new = dataSource()
    check(deletions + moves.map(\.from), below: cells.count, "deletions and moves from")
    check(insertions + moves.map(\.to), below: new.count, "insertions and moves to")
    if cells.count - deletions.count + insertions.count != new.count {
      problems.append(
        "invalid number of rows: \(cells.count) - \(deletions.count) + \(insertions.count), not \(new.count)"
      )
      cells = new
      return
    }
    let leaving = Set(deletions + moves.map(\.from))
    var staying = cells.indices.filter { !leaving.contains($0) }[...]
    let arriving = Set(insertions)
    var sources: [Int: Int] = [:]
    for move in moves { sources[move.to] = move.from }
    cells = new.indices.map { index in
      if arriving.contains(index) { return new[index] }
      if let source = sources[index] { return cells[source] }
      return staying.popFirst().map { cells[$0] } ?? new[index]
    }
  }

  private func deleteRows(at rows: [Int]) { deletions += rows }
  private func insertRows(at rows: [Int]) { insertions += rows }
  private func moveRow(at row: Int, to newRow: Int) { moves.append((row, newRow)) }

  private func reconfigureRows(at rows: [Int]) {
    let new = dataSource()
    check(rows, below: cells.count, "reconfigured rows")
    for row in rows where cells.indices.contains(row) { cells[row] = new[row] }
    for row in cells.indices where cells[row] != new[row] { problems.append("stale cell \(row)") }
  }

  private func check(_ rows: [Int], below count: Int, _ name: String) {
    if Set(rows).count != rows.count { problems.append("\(name): one row twice") }
    if rows.contains(where: { !(0..<count).contains($0) }) {
      problems.append("\(name): out of range")
    }
  }
}
