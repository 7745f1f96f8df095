import AtollBytes

/// An opaque color in sRGB.
package struct Color: Hashable, Sendable {
  package let red: UInt8
  package let green: UInt8
  package let blue: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates a color from `#RRGGBB`, the only notation in token files; `nil` for anything else.
  package init?(hexadecimal text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 7, bytes[0] == UInt8(ascii: "#") else { return nil }
    var value: UInt32 = 0
    for byte in bytes[1...] {
      guard let digit = hexadecimalValue(byte) else { return nil }
      value = value << 4 | UInt32(digit)
    }
    red = UInt8(value >> 16)
    green = UInt8(value >> 8 & 0xFF)
    blue = UInt8(value & 0xFF)
  }

  /// The color in style sheets: `#rrggbb`, or `#rgb` if that is equivalent.
  package var css: String {
    let isDoubled = number >> 4 & 0x0F0F0F == number & 0x0F0F0F
    return hexadecimalText(every: isDoubled ? 2 : 1)
  }

  /// The color in token files and emails: always six digits.
  package var hexadecimal: String { hexadecimalText(every: 1) }

  private var number: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }

  /// Returns a number sign and every digit, or every second digit if `step` is 2.
  private func hexadecimalText(every step: Int) -> String {
    unsafe String(unsafeUninitializedCapacity: 7) { bytes in
      unsafe bytes[0] = UInt8(ascii: "#")
      var count = 1
      for digit in stride(from: 5, through: 0, by: -step) {
        unsafe bytes[count] = lowercaseHexadecimalDigit(UInt8(number >> (digit * 4) & 15))
        count += 1
      }
      return count
    }
  }
}

// MARK: Contrast

extension Color {
  /// Relative luminance as WCAG 2 defines it.
  package var luminance: Double {
    0.2126 * Self.linearLight(of: red) + 0.7152 * Self.linearLight(of: green)
      + 0.0722 * Self.linearLight(of: blue)
  }

  /// Returns the contrast ratio of two colors as WCAG 2 defines it, between 1 and 21.
  package func contrast(with other: Color) -> Double {
    let first = luminance
    let second = other.luminance
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  private static func linearLight(of channel: UInt8) -> Double { linearValues[Int(channel)] }

  /// The linear light, from 0 to 1, of every value that a channel can have.
  private static let linearValues: [Double] = (0...255).map {
    let value = Double($0) / 255
    if value <= 0.04045 { return value / 12.92 }
    let base = (value + 0.055) / 1.055
    return base * base * root(5, of: base * base)
  }

  /// Returns a root by Newton's method, which gives the same bits on every machine.
  ///
  /// A C library's `pow` does not. sRGB needs x^2.4, which is x² times the fifth root of x².
  private static func root(_ degree: Int, of value: Double) -> Double {
    guard value > 0 else { return 0 }
    var root = 1.0
    for _ in 0..<64 {
      var power = root
      for _ in 2..<degree { power *= root }
      let next = (Double(degree - 1) * root + value / power) / Double(degree)
      if next == root { break }
      root = next
    }
    return root
  }
}

// MARK: Similarity

extension Color {
  /// The color in OKLab, in which colors that look alike are close together: lightness, green to
  /// red, blue to yellow.
  package var oklab: SIMD3<Double> {
    let (red, green, blue) = (
      Self.linearLight(of: red), Self.linearLight(of: green), Self.linearLight(of: blue)
    )
    let long = 0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue
    let middle = 0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue
    let short = 0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue
    let cones = [long, middle, short].map { Self.root(3, of: $0) }
    return SIMD3(
      0.2104542553 * cones[0] + 0.7936177850 * cones[1] - 0.0040720468 * cones[2],
      1.9779984951 * cones[0] - 2.4285922050 * cones[1] + 0.4505937099 * cones[2],
      0.0259040371 * cones[0] + 0.7827717662 * cones[1] - 0.8086757660 * cones[2])
  }
}

/// Returns a ratio with two decimal places, truncated rather than rounded, so that a ratio printed
/// as 4.50 is at least 4.5.
func formattedRatio(_ ratio: Double) -> String {
  let hundredths = Int(ratio * 100)
  let rest = hundredths % 100
  return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
}
