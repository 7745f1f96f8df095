import AtollBytes

/// Ascending row indices, stored as ranges: a hundred thousand consecutive rows are one range.
///
/// ```swift
/// tableView.deleteRows(
///   at: changes.deletions.map { IndexPath(row: $0, section: 0) }, with: .fade)
/// ```
public struct RowIndices: Hashable, Sendable, Sequence {
  /// The indices as ascending ranges, none of which are empty or adjacent.
  public private(set) var ranges: [Range<Int>] = []
  /// The number of indices.
  public private(set) var count = 0

  package init() {}

  /// True if there are no indices.
  public var isEmpty: Bool { ranges.isEmpty }

  /// Returns whether an index is contained; takes logarithmic time in the number of ranges.
  public func contains(_ index: Int) -> Bool {
    let rangeIndex = partitioningIndex(of: ranges) { $0.upperBound <= index }
    return rangeIndex < ranges.count && ranges[rangeIndex].contains(index)
  }

  /// Adds an index that is greater than all others.
  mutating func append(_ index: Int) { append(index..<index + 1) }

  /// Adds a range after all others.
  mutating func append(_ range: Range<Int>) {
    if range.isEmpty { return }
    count += range.count
    if let last = ranges.last, last.upperBound == range.lowerBound {
      ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
    } else {
      ranges.append(range)
    }
  }

  /// Inserts an index; takes linear time in the number of ranges.
  mutating func insert(_ index: Int) {
    if contains(index) { return }
    let old = ranges
    self = RowIndices()
    for range in old where range.upperBound <= index { append(range) }
    append(index)
    for range in old where range.lowerBound > index { append(range) }
  }

  /// Returns an iterator over the indices in ascending order.
  public func makeIterator() -> Iterator { Iterator(ranges: ranges) }

  /// An iterator over the indices.
  public struct Iterator: IteratorProtocol, Sendable {
    private let ranges: [Range<Int>]
    private var range = 0
    private var offset = 0

    fileprivate init(ranges: [Range<Int>]) { self.ranges = ranges }

    /// Returns the next index, or `nil` after the last one.
    public mutating func next() -> Int? {
      guard range < ranges.count else { return nil }
      let index = ranges[range].lowerBound + offset
      offset += 1
      if offset == ranges[range].count {
        range += 1
        offset = 0
      }
      return index
    }
  }
}

/// Moves of rows, stored as runs of rows that move together.
///
/// ```swift
/// for move in changes.moves {
///   tableView.moveRow(
///     at: IndexPath(row: move.from, section: 0), to: IndexPath(row: move.to, section: 0))
/// }
/// ```
public struct RowMoves: Hashable, Sendable, Sequence {
  /// The move of one row.
  public struct Move: Hashable, Sendable {
    /// The row's index before the change.
    public let from: Int
    /// The row's index after the change.
    public let to: Int
  }

  /// Consecutive rows that move to consecutive indices in the same order.
  public struct Run: Hashable, Sendable {
    /// The indices before the change.
    public let from: Range<Int>
    /// The indices after the change.
    public let to: Range<Int>
  }

  /// The moves as runs, in the order of their new indices.
  public private(set) var runs: [Run] = []
  /// The number of rows that move.
  public private(set) var count = 0

  package init() {}

  /// True if there are no moves.
  public var isEmpty: Bool { runs.isEmpty }

  /// Adds a move whose new index is greater than those of all other moves.
  mutating func append(from: Int, to: Int) {
    count += 1
    if let last = runs.last, last.from.upperBound == from, last.to.upperBound == to {
      runs[runs.count - 1] = Run(
        from: last.from.lowerBound..<from + 1, to: last.to.lowerBound..<to + 1)
    } else {
      runs.append(Run(from: from..<from + 1, to: to..<to + 1))
    }
  }

  /// Returns an iterator over the moves in the order of their new indices.
  public func makeIterator() -> Iterator { Iterator(runs: runs) }

  /// An iterator over the moves.
  public struct Iterator: IteratorProtocol, Sendable {
    private let runs: [Run]
    private var run = 0
    private var offset = 0

    fileprivate init(runs: [Run]) { self.runs = runs }

    /// Returns the next move, or `nil` after the last one.
    public mutating func next() -> Move? {
      guard run < runs.count else { return nil }
      let move = Move(
        from: runs[run].from.lowerBound + offset, to: runs[run].to.lowerBound + offset)
      offset += 1
      if offset == runs[run].from.count {
        run += 1
        offset = 0
      }
      return move
    }
  }
}
