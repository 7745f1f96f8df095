/// An opaque colour in sRGB.
package struct Color: Hashable, Sendable {
  package let red: UInt8
  package let green: UInt8
  package let blue: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Reads `#RRGGBB`, and nothing else: one way to write a colour is enough for a token file.
  package init?(hexadecimal text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 7, bytes[0] == UInt8(ascii: "#") else { return nil }
    var value: UInt32 = 0
    for byte in bytes[1...] {
      guard let digit = Self.digit(byte) else { return nil }
      value = value << 4 | digit
    }
    red = UInt8(value >> 16)
    green = UInt8(value >> 8 & 0xFF)
    blue = UInt8(value & 0xFF)
  }

  /// The colour as a style sheet writes it: `#rrggbb`, or `#rgb` where that says the same.
  package var css: String {
    var text = "#"
    let short = [red, green, blue].allSatisfy { $0 >> 4 == $0 & 15 }
    for part in [red, green, blue] {
      if !short { text.append(Self.letter(part >> 4)) }
      text.append(Self.letter(part & 15))
    }
    return text
  }

  /// The colour as a token file and a mail write it: always six digits.
  package var hexadecimal: String {
    var text = "#"
    for part in [red, green, blue] {
      text.append(Self.letter(part >> 4))
      text.append(Self.letter(part & 15))
    }
    return text
  }

  private static func letter(_ digit: UInt8) -> Character {
    Character(Unicode.Scalar(digit < 10 ? 48 + digit : 87 + digit))
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) - 48
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte) - 87
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte) - 55
    default: nil
    }
  }
}

// MARK: Contrast

extension Color {
  /// Relative luminance as WCAG 2 defines it.
  package var luminance: Double {
    0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
  }

  /// The contrast ratio of two colours as WCAG 2 defines it, between 1 and 21.
  package func contrast(with other: Color) -> Double {
    let first = luminance
    let second = other.luminance
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  private static func linear(_ part: UInt8) -> Double {
    let value = Double(part) / 255
    if value <= 0.04045 { return value / 12.92 }
    let base = (value + 0.055) / 1.055
    return base * base * fifthRoot(base * base)
  }

  /// The fifth root by Newton's method: x^2.4 is x² times the fifth root of x², and the same
  /// multiplications give the same bits on every machine, which a C library's `pow` need not.
  private static func fifthRoot(_ value: Double) -> Double {
    guard value > 0 else { return 0 }
    var root = 1.0
    for _ in 0..<64 {
      let fourth = root * root * root * root
      let next = (4 * root + value / fourth) / 5
      if next == root { break }
      root = next
    }
    return root
  }
}

/// A ratio cut, not rounded, to two places: what prints as 4.50 is at least 4.5.
func twoPlaces(_ ratio: Double) -> String {
  let hundredths = Int(ratio * 100)
  let rest = hundredths % 100
  return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
}
