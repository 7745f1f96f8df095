import AtollComments
import AtollRows

// The example of docs/rows.md, word for word; `DocumentationTests` compares the two.

/// Anything that shows rows: a table view, a collection view, a terminal.
protocol RowView {
  func performBatchUpdates(_ updates: () -> Void)
  func deleteRows(at indices: [Int])
  func insertRows(at indices: [Int])
  func moveRow(at index: Int, to newIndex: Int)
  func reconfigureRows(at indices: [Int])
}

struct CommentsScreen {
  var feed: CommentFeed
  let view: any RowView

  /// Returns the text of a row for the data source.
  func text(at index: Int) -> String {
    let row = feed.row(at: index)
    let indent = String(repeating: "  ", count: row.depth)
    let more = row.isExpanded ? "" : " (\(row.hiddenReplies) more)"
    return indent + feed.comment(at: index).body.plainText + more
  }

  mutating func didSelectRow(at index: Int) { show(feed.toggleExpansion(at: index)) }

  mutating func didPost(_ comment: Comment) { show(feed.insert(comment, placed: .first)) }

  private func show(_ changes: RowChanges) {
    if changes.isEmpty { return }
    view.performBatchUpdates {
      view.deleteRows(at: Array(changes.deletions))
      view.insertRows(at: Array(changes.insertions))
      for move in changes.moves { view.moveRow(at: move.from, to: move.to) }
    }
    view.reconfigureRows(at: Array(changes.updatesAfter))
  }
}
