import Bytes

extension RichText {
  /// Returns the beginning of the text on one line, such as `I liked the ending, but …`.
  ///
  /// It has at most a number of characters and ends between two words if it can. Spoilers are left out, as are the
  /// quotes of a comment that has words of its own.
  package func excerpt(upTo limit: Int) -> String {
    shortened(line(from: tokens, withQuotes: false, limit), to: limit)
      ?? shortened(line(from: tokens, withQuotes: true, limit), to: limit) ?? ""
  }

  /// Returns the text of some tokens with blanks in place of line breaks, and not much more than `limit` characters of it.
  private func line(
    from tokens: ArraySlice<Token>, withQuotes: Bool, _ limit: Int
  ) -> [UInt8] {
    // Few characters have more bytes; a text that is all marks is cut before it costs anything.
    let mostBytes = limit * 32
    var line: [UInt8] = []
    var spoilers = 0
    var quotes = 0
    for token in tokens where line.count < mostBytes {
      switch token.kind {
      case .spoilerOpen: spoilers += 1
      case .spoilerClose: spoilers -= 1
      case .quoteOpen:
        quotes += withQuotes ? 0 : 1
        line.append(0x20)
      case .quoteClose:
        quotes -= withQuotes ? 0 : 1
        line.append(0x20)
      case .text, .code, .codeBlock:
        guard spoilers == 0, quotes == 0 else { continue }
        if case .codeBlock = token.kind { line.append(0x20) }
        line += text[token.text.range].prefix(mostBytes)
        if case .codeBlock = token.kind { line.append(0x20) }
      case .lineBreak, .rule, .paragraphOpen, .paragraphClose, .headingOpen, .headingClose,
        .bulletListOpen, .bulletListClose, .orderedListOpen, .orderedListClose, .itemOpen,
        .itemClose, .tableOpen, .tableClose, .rowOpen, .rowClose, .cellOpen, .cellClose:
        if line.last != 0x20 { line.append(0x20) }
      case .emphasisOpen, .emphasisClose, .strongOpen, .strongClose, .strikethroughOpen,
        .strikethroughClose, .sarcasmOpen, .sarcasmClose, .linkOpen, .linkClose, .linkHost:
        break
      }
    }
    while let last = line.last, last & 0xC0 == 0x80 || last >= 0xC0 {
      // The last character may be cut in two.
      if String(validating: line, as: UTF8.self) != nil { break }
      line.removeLast()
    }
    return line
  }

  /// Returns the first words of a line with single spaces between them; `nil` if it has no words.
  private func shortened(_ line: [UInt8], to limit: Int) -> String? {
    var excerpt = ""
    var count = 0
    var rest = Self.withPlainBlanks(line)[...]
    while let start = rest.firstIndex(where: { !Self.isBlank($0) }) {
      let bytes = rest[start...].prefix { !Self.isBlank($0) }
      rest = rest[bytes.endIndex...]
      let word = String(decoding: bytes, as: UTF8.self)
      let length = (Self.isASCII(bytes) ? bytes.count : word.count) + (excerpt.isEmpty ? 0 : 1)
      if count + length > limit {
        // A text without spaces, as in Japanese, is cut where the room ends.
        if count < limit / 2 {
          if !excerpt.isEmpty { excerpt += " " }
          excerpt += word.prefix(limit - count - 1)
        }
        return excerpt + "…"
      }
      if !excerpt.isEmpty { excerpt += " " }
      excerpt += word
      count += length
    }
    return excerpt.isEmpty ? nil : excerpt
  }

  /// Returns a line with ASCII's space in place of those of other scripts.
  private static func withPlainBlanks(_ line: [UInt8]) -> [UInt8] {
    if isASCII(line[...]) { return line }
    var plain = String.UnicodeScalarView()
    for scalar in String(decoding: line, as: UTF8.self).unicodeScalars {
      plain.append(scalar.properties.isWhitespace ? " " : scalar)
    }
    return Array(String(plain).utf8)
  }

  /// Returns whether all bytes are characters of ASCII: they are counted as bytes, which is much faster.
  private static func isASCII(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.allSatisfy { $0 < 0x80 } }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
