import Testing

@testable import Bytes

@Suite struct JSONReaderTests {
  func firstString(_ text: String) throws -> String {
    var bytes = Array(text.utf8)
    let slice = try JSONReader.read(&bytes) { (reader) throws(JSONError) in try reader.string() }
    return bytes.string(slice)
  }

  @Test(arguments: [
    (#""plain""#, "plain"), (#""a\nb""#, "a\nb"), (#""\u00e9\ud83d\ude00!""#, "é😀!"),
    (#""\"\\\/""#, "\"\\/"),
    (#""long enough to cross words \t and go on""#, "long enough to cross words \t and go on"),
    (#""\ud83d""#, "\u{FFFD}"), (#""\u0000x""#, "\u{FFFD}x"), (#""""#, ""),
  ])
  func unescapesInPlace(text: String, expected: String) throws {
    #expect(try firstString(text) == expected)
  }

  @Test(arguments: [#""open"#, #""bad \x""#, #""\u12"#, #""\u12G4""#, "\"\u{0}\"", "7"])
  func refusesBrokenStrings(text: String) {
    #expect(throws: JSONError.self) { try firstString(text) }
  }

  @Test func skipsAnyDepthWithoutRecursion() throws {
    let depth = 100_000
    var bytes = Array(
      (String(repeating: "[{\"a\":", count: depth) + "1" + String(repeating: "}]", count: depth))
        .utf8)
    try JSONReader.read(&bytes) { (reader) throws(JSONError) in
      try reader.skip()
      try reader.finish()
    }
  }

  @Test(arguments: [
    "[1,]", "{\"a\":1,}", "[1}", "{\"a\":[}]", "[1 2]", "{\"a\" 1}", "tru", "[", "-",
  ])
  func refusesBrokenStructure(text: String) {
    var bytes = Array(text.utf8)
    #expect(throws: JSONError.self) {
      try JSONReader.read(&bytes) { (reader) throws(JSONError) in
        try reader.skip()
        try reader.finish()
      }
    }
  }

  @Test func readsObjectsKeyByKey() throws {
    var bytes = Array(#" { "a" : 12 , "b":[1,2,{}], "c":null,"d":-3.7e2, "e":true } "#.utf8)
    try JSONReader.read(&bytes) { (reader) throws(JSONError) in
      try reader.beginObject()
      var sum: Int64 = 0
      var keys = ""
      while let key = try reader.nextKey() {
        keys += reader.string(key)
        if reader.peek() == .number { sum += try reader.integer() } else { try reader.skip() }
      }
      try reader.finish()
      #expect(keys == "abcde")
      #expect(sum == 12 - 370)
    }
  }

  @Test func repairsWhatIsNotUTF8() {
    let (bytes, count, offsets) = repairedUTF8([
      0x61, 0xFF, 0xC3, 0x28, 0xED, 0xA0, 0x80, 0x00, 0xC3, 0xA9,
    ])
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "a\u{FFFD}\u{FFFD}(\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}é")
    #expect(count == 6)
    #expect(offsets == [1, 2, 4, 5, 6, 7])
  }
}
