package import Comments

/// The memory that one tree after another is made in.
///
/// For a story of some twenty comments, asking for memory takes longer than making its tree.
package struct TreeScratch: Sendable {
  /// The tree that was made last.
  package private(set) var tree = CommentTree()
  private var siblings = Siblings()
  private var keys: [SiblingSort.Key] = []
  private var ranks = RankScratch()

  package init() {}

  /// Makes the tree of a story.
  package mutating func makeTree(
    of story: borrowing Story, sortedBy sortOrder: SortOrder, replies: SortOrder
  ) {
    tree.sortOrder = sortOrder
    tree.replySortOrder = replies
    var sort = SiblingSort(of: story, by: replies, in: &keys)
    siblings.collect(from: story)
    siblings.sort(with: &sort, roots: sortOrder)
    keys = sort.takeKeys()
    if siblings.count > Self.keptCount { keys = [] }
    tree.build(from: siblings)
    if siblings.count > Self.keptCount { siblings = Siblings() }
  }

  /// Ranks the roots of the tree that was made last, which was that of `story`.
  package mutating func rankRoots(in story: borrowing Story) -> RootRankTable {
    RootRankTable(of: tree, in: story, &ranks)
  }

  /// Forgets the tree, and keeps its memory unless that is large: there it would weigh on what comes
  /// next, and asking for it again is nothing beside the work on so many comments.
  package mutating func finish() {
    if tree.count > Self.keptCount { self = TreeScratch() }
  }

  /// What is larger is given back as soon as it has served.
  private static let keptCount = 4096
}

extension [Int32] {
  /// So many zeros, in the memory there is.
  mutating func reset(to count: Int) {
    removeAll(keepingCapacity: true)
    reserveCapacity(count)
    append(contentsOf: repeatElement(0, count: count))
  }
}
