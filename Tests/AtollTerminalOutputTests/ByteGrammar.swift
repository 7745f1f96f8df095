/// The grammar of bytes that may be sent to a terminal: printable characters, line feeds, and sequences for colours,
/// attributes and links, all of which end before the line does.
///
/// A state machine over bytes, independent of the writer.
struct ByteGrammar {
  /// A Boolean value indicating that the text may contain escape sequences.
  var allowsSequences = true
  /// A Boolean value indicating that a line may end in one space, as in flowed text.
  var isFlowed = false

  private var isStyled = false
  private var isReversed = false
  private var isLinked = false
  private var last: UInt8 = 0x0A
  /// The number of spaces at the end of the line so far, without sequences.
  private var blanks = 0

  init(allowsSequences: Bool, isFlowed: Bool = false) {
    self.allowsSequences = allowsSequences
    self.isFlowed = isFlowed
  }

  /// Returns the first violation and its position, or nil.
  mutating func offence(in bytes: [UInt8]) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return "not UTF-8" }
    for scalar in text.unicodeScalars where Self.isForbidden(scalar.value) {
      return "the scalar U+\(String(scalar.value, radix: 16))"
    }
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x1B {
        guard allowsSequences else { return "a sequence at \(index)" }
        guard let end = sequenceEnd(bytes, from: index + 1) else {
          return "no sequence of ours at \(index)"
        }
        index = end
        continue
      }
      if let length = Self.blankLength(bytes[index...]) {
        // Reversed spaces are visible: they are the edges of a badge.
        blanks = isReversed ? 0 : blanks + 1
        last = 0x20
        index += length
        continue
      }
      if bytes[index] == 0x0A, let offence = offenceAtLineEnd() {
        let line = String(decoding: bytes[..<index].suffix(60), as: UTF8.self)
        return "\(offence) at \(index), after \(line.debugDescription)"
      }
      last = bytes[index]
      blanks = 0
      index += 1
    }
    if last != 0x0A { return "the last line has no end" }
    return isStyled || isLinked ? "open at the end" : nil
  }

  private func offenceAtLineEnd() -> String? {
    if isStyled { return "a style is open" }
    if isLinked { return "a link is open" }
    if isFlowed ? blanks > 1 : blanks > 0 { return "a blank ends the line" }
    return nil
  }

  /// Returns the length of the space at the beginning of some bytes: a space of ASCII or of Unicode (category Zs).
  private static func blankLength(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.first, first == 0x20 || first >= 0xC2 else { return nil }
    let next = Array(bytes.prefix(3)) + [0, 0]
    switch (next[0], next[1], next[2]) {
    case (0x20, _, _): return 1
    case (0xC2, 0xA0, _): return 2
    case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F),
      (0xE3, 0x80, 0x80):
      return 3
    case _: return nil
    }
  }

  private mutating func sequenceEnd(_ bytes: [UInt8], from start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    if bytes[start] == UInt8(ascii: "[") { return selectionEnd(bytes, from: start + 1) }
    if bytes[start] == UInt8(ascii: "]") { return linkEnd(bytes, from: start + 1) }
    return nil
  }

  /// Matches `[`, numbers separated by semicolons, and `m`; neither a colon nor a question mark is allowed.
  private mutating func selectionEnd(_ bytes: [UInt8], from start: Int) -> Int? {
    var end = start
    while end < bytes.count, bytes[end] &- 48 < 10 || bytes[end] == UInt8(ascii: ";") { end += 1 }
    guard end < bytes.count, bytes[end] == UInt8(ascii: "m"), end - start < 32 else { return nil }
    isStyled = end > start
    var parameters = bytes[start..<end].split(
      separator: UInt8(ascii: ";"), omittingEmptySubsequences: false
    ).map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }[...]
    while let parameter = parameters.popFirst() {
      switch parameter {
      case 0, 27: isReversed = false
      case 7: isReversed = true
      // One of 256 colours, or three components.
      case 38, 48: parameters = parameters.dropFirst(parameters.first == 5 ? 2 : 4)
      case _: break
      }
    }
    return end + 1
  }

  /// Matches `]8;`, an optional id, `;`, an optional address, ESC and a backslash.
  private mutating func linkEnd(_ bytes: [UInt8], from start: Int) -> Int? {
    guard bytes[start...].starts(with: "8;".utf8) else { return nil }
    var end = start + 2
    if bytes[end...].starts(with: "id=".utf8) {
      end += 3
      while end < bytes.count, bytes[end] &- 48 < 10 { end += 1 }
    }
    guard end < bytes.count, bytes[end] == UInt8(ascii: ";") else { return nil }
    let address = end + 1
    end = address
    while end < bytes.count, 0x21...0x7E ~= bytes[end], bytes[end] != UInt8(ascii: ";") { end += 1 }
    guard bytes[end...].starts(with: [0x1B, 0x5C]), end - address <= 3000 else { return nil }
    isLinked = end > address
    return end + 2
  }

  /// Returns whether a scalar is a control other than ESC and LF, or changes the direction of text or hides it.
  private static func isForbidden(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0A, 0x1B: false
    case 0..<0x20, 0x7F...0x9F, 0x200B, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
      0xE0000...0xE007F:
      true
    case _: false
    }
  }
}
