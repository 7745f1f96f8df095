package import AtollBodyText
package import AtollBytes
import AtollLayout

/// A word in the lines around an email's comments.
package struct FrameWord: Hashable, Sendable {
  package var bytes: [UInt8] = []
  /// True if the word stays on one line, however long it is: an address or a merge tag.
  package var isUnbreakable = false

  package init() {}
}

/// Writing the lines before and after an email's comments; a template determines these lines.
extension TerminalWriter {
  package var isASCII: Bool { settings.isASCII }
  /// True if mail programs may rewrap the text (RFC 3676).
  package var isFlowed: Bool { settings.isFlowed }

  /// Removes the rails from the next lines.
  package mutating func removeRails() { setRails(0) }

  /// Returns text from outside, sanitized for a line of the output; only ASCII if the settings say
  /// so.
  package func sanitized(_ text: [UInt8]) -> [UInt8] {
    var out = OutputBuffer(capacity: text.count)
    out.append(sanitizing: text.span, as: .line, isASCII: settings.isASCII)
    return out.bytes()
  }

  /// Writes a line of sanitized words, which is broken between words if it is too long.
  package mutating func write(frameLine words: [FrameWord], to out: inout OutputBuffer) {
    for word in words {
      lines.addSpaces()
      if word.isUnbreakable {
        lines.write(word: word.bytes, to: &out)
      } else {
        lines.write(word.bytes.span, to: &out)
      }
    }
    lines.endLine(&out)
  }

  /// Writes text that may have multiple paragraphs.
  package mutating func write(frameBody body: RichText, to out: inout OutputBuffer) {
    writeBody(body, isFrame: true, to: &out)
    writeLinkAddresses(&out)
  }
}
