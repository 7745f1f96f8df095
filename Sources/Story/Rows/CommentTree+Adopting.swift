import Comments

extension CommentTree {
  /// Hangs branches from the root under another comment, which nothing answers yet.
  ///
  /// This is what happens when the parent of orphans arrives. Nothing but the orphans changes places,
  /// and they stand under their parent as the replies' order asks. `story` has their new parent
  /// already, this tree still has them at the root. Linear in the number of comments.
  ///
  /// - Returns: for every new ordinal, what it was.
  mutating func adopt(_ orphans: [Position], under parent: Position, in story: Story) -> [Int32] {
    let sort = SiblingSort(of: story, by: replySortOrder)
    let branches = orphans.map { branch(at: ordinal(of: $0)) }
    let target = ordinal(of: parent)
    let sources = rearrangement(
      moving: branches,
      inOrder: branches.sorted {
        sort.precedes(
          sort.key(of: order[$0.lowerBound], replies: replies[$0.lowerBound]),
          sort.key(of: order[$1.lowerBound], replies: replies[$1.lowerBound]))
      }, after: target)
    let adopted = Int32(truncatingIfNeeded: branches.reduce(0) { $0 + $1.count })
    for branch in branches {
      for ordinal in branch { depths[ordinal] &+= depths[target] + 1 }
    }
    replies[target] = Int32(truncatingIfNeeded: orphans.count)
    var ancestor = parent.index
    while ancestor >= 0 {
      sizes[Int(ordinals[Int(ancestor)])] &+= adopted
      ancestor = story.comments[Int(ancestor)].parent
    }
    rootCount -= orphans.count
    order = sources.map { order[Int($0)] }
    depths = sources.map { depths[Int($0)] }
    sizes = sources.map { sizes[Int($0)] }
    replies = sources.map { replies[Int($0)] }
    for ordinal in order.indices {
      ordinals[Int(order[ordinal])] = Int32(truncatingIfNeeded: ordinal)
    }
    return sources
  }

  /// The ordinals with some branches taken out and put back, one after the other, after `target`.
  private func rearrangement(
    moving branches: [Range<Int>], inOrder: [Range<Int>], after target: Int
  ) -> [Int32] {
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
      if ordinal == target { for branch in inOrder { add(branch) } }
      ordinal += 1
    }
    return sources
  }
}
