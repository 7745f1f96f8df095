package import Comments

/// Where a comment at the root stands under each order: 0 for the first.
///
/// A page that sorts without script carries these as the `order` of its roots.
package struct RootRanks: Hashable, Sendable {
  package var newest: Int32 = 0
  package var oldest: Int32 = 0
  package var mostLiked: Int32 = 0
  package var mostReplies: Int32 = 0

  /// The rank under one order.
  package subscript(order: SortOrder) -> Int {
    switch order {
    case .newest: Int(newest)
    case .oldest: Int(oldest)
    case .mostLiked: Int(mostLiked)
    case .mostReplies: Int(mostReplies)
    }
  }
}

extension CommentTree {
  /// The ranks of the comments at the root, in the order of this tree: the n-th root has the n-th.
  ///
  /// Sorts the roots once for each order; the tree's own order is not sorted again.
  package func rootRanks(in story: Story) -> [RootRanks] {
    var roots: [Int] = []
    roots.reserveCapacity(rootCount)
    var ordinal = 0
    while ordinal < count {
      roots.append(ordinal)
      ordinal += Int(sizes[ordinal])
    }
    var ranks = [RootRanks](repeating: RootRanks(), count: roots.count)
    var rootOf = [Int32](repeating: 0, count: story.comments.count)
    for (root, ordinal) in roots.enumerated() {
      rootOf[Int(order[ordinal])] = Int32(truncatingIfNeeded: root)
    }
    var sort = SiblingSort(of: story, by: sortOrder)
    for sortOrder in SortOrder.allCases {
      sort.order = sortOrder
      sort.collect(roots.count) { root in (order[roots[root]], replies[roots[root]]) }
      sort.sort()
      for rank in 0..<roots.count {
        let root = Int(rootOf[Int(sort[rank])])
        ranks[root].set(Int32(truncatingIfNeeded: rank), of: sortOrder)
      }
    }
    return ranks
  }
}

extension RootRanks {
  fileprivate mutating func set(_ rank: Int32, of order: SortOrder) {
    switch order {
    case .newest: newest = rank
    case .oldest: oldest = rank
    case .mostLiked: mostLiked = rank
    case .mostReplies: mostReplies = rank
    }
  }
}
