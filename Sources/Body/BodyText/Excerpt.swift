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
  ) -> String {
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
    return String(decoding: line, as: UTF8.self)
  }

  /// Returns the first words of a line with single spaces between them; `nil` if it has no words.
  private func shortened(_ line: String, to limit: Int) -> String? {
    var excerpt = ""
    var count = 0
    var rest = line[...]
    while let start = rest.firstIndex(where: { !$0.isBlank }) {
      let word = rest[start...].prefix { !$0.isBlank }
      rest = rest[word.endIndex...]
      let length = word.count + (excerpt.isEmpty ? 0 : 1)
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
}

extension Character {
  /// A space, a tab or a line break of any script; ASCII is asked first, as the tables of Unicode are slow.
  fileprivate var isBlank: Bool {
    if let asciiValue { return asciiValue == 0x20 || (0x09...0x0D).contains(asciiValue) }
    return isWhitespace || isNewline
  }
}
