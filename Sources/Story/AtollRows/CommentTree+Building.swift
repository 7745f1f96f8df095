import AtollComments

extension CommentTree {
  /// The depth for which stacks reserve memory at the start.
  package static let reservedStackDepth = 12

  /// Fills the columns by traversing the siblings depth first, with an explicit stack.
  mutating func build(from siblings: borrowing Siblings) {
    let count = siblings.list.count
    rootCount = siblings.rootCount
    order.resetToZeros(count: count)
    depths.resetToZeros(count: count)
    branchSizes.resetToZeros(count: count)
    replyCounts.resetToZeros(count: count)
    ordinals.resetToZeros(count: count)
    walk(siblings)
  }

  private mutating func walk(_ siblings: borrowing Siblings) {
    var open: [OpenBranch] = []
    open.reserveCapacity(Self.reservedStackDepth)
    var level = OpenBranch(
      next: siblings.firstRoot, end: Int32(truncatingIfNeeded: siblings.list.count), ordinal: -1)
    var ordinal: Int32 = 0
    while true {
      if level.next == level.end {
        if level.ordinal >= 0 { branchSizes[Int(level.ordinal)] = ordinal &- level.ordinal }
        guard let outer = open.popLast() else { break }
        level = outer
        continue
      }
      let position = Int(siblings.list[Int(level.next)])
      level.next &+= 1
      let here = Int(ordinal)
      let first = siblings.starts[position]
      let end = siblings.starts[position + 1]
      order[here] = Int32(truncatingIfNeeded: position)
      depths[here] = Int32(truncatingIfNeeded: open.count)
      replyCounts[here] = end &- first
      ordinals[position] = ordinal
      if first == end {
        branchSizes[here] = 1
      } else {
        open.append(level)
        level = OpenBranch(next: first, end: end, ordinal: ordinal)
      }
      ordinal &+= 1
    }
  }
}

/// A comment whose replies are being traversed; for the roots, `ordinal` is -1.
///
/// `next` and `end` are indices in `Siblings.list`.
private struct OpenBranch {
  var next: Int32
  var end: Int32
  var ordinal: Int32
}

/// All comments grouped by parent: the replies to comment 0, to comment 1 and so on, then roots.
struct Siblings: Sendable {
  private(set) var list: [Int32] = []
  /// For each comment, the index in `list` at which its replies start; then the index of the first
  /// root, and the end index of `list`.
  private(set) var starts: [Int32] = [0, 0]
  private var parents: [Int32] = []

  var count: Int { list.count }
  var firstRoot: Int32 { starts[starts.count - 2] }
  var rootCount: Int { list.count - Int(firstRoot) }

  /// Groups the comments by a counting sort; siblings keep the order of the input.
  mutating func collect(from story: borrowing Story) {
    let count = story.comments.count
    parents.resetToZeros(count: count)
    starts.resetToZeros(count: count + 2)
    list.resetToZeros(count: count)
    for index in 0..<count {
      let parent = story.comments[index].parent
      parents[index] = parent < 0 ? Int32(truncatingIfNeeded: count) : parent
      starts[Int(parents[index])] &+= 1
    }
    // Every entry is first the end of its group; filling from the back moves it to the start.
    var end: Int32 = 0
    for group in starts.indices {
      end &+= starts[group]
      starts[group] = end
    }
    var index = count
    while index > 0 {
      index &-= 1
      let group = Int(parents[index])
      starts[group] &-= 1
      list[Int(starts[group])] = Int32(truncatingIfNeeded: index)
    }
  }

  /// Sorts the replies to each comment in the order of `sort`, and the roots in the order `roots`.
  mutating func sort(with sort: inout SiblingSort, roots: CommentOrder) {
    let last = starts.count - 2
    for group in 0...last {
      let range = Int(starts[group])..<Int(starts[group + 1])
      if group == last { sort.order = roots }
      if range.count > 1 { sort.sort(&list, in: range, starts: starts) }
    }
  }
}
