/// A place in a story's comments: the how-manieth comment the server (or the file) gave.
///
/// A position stays good for as long as the story value it came from does.
public struct Position: Hashable, Comparable, Sendable {
  package let index: Int32

  package init(_ index: Int) { self.index = Int32(truncatingIfNeeded: index) }

  /// Orders positions as their comments arrived.
  public static func < (left: Position, right: Position) -> Bool { left.index < right.index }
}
