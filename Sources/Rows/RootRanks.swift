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

/// The ranks of all comments at the root, found by comment.
package struct RootRankTable: Sendable {
  private var ranks: [RootRanks]
  /// By index in the story: which root it is, or -1.
  private var roots: [Int32]

  /// The ranks of a tree's roots.
  package init(of tree: borrowing CommentTree, in story: borrowing Story) {
    var sort = SiblingSort(of: story, by: tree.sortOrder)
    self.init(of: tree, sortedWith: &sort)
  }

  /// Sorts the roots once for each order but the tree's own.
  init(of tree: borrowing CommentTree, sortedWith sort: inout SiblingSort) {
    roots = []
    roots.reserveCapacity(tree.count)
    roots.append(contentsOf: repeatElement(-1, count: tree.count))
    ranks = []
    ranks.reserveCapacity(tree.rootCount)
    ranks.append(contentsOf: repeatElement(RootRanks(), count: tree.rootCount))
    var ordinals: [Int32] = []
    ordinals.reserveCapacity(tree.rootCount)
    var ordinal = 0
    while ordinal < tree.count {
      let root = ordinals.count
      roots[Int(tree.order[ordinal])] = Int32(truncatingIfNeeded: root)
      ranks[root].set(Int32(truncatingIfNeeded: root), of: tree.sortOrder)
      ordinals.append(Int32(truncatingIfNeeded: ordinal))
      ordinal &+= Int(tree.sizes[ordinal])
    }
    for order in SortOrder.allCases where order != tree.sortOrder {
      sort.order = order
      sort.collect(ordinals.count) { root in
        (tree.order[Int(ordinals[root])], tree.replies[Int(ordinals[root])])
      }
      sort.sort()
      for rank in 0..<ordinals.count {
        ranks[Int(roots[Int(sort[rank])])].set(Int32(truncatingIfNeeded: rank), of: order)
      }
    }
  }

  /// The ranks of a comment, if it stands at the root.
  package subscript(position: Int32) -> RootRanks? {
    guard position >= 0, roots[Int(position)] >= 0 else { return nil }
    return ranks[Int(roots[Int(position)])]
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
