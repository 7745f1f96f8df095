import AtollBodyText
import AtollBytes

/// The context in markup into which user text is written; it decides what is escaped, and how.
enum EscapingContext {
  /// The content of an element, where quotes mean nothing.
  case element
  /// A double-quoted attribute or the content of an element.
  case attribute
  /// A JSON string in a script element.
  case scriptString

  @inline(__always)
  private var escapesDoubleQuotes: Bool {
    switch self {
    case .element: false
    case .attribute, .scriptString: true
    }
  }

  @inline(__always)
  private var escapesSingleQuotes: Bool {
    switch self {
    case .element, .scriptString: false
    case .attribute: true
    }
  }

  /// Returns whether a byte of text is written as it is.
  @inline(__always)
  func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x22: !escapesDoubleQuotes
    case 0x27: !escapesSingleQuotes
    case _: byte >= 0x20 && byte < 0x7F && !ActiveCharacters.contains(byte)
    }
  }

  /// Returns a lower bound for the number of plain bytes at the start of the chunk.
  @inline(__always)
  func cleanCount(_ chunk: SIMD16<Int8>) -> Int {
    // Signed, so that one comparison catches controls and everything above 0x7F.
    let control = chunk .< SIMD16<Int8>(repeating: 0x20)
    let active = ActiveCharacters.lanes(
      in: chunk, andDoubleQuotes: escapesDoubleQuotes, andSingleQuotes: escapesSingleQuotes)
    return firstLane(control .| active)
  }

  /// Returns the escape sequence for a byte; `nil` if it is plain or left to the sanitizer.
  @inline(__always)
  func escape(of byte: UInt8) -> StaticString? {
    switch self {
    case .element where byte == 0x22 || byte == 0x27: nil
    case .element, .attribute: Self.reference(for: byte)
    case .scriptString: Self.jsonEscape(of: byte)
    }
  }

  private static func reference(for byte: UInt8) -> StaticString? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    case UInt8(ascii: "#"): "&#35;"
    case UInt8(ascii: "$"): "&#36;"
    case UInt8(ascii: "%"): "&#37;"
    case UInt8(ascii: "@"): "&#64;"
    case UInt8(ascii: "["): "&#91;"
    case UInt8(ascii: "\\"): "&#92;"
    case UInt8(ascii: "]"): "&#93;"
    case UInt8(ascii: "`"): "&#96;"
    case UInt8(ascii: "{"): "&#123;"
    case UInt8(ascii: "|"): "&#124;"
    case UInt8(ascii: "}"): "&#125;"
    case UInt8(ascii: "~"): "&#126;"
    case _: nil
    }
  }

  private static func jsonEscape(of byte: UInt8) -> StaticString? {
    switch byte {
    case UInt8(ascii: "\""): "\\\""
    case UInt8(ascii: "#"): "\\u0023"
    case UInt8(ascii: "$"): "\\u0024"
    case UInt8(ascii: "%"): "\\u0025"
    case UInt8(ascii: "&"): "\\u0026"
    case UInt8(ascii: "<"): "\\u003c"
    case UInt8(ascii: ">"): "\\u003e"
    case UInt8(ascii: "@"): "\\u0040"
    case UInt8(ascii: "["): "\\u005b"
    case UInt8(ascii: "\\"): "\\u005c"
    case UInt8(ascii: "]"): "\\u005d"
    case UInt8(ascii: "`"): "\\u0060"
    case UInt8(ascii: "{"): "\\u007b"
    case UInt8(ascii: "|"): "\\u007c"
    case UInt8(ascii: "}"): "\\u007d"
    case UInt8(ascii: "~"): "\\u007e"
    case _: nil
    }
  }
}
