import AtollBytes

/// Reads one selector, to find out whether browsers can parse it.
///
/// They drop a whole rule if one of its selectors cannot be parsed. Any name of an element, an
/// attribute or a pseudo-class is accepted. The brackets of a pseudo-class may contain anything,
/// but must not be empty.
struct SelectorReader {
  private let bytes: [UInt8]
  private var index = 0

  init(_ selector: ArraySlice<UInt8>) {
    bytes = Array(selector)
  }

  /// Returns whether the selector consists of compound selectors with combinators between them.
  mutating func isValid() -> Bool {
    while true {
      guard readCompound() else { return false }
      skipSpaces()
      if index == bytes.endIndex { return true }
      if let byte = next, ">+~".utf8.contains(byte) { index += 1 }
      skipSpaces()
    }
  }

  private var next: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  /// Skips a byte if it is the next one, and returns whether it was.
  private mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  /// Skips a name, and returns whether there was one; a name cannot begin with a digit.
  private mutating func skipName() -> Bool {
    let start = index
    // Bytes outside of ASCII, escapes and control characters are reported elsewhere.
    while let byte = next, isNamePart(byte) || byte >= 0x7F || byte < 0x20 || byte == 0x5C {
      index += 1
    }
    let name = bytes[start..<index]
    return name.drop { $0 == UInt8(ascii: "-") }.first.map { !isDigit($0) } ?? false
  }

  private mutating func skipSpaces() { while skip(0x20) {} }

  private mutating func readCompound() -> Bool {
    let start = index
    if !skip(UInt8(ascii: "*")), !skipName(), index > start { return false }
    while let byte = next {
      switch byte {
      case UInt8(ascii: "."), UInt8(ascii: "#"):
        index += 1
        guard skipName() else { return false }
      case UInt8(ascii: ":"):
        guard readPseudoClass() else { return false }
      case UInt8(ascii: "["):
        guard readAttribute() else { return false }
      case 0x20, UInt8(ascii: ">"), UInt8(ascii: "+"), UInt8(ascii: "~"):
        return index > start
      case _: return false
      }
    }
    return index > start
  }

  private mutating func readPseudoClass() -> Bool {
    index += 1
    _ = skip(UInt8(ascii: ":"))
    guard skipName() else { return false }
    guard next == UInt8(ascii: "(") else { return true }
    let start = index + 1
    index = bytes.span.endOfBrackets(from: index, to: bytes.endIndex)
    return bytes[start..<max(start, index - 1)].contains { $0 != 0x20 }
  }

  /// Reads an attribute selector, such as `[href]` or `[lang|='de']`; returns whether it is valid.
  private mutating func readAttribute() -> Bool {
    index += 1
    skipSpaces()
    guard skipName() else { return false }
    skipSpaces()
    if skip(UInt8(ascii: "]")) { return true }
    if let byte = next, "~|^$*".utf8.contains(byte) { index += 1 }
    guard skip(UInt8(ascii: "=")) else { return false }
    skipSpaces()
    guard skipString() || skipName() else { return false }
    skipSpaces()
    // `i` and `s`: whether letters in upper and lower case are the same.
    if let byte = next, "isIS".utf8.contains(byte) { index += 1 }
    skipSpaces()
    return skip(UInt8(ascii: "]"))
  }

  /// Skips a string, and returns whether there was one.
  private mutating func skipString() -> Bool {
    guard let quote = next, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return false
    }
    index += 1
    while let byte = next, byte != quote { index += 1 }
    return skip(quote)
  }
}
