/// Where among its siblings a new comment goes.
public enum Placement: Hashable, Sendable {
  /// Where the current order puts it.
  case inOrder
  /// Before all others, where its author will see it.
  case first
}
