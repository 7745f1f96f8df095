import Testing

@testable import AtollBytes

@Suite struct InvisibleScalarTests {
  private static func json(_ text: String) -> String {
    var out = OutputBuffer(capacity: 64)
    out.append(fullyEscapedJSONString: text)
    return String(decoding: out.bytes(), as: UTF8.self)
  }

  /// All scalars that fonts may ignore (Default_Ignorable_Code_Point), according to the standard library.
  @Test func includesEveryDefaultIgnorableScalar() {
    for value: UInt32 in 0...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let properties = scalar.properties
      if properties.isDefaultIgnorableCodePoint || properties.generalCategory == .control {
        #expect(isInvisible(value), "\(String(value, radix: 16))")
      }
    }
  }

  @Test func escapesOnlyInvisibleAndUnsafeScalarsInJSON() {
    for value: UInt32 in 0...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let written = Self.json("a\(String(Character(scalar)))b")
      let isEscaped = written.utf8.contains(UInt8(ascii: "\\"))
      let expected = isInvisible(value) || scalar == "\"" || scalar == "\\" || scalar == "<"
      if isEscaped != expected { Issue.record("\(String(value, radix: 16)): \(written)") }
    }
  }

  @Test(arguments: [
    ("\u{200B}", #""\u200b""#), ("\u{E0041}", #""\udb40\udc41""#), ("\u{FEFF}x", #""\ufeffx""#),
    ("\u{1D173}", #""\ud834\udd73""#), ("漢字 é 😀", #""漢字 é 😀""#),
  ])
  func escapesScalarsAsUTF16Units(text: String, expected: String) {
    #expect(Self.json(text) == expected)
  }
}
