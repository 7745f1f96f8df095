import Bytes

extension RichText {
  /// Returns the beginning of a body as one line of words, not yet sanitised.
  ///
  /// Spoilers are left out. A longer text is cut before a word and ends with an ellipsis: `I have no explanation …`
  package func excerpt(atMost limit: Int) -> [UInt8] {
    var line: [UInt8] = []
    var spoilers = 0
    for token in tokens where line.count <= limit {
      switch token.kind {
      case .spoilerOpen: spoilers += 1
      case .spoilerClose: spoilers -= 1
      case .text, .code, .codeBlock:
        if spoilers == 0 { Self.append(bytes(of: token), to: &line, upTo: limit) }
      case .paragraphClose, .headingClose, .quoteClose, .bulletListClose, .orderedListClose,
        .itemClose, .rule, .lineBreak:
        Self.appendBlank(to: &line)
      case .paragraphOpen, .headingOpen, .quoteOpen, .bulletListOpen, .orderedListOpen, .itemOpen,
        .emphasisOpen, .emphasisClose, .strongOpen, .strongClose, .strikethroughOpen,
        .strikethroughClose, .sarcasmOpen, .sarcasmClose, .linkOpen, .linkClose, .linkHost:
        break
      }
    }
    if line.count > limit { Self.cut(&line, to: limit) }
    if line.last == 0x20 { line.removeLast() }
    return line
  }

  private static func append(
    _ words: ArraySlice<UInt8>, to line: inout [UInt8], upTo limit: Int
  ) {
    for byte in words where line.count <= limit {
      if byte <= 0x20 { appendBlank(to: &line) } else { line.append(byte) }
    }
  }

  private static func appendBlank(to line: inout [UInt8]) {
    if let last = line.last, last != 0x20 { line.append(0x20) }
  }

  /// Cuts a line before a word, or before a character if a single word is longer.
  private static func cut(_ line: inout [UInt8], to limit: Int) {
    var end = limit
    while end > 0, line[end] & 0xC0 == 0x80 { end -= 1 }
    if let blank = line[..<end].lastIndex(of: 0x20), blank > limit / 2 { end = blank }
    line.removeSubrange(end...)
    while line.last == 0x20 { line.removeLast() }
    line += " …".utf8
  }
}
