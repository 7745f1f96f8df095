import Comments

extension VisibleTree {
  /// An iterator over all rows, the first one first.
  public func makeIterator() -> Iterator { Iterator(over: self, from: 0) }

  /// An iterator over the rows from an index on.
  package func makeIterator(from index: Int) -> Iterator {
    Iterator(over: self, from: index < count ? shown.select(index) : tree.count)
  }

  /// Walks the rows in order, skipping what is hidden 64 comments at a time.
  public struct Iterator: IteratorProtocol, Sendable {
    private let visible: VisibleTree
    /// The bits of the current word that are still to come.
    private var bits: UInt64 = 0
    private var word: Int

    fileprivate init(over visible: VisibleTree, from ordinal: Int) {
      self.visible = visible
      word = ordinal >> 6
      if word < visible.shown.words.count {
        bits = visible.shown.words[word] & (~0 << UInt64(ordinal & 63))
      }
    }

    /// The next row, or nothing after the last.
    public mutating func next() -> Row? {
      while bits == 0 {
        word &+= 1
        if word >= visible.shown.words.count { return nil }
        bits = visible.shown.words[word]
      }
      let ordinal = word << 6 &+ bits.trailingZeroBitCount
      bits &= bits &- 1
      return visible.row(ofOrdinal: ordinal)
    }
  }
}
