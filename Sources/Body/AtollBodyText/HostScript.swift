/// The scripts of the letters in host names, for detecting look-alikes (UTS 39).
enum HostScript {
  /// Returns whether a label could be mistaken for another.
  ///
  /// Such a label mixes scripts that no language mixes, or its Cyrillic letters all look Latin.
  static func isSuspicious(_ label: [UInt32]) -> Bool {
    var scripts: Set<UInt32> = []
    for scalar in label {
      if let script = script(of: scalar) { scripts.insert(script) }
    }
    if scripts == [cyrillic] { return label.allSatisfy(looksLatin) }
    if scripts.count < 2 { return false }
    return !scripts.isSubset(of: [latin, han, kana]) && !scripts.isSubset(of: [latin, han, hangul])
      && !scripts.isSubset(of: [latin, han, bopomofo])
  }

  private static let latin: UInt32 = 1
  private static let cyrillic: UInt32 = 2
  private static let han: UInt32 = 3
  private static let kana: UInt32 = 4
  private static let hangul: UInt32 = 5
  private static let bopomofo: UInt32 = 6

  /// Returns the number of a scalar's script, or `nil` for digits, the hyphen and marks, which go
  /// with any script.
  private static func script(of scalar: UInt32) -> UInt32? {
    switch scalar {
    case 0x61...0x7A, 0xC0...0x02AF, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF: latin
    case 0..<0x80, 0x0300...0x036F: nil
    case 0x0400...0x052F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: cyrillic
    case 0x3005...0x3007, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: han
    case 0x3040...0x30FF, 0x31F0...0x31FF: kana
    case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF: hangul
    case 0x3100...0x312F, 0x31A0...0x31BF: bopomofo
    // Greek and its extension, Hebrew, Arabic and its supplements. In the rest, every 128 scalars
    // count as a script. This splits some scripts; a name in such a script is shown in ASCII, too,
    // which is safe.
    case 0x0370...0x03FF, 0x1F00...0x1FFF: 7
    case 0x0590...0x05FF: 8
    case 0x0600...0x06FF, 0x0750...0x077F, 0x0870...0x08FF: 9
    default: 0x100 + scalar >> 7
    }
  }

  private static func looksLatin(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0430, 0x0435, 0x043E, 0x0440, 0x0441, 0x0443, 0x0445, 0x044A, 0x044C, 0x0455, 0x0456,
      0x0458, 0x0475, 0x04BB, 0x04BD, 0x04CF, 0x0501, 0x051B, 0x051D, 0x043F, 0x0433, 0x0461:
      true
    default: scalar < 0x80
    }
  }
}
