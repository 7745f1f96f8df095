/// The shortest edit from one list to another by insertions and deletions.
///
/// See Eugene Myers, “An O(ND) Difference Algorithm and Its Variations”, 1986.
package enum ShortestEdit {
  /// Returns the pairs of indices of the elements that are kept, in order; `nil` if more edits than
  /// `limit` are needed.
  package static func keptPairs<Element: Equatable>(
    _ old: [Element], _ new: [Element], atMost limit: Int
  ) -> [(Int, Int)]? {
    let maximumEdits = min(old.count + new.count, limit)
    var furthest = [Int](repeating: 0, count: 2 * maximumEdits + 3)
    let middle = maximumEdits + 1
    var history: [[Int]] = []
    for edits in 0...maximumEdits {
      history.append(Array(furthest[(middle - edits - 1)...(middle + edits + 1)]))
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        let goesDown =
          diagonal == -edits
          || (diagonal != edits
            && furthest[middle + diagonal - 1] < furthest[middle + diagonal + 1])
        var x = goesDown ? furthest[middle + diagonal + 1] : furthest[middle + diagonal - 1] + 1
        var y = x - diagonal
        while x < old.count, y < new.count, old[x] == new[y] {
          x += 1
          y += 1
        }
        furthest[middle + diagonal] = x
        if x >= old.count && y >= new.count {
          return walkBack(history, oldCount: old.count, newCount: new.count)
        }
      }
    }
    return nil
  }

  private static func walkBack(_ history: [[Int]], oldCount: Int, newCount: Int) -> [(Int, Int)] {
    var pairs: [(Int, Int)] = []
    var x = oldCount
    var y = newCount
    for edits in stride(from: history.count - 1, through: 0, by: -1) {
      let furthest = history[edits]
      let middle = edits + 1
      let diagonal = x - y
      let goesDown =
        diagonal == -edits
        || (diagonal != edits && furthest[middle + diagonal - 1] < furthest[middle + diagonal + 1])
      let before = goesDown ? diagonal + 1 : diagonal - 1
      let startX = edits == 0 ? 0 : furthest[middle + before]
      let startY = edits == 0 ? 0 : startX - before
      while x > startX && y > startY && x > 0 && y > 0 {
        let isFirstStep =
          edits > 0
          && (goesDown ? (x == startX && y == startY + 1) : (x == startX + 1 && y == startY))
        if isFirstStep { break }
        x -= 1
        y -= 1
        pairs.append((x, y))
      }
      x = startX
      y = startY
    }
    return pairs.reversed()
  }
}

/// A range of one list that became a range of another list; either range may be empty.
package struct ListChange: Hashable, Sendable {
  package var old: Range<Int>
  package var new: Range<Int>

  package init(old: Range<Int>, new: Range<Int>) { (self.old, self.new) = (old, new) }
}

extension [ListChange] {
  /// The number of elements that differ: for each change, the elements of its longer side.
  package var elementCount: Int { reduce(0) { $0 + Swift.max($1.old.count, $1.new.count) } }
}

extension ShortestEdit {
  /// Returns the ranges in which two lists differ, in order.
  ///
  /// If more edits than `limit` are needed, a single range spans from the first difference to the
  /// last.
  package static func changes<Element: Equatable>(
    _ old: [Element], _ new: [Element], atMost limit: Int = 1_000
  ) -> [ListChange] {
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, old[start] == new[start] { start += 1 }
    var commonSuffixCount = 0
    while commonSuffixCount < shorter - start,
      old[old.count - 1 - commonSuffixCount] == new[new.count - 1 - commonSuffixCount]
    {
      commonSuffixCount += 1
    }
    let whole = ListChange(
      old: start..<(old.count - commonSuffixCount), new: start..<(new.count - commonSuffixCount))
    let kept = keptPairs(Array(old[whole.old]), Array(new[whole.new]), atMost: limit) ?? []
    var changes: [ListChange] = []
    var (left, right) = (start, start)
    for (oldIndex, newIndex) in kept + [(whole.old.count, whole.new.count)] {
      let change = ListChange(old: left..<(start + oldIndex), new: right..<(start + newIndex))
      if !change.old.isEmpty || !change.new.isEmpty { changes.append(change) }
      (left, right) = (change.old.upperBound + 1, change.new.upperBound + 1)
    }
    return changes
  }
}
