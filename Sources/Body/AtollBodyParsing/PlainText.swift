import AtollBodyText
import AtollBytes

/// A parser for bodies in plain text: it makes lines and paragraphs, and links of bare addresses.
enum PlainText {
  /// Appends lines and paragraphs; a block of raw HTML becomes one paragraph, which shows the tags.
  static func parse(
    _ bytes: Span<UInt8>, isHTMLBlock: Bool = false, into richText: inout RichText
  ) {
    let base = Int(richText.copy(bytes).start)
    var isParagraphOpen = false
    forEachLine(of: bytes) { line in
      if line.isEmpty {
        if isHTMLBlock { return }
        if isParagraphOpen { richText.append(.paragraphClose) }
        isParagraphOpen = false
      } else {
        richText.append(isParagraphOpen ? .lineBreak : .paragraphOpen)
        isParagraphOpen = true
        let slice = Slice(base + line.lowerBound..<base + line.upperBound)
        if isHTMLBlock { return richText.append(text: slice) }
        BareLinks.append(bytes.extracting(line), storedIn: slice, to: &richText)
      }
    }
    if isParagraphOpen { richText.append(.paragraphClose) }
  }

  /// Calls `body` with the range of each line, without the spaces and tabs around it.
  private static func forEachLine(of bytes: Span<UInt8>, body: (Range<Int>) -> Void) {
    var index = 0
    while index < bytes.count {
      var end = index
      while end < bytes.count, case let byte = bytes[end], byte != 0x0A, byte != 0x0D { end &+= 1 }
      body(trimmed(bytes, in: index..<end))
      index = end + 1
      if end + 1 < bytes.count && bytes[end] == 0x0D && bytes[end + 1] == 0x0A { index += 1 }
    }
  }

  /// Returns the range of a line without the spaces and tabs around it.
  private static func trimmed(
    _ bytes: Span<UInt8>, in line: Range<Int>
  ) -> Range<Int> {
    var start = line.lowerBound
    var end = line.upperBound
    while start < end, isSpaceOrTab(bytes[start]) { start += 1 }
    while start < end, isSpaceOrTab(bytes[end - 1]) { end -= 1 }
    return start..<end
  }
}

func isSpaceOrTab(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
