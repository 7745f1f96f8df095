import Bytes
import OperatingSystem

/// A text that is searched for in outputs, in every form in which a writer could have written it.
///
/// A name such as `Ann & Bo` is also found as `Ann &amp; Bo` in HTML, as `Ann \u0026 Bo` in JSON, and with a line
/// break in place of a space, in JSON `\n`. Upper and lower case are different.
package struct ErasurePattern: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The id of a comment, which outputs contain as it is.
    case identifier
    /// A text that readers see. It may begin or end within a word.
    case text
    /// A text that readers see, delimited by something other than a letter or a digit of ASCII.
    case words
  }

  package let kind: Kind
  /// The text as the user wrote it.
  package let description: String
  /// The text with a single space in place of any white space.
  private let text: [UInt8]
  /// The longest part of the text that every writer writes as it is; documents without it cannot contain the text.
  private let anchor: [UInt8]

  /// Creates a pattern; `nil` if the text has no visible character.
  package init?(_ kind: Kind, _ description: String) {
    let words = description.utf8.split { Self.isSpace($0) }
    if words.isEmpty { return nil }
    self.kind = kind
    self.description = description
    text = Array(words.joined(separator: [0x20]))
    anchor = Array(
      text.split { !Self.isLetterOrDigit($0) }.max { $0.count < $1.count } ?? text.prefix(0))
  }

  /// Returns whether a document contains the text.
  package func occurs(in document: [UInt8]) -> Bool {
    switch kind {
    case .identifier: return occurs(verbatim: document)
    case .text, .words:
      guard unsafe document.withUnsafeBytes({ unsafe offset(of: anchor, in: $0) }) != nil else {
        return false
      }
      // Backslashes are escapes in JSON, and text in other outputs.
      let hasBackslash = document.contains(UInt8(ascii: "\\"))
      return [true, false].contains { dropsTags in
        (hasBackslash ? [true, false] : [false]).contains { decodesEscapes in
          let text = Self.visibleText(
            of: document, dropsTags: dropsTags, decodesEscapes: decodesEscapes)
          return occurs(verbatim: text)
        }
      }
    }
  }

  /// Returns whether some bytes contain the text as it is, delimited as its kind demands.
  private func occurs(verbatim bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBytes { bytes in
      var start = 0
      while let found = unsafe offset(of: text, in: bytes, from: start) {
        let end = found + text.count
        if kind == .text { return true }
        let before = found > 0 ? unsafe bytes[found - 1] : 0x20
        let after = end < bytes.count ? unsafe bytes[end] : 0x20
        if !Self.continuesWord(before) && !Self.continuesWord(after) { return true }
        start = found + 1
      }
      return false
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// Returns whether a byte is an ASCII letter or digit, or belongs to a character outside of ASCII.
  private static func isLetterOrDigit(_ byte: UInt8) -> Bool { byte >= 0x80 || continuesWord(byte) }

  /// Returns whether a byte next to a text shows that it is a part of a longer word.
  ///
  /// Characters outside of ASCII may be quotation marks; finding too much is better here than too little.
  private static func continuesWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}

// MARK: Visible text

extension ErasurePattern {
  /// Returns a document with its character references and, on request, its JSON escapes decoded, its terminal sequences and,
  /// on request, its tags left out, and a single space for any white space.
  static func visibleText(
    of document: [UInt8], dropsTags: Bool, decodesEscapes: Bool
  ) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(document.count)
    var index = 0
    while index < document.count {
      let byte = document[index]
      switch byte {
      case UInt8(ascii: "&"):
        if let (bytes, next) = characterReference(in: document, at: index) {
          text += bytes
          index = next
          continue
        }
      case UInt8(ascii: "\\") where decodesEscapes:
        if let (bytes, next) = escape(in: document, at: index) {
          if bytes != [0x20] || text.last != 0x20 { text += bytes }
          index = next
          continue
        }
      case UInt8(ascii: "<") where dropsTags:
        if let end = document[index...].prefix(longestTag).firstIndex(of: UInt8(ascii: ">")) {
          index = end + 1
          continue
        }
      case 0x1B:
        if let next = endOfTerminalSequence(in: document, at: index) {
          index = next
          continue
        }
      case _: break
      }
      if !isSpace(byte) {
        text.append(byte)
      } else if text.last != 0x20 {
        text.append(0x20)
      }
      index += 1
    }
    return text
  }

  /// Longer tags are those of pictures with long addresses; a `<` without an end is text.
  private static let longestTag = 1 << 16

  /// Decodes an escape of JSON; `nil` if the backslash begins none.
  private static func escape(in bytes: [UInt8], at start: Int) -> ([UInt8], next: Int)? {
    guard start + 1 < bytes.count else { return nil }
    switch bytes[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "\\"):
      return ([bytes[start + 1]], start + 2)
    case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "b"),
      UInt8(ascii: "f"):
      return ([0x20], start + 2)
    case UInt8(ascii: "u"):
      let digits = bytes[(start + 2)...].prefix(4)
      guard digits.count == 4,
        let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
        let scalar = Unicode.Scalar(number)
      else { return nil }
      return (Array(String(Character(scalar)).utf8), start + 6)
    case _: return nil
    }
  }

  /// Returns the index after a colour or another control sequence of a terminal (ECMA-48, section 5.4).
  private static func endOfTerminalSequence(in bytes: [UInt8], at start: Int) -> Int? {
    guard start + 1 < bytes.count, bytes[start + 1] == UInt8(ascii: "[") else { return nil }
    let end = bytes[(start + 2)...].prefix(64).firstIndex { (0x40...0x7E).contains($0) }
    return end.map { $0 + 1 }
  }
}
