extension OutputBuffer {
  /// Appends a JSON string that is also safe to print on a terminal and to place in a script element.
  ///
  /// Besides what JSON asks for, escapes `<`, DEL, the C1 controls, the line and paragraph separators
  /// and everything that turns the direction of text.
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
  ) -> (scalar: UInt16?, length: Int) {
    let first = unsafe text[index]
    func byte(_ ahead: Int) -> UInt8 {
      index + ahead < text.count ? unsafe text[index + ahead] : 0
    }
    switch first {
    case 0..<0x20, 0x22, 0x3C, 0x5C, 0x7F:
      return (UInt16(first), 1)
    case 0xC2 where byte(1) < 0xA0 && byte(1) >= 0x80:
      return (UInt16(byte(1)), 2)
    case 0xD8 where byte(1) == 0x9C:
      return (0x061C, 2)
    case 0xE2 where byte(1) == 0x80 || byte(1) == 0x81:
      let low = UInt16(byte(2) & 0x3F)
      let scalar = 0x2000 | UInt16(byte(1) & 0x3F) << 6 | low
      switch scalar {
      case 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: return (scalar, 3)
      default: return (nil, 3)
      }
    default:
      return (nil, 1)
    }
  }

  private mutating func appendEscape(of scalar: UInt16) {
    append(UInt8(ascii: "\\"))
    switch scalar {
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x0D: append(UInt8(ascii: "r"))
    case 0x09: append(UInt8(ascii: "t"))
    case 0x22, 0x5C: append(UInt8(truncatingIfNeeded: scalar))
    default:
      append(UInt8(ascii: "u"))
      for shift in [12, 8, 4, 0] {
        let digit = UInt8(truncatingIfNeeded: scalar >> UInt16(shift) & 0xF)
        append(digit < 10 ? 48 &+ digit : 87 &+ digit)
      }
    }
  }
}
