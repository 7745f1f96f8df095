import Comments

extension RowChanges {
  /// Changes between any two states, moves and all.
  ///
  /// `oldPositions` tells for every comment of `new` which of `old` it is, or -1. Time is linear where
  /// the rows that stay keep their order, and n log n at worst.
  init(
    from old: VisibleTree, to new: VisibleTree, oldPositions: [Int32],
    contentChanged: (_ old: Int32, _ new: Int32) -> Bool
  ) {
    self.init(none: old.count)
    countAfter = new.count
    var oldRows = [Int32](repeating: -1, count: old.tree.count)
    var index: Int32 = 0
    for row in old {
      oldRows[Int(row.position.index)] = index
      index &+= 1
    }
    // For every new row, which row it was.
    var sources: [Int32] = []
    sources.reserveCapacity(new.count)
    for row in new {
      let position = oldPositions[Int(row.position.index)]
      sources.append(position < 0 ? -1 : oldRows[Int(position)])
    }
    addDeletions(sources)
    let stays = Self.longestAscent(of: sources)
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

  /// Marks a longest ascending choice of the entries that are not negative: what need not move.
  static func longestAscent(of sources: [Int32]) -> [Bool] {
    /// The entry that ends the best ascent of each length, and what comes before each entry.
    var ends: [Int32] = []
    var before = [Int32](repeating: -1, count: sources.count)
    for entry in sources.indices where sources[entry] >= 0 {
      var low = ends.count
      if let last = ends.last, sources[Int(last)] > sources[entry] {
        low = 0
        var high = ends.count - 1
        while low < high {
          let middle = (low + high) / 2
          if sources[Int(ends[middle])] < sources[entry] { low = middle + 1 } else { high = middle }
        }
      }
      if low > 0 { before[entry] = ends[low - 1] }
      let end = Int32(truncatingIfNeeded: entry)
      if low == ends.count { ends.append(end) } else { ends[low] = end }
    }
    var chosen = [Bool](repeating: false, count: sources.count)
    var entry = Int(ends.last ?? -1)
    while entry >= 0 {
      chosen[entry] = true
      entry = Int(before[entry])
    }
    return chosen
  }

  /// Changes between two states of the same tree in which nothing but the folding differs.
  ///
  /// Costs a look at every 64 comments, and at each one where something did change.
  init(fromFolding old: VisibleTree, to new: VisibleTree) {
    self.init(none: old.count)
    countAfter = new.count
    var oldIndex = 0
    var newIndex = 0
    for word in new.shown.words.indices {
      let before = old.shown.words[word]
      let after = new.shown.words[word]
      let folded = old.closed.words[word] ^ new.closed.words[word]
      if before == after && folded & before == 0 {
        oldIndex &+= before.nonzeroBitCount
        newIndex &+= before.nonzeroBitCount
        continue
      }
      var bits = before | after
      while bits != 0 {
        let bit = bits & (0 &- bits)
        bits ^= bit
        if before & after & bit != 0, folded & bit != 0 {
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
