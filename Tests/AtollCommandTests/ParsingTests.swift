import TestSupport
import Testing

@testable import AtollCommand

/// The parser, through its front door: a command line in, a request or an error out.
struct ParsingTests {
  /// The invocation that a line of words leads to, when it leads to one.
  private func invocation(_ line: String...) throws -> Invocation {
    guard case .run(let invocation) = try Request.parse(line, of: CommandTable.root) else {
      throw Unexpected()
    }
    return invocation
  }

  private struct Unexpected: Error {}

  private func error(_ line: String...) -> UsageError? {
    #expect(throws: UsageError.self) { try Request.parse(line, of: CommandTable.root) }
  }

  @Test(arguments: [
    ["render", "--format=card", "a.json"], ["render", "--format", "card", "a.json"],
    ["render", "-f", "card", "a.json"], ["render", "-fcard", "a.json"],
    ["render", "a.json", "-f=card"], ["render", "-qf", "card", "a.json"],
    ["render", "--format", "card", "--", "a.json"],
    ["render", "--format", "page", "--format", "card", "a.json"],
  ])
  func readsAnOptionHoweverItIsWritten(line: [String]) throws {
    guard case .run(let invocation) = try Request.parse(line, of: CommandTable.root) else {
      throw Unexpected()
    }
    #expect(invocation.value(RenderOptions.format) == "card")
    #expect(invocation.operands == ["a.json"])
  }

  @Test func keepsEveryValueOfARepeatedOption() throws {
    let line = try invocation("render", "--fold", "a", "--fold=b", "--fold", "a")
    #expect(line.values(ChoiceOptions.fold) == ["a", "b", "a"])
  }

  @Test func takesAFlagBack() throws {
    let negated = try invocation("render", "--json-ld", "--no-json-ld")
    #expect(!negated.has(RenderOptions.jsonLD, default: true))
    let restored = try invocation("render", "--no-strict", "--strict")
    #expect(restored.has(MessageOptions.strict))
    #expect(try !invocation("render").has(MessageOptions.strict))
  }

  @Test func readsOptionsBehindTwoDashesAsFiles() throws {
    let line = try invocation("render", "--", "--strict", "-q", "--")
    #expect(line.operands == ["--strict", "-q", "--"])
    #expect(!line.has(MessageOptions.strict))
  }

  @Test func readsASingleDashAsAFile() throws {
    #expect(try invocation("render", "-").operands == ["-"])
    #expect(try invocation("render", "-o", "-").value(OutputOptions.output) == "-")
  }

  @Test func takesTheValueOfAReportOnlyBehindAnEqualsSign() throws {
    let bare = try invocation("render", "--report", "a.json")
    #expect(bare.has(MessageOptions.report))
    #expect(bare.value(MessageOptions.report) == nil)
    #expect(bare.operands == ["a.json"])
    let named = try invocation("render", "--report=r.json", "a.json")
    #expect(named.value(MessageOptions.report) == "r.json")
  }

  @Test func takesAZoneWestOfGreenwich() throws {
    #expect(try invocation("render", "--zone", "-05:00").value(LayoutOptions.zone) == "-05:00")
  }

  @Test func noticesAForgottenValue() {
    #expect(error("render", "--output", "--strict")?.message == "option '--output' needs a value")
    #expect(error("render", "-o")?.message == "option '--output' needs a value")
    #expect(error("render", "--format=")?.message == "empty value for option '--format'")
  }

  @Test(arguments: [
    (["rendr"], "did you mean 'render'?"), (["dump", "block"], "did you mean 'blocks'?"),
    (["help", "rendr"], "did you mean 'render'?"),
    (["help", "theme", "chek"], "did you mean 'check'?"),
    (["help", "list"], nil), (["help", "render", "tree"], nil),
    (["--versoin"], "did you mean '--version'?"),
    (["render", "--formt=page"], "did you mean '--format'?"),
    (["render", "--no-jsonld"], "did you mean '--no-json-ld'?"),
    (["render", "-sort", "x"], "did you mean '--sort'?"),
    (["completions", "bsh"], "did you mean 'bash'? the values are bash, zsh, fish"),
    (
      ["render", "--sort", "newst"],
      "did you mean 'newest'? the values are newest, oldest, most-liked, most-replies"
    ),
  ])
  func suggestsWhatWasMeant(line: [String], advice: String?) {
    let error = #expect(throws: UsageError.self) {
      try Request.parse(line, of: CommandTable.root)
    }
    #expect(error?.advice == advice)
  }

  @Test func suggestsNothingForWhatIsNothingLikeAWord() {
    #expect(error("xyzzy")?.advice == nil)
    #expect(error("render", "--xyzzy")?.advice == nil)
  }

  @Test(arguments: [
    ["render", "--max-comments", "ten"], ["render", "--max-comments", "-1"],
    ["render", "--max-comments", "99999999999999999999"], ["render", "--depth-cap", "0"],
    ["render", "--roots", "5"], ["render", "--roots", "5..2"], ["render", "--roots", "..2"],
    ["render", "--roots", "1...3"], ["render", "--now", "yesterday"],
    ["render", "--now", "2026-02-30"], ["render", "--zone", "../../etc/passwd"],
    ["render", "--zone", "Europe/../Berlin"], ["render", "--zone", "/etc/localtime"],
    ["render", "--zone", "Europe//Berlin"], ["render", "--zone", "+25:00"],
    ["render", "--locale", "xx"], ["render", "--locale", "dex"], ["render", "--strict=yes"],
    ["render", "--no-strict=yes"], ["completions"], ["completions", "bash", "zsh"],
    ["theme", "check", "a", "b"], ["render", ""], ["render", "--no-format", "page"],
  ])
  func refusesWhatHasTheWrongForm(line: [String]) {
    #expect(throws: UsageError.self) { try Request.parse(line, of: CommandTable.root) }
  }

  @Test(arguments: [
    ["render", "--help"], ["render", "-h"], ["render", "--nonsense", "x", "-h"],
    ["render", "--output", "--help"], ["render", "-qh", "thread.json"], ["render", "-hq"],
    ["render", "-qh", "--nonsense"], ["help", "render"], ["help", "render", "--help"],
  ])
  func givesHelpWhateverElseIsWrong(line: [String]) throws {
    guard case .help(let path) = try Request.parse(line, of: CommandTable.root) else {
      throw Unexpected()
    }
    #expect(path == (line.last == "--help" && line[0] == "help" ? ["help"] : ["render"]))
  }

  @Test func looksForHelpOnlyAmongOptions() throws {
    #expect(try invocation("render", "--", "--help").operands == ["--help"])
  }

  @Test func survivesAnyWords() {
    let words = [
      "render", "dump", "tree", "-", "--", "-f", "--format", "=", "--=", "-=", "--fold", "é", "-é",
      "--é=é", "\u{0}", "--report=", "-h", "--no-", "--no-strict", "a\u{301}", "",
    ]
    var random = SeededGenerator(seed: 11)
    for _ in 0..<20_000 {
      let line = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        words[Int.random(in: words.indices, using: &random)]
      }
      _ = try? Request.parse(line, of: CommandTable.root)
    }
  }
}
