import AtollOperatingSystem
import Testing

@testable import AtollCommand

extension Environment {
  init(_ values: [EnvironmentVariable: String]) { self.init { values[$0] } }
}

/// The properties of output that depend on the terminal and on environment variables.
struct TerminalContextTests {
  private func terminal(_ environment: [EnvironmentVariable: String] = [:]) -> TerminalContext {
    var context = TerminalContext()
    context.environment = Environment(environment)
    context.isTerminal = true
    context.size = TerminalSize(columns: 132, rows: 40)
    return context
  }

  @Test func ignoresTerminalVariablesWithoutATerminal() {
    let environment = Environment([
      .columns: "20", .language: "C", .colorFgBg: "0;15", .colorTerm: "truecolor",
    ])
    var file = TerminalContext()
    file.environment = environment
    #expect(file.columns == nil)
    #expect(!file.needsASCII)
    #expect(file.hasLightBackground == nil)
    #expect(
      !file.writesHyperlinks(
        .auto, color: ColorDecision(.always, in: environment, isTerminal: false)))
  }

  @Test(
    arguments: [
      ([:], 132), ([.columns: "50"], 50), ([.columns: "0"], 132), ([.columns: "wide"], 132),
      ([.columns: ""], 132),
    ] as [([EnvironmentVariable: String], Int)])
  func usesTheWidthOfTheTerminalOrOfCOLUMNS(
    environment: [EnvironmentVariable: String], columns: Int
  ) {
    #expect(terminal(environment).columns == columns)
  }

  @Test(
    arguments: [
      ([:], true), ([.language: "C"], true), ([.language: "de_DE.ISO-8859-1"], true),
      ([.language: "de_DE.UTF-8"], false), ([.language: "C.utf8"], false),
      ([.localeCharacters: "UTF-8"], false), ([.language: "C.UTF-8", .localeAll: "C"], true),
      ([.language: "C.UTF-8", .localeAll: ""], false),
      ([.language: "C", .localeCharacters: "en_US.UTF-8"], false),
      ([.localeCharacters: "C", .localeAll: "en_US.UTF-8"], false),
    ] as [([EnvironmentVariable: String], Bool)])
  func writesASCIIUnlessTheLocaleIsUTF8(
    environment: [EnvironmentVariable: String], isASCII: Bool
  ) {
    #expect(terminal(environment).needsASCII == isASCII)
  }

  @Test(
    arguments: [
      (nil, nil), ("15;0", false), ("0;15", true), ("0;default;15", true), ("0;7", true),
      ("15;8", false), ("0;default", nil), ("", nil), (";", nil), ("0;99999999999999999999", nil),
    ] as [(String?, Bool?)])
  func readsTheBackgroundFromCOLORFGBG(value: String?, isLight: Bool?) {
    #expect(terminal(value.map { [.colorFgBg: $0] } ?? [:]).hasLightBackground == isLight)
  }

  @Test(arguments: [
    (ColorChoice.auto, ColorChoice.auto, true), (.auto, .never, false), (.always, .never, true),
    (.never, .always, false),
  ])
  func writesHyperlinksByDefaultOnlyWithColors(
    links: ColorChoice, color: ColorChoice, isLinked: Bool
  ) {
    let decision = ColorDecision(color, in: Environment(), isTerminal: true)
    #expect(terminal().writesHyperlinks(links, color: decision) == isLinked)
  }

  @Test(
    arguments: [
      ([:], ["less", "-FRX"]), ([.pager: "less"], ["less", "-FRX"]),
      ([.pager: "/usr/bin/less"], ["/usr/bin/less", "-FRX"]),
      ([.pager: "less -R"], ["less", "-R"]),
      ([.pager: "more"], ["more"]), ([.pager: "more", .atollPager: "most -s"], ["most", "-s"]),
      ([.atollPager: "head -n 3 | cat"], ["/bin/sh", "-c", "head -n 3 | cat"]),
      ([.pager: "cat"], nil), ([.pager: ""], nil), ([.pager: " "], nil),
      ([.atollPager: "", .pager: "less"], nil), ([.term: "dumb"], nil), ([.term: ""], nil),
    ] as [([EnvironmentVariable: String], [String]?)])
  func choosesThePagerOfTheEnvironment(
    environment: [EnvironmentVariable: String], words: [String]?
  ) {
    let terminal = environment.merging([.term: "xterm"]) { given, _ in given }
    #expect(PagerCommand(Environment(terminal))?.words == words)
  }

  @Test func preventsThePagerFromStartingAShell() {
    let terminal = [EnvironmentVariable.term: "xterm"]
    #expect(PagerCommand(Environment(terminal))?.variables == ["LESSSECURE=1", "LESS=FRX"])
    let withOptions = terminal.merging([.less: "-i"]) { $1 }
    #expect(PagerCommand(Environment(withOptions))?.variables == ["LESSSECURE=1"])
  }
}
