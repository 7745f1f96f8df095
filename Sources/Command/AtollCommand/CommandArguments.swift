import AtollArguments
import AtollBytes

protocol CommandArguments: Sendable {
  var common: CommonArguments { get set }
  /// The kind of a folder that is given as an operand.
  static var operandFolderKind: FolderKind { get }
}

struct CommonArguments: Sendable {
  var color = ColorChoice.auto
  var isQuiet = false
  /// The options as they were written, for checking which ones were given together.
  var given = GivenOptions()
}

extension Option where Target: CommandArguments {
  static var color: Option {
    .value(
      colorOptionName, placeholder: "WHEN", as: .word, to: \.common.color,
      help: "Use colours; auto follows the environment and uses them on a terminal.",
      default: "auto")
  }

  static var quiet: Option {
    .flag("quiet", letter: "q", to: \.common.isQuiet, help: "Print errors only.")
  }

  /// Returns the option `--output FILE`, for commands with one result.
  static func output(to path: @autoclosure @escaping ArgumentPath<Target, String?>) -> Option {
    .optional(
      "output", placeholder: "FILE", as: .file, letter: "o", to: path(), group: .output,
      help: "Write to this file. It is replaced only when the result is complete.",
      default: "standard output"
    ).markedAsCommon.markedAsOutputPath
  }

  static func progress(to path: @autoclosure @escaping ArgumentPath<Target, Progress.Form>)
    -> Option
  {
    .value(
      "progress", placeholder: "FORM", as: .word, to: path(),
      help: "Show the progress of a long job: auto on a terminal only, json as lines for programs.",
      default: "auto")
  }
}

/// The name of the option `--color`.
///
/// Command lines with errors are searched for it, too, so that the messages about them have the
/// chosen colors.
let colorOptionName = "color"

extension Command {
  /// Creates a command of atoll, and adds the option `--color`.
  ///
  /// The last word of `path` is the name of the command.
  init<Values: CommandArguments>(
    _ path: String, summary: String,
    arguments: @autoclosure @escaping @Sendable () -> Values,
    operand: @autoclosure @escaping @Sendable () -> Operand<Values>? = nil,
    options: @autoclosure @escaping @Sendable () -> [Option<Values>] = [],
    formats: @escaping @Sendable (OptionDescription) -> [String] = { _ in [] },
    run: @escaping @Sendable (Values) throws -> Void
  ) {
    // Searching bytes keeps the start fast: all commands of the table are made then.
    let space = path.utf8.lastIndex(of: UInt8(ascii: " "))
    self.init(
      space.map { String(path[path.utf8.index(after: $0)...]) } ?? path, summary: summary,
      page: HelpPage(of: path), arguments: arguments(), operand: operand(),
      options: options() + [.color], formats: formats
    ) { values, given in
      var values = values
      values.common.given = given
      try given.checkOutputs(apartFrom: values.protectedInputs)
      try run(values)
    }
  }

  init(_ name: String, summary: String, subcommands: [Command]) {
    self.init(name, summary: summary, page: HelpPage(of: name), subcommands: subcommands)
  }
}

extension HelpPage {
  /// Creates the page of a command: for `store load`, from the file `Help/store/load.txt`.
  init(of command: String) {
    self.init(EmbeddedHelp.text(of: "\(command.replacing(text: " ", with: "/")).txt"))
  }
}

extension GivenOptions {
  /// Throws an error if an output would replace an input or another output.
  fileprivate func checkOutputs(apartFrom inputs: ProtectedInputs) throws {
    let outputs = outputPaths.filter { $0 != "-" }
    for (index, path) in outputs.enumerated() {
      if index > 0, ProtectedInputs(outputs[..<index]).contains(path) {
        throw Failure(
          commandLine: "two options name the same file '\(path)'", advice: "name two files")
      }
      try Destination(path).checkDoesNotReplace(inputs)
    }
  }
}

extension OptionGroup {
  static let output = OptionGroup("OUTPUT OPTIONS", rank: 0)
  static let input = OptionGroup("INPUT OPTIONS", rank: 1)
  static let server = OptionGroup("SERVER OPTIONS", rank: 2)
  static let comments = OptionGroup("WHICH COMMENTS", rank: 3)
  static let runs = OptionGroup("WHICH RUNS", rank: 4)
  static let snapshots = OptionGroup("WHICH SNAPSHOTS", rank: 5)
  static let pages = OptionGroup("PAGES INSTEAD OF A SUITE", rank: 6)
  static let appearance = OptionGroup("APPEARANCE", rank: 7)
  static let mail = OptionGroup("MAIL", rank: 8)
  static let terminal = OptionGroup("TERMINAL", rank: 9)
}
