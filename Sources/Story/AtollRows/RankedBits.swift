/// A bit vector with rank (the number of set bits before an index) and select (the index of the
/// n-th set bit).
///
/// The set bits are counted for each block of 4096 bits. Rank and select read at most all of these
/// counts (245 for a million bits) and the 64 words of one block. Changing a range takes one step
/// for each word of 64 bits.
struct RankedBits: Sendable {
  private(set) var words: [UInt64]
  /// The number of set bits in each block of 64 words.
  private var blockCounts: [Int32]
  /// The number of bits.
  let length: Int
  private(set) var setBitCount: Int
  /// The number of words that range changes have visited; tests measure the work by it.
  private(set) var visitedWordCount = 0

  private static let wordsPerBlock = 64

  init(length: Int) {
    self.length = length
    words = [UInt64](repeating: 0, count: (length + 63) / 64)
    blockCounts = [Int32](
      repeating: 0, count: (words.count + Self.wordsPerBlock - 1) / Self.wordsPerBlock)
    setBitCount = 0
  }

  func contains(_ index: Int) -> Bool { words[index >> 6] >> UInt64(index & 63) & 1 != 0 }

  func rank(of index: Int) -> Int {
    let wordIndex = index >> 6
    let block = wordIndex / Self.wordsPerBlock
    var rank = 0
    for earlier in 0..<block { rank &+= Int(blockCounts[earlier]) }
    for earlier in block * Self.wordsPerBlock..<wordIndex {
      rank &+= words[earlier].nonzeroBitCount
    }
    let below = index & 63
    if below > 0 { rank &+= (words[wordIndex] & ~(~0 << UInt64(below))).nonzeroBitCount }
    return rank
  }

  /// Returns the index of the set bit with `rank` set bits before it.
  func select(_ rank: Int) -> Int {
    precondition(rank >= 0 && rank < setBitCount, "row out of range")
    if setBitCount == length { return rank }
    var rest = rank
    var block = 0
    while rest >= Int(blockCounts[block]) {
      rest &-= Int(blockCounts[block])
      block &+= 1
    }
    var wordIndex = block * Self.wordsPerBlock
    while true {
      let set = words[wordIndex].nonzeroBitCount
      if rest < set { break }
      rest &-= set
      wordIndex &+= 1
    }
    var word = words[wordIndex]
    for _ in 0..<rest { word &= word &- 1 }
    return wordIndex << 6 + word.trailingZeroBitCount
  }

  func setBitCount(in range: Range<Int>) -> Int {
    if range.isEmpty { return 0 }
    let firstWordIndex = range.lowerBound >> 6
    let lastWordIndex = (range.upperBound - 1) >> 6
    var sum = 0
    for wordIndex in firstWordIndex...lastWordIndex {
      sum &+= (words[wordIndex] & Self.mask(of: range, inWordAt: wordIndex)).nonzeroBitCount
    }
    return sum
  }

  func first(in range: Range<Int>) -> Int? {
    if range.isEmpty { return nil }
    let lastWordIndex = (range.upperBound - 1) >> 6
    var wordIndex = range.lowerBound >> 6
    while wordIndex <= lastWordIndex {
      let bits = words[wordIndex] & Self.mask(of: range, inWordAt: wordIndex)
      if bits != 0 { return wordIndex << 6 + bits.trailingZeroBitCount }
      wordIndex &+= 1
    }
    return nil
  }

  mutating func set(_ index: Int, to value: Bool) { set(index..<index + 1, to: value) }

  mutating func set(_ range: Range<Int>, to value: Bool) {
    if range.isEmpty { return }
    let firstWordIndex = range.lowerBound >> 6
    let lastWordIndex = (range.upperBound - 1) >> 6
    visitedWordCount &+= lastWordIndex - firstWordIndex + 1
    var wordIndex = firstWordIndex
    while wordIndex <= lastWordIndex {
      let mask = Self.mask(of: range, inWordAt: wordIndex)
      let old = words[wordIndex]
      let new = value ? old | mask : old & ~mask
      let change = new.nonzeroBitCount &- old.nonzeroBitCount
      words[wordIndex] = new
      blockCounts[wordIndex / Self.wordsPerBlock] &+= Int32(truncatingIfNeeded: change)
      setBitCount &+= change
      wordIndex &+= 1
    }
  }

  @inline(__always)
  private static func mask(of range: Range<Int>, inWordAt wordIndex: Int) -> UInt64 {
    var mask: UInt64 = ~0
    let start = wordIndex << 6
    if range.lowerBound > start { mask &= ~0 << UInt64(range.lowerBound &- start) }
    if range.upperBound < start &+ 64 { mask &= ~(~0 << UInt64(range.upperBound &- start)) }
    return mask
  }
}

// MARK: Combining and resizing

extension RankedBits {
  /// Replaces each word with the result of `body` for this word and the word at the same index in
  /// `other`.
  mutating func combine(with other: RankedBits, body: (UInt64, UInt64) -> UInt64) {
    precondition(length == other.length)
    for wordIndex in words.indices {
      words[wordIndex] = body(words[wordIndex], other.words[wordIndex])
    }
    recount()
  }

  mutating func setOnly(where isSet: (Int) -> Bool) {
    for wordIndex in words.indices {
      var bits: UInt64 = 0
      let start = wordIndex << 6
      for index in start..<min(start + 64, length) where isSet(index) {
        bits |= 1 << UInt64(index & 63)
      }
      words[wordIndex] = bits
    }
    recount()
  }

  /// Returns the bits in another order: bit n of the result is the bit at index `sources[n]`.
  func rearranged(_ sources: [Int32]) -> RankedBits {
    var bits = RankedBits(length: sources.count)
    bits.setOnly { contains(Int(sources[$0])) }
    return bits
  }

  mutating func insert(_ value: Bool, at index: Int) {
    var bits = RankedBits(length: length + 1)
    bits.setOnly { $0 == index ? value : contains($0 < index ? $0 : $0 - 1) }
    self = bits
  }

  mutating func remove(_ range: Range<Int>) {
    var bits = RankedBits(length: length - range.count)
    bits.setOnly { contains($0 < range.lowerBound ? $0 : $0 + range.count) }
    self = bits
  }

  private mutating func recount() {
    blockCounts = [Int32](repeating: 0, count: blockCounts.count)
    setBitCount = 0
    for wordIndex in words.indices {
      let set = words[wordIndex].nonzeroBitCount
      blockCounts[wordIndex / Self.wordsPerBlock] &+= Int32(truncatingIfNeeded: set)
      setBitCount &+= set
    }
  }
}
