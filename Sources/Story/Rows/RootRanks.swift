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
    var memory = RankScratch()
    self.init(of: tree, in: story, &memory)
  }

  /// Ranks by time first: that decides between roots that have as many likes, or replies.
  init(of tree: borrowing CommentTree, in story: borrowing Story, _ memory: inout RankScratch) {
    roots = []
    roots.reserveCapacity(tree.count)
    roots.append(contentsOf: repeatElement(-1, count: tree.count))
    ranks = []
    ranks.reserveCapacity(tree.rootCount)
    memory.collectRoots(of: tree, in: story)
    for rank in 0..<memory.newest.count {
      let root = memory.newest[rank]
      roots[Int(root.position)] = Int32(truncatingIfNeeded: rank)
      ranks.append(RootRanks(newest: Int32(truncatingIfNeeded: rank)))
    }
    rankOldest(memory.newest)
    memory.sort { Int64($0.likes) }
    for rank in 0..<ranks.count { ranks[memory[rank]].mostLiked = Int32(truncatingIfNeeded: rank) }
    memory.sort { Int64($0.replies) }
    for rank in 0..<ranks.count {
      ranks[memory[rank]].mostReplies = Int32(truncatingIfNeeded: rank)
    }
  }

  /// Ranks from the other end; those of one time stay in their order, and so do those of unknown time,
  /// which are the last either way.
  private mutating func rankOldest(_ newest: [RankScratch.Root]) {
    var end = newest.count
    while end > 0, !newest[end - 1].time.isKnown { end -= 1 }
    for place in end..<newest.count { ranks[place].oldest = Int32(truncatingIfNeeded: place) }
    var rank: Int32 = 0
    while end > 0 {
      var start = end - 1
      while start > 0, newest[start - 1].time == newest[end - 1].time { start -= 1 }
      for place in start..<end {
        ranks[place].oldest = rank
        rank &+= 1
      }
      end = start
    }
  }

  /// The ranks of a comment, if it stands at the root.
  package subscript(position: Int32) -> RootRanks? {
    guard position >= 0, roots[Int(position)] >= 0 else { return nil }
    return ranks[Int(roots[Int(position)])]
  }
}

/// The memory that roots are ranked in.
struct RankScratch: Sendable {
  /// What decides about a root.
  struct Root: Sendable {
    var position: Int32
    var likes: Int32
    /// How many replies it has in the story, or on the server where that is more.
    var replies: Int32
    var time: Timestamp
  }

  /// The newest first.
  private(set) var newest: [Root] = []
  private var keys: [UInt64] = []

  mutating func collectRoots(of tree: borrowing CommentTree, in story: borrowing Story) {
    newest.removeAll(keepingCapacity: true)
    newest.reserveCapacity(tree.rootCount)
    var ordinal = 0
    while ordinal < tree.count {
      newest.append(Self.root(at: ordinal, of: tree, in: story))
      ordinal &+= Int(tree.sizes[ordinal])
    }
    if tree.sortOrder == .newest { return }
    var sort = SiblingSort(of: story, by: .newest)
    let found = newest
    sort.collect(found.count) { (found[$0].position, found[$0].replies) }
    sort.sort()
    for place in newest.indices {
      newest[place] = Self.root(at: Int(tree.ordinals[Int(sort[place])]), of: tree, in: story)
    }
  }

  private static func root(
    at ordinal: Int, of tree: borrowing CommentTree, in story: borrowing Story
  ) -> Root {
    let position = tree.order[ordinal]
    let record = story.comments[Int(position)]
    return Root(
      position: position, likes: record.likes,
      replies: max(tree.replies[ordinal], record.replyCount), time: record.createdAt)
  }

  /// Sorts by a number, the greatest first, and the newest first where it is the same.
  ///
  /// Number and rank make one integer, so that nothing is looked up while sorting.
  mutating func sort(by number: (Root) -> Int64) {
    keys.removeAll(keepingCapacity: true)
    keys.reserveCapacity(newest.count)
    for rank in 0..<newest.count {
      let least = UInt64(bitPattern: Int64(Int32.max) &- number(newest[rank]))
      keys.append(least &<< 32 | UInt64(truncatingIfNeeded: rank))
    }
    if keys.count > 24 { return keys.sort() }
    var next = 1
    while next < keys.count {
      let key = keys[next]
      var slot = next
      while slot > 0, keys[slot &- 1] > key {
        keys[slot] = keys[slot &- 1]
        slot &-= 1
      }
      keys[slot] = key
      next &+= 1
    }
  }

  /// The rank by time of the root that was sorted to a place.
  subscript(place: Int) -> Int { Int(truncatingIfNeeded: keys[place] & 0xFFFF_FFFF) }
}
