import Atoll
import AtollArguments
import AtollBytes
import AtollComments
import Testing

@testable import AtollCommand

/// The parsed values of options.
struct ParsingTests {
  /// Parses the options of `render`.
  private func render(_ words: String...) throws -> StoryArguments {
    try StoryArguments(parsing: words)
  }

  @Test func convertsArgumentsToLibraryOptions() throws {
    let options = try render(
      "--sort", "oldest", "--roots", "5..9", "--max-email-bytes", "0", "--no-json-ld",
      "--zone", "-05:00", "--locale", "de-AT", "--now", "2026-07-31"
    ).options(in: TerminalContext())
    #expect(options.sort == .oldest && options.replySort == .oldest)
    #expect(options.roots == 5..<9)
    #expect(options.mail.maxBytes == nil)
    #expect(options.structuredData.kind == .none)
    #expect(options.zone == TimeZoneRules(offsetMinutes: -300))
    #expect(options.language == "de")
    #expect(options.now == Timestamp(iso8601: "2026-07-31T05:00:00Z"))
  }

  @Test func keepsDefaultsForOmittedOptions() throws {
    var usual = Options()
    usual.terminal.colors = .none
    #expect(try render().options(in: TerminalContext()) == usual)
  }

  @Test func writesAReportOnlyOnRequest() throws {
    #expect(try render().report == .nowhere)
    #expect(try render("--report").report == .standardError)
    #expect(try render("--report=-").report == .standardError)
    #expect(try render("--report=r.json").report == .file("r.json"))
  }

  @Test func acceptsJSONAndRenderingFormats() throws {
    #expect(try render("-f", "json").format == .json)
    #expect(try render("-f", "email-html").format == .rendering(.emailHTML))
  }

  private static let languages = Options.languages.joined(separator: ", ")

  @Test(arguments: [
    (["--max-comments", "-1"], "expected a whole number, 0 or more"),
    (["--depth-cap", "0"], "expected a whole number, from 1 to 64"),
    (["--now", "2026-02-30"], "expected a moment such as 2026-07-31T18:30:00Z, 2026-07-31 or now"),
    (["--zone", "../../etc/passwd"], "expected a zone such as UTC, +02:00 or Europe/Berlin"),
    (["--zone", "Europe/../Berlin"], "expected a zone such as UTC, +02:00 or Europe/Berlin"),
    (["--zone", "/etc/localtime"], "expected a zone such as UTC, +02:00 or Europe/Berlin"),
    (["--zone", "Europe//Berlin"], "expected a zone such as UTC, +02:00 or Europe/Berlin"),
    (["--zone", "+25:00"], "expected a zone such as UTC, +02:00 or Europe/Berlin"),
    (
      ["--zone", "No/Where"],
      "write a name such as Europe/Berlin (package tzdata), or an offset such as +02:00"
    ),
    (["--locale", "xx"], "the values are \(languages)"),
    (["--locale", "ca"], "the nearest is 'es'; the values are \(languages)"),
    (
      ["--sort", "newst"],
      "did you mean 'newest'? the values are newest, oldest, most-liked, most-replies"
    ),
    (["--coral-clases"], "did you mean '--coral-classes'?"),
  ])
  func rejectsAnInvalidValueWithAdvice(line: [String], advice: String) {
    let error = #expect(throws: Failure.self) { try StoryArguments(parsing: line) }
    #expect(error?.advice == advice)
  }

  @Test(arguments: [
    ["batch", "--max-errors", "101%"], ["batch", "--max-errors", "1.5"],
    ["batch", "--part", "9/8"], ["batch", "--format", "card"], ["completions"],
    ["completions", "bash", "zsh"], ["theme", "check", "a", "b"], ["theme", "css", "-f", "ansi"],
    ["rows", "--format", "page"],
  ])
  func rejectsInvalidCommandLines(line: [String]) {
    #expect(throws: Failure.self) { try CommandTable.request(line) }
  }

  @Test func treatsHelpAfterTwoDashesAsAFile() throws {
    let request = try CommandTable.request(["render", "--", "--help"])
    if case .run = request { return }
    Issue.record("\(request)")
  }
}

extension CommandTable {
  /// Parses a command line and returns what it requests.
  static func request(_ line: [String]) throws -> Request {
    var path: [String] = []
    return try Request.parse(line, of: root, at: &path)
  }
}
