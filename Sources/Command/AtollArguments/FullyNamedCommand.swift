/// A command, and the words with which it is called.
package struct FullyNamedCommand {
  /// The words, including the program's name: `atoll theme check`.
  package let path: String
  package let command: CommandDescription

  /// Returns every command of a program, each one before its subcommands.
  package static func all(of root: CommandDescription) -> [FullyNamedCommand] {
    var commands: [FullyNamedCommand] = []
    var waiting = [FullyNamedCommand(path: root.name, command: root)]
    while let next = waiting.popLast() {
      commands.append(next)
      for subcommand in next.command.subcommands.reversed() {
        waiting.append(
          FullyNamedCommand(path: "\(next.path) \(subcommand.name)", command: subcommand))
      }
    }
    return commands
  }
}
