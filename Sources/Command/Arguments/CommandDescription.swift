/// A command or a subcommand as data.
///
/// The help, the completions and the manual page are made from this table alone, and the parser reads
/// the same options, so that none of them can know an option that another does not.
package struct CommandDescription: Sendable {
  package let name: String
  /// The purpose in one sentence: the first line of the help.
  package let summary: String
  /// Everything else there is to know, in paragraphs separated by empty lines.
  let discussion: String
  package let operand: OperandDescription?
  package let options: [OptionDescription]
  package let subcommands: [CommandDescription]
  package let examples: [Example]
  /// Returns the names of the output formats that an option is for, which its help lists; none if it is for all.
  var formats: @Sendable (OptionDescription) -> [String] = { _ in [] }

  /// The command's own options and `--help`.
  package var allOptions: [OptionDescription] { options + [.help] }

  package func subcommand(named name: String) -> CommandDescription? {
    subcommands.first { $0.name == name }
  }

  /// The usage line of a command that these words lead to: `atoll dump tree [OPTIONS] [FILE ...]`.
  package func usage(of path: [String], in program: String) -> String {
    var words = [program] + path
    words.append(subcommands.isEmpty ? "[OPTIONS]" : "SUBCOMMAND")
    if let operand { words.append(operand.usage) }
    return words.joined(separator: " ")
  }
}

/// A command line that works, and its purpose.
package struct Example: Sendable {
  package let line: String
  package let purpose: String

  package init(_ line: String, _ purpose: String) {
    self.line = line
    self.purpose = purpose
  }
}

/// The parts of the help and of the manual page that are about a program as a whole.
package struct ProgramNotes: Sendable {
  package typealias Row = (name: String, meaning: String)
  let exitCodes: [Row]
  let environment: [Row]
  /// A paragraph of the manual page after the exit codes.
  let exitNote: String

  package init(exitCodes: [Row], environment: [Row], exitNote: String) {
    self.exitCodes = exitCodes
    self.environment = environment
    self.exitNote = exitNote
  }
}
