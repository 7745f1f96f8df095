import AtollBytes
import AtollComments

extension RowChanges {
  /// Creates the changes between any two states, including moves.
  ///
  /// `oldPositions` has the position in `old` of every comment in `new`, or -1 for a new comment.
  /// Takes linear time if the rows that stay keep their order, and O(n log n) at worst.
  init(
    from old: VisibleTree, to new: VisibleTree, oldPositions: [Int32],
    contentChanged: (_ old: Int32, _ new: Int32) -> Bool
  ) {
    self.init(unchangedCount: old.count)
    countAfter = new.count
    var oldRows = [Int32](repeating: -1, count: old.tree.count)
    var index: Int32 = 0
    for row in old {
      oldRows[Int(row.position.index)] = index
      index &+= 1
    }
    // The old row of every new row, or -1.
    var sources: [Int32] = []
    sources.reserveCapacity(new.count)
    for row in new {
      let position = oldPositions[Int(row.position.index)]
      sources.append(position < 0 ? -1 : oldRows[Int(position)])
    }
    addDeletions(sources)
    let stays = Self.longestIncreasingSubsequence(of: sources)
    var target = 0
    for row in new {
      let source = sources[target]
      if source < 0 {
        insertions.append(target)
      } else {
        if !stays[target] { moves.append(from: Int(source), to: target) }
        let position = oldPositions[Int(row.position.index)]
        let before = old.row(ofOrdinal: Int(old.tree.ordinals[Int(position)]))
        if before.depth != row.depth || before.replies != row.replies
          || before.hiddenReplies != row.hiddenReplies
          || contentChanged(position, row.position.index)
        {
          updatesAfter.append(target)
          if stays[target] { updates.append(Int(source)) }
        }
      }
      target += 1
    }
  }

  private mutating func addDeletions(_ sources: [Int32]) {
    var stays = [Bool](repeating: false, count: countBefore)
    for source in sources where source >= 0 { stays[Int(source)] = true }
    for index in stays.indices where !stays[index] { deletions.append(index) }
  }

  /// Returns which entries form a longest increasing subsequence; negative entries never do.
  static func longestIncreasingSubsequence(of sources: [Int32]) -> [Bool] {
    // The entry that ends the best subsequence of each length, and the predecessor of each entry.
    var ends: [Int32] = []
    var before = [Int32](repeating: -1, count: sources.count)
    for entry in sources.indices where sources[entry] >= 0 {
      // Most entries are greater than the last one.
      let isGreatest = ends.last.map { sources[Int($0)] < sources[entry] } ?? true
      let length =
        isGreatest ? ends.count : partitioningIndex(of: ends) { sources[Int($0)] < sources[entry] }
      if length > 0 { before[entry] = ends[length - 1] }
      let end = Int32(truncatingIfNeeded: entry)
      if length == ends.count { ends.append(end) } else { ends[length] = end }
    }
    var chosen = [Bool](repeating: false, count: sources.count)
    var entry = Int(ends.last ?? -1)
    while entry >= 0 {
      chosen[entry] = true
      entry = Int(before[entry])
    }
    return chosen
  }

  /// Creates the changes between two states of the same tree that differ only in folding.
  ///
  /// Takes one step for each word of 64 comments, and one for each comment in a word that changed.
  init(fromFolding old: VisibleTree, to new: VisibleTree) {
    self.init(unchangedCount: old.count)
    countAfter = new.count
    var oldIndex = 0
    var newIndex = 0
    for word in new.shown.words.indices {
      let before = old.shown.words[word]
      let after = new.shown.words[word]
      let refolded = old.folded.words[word] ^ new.folded.words[word]
      if before == after && refolded & before == 0 {
        oldIndex &+= before.nonzeroBitCount
        newIndex &+= before.nonzeroBitCount
        continue
      }
      var bits = before | after
      while bits != 0 {
        let bit = bits & (0 &- bits)
        bits ^= bit
        if before & after & bit != 0, refolded & bit != 0 {
          updates.append(oldIndex)
          updatesAfter.append(newIndex)
        }
        if after & bit == 0 { deletions.append(oldIndex) }
        if before & bit == 0 { insertions.append(newIndex) }
        if before & bit != 0 { oldIndex &+= 1 }
        if after & bit != 0 { newIndex &+= 1 }
      }
    }
  }
}
