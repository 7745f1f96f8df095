import Testing

@testable import AtollPageShots

/// The coverage of fonts, read from `cmap` tables that are made here.
@Suite struct FontCoverageTests {
  private static func bytes(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// Returns a font file with nothing but a `cmap` table with one subtable.
  private static func font(_ subtable: [UInt8]) -> [UInt8] {
    let header = bytes(0x0001_0000, 4) + bytes(1, 2) + bytes(0, 6)
    let directory = Array("cmap".utf8) + bytes(0, 4) + bytes(28, 4) + bytes(12 + subtable.count, 4)
    let table = bytes(0, 2) + bytes(1, 2) + bytes(3, 2) + bytes(10, 2) + bytes(12, 4)
    return header + directory + table + subtable
  }

  /// Returns a subtable of format 12 with one group of characters.
  private static func groups(_ first: Int, _ last: Int) -> [UInt8] {
    bytes(12, 2) + bytes(0, 2) + bytes(28, 4) + bytes(0, 4) + bytes(1, 4) + bytes(first, 4)
      + bytes(last, 4) + bytes(1, 4)
  }

  /// Returns a subtable of format 4 with one segment of characters.
  private static func segments(_ first: Int, _ last: Int) -> [UInt8] {
    bytes(4, 2) + bytes(24, 2) + bytes(0, 2) + bytes(2, 2) + bytes(0, 6) + bytes(last, 2)
      + bytes(0, 2) + bytes(first, 2) + bytes(0, 4)
  }

  @Test func readsCharacterMapsOfFormats4And12() {
    let coverage = FontCoverage(ofFiles: [
      Self.font(Self.groups(0x1F600, 0x1F601)), Self.font(Self.segments(0x61, 0x63)),
    ])
    #expect(coverage.missingCharacters(in: "abc 😀😁").isEmpty)
    #expect(coverage.missingCharacters(in: "abd😂a") == ["U+0064", "U+1F602"])
  }

  @Test func findsTheFontsInAFolderWhoseNameHasMarkup() {
    #expect(FontSettings.text(inFolder: "/a&b<c").contains("<dir>/a&amp;b&lt;c/files</dir>"))
  }

  @Test func doesNotRequireGlyphsForInvisibleCharacters() {
    let coverage = FontCoverage(ofFiles: [])
    #expect(coverage.missingCharacters(in: " \u{200D}\u{FE0F}\u{202E}\u{00A0}\n").isEmpty)
  }

  @Test func toleratesTruncatedAndInvalidFonts() {
    let font = Self.font(Self.groups(0x61, 0x10FFFF))
    for length in 0..<font.count {
      _ = FontCoverage(ofFiles: [Array(font[..<length])]).missingCharacters(in: "a")
    }
    #expect(FontCoverage(ofFiles: [[1, 2, 3]]).missingCharacters(in: "a") == ["U+0061"])
  }
}
