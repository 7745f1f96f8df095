package import AtollComments

/// The ranks of a comment at the root, one for each sort order; the first comment has rank 0.
///
/// A page that sorts without a script uses the ranks as values of the CSS property `order`.
package struct RootRanks: Hashable, Sendable {
  package var newest: Int32 = 0
  package var oldest: Int32 = 0
  package var mostLiked: Int32 = 0
  package var mostReplies: Int32 = 0

  package subscript(order: CommentOrder) -> Int {
    switch order {
    case .newest: Int(newest)
    case .oldest: Int(oldest)
    case .mostLiked: Int(mostLiked)
    case .mostReplies: Int(mostReplies)
    }
  }
}

package struct RootRankTable: Sendable {
  private var ranks: [RootRanks]
  /// For each comment of the story, the index in `ranks`, or -1 for a reply.
  private var rankIndices: [Int32]

  /// Creates the ranks; among roots with equal likes or replies, the newest comes first.
  init(of tree: borrowing CommentTree, in story: borrowing Story, using scratch: inout RankScratch)
  {
    rankIndices = []
    rankIndices.reserveCapacity(tree.count)
    rankIndices.append(contentsOf: repeatElement(-1, count: tree.count))
    ranks = []
    ranks.reserveCapacity(tree.rootCount)
    scratch.collectRoots(of: tree, in: story)
    for rank in 0..<scratch.newest.count {
      let root = scratch.newest[rank]
      rankIndices[Int(root.position)] = Int32(truncatingIfNeeded: rank)
      ranks.append(RootRanks(newest: Int32(truncatingIfNeeded: rank)))
    }
    rankFromOldest(scratch.newest)
    scratch.sort { Int64($0.likes) }
    for rank in 0..<ranks.count { ranks[scratch[rank]].mostLiked = Int32(truncatingIfNeeded: rank) }
    scratch.sort { Int64($0.replies) }
    for rank in 0..<ranks.count {
      ranks[scratch[rank]].mostReplies = Int32(truncatingIfNeeded: rank)
    }
  }

  /// Ranks the roots from oldest to newest; roots with equal times keep their order, and those
  /// without a time stay last.
  private mutating func rankFromOldest(_ newest: [RankScratch.Root]) {
    var end = newest.count
    while end > 0, !newest[end - 1].time.isKnown { end -= 1 }
    for index in end..<newest.count { ranks[index].oldest = Int32(truncatingIfNeeded: index) }
    var rank: Int32 = 0
    while end > 0 {
      var start = end - 1
      while start > 0, newest[start - 1].time == newest[end - 1].time { start -= 1 }
      for index in start..<end {
        ranks[index].oldest = rank
        rank &+= 1
      }
      end = start
    }
  }

  /// The ranks of a comment at the root; `nil` for a reply.
  package subscript(position: Int32) -> RootRanks? {
    guard position >= 0, rankIndices[Int(position)] >= 0 else { return nil }
    return ranks[Int(rankIndices[Int(position)])]
  }
}

struct RankScratch: Sendable {
  struct Root: Sendable {
    var position: Int32
    var likes: Int32
    /// The number of replies in the story or, if greater, on the server.
    var replies: Int32
    var time: Timestamp
  }

  private(set) var newest: [Root] = []
  private var keys: [UInt64] = []

  mutating func collectRoots(of tree: borrowing CommentTree, in story: borrowing Story) {
    newest.removeAll(keepingCapacity: true)
    newest.reserveCapacity(tree.rootCount)
    var ordinal = 0
    while ordinal < tree.count {
      newest.append(Self.root(at: ordinal, of: tree, in: story))
      ordinal &+= Int(tree.branchSizes[ordinal])
    }
    if case .newest = tree.sortOrder { return }
    var sort = SiblingSort(of: story, by: .newest)
    let found = newest
    sort.collectKeys(count: found.count) { (found[$0].position, found[$0].replies) }
    sort.sort()
    for index in newest.indices {
      newest[index] = Self.root(at: Int(tree.ordinals[Int(sort[index])]), of: tree, in: story)
    }
  }

  private static func root(
    at ordinal: Int, of tree: borrowing CommentTree, in story: borrowing Story
  ) -> Root {
    let position = tree.order[ordinal]
    let record = story.comments[Int(position)]
    return Root(
      position: position, likes: record.likes,
      replies: max(tree.replyCounts[ordinal], record.replyCount), time: record.createdAt)
  }

  /// Sorts by a number, greatest first; roots with equal numbers are sorted by time, newest first.
  ///
  /// Number and rank are packed into one integer key.
  mutating func sort(by number: (Root) -> Int64) {
    keys.removeAll(keepingCapacity: true)
    keys.reserveCapacity(newest.count)
    for rank in 0..<newest.count {
      let least = UInt64(bitPattern: Int64(Int32.max) &- number(newest[rank]))
      keys.append(least &<< 32 | UInt64(truncatingIfNeeded: rank))
    }
    keys.sort()
  }

  /// The index in `newest` of the root at this index in the order of the last `sort(by:)`.
  subscript(index: Int) -> Int { Int(truncatingIfNeeded: keys[index] & 0xFFFF_FFFF) }
}
