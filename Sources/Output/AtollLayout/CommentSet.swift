import AtollBytes
package import AtollComments

/// A set of comments of one story, with one bit for each comment.
package struct CommentSet: Hashable, Sendable {
  private var words: [UInt64]

  /// Creates an empty set for a story with `count` comments.
  package init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  package func contains(_ index: Int) -> Bool {
    let word = index >> 6
    return word < words.count && words[word] >> UInt64(index & 63) & 1 != 0
  }

  package mutating func insert(_ index: Int) { words[index >> 6] |= 1 << UInt64(index & 63) }

  package func intersection(_ other: CommentSet) -> CommentSet {
    var result = self
    for (index, word) in other.words.enumerated() { result.words[index] &= word }
    return result
  }

  package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }
}

extension CommentSet {
  /// Creates the set of comments that are new to a reader: written after `since`, and not in
  /// `seen`.
  ///
  /// A tombstone is never new. The result is `nil` if both `since` and `seen` are `nil`.
  package init?(newIn story: Story, since: Timestamp?, seen: CommentSet?) {
    guard since != nil || seen != nil else { return nil }
    self.init(count: story.comments.count)
    for (index, comment) in story.comments.enumerated() where comment.tombstone == nil {
      let isLate = since.map { comment.createdAt > $0 } ?? true
      if isLate, !(seen?.contains(index) ?? false) { insert(index) }
    }
  }

  package mutating func removeComments(byAuthor id: String, in story: Story) {
    let id = Array(id.utf8)
    guard !id.isEmpty else { return }
    let isOwn = story.authors.map { story.bytes[$0.id.range].elementsEqual(id) }
    remove(in: story) { $0.author >= 0 && isOwn[Int($0.author)] }
  }

  package mutating func remove(in story: Story, where isRemoved: (CommentRecord) -> Bool) {
    for (index, comment) in story.comments.enumerated() where isRemoved(comment) {
      words[index >> 6] &= ~(1 << UInt64(index & 63))
    }
  }

  /// Creates the set of a story's comments with these ids; unknown ids are ignored.
  package init(_ ids: some Sequence<String>, in story: Story) {
    self.init(count: story.comments.count)
    for id in ids {
      if let position = story.position(of: id) { insert(Int(position.index)) }
    }
  }

  package func withAncestors(in story: Story) -> CommentSet {
    var result = self
    for index in story.comments.indices where contains(index) {
      var parent = story.comments[index].parent
      while parent >= 0, !result.contains(Int(parent)) {
        result.insert(Int(parent))
        parent = story.comments[Int(parent)].parent
      }
    }
    return result
  }
}

/// The order in which comments are kept if there is no room for all of them.
///
/// Featured comments and their ancestors come first, then the rest. Each of the two groups is
/// ordered by level, and each level by likes, most first. Comments with equally many likes keep the
/// order in which they are shown. A comment therefore always comes after its parent.
package struct CommentPriorityOrder: Sendable {
  /// The positions of the comments, the most important first.
  package let positions: [Int32]

  /// Creates the order of the comments `shown`, which are given in display order.
  package init(of shown: [Int32], in story: Story) {
    var chosen = CommentSet(count: story.comments.count)
    for (index, comment) in story.comments.enumerated() where comment.tags.contains(.featured) {
      chosen.insert(index)
    }
    chosen = chosen.withAncestors(in: story)
    let levels = Self.levels(in: story)
    // One number orders by all three: chosen or not, then level, then likes in descending order.
    var keys: [(key: UInt64, place: Int)] = []
    for (place, index) in shown.enumerated() {
      let (index, comment) = (Int(index), story.comments[Int(index)])
      let rank: UInt64 = chosen.contains(index) ? 0 : 1 << 63
      let likes = UInt64(UInt32.max - UInt32(clamping: Int64(max(0, comment.likes))))
      let level = UInt64(min(levels[index], 0x3FFF_FFFF)) << 32
      keys.append((rank | level | likes, place))
    }
    keys.sort { ($0.key, $0.place) < ($1.key, $1.place) }
    positions = keys.map { shown[$0.place] }
  }

  /// Returns the level of every comment, 0 for a root; a parent may come after its replies.
  private static func levels(in story: Story) -> [Int32] {
    var levels = [Int32](repeating: -1, count: story.comments.count)
    var waiting: [Int] = []
    for index in levels.indices {
      var next = index
      while next >= 0, levels[next] < 0 {
        waiting.append(next)
        next = Int(story.comments[next].parent)
      }
      var level = next < 0 ? -1 : levels[next]
      while let last = waiting.popLast() {
        level += 1
        levels[last] = level
      }
    }
    return levels
  }
}
