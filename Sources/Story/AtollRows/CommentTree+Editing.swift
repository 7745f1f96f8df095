import AtollComments

extension CommentTree {
  /// Returns the ordinal at which to insert a new comment.
  ///
  /// The comment comes before all its siblings or, if `placement` is `inOrder`, before the first
  /// sibling that it precedes.
  ///
  /// `count` is the number of orphans that become replies to the comment.
  func ordinal(
    forNew position: Position, replies count: Int, in story: Story, placed placement: Placement
  ) -> Int {
    let parent = story.comments[Int(position.index)].parent
    let range = parent < 0 ? 0..<order.count : branch(at: Int(ordinals[Int(parent)]))
    var sibling = parent < 0 ? 0 : range.lowerBound + 1
    if placement == .first { return sibling }
    let sort = SiblingSort(of: story, by: parent < 0 ? sortOrder : replySortOrder)
    let key = sort.key(of: position.index, replies: Int32(truncatingIfNeeded: count))
    while sibling < range.upperBound {
      // Orphans that become replies to the comment are not siblings.
      if story.comments[Int(order[sibling])].parent == parent,
        sort.precedes(key, sort.key(of: order[sibling], replies: replyCounts[sibling]))
      {
        break
      }
      sibling += Int(branchSizes[sibling])
    }
    return sibling
  }

  /// Inserts the last comment of the story, which has no replies yet; takes linear time.
  mutating func insertLastComment(_ position: Position, at ordinal: Int, in story: Story) {
    let parent = story.comments[Int(position.index)].parent
    let depth = parent < 0 ? 0 : depths[Int(ordinals[Int(parent)])] + 1
    resizeBranches(from: parent, by: 1, in: story)
    changeReplyCount(of: parent, by: 1)
    order.insert(position.index, at: ordinal)
    depths.insert(depth, at: ordinal)
    branchSizes.insert(1, at: ordinal)
    replyCounts.insert(0, at: ordinal)
    let newOrdinal = Int32(truncatingIfNeeded: ordinal)
    for index in ordinals.indices where ordinals[index] >= newOrdinal { ordinals[index] &+= 1 }
    ordinals.append(newOrdinal)
  }

  /// Removes a branch from the tree, before it is removed from the story.
  ///
  /// `newIndices` maps the index of each comment to its index after the removal.
  mutating func remove(branchAt ordinal: Int, in story: Story, newIndices: [Int32]) {
    let range = branch(at: ordinal)
    let parent = story.comments[Int(order[ordinal])].parent
    resizeBranches(from: parent, by: Int32(truncatingIfNeeded: -range.count), in: story)
    changeReplyCount(of: parent, by: -1)
    order.removeSubrange(range)
    depths.removeSubrange(range)
    branchSizes.removeSubrange(range)
    replyCounts.removeSubrange(range)
    ordinals.removeLast(range.count)
    for ordinal in order.indices {
      order[ordinal] = newIndices[Int(order[ordinal])]
      ordinals[Int(order[ordinal])] = Int32(truncatingIfNeeded: ordinal)
    }
  }

  /// Changes the sizes of a comment's branch and of all its ancestors' branches.
  private mutating func resizeBranches(from position: Int32, by difference: Int32, in story: Story)
  {
    var ancestor = position
    while ancestor >= 0 {
      branchSizes[Int(ordinals[Int(ancestor)])] &+= difference
      ancestor = story.comments[Int(ancestor)].parent
    }
  }

  private mutating func changeReplyCount(of parent: Int32, by difference: Int) {
    if parent < 0 {
      rootCount += difference
    } else {
      replyCounts[Int(ordinals[Int(parent)])] &+= Int32(truncatingIfNeeded: difference)
    }
  }
}

// MARK: Orphans

extension CommentTree {
  /// Moves orphans from the root under their parent, before any replies that it has already.
  ///
  /// The orphans are sorted as replies; no other comment moves. In `story`, they already have their
  /// new parent. Takes linear time.
  ///
  /// - Returns: The old ordinal for every new one.
  mutating func adopt(_ orphans: [Position], under parent: Position, in story: Story) -> [Int32] {
    let sort = SiblingSort(of: story, by: replySortOrder)
    let branches = orphans.map { branch(at: ordinal(of: $0)) }.sorted {
      sort.precedes(
        sort.key(of: order[$0.lowerBound], replies: replyCounts[$0.lowerBound]),
        sort.key(of: order[$1.lowerBound], replies: replyCounts[$1.lowerBound]))
    }
    let target = ordinal(of: parent)
    let sources = rearrangement(moving: branches, after: target)
    let adopted = Int32(truncatingIfNeeded: branches.reduce(0) { $0 + $1.count })
    for branch in branches {
      for ordinal in branch { depths[ordinal] &+= depths[target] + 1 }
    }
    replyCounts[target] &+= Int32(truncatingIfNeeded: orphans.count)
    resizeBranches(from: parent.index, by: adopted, in: story)
    rootCount -= orphans.count
    order = sources.map { order[Int($0)] }
    depths = sources.map { depths[Int($0)] }
    branchSizes = sources.map { branchSizes[Int($0)] }
    replyCounts = sources.map { replyCounts[Int($0)] }
    for ordinal in order.indices {
      ordinals[Int(order[ordinal])] = Int32(truncatingIfNeeded: ordinal)
    }
    return sources
  }

  /// Returns the old ordinals in their new order: the `branches` come directly after `target`, in
  /// the order of the array.
  private func rearrangement(moving branches: [Range<Int>], after target: Int) -> [Int32] {
    var sources: [Int32] = []
    sources.reserveCapacity(count)
    func add(_ range: Range<Int>) {
      for ordinal in range { sources.append(Int32(truncatingIfNeeded: ordinal)) }
    }
    var ordinal = 0
    var cuts = branches.sorted { $0.lowerBound < $1.lowerBound }[...]
    while ordinal < count {
      if let cut = cuts.first, cut.lowerBound == ordinal {
        cuts.removeFirst()
        ordinal = cut.upperBound
        continue
      }
      add(ordinal..<ordinal + 1)
      if ordinal == target { for branch in branches { add(branch) } }
      ordinal += 1
    }
    return sources
  }
}
