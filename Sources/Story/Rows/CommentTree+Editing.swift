import Comments

extension CommentTree {
  /// The ordinal at which a comment that is new to the story has to be inserted.
  ///
  /// It goes before the first sibling it precedes. Looks at each sibling once. `count` replies have
  /// been waiting for it.
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
      // Orphans that are about to become its replies are siblings no more.
      if story.comments[Int(order[sibling])].parent == parent,
        sort.precedes(key, sort.key(of: order[sibling], replies: replies[sibling]))
      {
        break
      }
      sibling += Int(sizes[sibling])
    }
    return sibling
  }

  /// Inserts the story's last comment, which nothing answers yet.
  ///
  /// Linear in the number of comments, but only as moving memory is.
  mutating func insert(last position: Position, at ordinal: Int, in story: Story) {
    let parent = story.comments[Int(position.index)].parent
    let depth = parent < 0 ? 0 : depths[Int(ordinals[Int(parent)])] + 1
    grow(from: parent, by: 1, in: story)
    addReply(to: parent, 1)
    order.insert(position.index, at: ordinal)
    depths.insert(depth, at: ordinal)
    sizes.insert(1, at: ordinal)
    replies.insert(0, at: ordinal)
    let place = Int32(truncatingIfNeeded: ordinal)
    for index in ordinals.indices where ordinals[index] >= place { ordinals[index] &+= 1 }
    ordinals.append(place)
  }

  /// Removes a branch; `newIndices` tells for every comment the index it has in the story afterwards.
  ///
  /// Comes before the story itself is changed. Linear in the number of comments.
  mutating func remove(branchAt ordinal: Int, in story: Story, newIndices: [Int32]) {
    let range = branch(at: ordinal)
    let parent = story.comments[Int(order[ordinal])].parent
    grow(from: parent, by: Int32(truncatingIfNeeded: -range.count), in: story)
    addReply(to: parent, -1)
    order.removeSubrange(range)
    depths.removeSubrange(range)
    sizes.removeSubrange(range)
    replies.removeSubrange(range)
    ordinals.removeLast(range.count)
    for ordinal in order.indices {
      order[ordinal] = newIndices[Int(order[ordinal])]
      ordinals[Int(order[ordinal])] = Int32(truncatingIfNeeded: ordinal)
    }
  }

  /// Adds to the size of a comment's branch and of every branch it lies in.
  private mutating func grow(from position: Int32, by difference: Int32, in story: Story) {
    var ancestor = position
    while ancestor >= 0 {
      sizes[Int(ordinals[Int(ancestor)])] &+= difference
      ancestor = story.comments[Int(ancestor)].parent
    }
  }

  private mutating func addReply(to parent: Int32, _ difference: Int) {
    if parent < 0 {
      rootCount += difference
    } else {
      replies[Int(ordinals[Int(parent)])] &+= Int32(truncatingIfNeeded: difference)
    }
  }
}
