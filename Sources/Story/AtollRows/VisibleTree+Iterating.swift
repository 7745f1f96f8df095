import AtollComments

extension VisibleTree {
  /// Returns an iterator over all rows, in order.
  public func makeIterator() -> Iterator { Iterator(over: self) }

  /// An iterator over the rows in order, which skips hidden comments 64 at a time.
  public struct Iterator: IteratorProtocol, Sendable {
    private let tree: CommentTree
    private let shown: [UInt64]
    private let folded: [UInt64]
    private var word = -1
    /// The visible comments that are still to come among the current 64, as bits.
    private var bits: UInt64 = 0
    /// The folded branches among the current 64 comments, as bits.
    private var foldedBits: UInt64 = 0

    fileprivate init(over visible: VisibleTree) {
      tree = visible.tree
      shown = visible.shown.words
      folded = visible.folded.words
    }

    /// Returns the next row, or `nil` after the last one.
    public mutating func next() -> Row? {
      while bits == 0 {
        word &+= 1
        if word >= shown.count { return nil }
        bits = shown[word]
        foldedBits = folded[word]
      }
      let bit = bits.trailingZeroBitCount
      bits &= bits &- 1
      return tree.row(at: word << 6 &+ bit, isFolded: foldedBits >> UInt64(bit) & 1 != 0)
    }
  }
}

extension CommentTree {
  /// Returns the row of the comment at an ordinal, with its branch folded or open.
  @inline(__always)
  func row(at ordinal: Int, isFolded: Bool) -> Row {
    Row(
      position: Position(Int(order[ordinal])), depth: Int(depths[ordinal]),
      replies: Int(replyCounts[ordinal]),
      hiddenReplies: isFolded ? Int(branchSizes[ordinal]) - 1 : 0)
  }
}
