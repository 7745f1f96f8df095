import AtollBytes

extension RichText {
  /// Returns the beginning of the text on one line, such as `I liked the ending, but …`.
  ///
  /// It has at most `limit` characters before the ellipsis, and ends between two words if possible.
  /// Each spoiler is replaced by `label` in brackets. Quotes are left out unless the comment has
  /// nothing else.
  package func excerpt(upTo limit: Int, spoilersAs label: String) -> String {
    shortened(line(from: tokens, withQuotes: false, spoilersAs: label, limit: limit), to: limit)
      ?? shortened(line(from: tokens, withQuotes: true, spoilersAs: label, limit: limit), to: limit)
      ?? ""
  }

  /// True if readers see any text; text in spoilers and quotes counts, but spaces and invisible
  /// characters, such as U+200B, do not.
  package var hasVisibleText: Bool {
    tokens.contains { token in
      token.isShownText && !isVisuallyEmpty(text.span.extracting(token.text.range))
    }
  }

  /// Returns the text of some tokens with spaces in place of line breaks.
  ///
  /// Text far beyond `limit` characters is not read.
  private func line(
    from tokens: ArraySlice<Token>, withQuotes: Bool, spoilersAs label: String, limit: Int
  ) -> [UInt8] {
    // Few characters have more than 32 bytes. This limit bounds the cost of text that consists only
    // of combining marks.
    let maximumByteCount = limit * 32
    var line: [UInt8] = []
    var spoilers = 0
    var quotes = 0
    for token in tokens where line.count < maximumByteCount {
      switch token.kind {
      case .spoilerOpen:
        if spoilers == 0, quotes == 0 { line += Array("[\(label)]".utf8) }
        spoilers += 1
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
        line += text[token.text.range].prefix(maximumByteCount)
        if case .codeBlock = token.kind { line.append(0x20) }
      case .lineBreak, .thematicBreak, .paragraphOpen, .paragraphClose, .headingOpen, .headingClose,
        .bulletListOpen, .bulletListClose, .orderedListOpen, .orderedListClose, .itemOpen,
        .itemClose, .tableOpen, .tableClose, .rowOpen, .rowClose, .cellOpen, .cellClose:
        if line.last != 0x20 { line.append(0x20) }
      case .emphasisOpen, .emphasisClose, .strongOpen, .strongClose, .strikethroughOpen,
        .strikethroughClose, .sarcasmOpen, .sarcasmClose, .linkOpen, .linkClose, .linkHost:
        break
      }
    }
    while let last = line.last, last & 0xC0 == 0x80 || last >= 0xC0 {
      // The last character may be incomplete.
      if String(validating: line, as: UTF8.self) != nil { break }
      line.removeLast()
    }
    return line
  }

  /// Returns the first words of a line with single spaces between them, without words of invisible
  /// characters; `nil` if it has no words.
  private func shortened(_ line: [UInt8], to limit: Int) -> String? {
    var excerpt: [UInt8] = []
    var (count, index) = (0, 0)
    while true {
      while index < line.count, case let length = Self.blankLength(at: index, in: line), length > 0
      {
        index += length
      }
      guard index < line.count else { break }
      let start = index
      var isASCII = true
      while index < line.count, Self.blankLength(at: index, in: line) == 0 {
        isASCII = isASCII && line[index] < 0x80
        index += 1
      }
      let word = line[start..<index]
      if !isASCII, isVisuallyEmpty(line.span.extracting(start..<index)) { continue }
      // ASCII characters are counted as bytes, which is much faster.
      let size = isASCII ? word.count : String(decoding: word, as: UTF8.self).count
      let length = size + (excerpt.isEmpty ? 0 : 1)
      let fits = count + length <= limit
      // Text without spaces, as in Japanese, is cut at the limit.
      let isCut = !fits && count < limit / 2
      if !excerpt.isEmpty, fits || isCut { excerpt.append(0x20) }
      if isCut { excerpt += String(decoding: word, as: UTF8.self).prefix(limit - count - 1).utf8 }
      guard fits else { return String(decoding: excerpt, as: UTF8.self) + "…" }
      excerpt += word
      count += length
    }
    return excerpt.isEmpty ? nil : String(decoding: excerpt, as: UTF8.self)
  }

  /// Returns the length in bytes of the space or line break at an index, or 0 if there is none.
  private static func blankLength(at index: Int, in line: [UInt8]) -> Int {
    switch line[index] {
    case 0x20, 0x09...0x0D: return 1
    // The first bytes of all other spaces and line breaks.
    case 0xC2, 0xE1...0xE3:
      let (scalar, length) = decodedScalar(in: line.span, at: index)
      let isLineEnd = scalar == 0x85 || scalar == 0x2028 || scalar == 0x2029
      return length > 0 && (isBlank(scalar) || isLineEnd) ? length : 0
    default: return 0
    }
  }
}
