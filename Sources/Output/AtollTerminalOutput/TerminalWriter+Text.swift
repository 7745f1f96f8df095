import AtollBodyText
import AtollBytes
import AtollLayout
import AtollTheming

/// Writing text to the lines, sanitized and in Unicode or ASCII.
extension TerminalWriter {
  /// Writes built-in symbols, which need no sanitizing.
  mutating func write(_ text: StaticString, to out: inout OutputBuffer) {
    text.withBytes { lines.write($0, to: &out) }
  }

  mutating func write(_ phrase: Phrase, in style: TextStyle, to out: inout OutputBuffer) {
    wording.append(phrase, to: &words)
    writeWords(in: style, to: &out)
  }

  /// Writes a phrase; if it contains `@`, a name takes the place of the `@`.
  mutating func write(_ phrase: Phrase, naming name: Slice, to out: inout OutputBuffer) {
    guard phrase.hasPlaceholder else { return write(phrase, in: .plain, to: &out) }
    let (before, after) = wording.parts(of: phrase)
    write(plain: before, to: &out)
    write(name: name, in: .plain, to: &out)
    write(plain: after, to: &out)
  }

  private mutating func write(plain text: [UInt8], to out: inout OutputBuffer) {
    words.append(contentsOf: text)
    writeWords(in: .plain, to: &out)
  }

  /// Writes the contents of `words`, and empties it.
  mutating func writeWords(in style: TextStyle, to out: inout OutputBuffer) {
    lines.nextStyle = style
    sanitizer.write(words, into: &lines, to: &out)
    words.clear()
    lines.nextStyle = .plain
  }

  /// Writes a short text, such as a name, without its own line breaks.
  mutating func write(_ slice: Slice, in style: TextStyle, to out: inout OutputBuffer) {
    lines.nextStyle = style
    sanitizer.write(slice, of: bytes, as: .line, into: &lines, to: &out)
    lines.nextStyle = .plain
  }

  /// Writes a name among other text, isolated if its direction differs.
  mutating func write(name: Slice, in style: TextStyle, to out: inout OutputBuffer) {
    let isIsolated = settings.usesIsolates && wording.needsIsolation(bytes[name.range])
    if isIsolated { write(Isolate.begin, to: &out) }
    write(name, in: style, to: &out)
    if isIsolated { write(Isolate.end, to: &out) }
  }

  mutating func writeLine(_ slice: Slice, in style: TextStyle, to out: inout OutputBuffer) {
    write(slice, in: style, to: &out)
    lines.endLine(&out)
  }

  /// Writes an address; one that is longer than a line is broken, except in an email.
  mutating func write(address text: [UInt8], in style: TextStyle, to out: inout OutputBuffer) {
    lines.nextStyle = style
    lines.keepsTogether = true
    sanitizer.write(Slice(0..<text.count), of: text, as: .line, into: &lines, to: &out)
    lines.keepsTogether = false
    lines.nextStyle = .plain
  }

  /// Writes the contents of `words` as an item of metadata, and empties it; isolates the item if
  /// `serverLabel`, a word in it, needs isolation.
  mutating func writeMetadata(_ out: inout OutputBuffer, serverLabel: [UInt8] = []) {
    lines.nextStyle = style(.meta)
    if settings.usesIsolates, wording.needsIsolation(serverLabel[...]) {
      lines.write(
        separator: glyphs.separator, beforeColumns: sanitizer.columns(of: words, in: lines),
        to: &out)
      lines.keepsTogether = true
      write(Isolate.begin, to: &out)
      sanitizer.write(words, into: &lines, to: &out)
      write(Isolate.end, to: &out)
      lines.keepsTogether = false
    } else {
      sanitizer.write(metadata: words, after: glyphs.separator, into: &lines, to: &out)
    }
    words.clear()
  }

  /// Writes `words` in reverse video if the style says so and the output is not ASCII, otherwise in
  /// brackets; and empties it.
  mutating func writeEnclosed(in style: TextStyle, to out: inout OutputBuffer) {
    let isIsolated = words.withBytes {
      settings.usesIsolates && wording.needsIsolation($0)
    }
    if isIsolated { write(Isolate.begin, to: &out) }
    let isReversed = style.attributes.contains(.reverse) && !settings.isASCII
    lines.nextStyle = style
    if isReversed || !sanitizer.write(inBrackets: words, into: &lines, to: &out) {
      write(isReversed ? "\u{A0}" : "[", to: &out)
      writeWords(in: style, to: &out)
      lines.nextStyle = style
      write(isReversed ? "\u{A0}" : "]", to: &out)
    }
    if isIsolated { write(Isolate.end, to: &out) }
    words.clear()
    lines.nextStyle = .plain
  }
}
