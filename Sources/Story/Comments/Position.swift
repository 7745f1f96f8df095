/// The index of a comment in a story, in the order of the input.
///
/// A position is valid only for the story value that it came from.
public struct Position: Hashable, Comparable, Sendable {
  package let index: Int32

  package init(_ index: Int) { self.index = Int32(truncatingIfNeeded: index) }

  /// Orders positions as their comments arrived.
  public static func < (left: Position, right: Position) -> Bool { left.index < right.index }
}
