/// Ascending row indices, kept as ranges, so that a hundred thousand rows in a run are one range.
///
/// ```swift
/// tableView.deleteRows(
///   at: changes.deletions.map { IndexPath(row: $0, section: 0) }, with: .fade)
/// ```
public struct RowIndices: Hashable, Sendable, Sequence {
  /// The same indices as ranges: ascending, none empty, none touching the next.
  public private(set) var ranges: [Range<Int>] = []
  /// How many indices there are.
  public private(set) var count = 0

  /// No indices.
  package init() {}

  /// The indices of one range.
  package init(_ range: Range<Int>) { append(range) }

  /// Whether there is no index at all.
  public var isEmpty: Bool { ranges.isEmpty }

  /// Whether an index is among them; logarithmic in the number of ranges.
  public func contains(_ index: Int) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= index { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(index)
  }

  /// Adds an index that is larger than all there are.
  mutating func append(_ index: Int) { append(index..<index + 1) }

  /// Adds a range that lies after all there are.
  mutating func append(_ range: Range<Int>) {
    if range.isEmpty { return }
    count += range.count
    if let last = ranges.last, last.upperBound == range.lowerBound {
      ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
    } else {
      ranges.append(range)
    }
  }

  /// Adds an index wherever it belongs; linear in the number of ranges.
  mutating func insert(_ index: Int) {
    if contains(index) { return }
    let old = ranges
    self = RowIndices()
    for range in old where range.upperBound <= index { append(range) }
    append(index)
    for range in old where range.lowerBound > index { append(range) }
  }

  /// An iterator over the single indices, in ascending order.
  public func makeIterator() -> Iterator { Iterator(ranges: ranges) }

  /// Walks the single indices.
  public struct Iterator: IteratorProtocol, Sendable {
    private let ranges: [Range<Int>]
    private var range = 0
    private var offset = 0

    fileprivate init(ranges: [Range<Int>]) { self.ranges = ranges }

    /// The next index, or nothing after the last.
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

/// Rows that stay on show and change their place, kept as runs that move together.
///
/// ```swift
/// for move in changes.moves {
///   tableView.moveRow(
///     at: IndexPath(row: move.from, section: 0), to: IndexPath(row: move.to, section: 0))
/// }
/// ```
public struct RowMoves: Hashable, Sendable, Sequence {
  /// One row's move: from its old index to its new one.
  public struct Move: Hashable, Sendable {
    /// The row's index before the change.
    public let from: Int
    /// The row's index after the change.
    public let to: Int
  }

  /// Neighbouring rows that move to neighbouring places, in the same order.
  public struct Run: Hashable, Sendable {
    /// The rows' indices before the change.
    public let from: Range<Int>
    /// The rows' indices after the change.
    public let to: Range<Int>
  }

  /// The same moves as runs, in the order of their new places.
  public private(set) var runs: [Run] = []
  /// How many rows move.
  public private(set) var count = 0

  package init() {}

  /// Whether no row moves.
  public var isEmpty: Bool { runs.isEmpty }

  /// Adds a move to a place after those of all there are.
  mutating func append(from: Int, to: Int) {
    count += 1
    if let last = runs.last, last.from.upperBound == from, last.to.upperBound == to {
      runs[runs.count - 1] = Run(
        from: last.from.lowerBound..<from + 1, to: last.to.lowerBound..<to + 1)
    } else {
      runs.append(Run(from: from..<from + 1, to: to..<to + 1))
    }
  }

  /// An iterator over the single moves, in the order of their new places.
  public func makeIterator() -> Iterator { Iterator(runs: runs) }

  /// Walks the single moves.
  public struct Iterator: IteratorProtocol, Sendable {
    private let runs: [Run]
    private var run = 0
    private var offset = 0

    fileprivate init(runs: [Run]) { self.runs = runs }

    /// The next move, or nothing after the last.
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
