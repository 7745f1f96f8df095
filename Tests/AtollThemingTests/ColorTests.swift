import Testing

@testable import AtollTheming

@Suite struct ColorTests {
  func ratio(_ first: String, _ second: String) throws -> Double {
    let one = try #require(Color(hexadecimal: first))
    let other = try #require(Color(hexadecimal: second))
    return one.contrast(with: other)
  }

  @Test(arguments: [
    ("#767676", "#FFFFFF", "4.54"), ("#FFFFFF", "#767676", "4.54"), ("#000000", "#FFFFFF", "21.00"),
    ("#BF1313", "#FFFFFF", "6.32"), ("#181C25", "#181C25", "1.00"), ("#595959", "#FFFFFF", "7.00"),
  ])
  func computesContrastByWCAG(first: String, second: String, expected: String) throws {
    #expect(formattedRatio(try ratio(first, second)) == expected)
  }

  @Test func truncatesRatiosInsteadOfRoundingThem() {
    #expect(formattedRatio(4.4999) == "4.49")
    #expect(formattedRatio(4.5) == "4.50")
    #expect(formattedRatio(12.07) == "12.07")
  }

  @Test(arguments: ["", "#FFF", "FFFFFF", "#GGGGGG", "#FFFFFFF", "red", "#12345é"])
  func rejectsColorsOtherThanSixHexadecimalDigits(text: String) {
    #expect(Color(hexadecimal: text) == nil)
  }

  @Test func shortensColorsIfPossible() {
    #expect(Color(hexadecimal: "#FFAA00")?.css == "#fa0")
    #expect(Color(hexadecimal: "#BF1313")?.css == "#bf1313")
    #expect(Color(hexadecimal: "#BF1313")?.hexadecimal == "#bf1313")
  }

  @Test(arguments: ["bold bright-red #A81010 #FF8A8A", "reverse", "default", "faint italic"])
  func readsTerminalStyles(words: String) {
    #expect(TerminalStyle(words: words) != nil)
  }

  @Test(arguments: ["blod", "red #A81010", "red #A81010 #A81010 #A81010", "#12"])
  func rejectsInvalidTerminalStyles(words: String) {
    #expect(TerminalStyle(words: words) == nil)
  }
}
