/// A command with the words that lead to it.
package struct CompletedCommand {
  /// The words, the program's name included: `atoll dump tree`.
  package let path: String
  package let command: CommandDescription
  let program: String

  /// Returns every command of a program, each before its subcommands.
  package static func all(of root: CommandDescription) -> [CompletedCommand] {
    var commands: [CompletedCommand] = []
    var waiting = [CompletedCommand(path: root.name, command: root, program: root.name)]
    while let next = waiting.popLast() {
      commands.append(next)
      for subcommand in next.command.subcommands.reversed() {
        waiting.append(
          CompletedCommand(
            path: "\(next.path) \(subcommand.name)", command: subcommand, program: root.name))
      }
    }
    return commands
  }
}

/// A shell that completions can be written for.
package enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// Returns the completion script for a program.
  package func completionScript(of root: CommandDescription) -> String {
    switch self {
    case .bash: bashCompletions(of: root)
    case .zsh: zshCompletions(of: root)
    case .fish: fishCompletions(of: root)
    }
  }
}
