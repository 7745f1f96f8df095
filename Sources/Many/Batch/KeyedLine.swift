/// What stands on a line: a key, if it has one before a tab, and the text behind it.
struct KeyedLine {
  /// Every byte before the tab, as it came; what a key means is for those who gave it.
  private(set) var key: Range<Int>?
  /// The text, without the white space around it.
  let range: Range<Int>

  /// Whether a tab was looked for, and none was there.
  private var lacksTab = false

  /// Looks at a line; a byte order mark before the first line is no part of it.
  init(_ line: Range<Int>, of bytes: [UInt8], isFirst: Bool, stripsKey: Bool) {
    let line = isFirst ? Self.withoutMark(line, of: bytes) : line
    guard stripsKey, let tab = bytes[line].firstIndex(of: 0x09) else {
      lacksTab = stripsKey
      range = Self.trimmed(line, of: bytes)
      return
    }
    key = line.lowerBound..<tab
    range = Self.trimmed(tab + 1..<line.upperBound, of: bytes)
  }

  /// A line that is nobody's.
  var isEmpty: Bool { range.isEmpty && key?.isEmpty != false }

  /// Whether the text is only the beginning of one, as far as its brackets and quotes tell.
  ///
  /// A line without a line feed is whole unless it breaks off, and may be wrong for other reasons.
  func breaksOff(in bytes: [UInt8]) -> Bool {
    // It may break off within the key.
    if lacksTab, bytes[range].first != UInt8(ascii: "{") { return true }
    return JSONMember.breaksOff(range, of: bytes)
  }

  private static func withoutMark(_ line: Range<Int>, of bytes: [UInt8]) -> Range<Int> {
    bytes[line].starts(with: [0xEF, 0xBB, 0xBF])
      ? line.lowerBound + 3..<line.upperBound : line
  }

  private static func trimmed(_ line: Range<Int>, of bytes: [UInt8]) -> Range<Int> {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    var range = line
    while let first = bytes[range].first, isSpace(first) { range.removeFirst() }
    while let last = bytes[range].last, isSpace(last) { range.removeLast() }
    return range
  }
}
