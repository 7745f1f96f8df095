import AtollComments
import AtollRows

/// Lays out the thread itself: the heading, the comments within the limits, and what is left out.
///
/// The tree is walked once, in preorder. Every comment is counted exactly once: as shown, as one of
/// the `hiddenReplies` of a comment that is shown, or as one of the `moreComments` at the end. Only
/// branches outside of all `ThreadGroup`s are not counted.
struct ThreadLayout {
  let tree: CommentTree
  /// The number of comments: the server's count or the input's, whichever is greater.
  let totalCount: Int

  private let comments: [CommentRecord]
  /// True if the server has more root comments than the input.
  private let hasMoreRoots: Bool
  private let scan: CommentScan
  private let includesFoldedReplies: Bool
  /// The ordinals of the folded branches, in ascending order; `nextFoldedIndex` is the index of the
  /// next one in the walk.
  private let foldedOrdinals: [Int]
  private var nextFoldedIndex = 0
  private let depthCap: Int
  private let maxLevel: Int
  private let maxComments: Int
  private let roots: Range<Int>?
  private let kept: CommentSet?
  /// The root comments to which the indices in `roots` refer; `nil` for all.
  ///
  /// Other root comments are not counted.
  private let countedRoots: CommentSet?
  private let groups: [ThreadGroup]
  private let server: StoryMetadata.Server

  private(set) var blocks: [Block] = []
  /// The blocks of the comments above the current one, the root first.
  private var openComments: [OpenComment] = []
  private var shownCount = 0
  private var hiddenCount = 0
  /// The indices of the blocks of featured comments in the thread.
  private var featuredBlockIndices: [Int] = []
  /// The number of comments that are missing from the input and not yet counted under any comment.
  private var unassignedMissingCount: Int

  private struct OpenComment {
    var blockIndex: Int
    /// The number of comments shown up to this one, itself included.
    var shownCountBeforeReplies: Int
    /// The number of replies in the input, at all levels.
    var replyCount: Int
    /// The value of `unassignedMissingCount` before this comment.
    var unassignedCountBefore: Int
    /// The number of this comment's replies that are hidden or missing from the input.
    var hiddenReplyCount: Int
  }

  /// Creates the layout; `tree` must be the tree of `story`, sorted as the options ask.
  init(
    of story: borrowing Story, tree: CommentTree, scan: consuming CommentScan,
    options: borrowing LayoutOptions, selection: borrowing StorySelection, total: Int
  ) {
    comments = story.comments
    hasMoreRoots = story.hasMore
    self.scan = scan
    self.totalCount = total
    self.tree = tree
    includesFoldedReplies = options.includesFoldedReplies
    maxComments = options.listsByTime ? .max : max(options.maxComments ?? .max, 0)
    kept = selection.kept
    countedRoots = selection.countedRoots
    let count = min(kept?.count ?? tree.count, maxComments)
    foldedOrdinals = Self.foldedBranches(of: tree, in: story, options: options, count: count)
    depthCap = options.cappedDepth
    maxLevel = max(options.maxDepth ?? .max, 1)
    roots = options.roots?.clamped(to: 0..<Int.max)
    groups = ThreadGroup.groups(of: story.metadata, options: options)
    server = story.metadata.server
    unassignedMissingCount = total - story.comments.count
    openComments.reserveCapacity(CommentTree.reservedStackDepth)
  }

  /// The number of comments that the server counts but the input lacks.
  var missingCount: Int { totalCount - comments.count }

  mutating func layOut(after notices: [Block]) {
    blocks.reserveCapacity(notices.count + min(tree.count, maxComments) + 8)
    blocks.append(contentsOf: notices)
    if groups == [.all] {
      blocks.append(Block(.heading, count: totalCount))
      walk(requestedRootRange())
    } else {
      walkGroups()
    }
    let remainingCount = totalCount - shownCount - hiddenCount
    if shownCount == 0, remainingCount == 0, !hasMoreRoots {
      blocks.append(Block(.noComments))
    } else if remainingCount > 0 || hasMoreRoots {
      blocks.append(Block(.moreComments, count: max(0, remainingCount)))
    }
    setFeaturedReplyCounts(noticeCount: notices.count)
  }

  private func requestedRootRange() -> Range<Int> {
    guard let roots else { return 0..<tree.count }
    let start = ordinal(afterRoots: roots.lowerBound, from: 0)
    return start..<ordinal(afterRoots: roots.count, from: start)
  }

  /// Returns the ordinal after the next `count` branches whose roots are in `countedRoots`.
  private func ordinal(afterRoots count: Int, from start: Int) -> Int {
    var (ordinal, left) = (start, count)
    while left > 0, ordinal < tree.count {
      if countedRoots?.contains(Int(tree.order[ordinal])) ?? true { left -= 1 }
      ordinal += Int(tree.branchSizes[ordinal])
    }
    return ordinal
  }

  /// Lays out each group below its own heading; root comments in no group are left out and not
  /// counted.
  private mutating func walkGroups() {
    var branches: [(group: ThreadGroup, range: Range<Int>)] = []
    for group in groups {
      for range in rootBranches()
      where group.contains(comments[Int(tree.order[range.lowerBound])], of: server) {
        branches.append((group, range))
      }
    }
    hiddenCount += tree.count - branches.reduce(0) { $0 + $1.range.count }
    func heading(of group: ThreadGroup) -> Block {
      // A reply whose parent is missing is listed with the reviews, but not counted as a review.
      let count = branches.count { branch in
        branch.group == group
          && (group != .reviews
            || !comments[Int(tree.order[branch.range.lowerBound])].flags.contains(.orphan))
      }
      return Block(.heading, level: Int(group.rawValue), count: count)
    }
    let requested = branches[(roots ?? 0..<branches.count).clamped(to: branches.indices)]
    var hasHeading = false
    for group in groups where requested.contains(where: { $0.group == group }) {
      if hasHeading, shownCount >= maxComments { break }
      hasHeading = true
      nextFoldedIndex = 0
      blocks.append(heading(of: group))
      for branch in requested where branch.group == group && shownCount < maxComments {
        walk(branch.range)
      }
    }
    if !hasHeading { blocks.append(heading(of: groups.first ?? .all)) }
  }

  private func rootBranches() -> [Range<Int>] {
    var branches: [Range<Int>] = []
    var ordinal = 0
    while ordinal < tree.count {
      branches.append(tree.branch(at: ordinal))
      ordinal += Int(tree.branchSizes[ordinal])
    }
    return branches
  }

  private mutating func walk(_ range: Range<Int>) {
    var ordinal = range.lowerBound
    let hasMissingComments = unassignedMissingCount > 0
    while ordinal < range.upperBound {
      let level = Int(tree.depths[ordinal]) &+ 1
      closeComments(below: level &- 1)
      if shownCount >= maxComments {
        truncateBranch(at: ordinal)
        return
      }
      let index = Int(tree.order[ordinal])
      let size = Int(tree.branchSizes[ordinal])
      if let kept, !kept.contains(index) {
        countLeftOutBranch(ofSize: size, atLevel: level)
        ordinal &+= size
        continue
      }
      shownCount &+= 1
      if scan.isFeaturedOrItsQuestion(index) { featuredBlockIndices.append(blocks.count) }
      blocks.append(
        Block(
          scan.kind(of: index), depth: min(level, depthCap), level: level, position: index))
      let unassigned = unassignedMissingCount
      let missing = hasMissingComments ? assignMissingReplies(at: ordinal, index: index) : 0
      if size == 1, missing == 0 {
        ordinal &+= 1
        continue
      }
      openComments.append(
        OpenComment(
          blockIndex: blocks.count &- 1, shownCountBeforeReplies: shownCount, replyCount: size &- 1,
          unassignedCountBefore: unassigned, hiddenReplyCount: missing))
      let isFolded = isFolded(ordinal)
      blocks[blocks.count &- 1].isFolded = isFolded
      if size > 1, level >= maxLevel || isFolded && !includesFoldedReplies {
        hiddenCount &+= size &- 1
        openComments[openComments.count &- 1].hiddenReplyCount &+= size &- 1
        ordinal &+= size
      } else {
        ordinal &+= 1
      }
    }
    closeComments(below: 0)
  }

  /// Counts a left-out branch among the hidden replies of its parent.
  ///
  /// The branch of a root comment is counted among the further comments at the end instead.
  private mutating func countLeftOutBranch(ofSize size: Int, atLevel level: Int) {
    guard level > 1, let parent = openComments.indices.last else { return }
    openComments[parent].hiddenReplyCount &+= size
    hiddenCount &+= size
  }

  /// Returns the ordinals of the folded branches: only the visible ones if folded replies are not
  /// laid out.
  ///
  /// `count` is the largest possible number of comments in the layout, which decides whether the
  /// thread is long.
  private static func foldedBranches(
    of tree: CommentTree, in story: borrowing Story, options: borrowing LayoutOptions, count: Int
  ) -> [Int] {
    var folding = options.folding
    if options.foldsLongThreads, options.includesFoldedReplies,
      count > LayoutOptions.longThreadThreshold
    {
      folding = folding.union(.below(level: LayoutOptions.unfoldedLevels))
    }
    if folding == .none { return [] }
    let rows = VisibleTree(of: tree, in: copy story, folding: folding)
    if options.includesFoldedReplies {
      return (0..<tree.count).filter { !rows.isExpanded(tree.position(at: $0)) }
    }
    return rows.filter { $0.hiddenReplies > 0 }.map { tree.ordinal(of: $0.position) }
  }

  /// Returns whether a branch is folded; must be called with ascending ordinals in each group.
  private mutating func isFolded(_ ordinal: Int) -> Bool {
    while nextFoldedIndex < foldedOrdinals.count, foldedOrdinals[nextFoldedIndex] < ordinal {
      nextFoldedIndex &+= 1
    }
    return nextFoldedIndex < foldedOrdinals.count && foldedOrdinals[nextFoldedIndex] == ordinal
  }

  /// Returns how many replies to a comment the input lacks, and adds the number to `hiddenCount`.
  ///
  /// The number follows from the server's reply counts. These need not be consistent, so the sum
  /// over all comments is limited to the number of comments missing from the input.
  private mutating func assignMissingReplies(at ordinal: Int, index: Int) -> Int {
    let counted = Int(comments[index].replyCount)
    let missing = min(counted - Int(tree.replyCounts[ordinal]), unassignedMissingCount)
    guard missing > 0 else { return 0 }
    unassignedMissingCount -= missing
    hiddenCount += missing
    return missing
  }

  /// Ends every open comment below a level: counts its replies, and adds a block for the hidden
  /// ones.
  private mutating func closeComments(below level: Int) {
    while let last = openComments.last, Int(blocks[last.blockIndex].level) > level {
      openComments.removeLast()
      let hasReplies = shownCount > last.shownCountBeforeReplies
      if hasReplies {
        let missing = last.unassignedCountBefore &- unassignedMissingCount
        blocks[last.blockIndex].count = Int32(clamping: last.replyCount &+ missing)
      } else {
        // No reply is laid out, so there is nothing to unfold.
        blocks[last.blockIndex].isFolded = false
      }
      if last.hiddenReplyCount > 0 {
        let level = Int(blocks[last.blockIndex].level) &+ 1
        blocks.append(
          Block(
            .hiddenReplies, depth: min(level, depthCap), level: level,
            position: Int(blocks[last.blockIndex].position), count: last.hiddenReplyCount))
        blocks[blocks.count &- 1].isFolded = !hasReplies
      }
    }
  }

  /// Ends the thread in the middle of a branch, and counts the rest of the branch under its root.
  private mutating func truncateBranch(at ordinal: Int) {
    if let root = openComments.first {
      let position = Int(blocks[root.blockIndex].position)
      let branch = tree.branch(at: Int(tree.ordinals[position]))
      if ordinal < branch.upperBound {
        hiddenCount += branch.upperBound - ordinal
        openComments[0].hiddenReplyCount += branch.upperBound - ordinal
      }
    }
    closeComments(below: 0)
  }

  /// Sets the reply count of each quoted featured comment that is also in the thread.
  private mutating func setFeaturedReplyCounts(noticeCount count: Int) {
    for blockIndex in 0..<count where blocks[blockIndex].kind == .featured {
      let position = blocks[blockIndex].position
      if let threadIndex = featuredBlockIndices.first(where: { blocks[$0].position == position }) {
        blocks[blockIndex].count = blocks[threadIndex].count
      }
    }
  }
}
