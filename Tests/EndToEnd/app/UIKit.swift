// swift-format-ignore-file
// The declarations of UIKit that recipes/app uses, as Apple documents them, without their implementations. `script/check app`
// type-checks the recipe with them where there is no UIKit; on Apple's systems, the compiler uses the real ones.
@_exported import Foundation

public struct NSDirectionalEdgeInsets { public var leading: CGFloat = 0 }

@MainActor public protocol UIContentConfiguration {}

public struct UIListContentConfiguration: UIContentConfiguration {
  public var text: String?
  public var secondaryText: String?
  public var directionalLayoutMargins = NSDirectionalEdgeInsets()
}

@MainActor open class UIWindow {}

@MainActor open class UIView {
  public var window: UIWindow? { nil }
}

@MainActor open class UITableViewCell: UIView {
  public var contentConfiguration: (any UIContentConfiguration)?
  public func defaultContentConfiguration() -> UIListContentConfiguration { fatalError() }
}

@MainActor open class UINavigationItem {
  public var title: String?
  public var prompt: String?
}

@MainActor open class UIViewController {
  public let navigationItem = UINavigationItem()
  open func viewDidLoad() {}
  open func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool,
    completion: (() -> Void)? = nil
  ) {}
}

@MainActor open class UITableView: UIView {
  public enum Style: Int { case plain, grouped, insetGrouped }
  public enum RowAnimation: Int { case fade, automatic }
  public func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {}
  public func dequeueReusableCell(
    withIdentifier identifier: String, for indexPath: IndexPath
  ) -> UITableViewCell { fatalError() }
  public func performBatchUpdates(
    _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {}
  public func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {}
  public func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {}
  public func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {}
  public func reloadData() {}
  public func reconfigureRows(at indexPaths: [IndexPath]) {}
}

@MainActor open class UITableViewController: UIViewController {
  public var tableView: UITableView! = nil
  public init(style: UITableView.Style) {}
  public required init?(coder: NSCoder) {}
  open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 0 }
  open func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell { fatalError() }
  open func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
  open func tableView(
    _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath
  ) {}
  open func tableView(
    _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? { nil }
}

@MainActor open class UIContextualAction {
  public enum Style: Int { case normal, destructive }
  public typealias Handler = (UIContextualAction, UIView, @escaping (Bool) -> Void) -> Void
  public init(style: Style, title: String?, handler: @escaping Handler) {}
}

@MainActor open class UISwipeActionsConfiguration {
  public init(actions: [UIContextualAction]) {}
}

@MainActor open class UITextField: UIView { public var text: String? }

@MainActor open class UIAlertAction {
  public enum Style: Int { case `default`, cancel, destructive }
  public init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {}
}

@MainActor open class UIAlertController: UIViewController {
  public enum Style: Int { case actionSheet, alert }
  public init(title: String?, message: String?, preferredStyle: Style) {}
  public var textFields: [UITextField]? { nil }
  public func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {}
  public func addAction(_ action: UIAlertAction) {}
}

extension IndexPath {
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
  public var row: Int { self[1] }
}
