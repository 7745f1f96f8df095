import Testing

@testable import AtollBytes

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
  func decodesEscapedStrings(text: String, expected: String) throws {
    #expect(try firstString(text) == expected)
  }

  /// A string of letters with two escapes or other special bytes at every possible position.
  @Test(arguments: [
    (#"\n"#, "\n"), (#"\\\""#, "\\\""), ("é", "é"), (#"\u00e9"#, "é"), (#"x\t\ty"#, "x\t\ty"),
    ("\n", "\n"),
  ])
  func decodesEscapesAtAnyPosition(written: String, expected: String) throws {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    for before in 0..<36 {
      for between in 0..<36 {
        let head = String(letters.prefix(before))
        let middle = String(letters.suffix(between))
        let text = "\"\(head)\(written)\(middle)\(written)z\""
        #expect(try firstString(text) == "\(head)\(expected)\(middle)\(expected)z")
      }
    }
  }

  @Test(arguments: [
    ("0", 0), ("7,", 7), ("123456789012345678]", 123_456_789_012_345_678), ("-5 ", -5),
    ("1234567890123456789", 1_234_567_890_123_456_789), ("99999999999999999999", Int64.max),
    ("12.75", 12), ("1.5e3}", 1500), ("2E2", 200), ("007", 7), ("\"7\"", nil), ("null", nil),
    ("", nil),
  ])
  func readsTheNextValueAsAnIntegerIfItIsANumber(text: String, expected: Int64?) throws {
    var bytes = Array(text.utf8)
    let number = try JSONReader.read(&bytes) { (reader) throws(JSONError) in
      try reader.integerIfNext()
    }
    #expect(number == expected)
  }

  @Test(arguments: ["\"open", "\"a\\nopen", "\"a\\n\\u00e9", "\"", "\"é"])
  func leavesBytesAfterTheGivenRangeUnchanged(text: String) {
    let next = #""behind""#
    var bytes = Array("\(text)\n\(next)".utf8)
    let whole = bytes
    #expect(throws: JSONError.self) {
      try JSONReader.read(&bytes, in: 0..<text.utf8.count) { (reader) throws(JSONError) in
        try reader.string()
      }
    }
    #expect(bytes.suffix(next.utf8.count) == whole.suffix(next.utf8.count))
  }

  @Test(arguments: [#"{"a":"x\ty"#, #"{"a":[1,"#, #"{"a":"#, "{", "[", "\"", "tru", #"{"a":1}"#])
  func continuesAtTheNextLineThatBeginsWithTheGivenText(text: String) throws {
    let next = #"{"next":"\n{"}"#
    var bytes = Array("\(text)\n\(next)\n \(next)".utf8)
    let found = JSONReader.read(&bytes, lineOpening: "{\"next\"") { reader -> String in
      do throws(JSONError) {
        try reader.skip()
        guard reader.advanceToValue() else { return "" }
      } catch {
        guard reader.advanceToLineOpening(after: error) else { return "" }
      }
      return "line \(reader.lineEndCount), \(reader.offset - reader.lineStart)"
    }
    #expect(found == "line 1, 0")
    #expect(bytes.suffix(next.utf8.count).elementsEqual(next.utf8))
  }

  @Test func growsTheBufferExponentiallyForRepairedStrings() throws {
    var bytes = [UInt8](repeating: 0x20, count: 1 << 16)
    bytes.replaceSubrange(0..<3, with: [0x22, 0xFF, 0x22])
    var steps: Set<Int> = []
    for _ in 0..<20_000 {
      try JSONReader.read(&bytes, in: 0..<3, repairing: true) { (reader) throws(JSONError) in
        _ = try reader.string()
      }
      steps.insert(bytes.capacity)
    }
    #expect(bytes.count == (1 << 16) + 60_000)
    #expect(steps.count < 10)
  }

  @Test(arguments: [#""open"#, #""bad \x""#, #""\u12"#, #""\u12G4""#, "\"\u{0}\"", "7"])
  func rejectsBrokenStrings(text: String) {
    #expect(throws: JSONError.self) { try firstString(text) }
  }

  @Test func skipsDeeplyNestedValuesWithoutRecursion() throws {
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
  func rejectsBrokenStructure(text: String) {
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

  @Test func repairsInvalidUTF8() {
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
