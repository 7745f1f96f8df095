/// The index of a comment in a story, in the order of the input.
///
/// A position is valid only for the story value that it came from.
public struct Position: Hashable, Comparable, Sendable {
  package let index: Int32

  package init(_ index: Int) { self.index = Int32(truncatingIfNeeded: index) }

  /// Returns whether the left comment comes before the right one in the input.
  public static func < (left: Position, right: Position) -> Bool { left.index < right.index }
}
