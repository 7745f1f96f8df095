import BodyText
import Bytes
import Layout
import Theming

/// Every text on its way to the lines: sanitised, and in the charset that was asked for.
extension TerminalWriter {
  /// Writes our own signs, which need no sanitising.
  mutating func put(_ text: StaticString, _ out: inout OutputBuffer) {
    text.withUTF8Buffer { unsafe lines.write($0, &out) }
  }

  /// Writes a wording, which the server may have its own words for.
  mutating func put(_ phrase: Phrase, _ style: TextStyle, _ out: inout OutputBuffer) {
    words.clear()
    wording.append(phrase, to: &words)
    putWords(style, &out)
  }

  /// Writes what stands in `words`.
  mutating func putWords(_ style: TextStyle, _ out: inout OutputBuffer) {
    lines.wanted = style
    clean.write(words, into: &lines, &out)
    lines.wanted = .plain
  }

  /// Writes a name or the like: one line, whatever it holds.
  mutating func put(_ slice: Slice, _ style: TextStyle, _ out: inout OutputBuffer) {
    lines.wanted = style
    clean.write(slice, of: bytes, .line, into: &lines, &out)
    lines.wanted = .plain
  }

  mutating func putLine(_ slice: Slice, _ style: TextStyle, _ out: inout OutputBuffer) {
    put(slice, style, &out)
    lines.end(&out)
  }

  /// Writes an address, which is broken only where it is longer than a line.
  mutating func put(address text: [UInt8], _ style: TextStyle, _ out: inout OutputBuffer) {
    lines.wanted = style
    lines.keepsTogether = true
    clean.write(Slice(0..<text.count), of: text, .line, into: &lines, &out)
    lines.keepsTogether = false
    lines.wanted = .plain
  }

  /// Writes what stands in `words` as one of several facts.
  mutating func putFact(_ out: inout OutputBuffer) {
    lines.wanted = style(.meta)
    clean.write(fact: words, behind: glyphs.dot, into: &lines, &out)
  }

  /// Writes the words in brackets, or with a ground of their own where the style has one.
  mutating func putEnclosed(_ style: TextStyle, _ out: inout OutputBuffer) {
    let isReversed = style.attributes.contains(.reverse) && !settings.isASCII
    lines.wanted = style
    if isReversed || !clean.write(inBrackets: words, into: &lines, &out) {
      put(isReversed ? "\u{A0}" : "[", &out)
      putWords(style, &out)
      lines.wanted = style
      put(isReversed ? "\u{A0}" : "]", &out)
    }
    lines.wanted = .plain
  }
}
