/// The bytes of a key in an earlier object, from the end of the previous value to the end of the
/// key's colon: `,"body":`.
///
/// There are also patterns for the end of an object: from the end of its last value to its `}`.
///
/// Servers write similar objects in the same way. A caller keeps a pattern for each position in an
/// object, and recognizes the separator, the key and the colon there in one comparison.
@usableFromInline
package struct KeyPattern: Sendable {
  /// The number of bytes; 0 if no key has been read yet.
  @usableFromInline var count: UInt32 = 0
  /// The bytes, padded with zeros, and masks of the bits to compare.
  @usableFromInline var words = (UInt64(0), UInt64(0), UInt64(0))
  @usableFromInline var masks = (UInt64(0), UInt64(0), UInt64(0))
  /// The number of line ends among the bytes, and the index of the byte after the last line end.
  @usableFromInline var lineEndCount: UInt16 = 0
  @usableFromInline var lastLineStart: UInt16 = 0

  package init() {}

  /// The maximum number of bytes in a pattern; longer keys are compared in the usual way.
  static let maximumCount = 24
}

extension JSONReader {
  /// Returns the next key of the object, as `nextKey()` does, and sets `pattern` to the bytes of
  /// that key or of the object's end.
  package mutating func nextKey(
    pattern: inout KeyPattern
  ) throws(JSONError) -> Slice? {
    let start = offset
    let lines = lineEndCount
    pattern = KeyPattern()
    let key = try nextKey()
    let count = offset - start
    guard count <= KeyPattern.maximumCount else { return key }
    if let key {
      // A key with escapes has been unescaped in place, so its bytes are no longer those of the
      // input.
      guard key.end < offset, unsafe base[key.end] == UInt8(ascii: "\""),
        !hasLeftoverBytes(in: start..<offset, after: key)
      else { return key }
    }
    func wordAndMask(at offset: Int) -> (word: UInt64, mask: UInt64) {
      let length = min(max(count - offset, 0), 8)
      if length == 0 { return (0, 0) }
      let mask = ~UInt64(0) >> UInt64(64 - 8 * length)
      return (word(at: start + offset) & mask, mask)
    }
    let (first, second, third) = (wordAndMask(at: 0), wordAndMask(at: 8), wordAndMask(at: 16))
    pattern.words = (first.word, second.word, third.word)
    pattern.masks = (first.mask, second.mask, third.mask)
    pattern.count = UInt32(truncatingIfNeeded: count)
    pattern.lineEndCount = UInt16(truncatingIfNeeded: lineEndCount - lines)
    if lineEndCount > lines {
      pattern.lastLineStart = UInt16(truncatingIfNeeded: lineStart - start)
    }
    return key
  }

  /// Returns whether unescaping a key in place left bytes between the key and its colon.
  private func hasLeftoverBytes(in range: Range<Int>, after key: Slice) -> Bool {
    for index in key.end + 1..<range.upperBound {
      switch unsafe base[index] {
      case 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: ":"): continue
      default: return true
      }
    }
    return false
  }

  /// Reads a key or an object's end if its bytes are those of a pattern; otherwise, reads nothing.
  ///
  /// Use a pattern only at the position where it was set: for example, only for first keys.
  @inlinable @inline(__always)
  package mutating func readKey(like pattern: borrowing KeyPattern) -> Bool {
    let count = Int(pattern.count)
    guard count > 0, end &- offset >= count else { return false }
    // Past the end of the input, the words hold padding or the next input; the masks ignore both.
    let first: UInt64 = (word(at: offset) ^ pattern.words.0) & pattern.masks.0
    let second: UInt64 = (word(at: offset &+ 8) ^ pattern.words.1) & pattern.masks.1
    if first | second != 0 { return false }
    if count > 16, (word(at: offset &+ 16) ^ pattern.words.2) & pattern.masks.2 != 0 {
      return false
    }
    if pattern.lineEndCount > 0 {
      advanceLines(by: pattern.lineEndCount, lastLineStart: pattern.lastLineStart)
    }
    offset &+= count
    isAtContainerStart = false
    return true
  }

  @usableFromInline @inline(never)
  mutating func advanceLines(by count: UInt16, lastLineStart: UInt16) {
    lineEndCount &+= Int(count)
    lineStart = offset &+ Int(lastLineStart)
  }

  /// Returns eight bytes as a little-endian number; some of them may be in the padding after the
  /// input.
  @inlinable @inline(__always)
  func word(at index: Int) -> UInt64 {
    unsafe UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self).littleEndian
  }
}
