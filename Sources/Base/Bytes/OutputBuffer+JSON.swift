extension OutputBuffer {
  /// Appends a JSON string that is also safe to print on a terminal and to place in a script element.
  ///
  /// Besides what JSON asks for, escapes `<` and everything that cannot be seen: see `isInvisible`.
  package mutating func append(json slice: Slice, of bytes: [UInt8]) {
    append(UInt8(ascii: "\""))
    if slice.end <= bytes.count {
      unsafe bytes.withUnsafeBufferPointer {
        unsafe appendEscaped(UnsafeBufferPointer(rebasing: $0[slice.range]))
      }
    }
    append(UInt8(ascii: "\""))
  }

  /// Appends a text as such a string.
  package mutating func append(json text: String) {
    let bytes = Array(text.utf8)
    append(json: Slice(0..<bytes.count), of: bytes)
  }

  private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var clean = 0
    var index = 0
    while index < text.count {
      let (scalar, length) = unsafe Self.escapedScalar(in: text, at: index)
      guard let scalar else {
        index &+= length
        continue
      }
      unsafe append(contentsOf: UnsafeBufferPointer(rebasing: text[clean..<index]))
      appendEscape(of: scalar)
      index &+= length
      clean = index
    }
    unsafe append(contentsOf: UnsafeBufferPointer(rebasing: text[clean..<index]))
  }

  /// The scalar that begins here if it is one to escape, and how many bytes to go on by.
  private static func escapedScalar(
    in text: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (scalar: UInt32?, length: Int) {
    let first = unsafe text[index]
    func rest(_ ahead: Int) -> UInt32 {
      index + ahead < text.count ? UInt32(unsafe text[index + ahead] & 0x3F) : 0
    }
    let scalar: UInt32
    let length: Int
    switch first {
    case 0..<0x20, 0x22, 0x3C, 0x5C, 0x7F: return (UInt32(first), 1)
    // Only what begins like these can be invisible.
    case 0xC2, 0xCD, 0xD8: (scalar, length) = (UInt32(first & 0x1F) << 6 | rest(1), 2)
    case 0xE1...0xE3, 0xEF:
      (scalar, length) = (UInt32(first & 0x0F) << 12 | rest(1) << 6 | rest(2), 3)
    case 0xF0, 0xF3:
      (scalar, length) = (
        UInt32(first & 0x07) << 18 | rest(1) << 12 | rest(2) << 6 | rest(3), 4
      )
    case _: return (nil, 1)
    }
    guard index + length <= text.count else { return (nil, text.count - index) }
    return (isInvisible(scalar) ? scalar : nil, length)
  }

  private mutating func appendEscape(of scalar: UInt32) {
    switch scalar {
    case 0x0A: append("\\n")
    case 0x0D: append("\\r")
    case 0x09: append("\\t")
    case 0x22, 0x5C:
      append(UInt8(ascii: "\\"))
      append(UInt8(truncatingIfNeeded: scalar))
    case 0x10000...:
      appendUnit(0xD7C0 + (scalar >> 10))
      appendUnit(0xDC00 | (scalar & 0x3FF))
    case _: appendUnit(scalar)
    }
  }

  /// Appends a unit of UTF-16: `\u200b`.
  private mutating func appendUnit(_ unit: UInt32) {
    append("\\u")
    for shift: UInt32 in [12, 8, 4, 0] {
      let digit = UInt8(truncatingIfNeeded: unit >> shift & 0xF)
      append(digit < 10 ? 48 &+ digit : 87 &+ digit)
    }
  }
}
