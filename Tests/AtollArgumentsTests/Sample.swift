import AtollBytes
import Testing

@testable import AtollArguments

/// A small program with an option of every kind.
enum Sample {
  struct Values: Hashable, Sendable {
    var files: [String] = []
    var format = Format.page
    var output: String?
    var fold: [String] = []
    var roots: Range<Int>?
    var limit = 0
    var isStrict = false
    var hasData = true
    var reports = false
    var reportFile: String?
    var isQuiet = false
    var style: String?
  }

  enum Format: String, CaseIterable, Sendable { case page, card, text }

  /// The error with which a command reports its arguments.
  struct Ran: Error {
    let values: Values
    let given: GivenOptions
  }

  private static let look = OptionGroup("LOOK", rank: 1)

  static let options: [Option<Values>] = [
    .value(
      "format", placeholder: "FORMAT", as: .word, letter: "f", to: \.format,
      help: "What is written.",
      default: "page"),
    .optional(
      "output", placeholder: "FILE", as: .file, letter: "o", to: \.output,
      help: "Where it is written."),
    .list("fold", placeholder: "ID", as: .text, to: \.fold, help: "A comment to fold."),
    .optional("roots", placeholder: "A..B", as: .range, to: \.roots, help: "Some of the comments."),
    .value("limit", placeholder: "N", as: .count(1...64), to: \.limit, help: "How many comments."),
    .flag("strict", isNegatable: true, to: \.isStrict, help: "Write nothing if in doubt."),
    .flag("json-ld", isNegatable: true, to: \.hasData, help: "Write data.", default: "on"),
    .withOptionalValue("report", placeholder: "FILE", as: .file, help: "Write a report.") {
      $0.reports = true
      $0.reportFile = $1
    },
    .optional(
      "style", placeholder: "NAME", as: .wordOrFolder(["ign", "plain"]), to: \.style, group: look,
      help: "The style."),
    .flag("quiet", letter: "q", to: \.isQuiet, help: "Print less."),
  ]

  static let root = Command(
    program: "sample", summary: "A program for tests.",
    page: HelpPage("It does nothing.\n\nAt all."),
    commands: [
      Command(
        "render", summary: "Render a thread.",
        page: HelpPage("Reads files.\n\n$ sample render a.json --limit 3  # A few comments"),
        arguments: Values(),
        operand: Operand("FILE", as: .file, count: 0...3, to: \.files, help: "The input."),
        options: options, run: report),
      Command(
        "dump", summary: "Show a stage.", page: HelpPage(""),
        subcommands: [
          Command(
            "tree", summary: "Show the tree.", page: HelpPage(""), arguments: Values(), run: report),
          Command(
            "rows", summary: "Show the rows.", page: HelpPage(""), arguments: Values(), run: report),
        ]),
      Command(
        "copy", summary: "Copy files.", page: HelpPage(""), arguments: Values(),
        operand: Operand(
          "NAME", as: .folder, count: 2...5, to: \.files, help: "What, and where to.",
          lastPlaceholder: "DIR"
        ),
        run: report),
    ])

  @Sendable private static func report(_ values: Values, _ given: GivenOptions) throws(Ran) {
    throw Ran(values: values, given: given)
  }

  /// Parses a line and returns the arguments that its command receives.
  static func run(_ line: String...) throws -> Ran { try run(line) }

  static func run(_ line: [String]) throws -> Ran {
    guard case .run(let work) = try request(line) else { throw NoCommand() }
    let error = #expect(throws: Ran.self) { try work() }
    return try #require(error)
  }

  struct NoCommand: Error {}

  /// Parses a line and returns what it requests.
  static func request(_ line: [String]) throws -> Request {
    var path: [String] = []
    return try Request.parse(line, of: root, at: &path)
  }

  static func error(_ line: [String]) -> Failure? {
    #expect(throws: Failure.self) { try request(line) }
  }
}
