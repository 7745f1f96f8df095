import AtollBytes
import AtollSnapshots

/// The characters for which fonts have glyphs, according to their `cmap` tables.
package struct FontCoverage: Sendable {
  /// The ranges of scalars, sorted; no two overlap or are adjacent.
  private var ranges: [ClosedRange<UInt32>] = []

  package init(of fonts: FontSet) {
    self.init(
      ofFiles: fonts.fonts.lazy.compactMap { font in
        font.path.flatMap { try? StoreFiles.contents(of: $0) }
      })
  }

  init(ofFiles files: some Sequence<[UInt8]>) {
    let found = files.flatMap { CharacterMap($0).ranges() }
    for range in found.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = ranges.last, range.lowerBound <= last.upperBound &+ 1 {
        ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
  }

  /// Returns the characters that no font has a glyph for, each once, as `U+XXXX`.
  package func missingCharacters(in text: String) -> [String] {
    let missing = text.unicodeScalars.filter { Self.needsGlyph($0) && !contains($0.value) }
    return Set(missing.map(\.value)).sorted().map { value in
      let digits = String(value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }
  }

  private static func needsGlyph(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    if properties.isDefaultIgnorableCodePoint || properties.isWhitespace { return false }
    switch properties.generalCategory {
    case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator, .spaceSeparator:
      return false
    case _: return true
    }
  }

  private func contains(_ value: UInt32) -> Bool {
    let index = partitioningIndex(of: ranges) { $0.upperBound < value }
    return index < ranges.count && ranges[index].contains(value)
  }
}

/// The `cmap` table of a font, in formats 4 and 12:
/// <https://learn.microsoft.com/typography/opentype/spec/cmap>.
private struct CharacterMap {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private func number16(_ offset: Int) -> Int {
    guard offset >= 0, offset + 2 <= bytes.count else { return 0 }
    return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }

  private func number32(_ offset: Int) -> Int { number16(offset) << 16 | number16(offset + 2) }

  func ranges() -> [ClosedRange<UInt32>] {
    // A collection begins with `ttcf`; its fonts are read as one.
    let isCollection = number32(0) == 0x7474_6366
    let fonts = isCollection ? (0..<min(number32(8), 64)).map { number32(12 + $0 * 4) } : [0]
    return fonts.flatMap { font in
      let tables = (0..<number16(font + 4)).map { font + 12 + $0 * 16 }
      let map = tables.first { number32($0) == 0x636D_6170 }
      return map.map { ranges(ofTableAt: number32($0 + 8)) } ?? []
    }
  }

  private func ranges(ofTableAt table: Int) -> [ClosedRange<UInt32>] {
    var found: [ClosedRange<UInt32>] = []
    for index in 0..<number16(table + 2) {
      let subtable = table + number32(table + 4 + index * 8 + 4)
      switch number16(subtable) {
      case 4: found += segmentRanges(at: subtable)
      case 12: found += groupRanges(at: subtable)
      case _: break
      }
    }
    return found
  }

  private func segmentRanges(at subtable: Int) -> [ClosedRange<UInt32>] {
    let count = number16(subtable + 6) / 2
    return (0..<count).compactMap { index in
      let end = number16(subtable + 14 + index * 2)
      let start = number16(subtable + 16 + count * 2 + index * 2)
      guard start <= end, start != 0xFFFF else { return nil }
      return UInt32(start)...UInt32(end)
    }
  }

  private func groupRanges(at subtable: Int) -> [ClosedRange<UInt32>] {
    let count = min(number32(subtable + 12), (bytes.count - subtable) / 12)
    return (0..<max(count, 0)).compactMap { index in
      let start = number32(subtable + 16 + index * 12)
      let end = number32(subtable + 20 + index * 12)
      guard start <= end, end <= 0x10FFFF else { return nil }
      return UInt32(start)...UInt32(end)
    }
  }
}
