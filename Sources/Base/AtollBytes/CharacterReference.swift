/// A decoder for HTML character references such as `&amp;`.
///
/// It knows numeric references, the five names that every serializer writes, the names of Latin-1
/// characters, and the names of common punctuation and symbols. A reference without its semicolon
/// stays text, and so does an unknown name.
package enum HTMLEntities {
  /// Returns the scalar of the reference that begins at an index, and the length of the reference
  /// in bytes; `nil` if no reference begins there.
  package static func decode(
    _ bytes: Span<UInt8>, at index: Int
  ) -> (scalar: UInt32, count: Int)? {
    guard index + 2 < bytes.count else { return nil }
    return bytes[index + 1] == UInt8(ascii: "#")
      ? decodeNumber(bytes, at: index) : decodeName(bytes, at: index)
  }

  private static func decodeNumber(
    _ bytes: Span<UInt8>, at start: Int
  ) -> (scalar: UInt32, count: Int)? {
    var index = start + 2
    let isHex = bytes[index] | 0x20 == UInt8(ascii: "x")
    if isHex { index += 1 }
    let firstDigit = index
    var value: UInt32 = 0
    while index < bytes.count, let digit = digit(bytes[index], isHex: isHex) {
      // A number that is already too large is not multiplied further, so that it does not overflow.
      if value < 0x110000 { value = value * (isHex ? 16 : 10) + digit }
      index += 1
    }
    guard index > firstDigit, index < bytes.count, bytes[index] == UInt8(ascii: ";") else {
      return nil
    }
    return (character(numbered: value), index + 1 - start)
  }

  private static func digit(_ byte: UInt8, isHex: Bool) -> UInt32? {
    isHex || isDigit(byte) ? hexadecimalValue(byte).map(UInt32.init) : nil
  }

  /// Returns the scalar as HTML defines it: NUL, surrogates and numbers beyond Unicode are U+FFFD,
  /// and 128 to 159 are Windows-1252.
  private static func character(numbered value: UInt32) -> UInt32 {
    if value == 0 || value > 0x10FFFF || value &- 0xD800 < 0x800 { return 0xFFFD }
    return value &- 0x80 < 0x20 ? windows1252[Int(value - 0x80)] : value
  }

  private static let windows1252: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]

  private static let maximumNameLength = 8

  private static func decodeName(
    _ bytes: Span<UInt8>, at start: Int
  ) -> (scalar: UInt32, count: Int)? {
    var packed: UInt64 = 0
    var index = start + 1
    while index < bytes.count, index - start <= maximumNameLength + 1 {
      let byte = bytes[index]
      if byte == UInt8(ascii: ";") {
        guard let scalar = scalar(named: packed) else { return nil }
        return (scalar, index + 1 - start)
      }
      guard isLetterOrDigit(byte), index - start <= maximumNameLength else { return nil }
      packed = packed << 8 | UInt64(byte)
      index += 1
    }
    return nil
  }

  private static func scalar(named packed: UInt64) -> UInt32? {
    switch packed {
    case 0x61_6D70: 0x26
    case 0x6C74: 0x3C
    case 0x6774: 0x3E
    case 0x7175_6F74: 0x22
    case 0x6E62_7370: 0xA0
    default: scalarsByPackedName[packed]
    }
  }

  private static let scalarsByPackedName: [UInt64: UInt32] = {
    var names: [UInt64: UInt32] = [:]
    for (offset, name) in latinNames.split(separator: " ").enumerated() {
      names[packed(name)] = 0xA0 + UInt32(offset)
    }
    for (name, scalar) in otherNames { names[packed(name[...])] = scalar }
    return names
  }()

  private static func packed(_ name: Substring) -> UInt64 {
    name.utf8.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The names of U+00A0 to U+00FF, in order.
  private static let latinNames = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn \
    sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave \
    Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml \
    ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN \
    szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave \
    iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc \
    uuml yacute thorn yuml
    """

  private static let otherNames: [(String, UInt32)] = [
    ("apos", 0x27), ("OElig", 0x152), ("oelig", 0x153), ("Scaron", 0x160), ("scaron", 0x161),
    ("Yuml", 0x178), ("fnof", 0x192), ("ensp", 0x2002), ("emsp", 0x2003), ("thinsp", 0x2009),
    ("zwnj", 0x200C), ("zwj", 0x200D), ("lrm", 0x200E), ("rlm", 0x200F), ("ndash", 0x2013),
    ("mdash", 0x2014), ("lsquo", 0x2018), ("rsquo", 0x2019), ("sbquo", 0x201A), ("ldquo", 0x201C),
    ("rdquo", 0x201D), ("bdquo", 0x201E), ("dagger", 0x2020), ("Dagger", 0x2021),
    ("bull", 0x2022), ("hellip", 0x2026), ("permil", 0x2030), ("prime", 0x2032),
    ("lsaquo", 0x2039), ("rsaquo", 0x203A), ("euro", 0x20AC), ("trade", 0x2122), ("larr", 0x2190),
    ("uarr", 0x2191), ("rarr", 0x2192), ("darr", 0x2193), ("minus", 0x2212), ("infin", 0x221E),
    ("ne", 0x2260), ("le", 0x2264), ("ge", 0x2265), ("hearts", 0x2665),
  ]
}

/// Returns the text of the reference at `start`, with a plain space for `&nbsp;`, and the offset
/// after the reference; `nil` if no known reference begins there.
package func characterReference(
  in bytes: [UInt8], at start: Int
) -> (text: [UInt8], next: Int)? {
  guard bytes[start] == UInt8(ascii: "&"),
    let (value, count) = HTMLEntities.decode(bytes.span, at: start),
    let scalar = Unicode.Scalar(value == 0xA0 ? 0x20 : value)
  else { return nil }
  return (Array(String(scalar).utf8), start + count)
}

/// Returns text with each known reference replaced by the character that it denotes.
package func decodingCharacterReferences(of text: [UInt8]) -> [UInt8] {
  var out: [UInt8] = []
  out.reserveCapacity(text.count)
  var index = 0
  while index < text.count {
    if let (bytes, next) = characterReference(in: text, at: index) {
      out += bytes
      index = next
    } else {
      out.append(text[index])
      index += 1
    }
  }
  return out
}

/// Returns a string escaped for HTML or XML: for element content and double-quoted attributes.
package func escapedForMarkup(_ text: String) -> String {
  text.replacing(text: "&", with: "&amp;").replacing(text: "<", with: "&lt;")
    .replacing(text: ">", with: "&gt;").replacing(text: "\"", with: "&quot;")
}
