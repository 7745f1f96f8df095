import Testing

@testable import AtollBytes

/// Functions for bytes and sorted arrays that several modules use.
@Suite struct SmallFunctionTests {
  @Test(arguments: [
    ("&amp;", "&"), ("&lt;b", "<"), ("&nbsp;", " "), ("&#39;", "'"), ("&#xE9;", "é"),
    ("&#X1F41F;", "🐟"), ("&#x10FFFF;", "\u{10FFFF}"), ("&#x110000;", "\u{FFFD}"),
    ("&#xD800;", "\u{FFFD}"), ("&#00000000038;", "&"),
  ])
  func decodesCharacterReferences(text: String, decoded: String) throws {
    let bytes = Array("a\(text)".utf8)
    let found = try #require(characterReference(in: bytes, at: 1))
    #expect(String(decoding: found.text, as: UTF8.self) == decoded)
    #expect(bytes[found.next - 1] == UInt8(ascii: ";"))
  }

  @Test(arguments: [
    "&#+65;", "&#x+41;", "&#-0;", "&", "&;", "&amp", "&none;", "&#;",
  ])
  func ignoresInvalidCharacterReferences(text: String) {
    #expect(characterReference(in: Array(text.utf8), at: 0) == nil)
  }

  @Test(arguments: [("a/b.json", "a/b.json"), ("a b", "'a b'"), ("it's", "'it'\\''s'"), ("", "''")])
  func quotesWordsForTheShell(text: String, word: String) {
    #expect(quotedForShell(text) == word)
  }

  @Test func writesNumbersInBigEndianOrder() {
    #expect(bigEndianBytes(of: UInt32(0x0102_0304)) == [1, 2, 3, 4])
    #expect(bigEndianBytes(of: UInt64(258)) == [0, 0, 0, 0, 0, 0, 1, 2])
  }

  @Test func findsThePartitionPointOfASortedArray() {
    #expect(partitioningIndex(of: [1, 3, 3, 5]) { $0 < 3 } == 1)
    #expect(partitioningIndex(of: [1, 3, 3, 5]) { $0 <= 3 } == 3)
    #expect(partitioningIndex(of: [Int]()) { $0 < 3 } == 0)
  }
}
