import AtollBytes
import Testing

@testable import AtollArguments

/// The parser turns a command line into a request or an error.
struct ParsingTests {
  @Test(arguments: [
    ["render", "--format=card", "a.json"], ["render", "--format", "card", "a.json"],
    ["render", "-f", "card", "a.json"], ["render", "-fcard", "a.json"],
    ["render", "a.json", "-f=card"], ["render", "-qf", "card", "a.json"],
    ["render", "--format", "card", "--", "a.json"],
    ["render", "--format", "page", "--format", "card", "a.json"],
  ])
  func readsAnOptionInEveryNotation(line: [String]) throws {
    let values = try Sample.run(line).values
    #expect(values.format == .card)
    #expect(values.files == ["a.json"])
  }

  @Test func setsOnlyTheValuesOfOptionsThatAreGiven() throws {
    #expect(try Sample.run("render").values == Sample.Values())
    let values = try Sample.run("render", "--limit", "12", "--roots=2..5", "--style", "x/").values
    #expect(values.limit == 12 && values.roots == 2..<5 && values.style == "x/")
  }

  @Test func keepsEveryValueOfARepeatedOption() throws {
    let values = try Sample.run("render", "--fold", "a", "--fold=b", "--fold", "a").values
    #expect(values.fold == ["a", "b", "a"])
  }

  @Test func letsALaterFlagOverrideAnEarlierOne() throws {
    #expect(try !Sample.run("render", "--json-ld", "--no-json-ld").values.hasData)
    #expect(try Sample.run("render", "--no-strict", "--strict").values.isStrict)
  }

  @Test func recordsWhichOptionsAreGivenAndTheirValues() throws {
    let given = try Sample.run("render", "-fcard", "--no-strict", "--fold=a", "--fold", "b").given
    #expect(given.contains("format") && given.contains("strict") && !given.contains("quiet"))
    #expect(given.texts(of: "fold") == ["a", "b"])
    #expect(!given.isOn("strict") && given.isOn("format"))
  }

  @Test func treatsOptionsAfterTwoDashesAsFiles() throws {
    let values = try Sample.run("render", "--", "--strict", "-q", "--help").values
    #expect(values.files == ["--strict", "-q", "--help"])
    #expect(!values.isStrict && !values.isQuiet)
  }

  @Test func treatsASingleDashAsAFile() throws {
    #expect(try Sample.run("render", "-").values.files == ["-"])
    #expect(try Sample.run("render", "-o", "-").values.output == "-")
  }

  @Test func readsAnOptionalValueOnlyAfterAnEqualsSign() throws {
    let bare = try Sample.run("render", "--report", "a.json").values
    #expect(bare.reports && bare.reportFile == nil && bare.files == ["a.json"])
    #expect(try Sample.run("render", "--report=r.json").values.reportFile == "r.json")
  }

  @Test(arguments: ["-05:00", "- one", "-- news", "-two words", "-%", "-", "--x y=z", "-h or -q"])
  func acceptsAValueThatBeginsWithADashButIsNoOption(value: String) throws {
    #expect(try Sample.run("render", "--fold", value).values.fold == [value])
  }

  @Test(arguments: ["-abc", "--", "--title=Example News", "-x=1"])
  func saysHowToGiveAValueThatLooksLikeAnOption(value: String) throws {
    let failure = Sample.error(["render", "--fold", value])
    #expect(failure?.message == "option '--fold' needs a value")
    #expect(failure?.advice?.contains(", or --fold=") == true)
    #expect(failure?.advice?.hasSuffix(" if that is the value") == true)
    #expect(try Sample.run("render", "--fold=\(value)").values.fold == [value])
  }

  @Test func reportsAMissingValue() {
    let message = "option '--output' needs a value"
    #expect(Sample.error(["render", "--output", "--strict"])?.message == message)
    #expect(Sample.error(["render", "-o"])?.message == message)
    #expect(Sample.error(["render", "-o"])?.advice == "write --output FILE")
    #expect(
      Sample.error(["render", "--format="])?.message == "empty value for option '--format'")
  }

  @Test func doesNotTakeTheNextWordForAnEmptyValue() {
    for option in ["--output=", "-o=", "-qo="] {
      #expect(
        Sample.error(["render", option, "a.json"])?.message
          == "empty value for option '--output'")
    }
  }

  @Test(arguments: [
    (["rendr"], "did you mean 'render'?"), (["dump", "row"], "did you mean 'rows'?"),
    (["help", "rendr"], "did you mean 'render'?"),
    (["help", "dump", "tre"], "did you mean 'tree'?"),
    (["help", "list"], nil), (["help", "render", "tree"], nil),
    (["--versoin"], "did you mean '--version'?"),
    (["render", "--formt=page"], "did you mean '--format'?"),
    (["render", "--no-jsonld"], "did you mean '--no-json-ld'?"),
    (["render", "-limit", "x"], "did you mean '--limit'?"),
    (["render", "-f", "pag"], "did you mean 'page'? the values are page, card, text"),
    (["render", "-f", "xyz"], "the values are page, card, text"),
    (["render", "--form", "x"], "did you mean '--format' or '--fold'?"),
    (["render", "--fald"], "did you mean '--fold'?"),
    (["render", "--version"], "--version cannot follow a subcommand"),
    (["dump", "--version"], "--version cannot follow a subcommand"),
    (["xyzzy"], nil), (["render", "--xyzzy"], nil),
  ])
  func suggestsASimilarCommandOptionOrValue(line: [String], advice: String?) {
    #expect(Sample.error(line)?.advice == advice)
  }

  @Test(arguments: [
    ["render", "--limit", "ten"], ["render", "--limit", "-1"], ["render", "--limit", "+5"],
    ["render", "--limit", "65"],
    ["render", "--limit", "99999999999999999999"], ["render", "--roots", "5"],
    ["render", "--roots", "5..2"], ["render", "--roots", "..2"], ["render", "--roots", "1...3"],
    ["render", "--strict=yes"], ["render", "--no-strict=yes"], ["render", "--no-format", "page"],
    ["render", ""], ["render", "a", "b", "c", "d"], ["dump", "tree", "a"], ["copy", "a"],
  ])
  func rejectsInvalidValuesAndOperands(line: [String]) {
    #expect(Sample.error(line) != nil)
  }

  @Test func namesTheMissingOperand() {
    #expect(Sample.error(["copy"])?.message == "missing argument NAME")
    #expect(Sample.error(["copy", "a"])?.message == "missing argument DIR")
  }

  @Test(arguments: [
    ["render", "--help"], ["render", "--nonsense", "x", "--help"], ["render", "-h", "--help"],
    ["render", "--output", "--help"], ["help", "render"],
  ])
  func showsHelpDespiteOtherErrors(line: [String]) throws {
    guard case .help(let path) = try Sample.request(line) else {
      throw Sample.NoCommand()
    }
    #expect(path == ["render"])
  }

  @Test(arguments: [
    ["render", "-h"], ["render", "--nonsense", "x", "-h"], ["render", "-qh", "thread.json"],
    ["render", "-hq"], ["render", "-qh", "--nonsense"],
  ])
  func showsShortHelpForTheShortOption(line: [String]) throws {
    guard case .shortHelp(let path) = try Sample.request(line) else {
      throw Sample.NoCommand()
    }
    #expect(path == ["render"])
  }

  @Test func doesNotMistakeTheValueOfAShortOptionForARequestForHelp() throws {
    #expect(Sample.error(["render", "-fh"])?.message == "unknown value 'h' for option '--format'")
  }

  @Test func recognizesRequestsForHelpAndVersion() throws {
    func request(_ line: String...) throws -> Request {
      try Sample.request(line)
    }
    guard case .version = try request("--version"), case .shortHelp([]) = try request(),
      case .shortHelp(["dump"]) = try request("dump"), case .shortHelp([]) = try request("-h"),
      case .help([]) = try request("help"), case .help(["help"]) = try request("help", "--help"),
      case .help(["dump", "tree"]) = try request("help", "dump", "tree")
    else { throw Sample.NoCommand() }
  }

  @Test func parsesRandomWordsWithoutCrashing() {
    let words = [
      "render", "dump", "tree", "-", "--", "-f", "--format", "=", "--=", "-=", "--fold", "é", "-é",
      "--é=é", "\u{0}", "--report=", "-h", "--no-", "--no-strict", "a\u{301}", "",
    ]
    // A linear congruential generator is random enough, and the same on every machine.
    var state: UInt64 = 11
    func next(below count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    for _ in 0..<20_000 {
      let line = (0..<next(below: 7)).map { _ in words[next(below: words.count)] }
      _ = try? Sample.request(line)
    }
  }
}
