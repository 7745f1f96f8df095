/// A command or a subcommand as data.
///
/// The help, the completions and the manual page are generated from this description alone. The
/// parser uses the same options, so it always agrees with them.
package struct CommandDescription: Sendable {
  package let name: String
  /// The purpose in one sentence: the first line of the help.
  package let summary: String
  package let operand: OperandDescription?
  package let options: [OptionDescription]
  package let subcommands: [CommandDescription]
  /// A function that creates `page`; it is not called for most commands, because only the help
  /// needs pages.
  let makePage: @Sendable () -> HelpPage
  /// A function that returns the names of the output formats that an option applies to; none if it
  /// applies to all.
  var formats: @Sendable (OptionDescription) -> [String] = { _ in [] }

  package var page: HelpPage { makePage() }
  package var allOptions: [OptionDescription] { options + [.help] }

  package func subcommand(named name: String) -> CommandDescription? {
    subcommands.first { $0.name == name }
  }

  /// Returns the usage line of this command, found at `path`:
  /// `atoll dump tree [OPTIONS] [FILE ...]`.
  package func usage(of path: [String], in program: String) -> String {
    var words = [program] + path
    words.append(subcommands.isEmpty ? "[OPTIONS]" : "SUBCOMMAND")
    if let operand { words.append(operand.usage) }
    return words.joined(separator: " ")
  }
}

/// The parts of the help and the manual page that describe the program as a whole.
package struct ProgramNotes: Sendable {
  package typealias Entry = (name: String, meaning: String)
  let exitCodes: [Entry]
  let environment: [Entry]
  /// A paragraph of the manual page after the exit codes.
  let exitNote: String

  package init(exitCodes: [Entry], environment: [Entry], exitNote: String) {
    self.exitCodes = exitCodes
    self.environment = environment
    self.exitNote = exitNote
  }
}
