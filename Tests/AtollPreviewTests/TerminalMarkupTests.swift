import Atoll
import AtollBytes
import TestSupport
import Testing

@testable import AtollPreview

@Suite struct TerminalMarkupTests {
  @Test func convertsTerminalAttributesIntoSpans() {
    let text = "a \u{1B}[1;38;2;1;2;3mbold\u{1B}[0m <b>\u{1B}[4mline\u{1B}[24m"
    #expect(
      TerminalMarkup.markup(of: text)
        == "a <span style=\"color:rgb(1,2,3);font-weight:bold\">bold</span> &lt;b&gt;"
        + "<span style=\"text-decoration:underline\">line</span>")
  }

  @Test(arguments: [
    ("31", "color:#cd0000"), ("90", "color:#7f7f7f"), ("97;39", ""), ("38;5;9", "color:#ff0000"),
    ("38;5;16", "color:rgb(0,0,0)"), ("38;5;110", "color:rgb(135,175,215)"),
    ("38;5;231", "color:rgb(255,255,255)"), ("38;5;232", "color:rgb(8,8,8)"),
    ("38;5;255;1", "color:rgb(238,238,238);font-weight:bold"),
    ("7", "color:var(--back);background:var(--front)"),
    ("7;31", "color:var(--back);background:#cd0000"),
  ])
  func convertsColors(codes: String, declarations: String) {
    #expect(
      TerminalMarkup.markup(of: "\u{1B}[\(codes)mx")
        == (declarations.isEmpty ? "x" : "<span style=\"\(declarations)\">x</span>"))
  }

  @Test func showsTheTextsOfLinksWithoutTheirAddresses() {
    let text = "a \u{1B}]8;id=1;https://example.com/b\u{1B}\\link\u{1B}]8;;\u{1B}\\ c"
    #expect(TerminalMarkup.markup(of: text) == "a link c")
  }

  @Test(arguments: [
    "\u{1B}[2J", "\u{1B}[", "\u{1B}[38;2;1m", "\u{1B}[38;5;256m", "\u{1B}[99m", "\u{1B}[48;5;9m",
    "\u{1B}]0;title\u{1B}\\",
  ])
  func removesAndReportsUnsupportedEscapeSequences(sequence: String) {
    var unknown: [String] = []
    let markup = TerminalMarkup.markup(of: "a\(sequence)b", unknownSequences: &unknown)
    #expect(markup == (sequence == "\u{1B}[" ? "a" : "ab"))
    #expect(unknown.count == 1, "\(unknown)")
  }

  @Test(
    arguments: ["ign", "plain"], [Options.Scheme.auto, .light, .dark])
  func supportsAllSequencesOfTheTerminalWriter(theme: String, scheme: Options.Scheme) throws {
    let document = "Sources/Command/AtollCommand/Demo/specimen.json"
    let source = InputSource(name: document, bytes: try Repository.bytes(document))
    let story = try Reading([source]).story
    for colors in TerminalOptions.Colors.allCases {
      var options = Options()
      options.format = .ansi
      options.scheme = scheme
      options.terminal.colors = colors
      options.terminal.writesHyperlinks = true
      let renderer = try Renderer(options: options, style: .embedded(theme))
      let text = String(decoding: try renderer.render(story).bytes, as: UTF8.self)
      var unknown: [String] = []
      let markup = TerminalMarkup.markup(of: text, unknownSequences: &unknown)
      #expect(unknown.isEmpty, "\(Set(unknown))")
      #expect(markup.contains("<span style=\"color:") == (colors != .none))
    }
  }
}
