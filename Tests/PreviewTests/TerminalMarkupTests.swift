import Testing

@testable import Preview

@Suite struct TerminalMarkupTests {
  @Test func convertsTerminalAttributesIntoSpans() {
    let text = "a \u{1B}[1;38;2;1;2;3mbold\u{1B}[0m <b>\u{1B}[4mline\u{1B}[24m"
    #expect(
      TerminalMarkup.markup(of: text)
        == "a <span style=\"color:rgb(1,2,3);font-weight:bold\">bold</span> &lt;b&gt;"
        + "<span style=\"text-decoration:underline\">line</span>")
  }

  @Test(arguments: [
    "\u{1B}[2J", "\u{1B}[", "\u{1B}[38;2;1m", "\u{1B}[38;5;9m", "\u{1B}[99m", "\u{1B}[;m",
  ])
  func removesUnsupportedEscapeSequences(sequence: String) {
    #expect(TerminalMarkup.markup(of: "a\(sequence)b") == (sequence == "\u{1B}[" ? "a" : "ab"))
  }
}
