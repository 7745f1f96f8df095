package import AtollComments

/// Buffers that are reused to make one tree after another.
///
/// For a story of twenty comments, allocating memory takes longer than making the tree.
package struct TreeScratch: Sendable {
  /// The tree that was made last; empty at first.
  package private(set) var tree = CommentTree()
  private var siblings = Siblings()
  private var keys: [SiblingSort.Key] = []
  private var ranks = RankScratch()

  package init() {}

  package mutating func makeTree(
    of story: borrowing Story, sortedBy sortOrder: CommentOrder, replies: CommentOrder
  ) {
    tree.sortOrder = sortOrder
    tree.replySortOrder = replies
    var sort = SiblingSort(of: story, by: replies, in: &keys)
    siblings.collect(from: story)
    siblings.sort(with: &sort, roots: sortOrder)
    keys = sort.takeKeys()
    if siblings.count > Self.maximumReusedCount { keys = [] }
    tree.build(from: siblings)
    if siblings.count > Self.maximumReusedCount { siblings = Siblings() }
  }

  /// Ranks the roots of the last tree, which must be that of `story`.
  package mutating func rankRoots(in story: borrowing Story) -> RootRankTable {
    RootRankTable(of: tree, in: story, using: &ranks)
  }

  /// Releases the memory of a large tree; for such a tree, the cost of allocating it again hardly
  /// matters.
  package mutating func releaseLargeTree() {
    if tree.count > Self.maximumReusedCount { self = TreeScratch() }
  }

  /// The number of comments up to which buffers are kept.
  private static let maximumReusedCount = 4096
}

extension [Int32] {
  /// Sets the array to `count` zeros and keeps its memory.
  mutating func resetToZeros(count: Int) {
    removeAll(keepingCapacity: true)
    reserveCapacity(count)
    append(contentsOf: repeatElement(0, count: count))
  }
}
