import Foundation
import Testing

/// `atoll render` on a real terminal, and without one.
@Suite(.enabled(if: RealTerminal.isThere)) struct OnTerminalTests {
  /// A thread with a link, a spoiler and an umlaut.
  private static let story = Fixture.small.replacing(
    "Hello *you*",
    with:
      #"Über <a href=\"https://example.com/far\">there</a> <span class=\"coral-rte-spoiler\">the end</span>"#
  )
  private static let color = "\u{1B}["
  private static let link = "\u{1B}]8;"

  private static func shown(_ line: String, on terminal: RealTerminal = RealTerminal()) throws
    -> String
  {
    try terminal.run(line, in: try Fixture.folder(story)).output
  }

  @Test func rendersColoredTextOnATerminal() throws {
    let shown = try Self.shown("atoll render -q --body html thread.json")
    #expect(shown.contains("Über"))
    #expect(shown.contains(Self.color))
    #expect(!shown.contains("<p"))
  }

  @Test(arguments: [
    "atoll render -q --body html thread.json | cat",
    "atoll render -q --body html thread.json > page; cat page",
    "atoll render -q --body html thread.json -o page; cat page",
  ])
  func writesMarkupToPipesAndFiles(line: String) throws {
    let page = try Command.atoll(
      ["render", "-q", "--body", "html"], in: try Fixture.folder(), input: Self.story)
    #expect(try Self.shown(line) == page.output)
  }

  @Test(arguments: ["", "--strict"])
  func endsAPageOnTheTerminalWithALineEnd(options: String) throws {
    let page = try Command.atoll(
      ["render", "-q", "--body", "html"], in: try Fixture.folder(), input: Self.story)
    let line = "atoll render -q --body html thread.json -f page \(options)"
    #expect(!page.output.hasSuffix("\n"))
    #expect(try Self.shown(line) == page.output + "\n")
  }

  @Test func ignoresTheTerminalWidthInJSON() throws {
    let comments = (1...7).map { #"{"id":"\#($0)","parentId":"\#($0 - 1)","body":"Hi"}"# }
    let folder = try Fixture.folder(
      #"{"atoll":1,"comments":[\#(comments.joined(separator: ","))]}"#)
    let terminal = RealTerminal(columns: 44)
    let line = "atoll render -q -f json thread.json"
    let shown = try terminal.run(line, in: folder).output
    let piped = try terminal.run("\(line) | cat", in: folder).output
    #expect(shown == piped)
    #expect(shown.contains("7"))
  }

  @Test func printsTheHeadersOfAPage() throws {
    #expect(
      try Self.shown("atoll render -q --body html thread.json --print-headers").contains(
        "text/html"))
  }

  @Test(arguments: [
    ("--hyperlinks never", [:], 64), ("--hyperlinks never", ["COLUMNS": "50"], 50),
    ("--hyperlinks never --width 45", ["COLUMNS": "50"], 45), ("-f text", [:], 64),
    ("-f text --width 60", [:], 60),
  ])
  func fitsTextIntoTheColumns(options: String, environment: [String: String], columns: Int) throws {
    let folder = try Fixture.folder(
      Fixture.small.replacing(
        "Hello", with: String(repeating: "word ", count: 300)))
    let shown = try RealTerminal(columns: 64, environment: environment).run(
      "atoll render -q --color never --no-pager \(options) thread.json",
      in: folder
    ).output
    let widest = shown.split(separator: "\n").map(\.count).max() ?? 0
    #expect(widest <= columns)
    #expect(widest > columns - 8)
  }

  @Test func usesAFixedWidthWithoutATerminal() throws {
    let folder = try Fixture.folder(
      Fixture.small.replacing("Hello", with: String(repeating: "word ", count: 300)))
    let pipes = try [["COLUMNS": "50"], ["COLUMNS": "200", "LC_ALL": "C"]].map {
      try Command.atoll(
        ["render", "-q", "-f", "ansi", "thread.json"], in: folder, environment: $0
      ).output
    }
    #expect(pipes[0] == pipes[1])
    #expect(!pipes[0].contains("\u{1B}"))
  }

  @Test(arguments: [
    ("", [:], true, true), ("", ["NO_COLOR": "1"], false, false),
    ("--color never", [:], false, false),
    ("--color always", ["NO_COLOR": "1"], true, true), ("", ["TERM": "dumb"], false, false),
    ("--hyperlinks never", [:], true, false),
    ("--hyperlinks always --color never", [:], false, true),
    ("| cat", [:], false, false), ("--color always | cat", [:], true, false),
    ("--hyperlinks always | cat", ["FORCE_COLOR": "1"], true, true),
  ])
  func followsOptionsAndVariablesForColorsAndLinks(
    options: String, environment: [String: String], isColored: Bool, isLinked: Bool
  ) throws {
    let shown = try Self.shown(
      "atoll render -q -f ansi --body html thread.json \(options)",
      on: RealTerminal(environment: environment))
    #expect(shown.contains(Self.color) == isColored)
    #expect(shown.contains(Self.link) == isLinked)
  }

  @Test(arguments: [("C.UTF-8", "Über"), ("de_DE.utf8", "Über"), ("C", "Uber"), ("", "Uber")])
  func writesOnlyCharactersThatTheLocaleSupports(locale: String, word: String) throws {
    let shown = try Self.shown(
      "atoll render -q --body html thread.json", on: RealTerminal(environment: ["LC_ALL": locale]))
    #expect(shown.contains(word))
  }

  @Test(arguments: [("", false), ("--spoilers hide", false), ("--spoilers show", true)])
  func hidesSpoilersByDefault(options: String, isShown: Bool) throws {
    let shown = try Self.shown("atoll render -q --body html thread.json \(options)")
    #expect(shown.contains("Spoiler"))
    #expect(shown.contains("the end") == isShown)
  }

  @Test(arguments: [
    (["TERM": "xterm"], "\u{1B}[38;", false), (["TERM": "xterm-256color"], "\u{1B}[38;5;", true),
    (["COLORTERM": "truecolor", "COLORFGBG": "0;15"], "\u{1B}[38;2;", true),
    (["FORCE_COLOR": "1"], "\u{1B}[38;", false),
  ])
  func usesTheColorDepthOfTheTerminal(
    environment: [String: String], code: String, isThere: Bool
  ) throws {
    let ground = ["COLORFGBG": "15;0"].merging(environment) { $1 }
    let shown = try Self.shown(
      "atoll render -q --body html thread.json", on: RealTerminal(environment: ground))
    let codes = shown.replacing(/\u{1B}\[[0-9;]*?(38;)/) { "\u{1B}[\($0.1)" }
    #expect(codes.contains(code) == isThere)
  }

  @Test func choosesTheColorSchemeByTheTerminalBackgroundOrAnOption() throws {
    func shown(_ options: String, _ ground: String) throws -> String {
      try Self.shown(
        "atoll render -q --body html thread.json \(options)",
        on: RealTerminal(environment: ["COLORFGBG": ground, "COLORTERM": "truecolor"]))
    }
    let light = try shown("", "0;15")
    let dark = try shown("", "15;0")
    #expect(light != dark)
    #expect(try shown("--scheme light", "15;0") == light)
    #expect(try shown("--scheme dark", "0;15") == dark)
  }

  @Test(arguments: ["ansi", "text"])
  func exitsQuietlyWhenTheReaderClosesThePipe(format: String) throws {
    let folder = try Fixture.folder(Fixture.large(comments: 20_000))
    let outcome = try Command.bash(
      "atoll render -q -f \(format) thread.json | head -n 1 > /dev/null; echo ${PIPESTATUS[0]}",
      in: folder)
    #expect(outcome.output == "141\n")
    #expect(outcome.errors == "")
  }

  @Test func opensThePagerForAThreadTallerThanTheScreen() throws {
    let folder = try Fixture.folder(Fixture.large(comments: 2000))
    let outcome = try RealTerminal(environment: ["ATOLL_PAGER": "wc -l; echo paged"]).run(
      "atoll render -q --body html thread.json", in: folder)
    #expect(outcome.output.hasSuffix("paged\n"))
    let strict = try RealTerminal(environment: ["ATOLL_PAGER": "wc -l; echo paged"]).run(
      "atoll render -q --body html thread.json --strict", in: folder)
    #expect(strict.output == outcome.output)
  }

  @Test(arguments: [
    "card --top 3 --address https://example.com/ -o c",
    "card --comment 1 --address https://example.com/ -o c", "digest", "batch", "render", "rows",
  ])
  func doesNotWaitForInputThatNobodyTypes(line: String) throws {
    let outcome = try RealTerminal().run(
      "timeout 120 atoll \(line); echo \"exit code $?\"", in: Command.makeFolder())
    #expect(outcome.output.contains("no input; name a file, or - to type"))
    #expect(outcome.output.hasSuffix("exit code 64\n"))
  }

  @Test func colorsMessagesAccordingToTheOption() throws {
    let folder = try Fixture.folder()
    func errors(_ line: String...) throws -> String {
      try Command.atoll(line, in: folder, environment: ["NO_COLOR": "1"]).errors
    }
    #expect(try errors("render", "--color=always", "nothing").contains("\u{1B}[1;31merror:"))
    #expect(try errors("rows", "--nonsense", "--color", "always").contains("\u{1B}[1;31merror:"))
    #expect(try errors("rows", "thread.json", "--color", "always").contains("\u{1B}[1;36mnote:"))
    #expect(try !errors("rows", "thread.json").contains("\u{1B}"))
  }
}
