import AtollBytes

/// A line of input: a key before a tab, if there is one, and the text after it.
struct KeyedLine {
  /// The range of all bytes before the tab; `nil` if there is no key.
  private(set) var key: Range<Int>?
  /// The range of the text, without the white space around it.
  let range: Range<Int>

  /// The range of the key and the text: with another key, the same text is another story.
  var rangeWithKey: Range<Int> { (key?.lowerBound ?? range.lowerBound)..<range.upperBound }

  /// True if the line should have a key, but has no tab.
  private(set) var lacksKey = false

  /// Creates a keyed line from the range of a line.
  ///
  /// A byte order mark before the first line is skipped. Files that were joined have one before
  /// other lines, too, but there it may be a part of the key.
  init(_ line: Range<Int>, of bytes: [UInt8], isFirst: Bool, linesBeginWithKey: Bool) {
    let line =
      isFirst || !linesBeginWithKey
      ? line.dropFirst(byteOrderMarkLength(of: bytes[line])) : line
    guard linesBeginWithKey, let tab = bytes[line].firstIndex(of: 0x09) else {
      lacksKey = linesBeginWithKey
      range = Self.trimmed(line, of: bytes)
      return
    }
    key = line.lowerBound..<tab
    range = Self.trimmed(tab + 1..<line.upperBound, of: bytes)
  }

  var isEmpty: Bool { range.isEmpty && key?.isEmpty != false }

  /// Returns whether the end of the text is missing, judging by its brackets and quotes.
  func isTruncated(in bytes: [UInt8]) -> Bool {
    // The line may be truncated within the key.
    if lacksKey, bytes[range].first != UInt8(ascii: "{") { return true }
    return UnparsedJSON.isTruncated(range, of: bytes)
  }

  private static func trimmed(_ line: Range<Int>, of bytes: [UInt8]) -> Range<Int> {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    var range = line
    while let first = bytes[range].first, isSpace(first) { range.removeFirst() }
    while let last = bytes[range].last, isSpace(last) { range.removeLast() }
    return range
  }
}
