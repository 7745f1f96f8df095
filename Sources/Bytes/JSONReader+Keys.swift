/// How a key was written once: the bytes from the end of the value before it to behind its colon.
///
/// Servers write like objects alike. A caller that remembers which key followed which, and the bytes
/// that said so, finds the next one by comparing those bytes: separator, key and colon at once.
package struct KeyImprint: Sendable {
  var start: UInt32 = 0
  /// How many bytes; 0 when nothing was learned.
  var count: UInt32 = 0
  /// The line ends among them, and where the last one's line begins, counted from `start`.
  var lines: UInt16 = 0
  var lastLine: UInt16 = 0

  package init() {}

  /// Longer ones are not worth remembering.
  static let limit = 32
}

extension JSONReader {
  /// The next key of the object as `nextKey()`, and what it looked like.
  package mutating func nextKey(
    imprint: inout KeyImprint
  ) throws(JSONError) -> Slice? {
    let start = offset
    let lines = linesPassed
    guard let key = try nextKey() else { return nil }
    imprint = KeyImprint()
    let count = offset - start
    // A key written with escapes has been changed in place: its bytes prove nothing any more.
    guard count <= KeyImprint.limit, key.end < offset, unsafe base[key.end] == UInt8(ascii: "\""),
      !hasEscapes(start..<offset, key)
    else { return key }
    imprint.start = UInt32(truncatingIfNeeded: start)
    imprint.count = UInt32(truncatingIfNeeded: count)
    imprint.lines = UInt16(truncatingIfNeeded: linesPassed - lines)
    if linesPassed > lines { imprint.lastLine = UInt16(truncatingIfNeeded: lineStart - start) }
    return key
  }

  /// Whether more than white space and a colon stands between a key and the end of its imprint.
  private func hasEscapes(_ range: Range<Int>, _ key: Slice) -> Bool {
    for index in key.end + 1..<range.upperBound {
      switch unsafe base[index] {
      case 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: ":"): continue
      default: return true
      }
    }
    return false
  }

  /// Reads a key that looks exactly like an earlier one in the same place; otherwise reads nothing.
  ///
  /// "The same place" is the caller's to keep: an imprint of an object's first key is for first keys.
  package mutating func readKey(like imprint: KeyImprint) -> Bool {
    let count = Int(imprint.count)
    guard count > 0, end &- offset >= count else { return false }
    let here = unsafe UnsafeRawPointer(base + offset)
    let there = unsafe UnsafeRawPointer(base + Int(imprint.start))
    var index = 0
    while index &+ 8 <= count {
      let found = unsafe here.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if unsafe found != there.loadUnaligned(fromByteOffset: index, as: UInt64.self) {
        return false
      }
      index &+= 8
    }
    if index < count {
      let found = unsafe here.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
      let known = unsafe there.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
      let bits = UInt64(truncatingIfNeeded: (8 &- (count &- index)) &* 8)
      if (found ^ known) &<< bits != 0 { return false }
    }
    if imprint.lines > 0 {
      linesPassed &+= Int(imprint.lines)
      lineStart = offset &+ Int(imprint.lastLine)
    }
    offset &+= count
    atStart = false
    return true
  }
}
