import AtollBodyText
import AtollBytes

extension Lines {
  /// Writes spaces, which are dropped where a line begins or ends.
  mutating func addSpaces(_ count: Int = 1) {
    guard isLineOpen else { return }
    pendingColumns += count
    spaceStyle = nextStyle
    if !blankBytes.isEmpty { blankBytes += repeatElement(0x20, count: count) }
  }

  /// Writes a non-ASCII space, which is dropped at the end of a line, but kept at its beginning.
  private mutating func write(
    blank cluster: Cluster, bytes: Span<UInt8>, to out: inout OutputBuffer
  ) {
    if !isLineOpen { openLine(&out) }
    if blankBytes.isEmpty { blankBytes += repeatElement(0x20, count: pendingColumns) }
    blankBytes.append(contentsOf: bytes)
    pendingColumns += cluster.width
    spaceStyle = nextStyle
  }

  /// Writes printable ASCII as one word that is never broken, on the next line if it does not fit
  /// on this one.
  mutating func write(word text: [UInt8], to out: inout OutputBuffer) {
    if isLineOpen, column + pendingColumns + text.count > endColumn {
      startNewLine(&out, atSpace: true)
    }
    prepareForText(&out)
    setStyle(nextStyle, to: &out)
    out.append(contentsOf: text)
    column += text.count
    breakClass = .alphabetic
    forgetBreaks()
  }

  // MARK: ASCII

  /// Writes the separator between two items of metadata, or begins a new line if this one has no
  /// room for the separator and the next item.
  mutating func write(
    separator: Glyphs.Separator, beforeColumns columns: Int, to out: inout OutputBuffer
  ) {
    guard isLineOpen else { return }
    if column + separator.columns + 1 + columns > endColumn {
      return startNewLine(&out, atSpace: false)
    }
    setStyle(nextStyle, to: &out)
    out.append(separator.text)
    column += separator.columns
    breakClass = nil
    forgetBreaks()
    addSpaces()
  }

  /// Writes an item of metadata as one word, after a separator if the line has room for both.
  mutating func write(
    metadata words: Span<UInt8>, after separator: Glyphs.Separator, to out: inout OutputBuffer
  ) {
    if isLineOpen {
      setStyle(nextStyle, to: &out)
      if column &+ separator.columns &+ 1 &+ words.count <= endColumn {
        out.append(separator.text)
        out.append(0x20)
        column &+= separator.columns &+ 1
      } else {
        startNewLine(&out, atSpace: false)
        setStyle(nextStyle, to: &out)
      }
      if column &+ words.count <= endColumn {
        out.append(contentsOf: words)
        column &+= words.count
        breakClass = .alphabetic
        forgetBreaks()
        return
      }
    }
    keepsTogether = true
    write(words, to: &out)
    keepsTogether = false
  }

  mutating func write(ascii slice: Slice, of bytes: [UInt8], to out: inout OutputBuffer) {
    guard slice.end <= bytes.count else { return }
    write(ascii: bytes.span.extracting(slice.range), to: &out)
  }

  mutating func write(ascii text: Span<UInt8>, to out: inout OutputBuffer) {
    var index = 0
    var count = text.count
    // Spaces at the end are pending until something follows them.
    while count > 0, text[count &- 1] == 0x20 { count &-= 1 }
    defer { if count < text.count { addSpaces(text.count &- count) } }
    while true {
      let start = index
      while index < count, text[index] == 0x20 { index &+= 1 }
      if index > start { addSpaces(index &- start) }
      if index == count { return }
      prepareForText(&out)
      if let breakClass,
        mayBreak(from: breakClass, to: Self.breakClass(ofASCII: text[index]))
      {
        recordBreak(out)
      }
      let room = endColumn &- column
      let left = count &- index
      if left <= room {
        writeUnbroken(text.extracting(index..<count), to: &out)
        return
      }
      let rest = text.extracting(index..<count)
      if keepsTogether, let opportunity = lastBreak(out) {
        breakLine(at: opportunity, to: &out)
      } else if keepsTogether, !breaksLongWords {
        writeUnbroken(rest, to: &out)
        return
      } else if let (end, next) = Self.lastBreak(in: rest, upTo: room) {
        out.append(contentsOf: rest.extracting(..<end))
        column &+= end
        startNewLine(&out, atSpace: next > end)
        index &+= next
      } else if let opportunity = lastBreak(out) {
        breakLine(at: opportunity, to: &out)
      } else if !breaksLongWords, room < 0 {
        // This is the punctuation after an address that is longer than the line.
        let end = rest.firstIndex(of: 0x20) ?? rest.count
        writeUnbroken(rest.extracting(..<end), to: &out)
        index &+= end
      } else {
        if room > 0 {
          out.append(contentsOf: rest.extracting(..<room))
          index &+= room
        }
        startNewLine(&out, atSpace: false)
      }
    }
  }

  /// Writes text that fits on the line or must not be broken.
  @inline(__always)
  private mutating func writeUnbroken(
    _ words: Span<UInt8>, to out: inout OutputBuffer
  ) {
    let count = words.count
    if !keepsTogether { recordWords(count, in: out) }
    out.append(contentsOf: words)
    column &+= count
    breakClass = Self.breakClass(ofASCII: words[count &- 1])
    isLastCharacterWide = false
  }

  /// Returns the last possible break up to `limit`: the index at which the line ends, and the index
  /// at which the next line begins.
  @inline(__always)
  static func lastBreak(
    in text: Span<UInt8>, upTo limit: Int
  ) -> (end: Int, next: Int)? {
    var index = limit
    while index > 0 {
      let byte = text[index]
      if byte == 0x20 {
        var next = index &+ 1
        while next < text.count, text[next] == 0x20 { next &+= 1 }
        while index > 0, text[index &- 1] == 0x20 { index &-= 1 }
        return index == 0 ? nil : (index, next)
      }
      // A hyphen between letters stays on the first line, if it fits there.
      if byte == 0x2D, index < limit, index &+ 1 < text.count,
        isLetter(text[index &- 1]) && isLetter(text[index &+ 1])
      {
        return (index &+ 1, index &+ 1)
      }
      index &-= 1
    }
    return nil
  }

  /// Returns the line-break class of the first or last character of a run of ASCII.
  static func breakClass(ofASCII byte: UInt8) -> BreakClass {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "$"): .open
    case UInt8(ascii: "!"), UInt8(ascii: "%"), UInt8(ascii: ")"), UInt8(ascii: ","),
      UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: ";"),
      UInt8(ascii: "?"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      .close
    case UInt8(ascii: "\""), UInt8(ascii: "'"): .quote
    case _: .alphabetic
    }
  }

  /// Opens the line, writes the pending spaces, and switches to the requested style.
  @inline(__always)
  private mutating func prepareForText(_ out: inout OutputBuffer) {
    if !isLineOpen {
      openLine(&out)
    } else if pendingColumns > 0 {
      writeSpaces(&out)
    }
    setStyle(nextStyle, to: &out)
  }

  private mutating func writeSpaces(_ out: inout OutputBuffer) {
    let blanks = blankBytes
    let count = pendingColumns
    // No line is broken at a no-break space.
    let isGlue = !blanks.isEmpty && !blanks.contains(0x20) && isNoBreak(blanks)
    if isGlue, column + count >= endColumn, let opportunity = lastBreak(out) {
      breakLine(at: opportunity, to: &out)
    }
    if column + count >= endColumn {
      startNewLine(&out, atSpace: true)
      return
    }
    var opportunity = BreakOpportunity(
      end: out.count, rest: 0, styleAtEnd: style, styleAtRest: style, column: 0)
    let isIndent = column == prefixWidth
    setStyle(styleOfSpaces, to: &out)
    appendSpaces(count, blanks: blanks, to: &out)
    column += count
    breakClass = isGlue ? .glue : nil
    setStyle(nextStyle, to: &out)
    if isGlue || isIndent { return }
    opportunity.rest = out.count
    opportunity.styleAtRest = style
    opportunity.column = column
    record(opportunity)
  }

  /// Writes the pending spaces unchanged.
  private mutating func appendSpaces(_ count: Int, blanks: [UInt8], to out: inout OutputBuffer) {
    if blanks.isEmpty {
      for _ in 0..<count { out.append(0x20) }
    } else {
      out.append(contentsOf: blanks)
      blankBytes.removeAll(keepingCapacity: true)
    }
    pendingColumns = 0
  }

  /// Returns whether all blanks are no-break spaces, such as U+00A0 and U+202F.
  private func isNoBreak(_ blanks: [UInt8]) -> Bool {
    let text = blanks.span
    var index = 0
    while index < text.count {
      let (scalar, length) = decodedScalar(in: text, at: index)
      guard case .glue = DisplayKind(of: scalar).breakClass else { return false }
      index += max(length, 1)
    }
    return true
  }

  /// The style of pending spaces: their own, or one that needs fewer sequences and looks the same.
  private var styleOfSpaces: TextStyle {
    if spaceStyle == style || spaceStyle == nextStyle || !spaceStyle.hasInvisibleSpaces {
      return spaceStyle
    }
    if style.hasInvisibleSpaces { return style }
    if nextStyle.hasInvisibleSpaces { return nextStyle }
    return style.asPrefixStyle == nextStyle.asPrefixStyle ? style.asPrefixStyle : spaceStyle
  }

  // MARK: All of Unicode

  /// Writes sanitized UTF-8; its line feeds end lines.
  mutating func write(_ text: Span<UInt8>, to out: inout OutputBuffer) {
    var index = 0
    while index < text.count {
      var end = index &+ (printableCount(of: text, from: index))
      // The last letter before a non-ASCII character may be the base of a combining mark.
      if end < text.count, text[end] >= 0x80, end > index { end -= 1 }
      if end > index {
        write(ascii: text.extracting(index..<end), to: &out)
        index = end
      } else if text[index] == 0x0A {
        self.endLine(&out)
        index += 1
      } else if text[index] == 0x20 {
        addSpaces()
        index += 1
      } else {
        let cluster = cluster(in: text, at: index)
        let bytes = text.extracting(index..<index + cluster.length)
        if cluster.isNonASCIISpace(bytes), !nextStyle.attributes.contains(.reverse) {
          write(blank: cluster, bytes: bytes, to: &out)
        } else {
          write(cluster, of: bytes, to: &out)
        }
        index += cluster.length
      }
    }
  }

  /// Returns the cluster at an index; it never ends in a space, even if the character before the
  /// space would join to it.
  private func cluster(in text: Span<UInt8>, at index: Int) -> Cluster {
    Cluster(in: text, at: index, ambiguousWidth: ambiguousWidth, endsAtBlank: true)
  }

  private mutating func write(
    _ cluster: Cluster, of bytes: Span<UInt8>, to out: inout OutputBuffer
  ) {
    prepareForText(&out)
    if let breakClass, mayBreak(from: breakClass, to: cluster.breakClass) { recordBreak(out) }
    while column + cluster.width > endColumn, column > prefixWidth {
      if let opportunity = lastBreak(out) {
        breakLine(at: opportunity, to: &out)
      } else if keepsTogether, !breaksLongWords {
        break
      } else {
        startNewLine(&out, atSpace: false)
      }
      setStyle(nextStyle, to: &out)
    }
    out.append(contentsOf: bytes)
    column += cluster.width
    breakClass = cluster.breakClass
    isLastCharacterWide = cluster.width > 1
  }

  private func mayBreak(from last: BreakClass, to next: BreakClass) -> Bool {
    switch (last, next) {
    case (_, .close), (_, .quote), (_, .glue), (.open, _), (.quote, _), (.glue, _): false
    case (.after, _), (.ideographic, _), (_, .ideographic): true
    case (.close, .open), (.close, .alphabetic), (.close, .after): isLastCharacterWide
    case (.alphabetic, .alphabetic), (.alphabetic, .open), (.alphabetic, .after): false
    }
  }

  /// Writes a line with all its spaces except those at its end, broken only where it is too long.
  mutating func write(verbatim text: Span<UInt8>, to out: inout OutputBuffer) {
    var count = text.count
    while count > 0, text[count - 1] == 0x20 { count -= 1 }
    if count == 0 { return writeBlankLine(&out) }
    if !isLineOpen { openLine(&out) }
    var index = 0
    while index < count {
      let byte = text[index]
      var cluster = Cluster.space
      if byte >= 0x80 || index + 1 < count && text[index + 1] >= 0x80 {
        cluster = self.cluster(in: text, at: index)
      }
      let end = index + cluster.length
      let bytes = text.extracting(index..<end)
      if column + cluster.width > width, column > prefixWidth { startNewLine(&out, atSpace: false) }
      if byte == 0x20, cluster.length == 1 {
        addSpaces()
      } else if cluster.isNonASCIISpace(bytes) {
        write(blank: cluster, bytes: bytes, to: &out)
      } else {
        setStyle(nextStyle, to: &out)
        appendSpaces(pendingColumns, blanks: blankBytes, to: &out)
        out.append(contentsOf: bytes)
      }
      column += cluster.width
      index = end
    }
    endLine(&out)
  }
}
