#if canImport(UIKit)
  import AtollComments
  import AtollRows
  import UIKit

  /// The thread in a table view of UIKit.
  final class CommentsViewController: UITableViewController, CommentTable {
    private let controller: CommentsController

    init(_ controller: CommentsController) {
      self.controller = controller
      super.init(style: .plain)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      tableView.register(UITableViewCell.self, forCellReuseIdentifier: "comment")
      controller.table = self
      start { await $0.load() }
    }

    /// Starts an action, and then shows its message.
    private func start(_ action: @escaping @MainActor (CommentsController) async -> Void) {
      Task {
        await action(controller)
        navigationItem.title = controller.feed.story.title
        navigationItem.prompt = controller.message
      }
    }

    // MARK: Rows

    func perform(_ changes: RowChanges) {
      func paths(_ rows: RowIndices) -> [IndexPath] { rows.map { IndexPath(row: $0, section: 0) } }
      guard let table = tableView else { return }
      // Before it is shown, the table may not have asked for its rows yet.
      if table.window == nil { return table.reloadData() }
      table.performBatchUpdates {
        table.deleteRows(at: paths(changes.deletions), with: .fade)
        table.insertRows(at: paths(changes.insertions), with: .fade)
        for move in changes.moves {
          table.moveRow(
            at: IndexPath(row: move.from, section: 0), to: IndexPath(row: move.to, section: 0))
        }
      }
      table.reconfigureRows(at: paths(changes.updatesAfter))
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      controller.feed.count
    }

    override func tableView(
      _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
      let row = controller.feed.row(at: indexPath.row)
      let comment = controller.feed.comment(at: indexPath.row)
      let cell = tableView.dequeueReusableCell(withIdentifier: "comment", for: indexPath)
      var content = cell.defaultContentConfiguration()
      content.text = comment.author?.name
      var text = comment.tombstone == nil ? comment.body.plainText : "[…]"
      if !row.isExpanded { text += "\n+\(row.hiddenReplies)" }
      content.secondaryText = text
      content.directionalLayoutMargins.leading = CGFloat(16 + 12 * min(row.depth, 6))
      cell.contentConfiguration = content
      return cell
    }

    // MARK: Actions

    override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
      controller.toggleExpansion(of: controller.feed.comment(at: indexPath.row).id)
    }

    override func tableView(
      _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath
    ) {
      if indexPath.row + 1 == controller.feed.count { start { await $0.loadMore() } }
    }

    override func tableView(
      _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
    ) -> UISwipeActionsConfiguration? {
      let id = controller.feed.comment(at: indexPath.row).id
      let like = UIContextualAction(style: .normal, title: "Like") { [weak self] _, _, finish in
        self?.start { await $0.toggleLike(id) }
        finish(true)
      }
      let reply = UIContextualAction(style: .normal, title: "Reply") { [weak self] _, _, finish in
        self?.write(answering: id)
        finish(true)
      }
      return UISwipeActionsConfiguration(actions: [reply, like])
    }

    private func write(answering comment: String) {
      let alert = UIAlertController(title: "Reply", message: nil, preferredStyle: .alert)
      alert.addTextField { [controller] in $0.text = controller.takeText(answering: comment) }
      alert.addAction(
        UIAlertAction(title: "Cancel", style: .cancel) { [controller, weak alert] _ in
          controller.keep(alert?.textFields?.first?.text ?? "", answering: comment)
        })
      alert.addAction(
        UIAlertAction(title: "Post", style: .default) { [weak self, weak alert] _ in
          guard let text = alert?.textFields?.first?.text else { return }
          self?.start { await $0.post(text, answering: comment) }
        })
      present(alert, animated: true)
    }
  }
#endif
