/// A command, and the words with which it is called.
package struct FullyNamedCommand {
  /// The words, including the program's name: `atoll theme check`.
  package let path: String
  package let command: CommandDescription

  /// Returns every command of a program, each one before its subcommands.
  package static func all(
    of command: CommandDescription, at path: String? = nil
  ) -> [FullyNamedCommand] {
    let path = path ?? command.name
    return [FullyNamedCommand(path: path, command: command)]
      + command.subcommands.flatMap { all(of: $0, at: "\(path) \($0.name)") }
  }
}
