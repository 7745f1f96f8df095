/// A command that can be run: its description, its arguments, and the function that does its work.
///
/// `Failure` is the error of that function. A command with subcommands has no function of its own.
package struct Command<Failure: Error>: Sendable {
  package let description: CommandDescription
  package let subcommands: [Command]
  let prepare: Preparation?

  /// A function that parses the arguments after the command's name and returns the work to do.
  typealias Preparation =
    @Sendable (_ path: [String], _ arguments: [String]) throws(UsageError) -> Action
  /// The work of a command whose arguments have been parsed.
  package typealias Action = @Sendable () throws(Failure) -> Void

  /// A command with arguments.
  package init<Arguments: Sendable>(
    _ name: String, _ summary: String, discussion: String = "",
    arguments: Arguments, operand: Operand<Arguments>? = nil, options: [Option<Arguments>] = [],
    examples: [Example],
    run: @escaping @Sendable (Arguments, GivenOptions) throws(Failure) -> Void
  ) {
    description = CommandDescription(
      name: name, summary: summary, discussion: discussion, operand: operand?.description,
      options: options.map(\.description), subcommands: [], examples: examples)
    subcommands = []
    prepare = { (path, words) throws(UsageError) in
      var parser = ArgumentParser(arguments, operand: operand, options: options, path: path)
      try parser.parse(words)
      let (values, given) = (parser.values, parser.given)
      return { () throws(Failure) in try run(values, given) }
    }
  }

  /// A command with subcommands.
  package init(
    _ name: String, _ summary: String, discussion: String = "", subcommands: [Command],
    examples: [Example]
  ) {
    self.init(
      subcommands: subcommands,
      CommandDescription(
        name: name, summary: summary, discussion: discussion, operand: nil, options: [],
        subcommands: subcommands.map(\.description), examples: examples))
  }

  /// A whole program: its commands, followed by `help`, and the option `--version`.
  package init(
    program name: String, _ summary: String, discussion: String, commands: [Command],
    examples: [Example]
  ) {
    let commands = commands + [.help(for: commands.map(\.description))]
    self.init(
      subcommands: commands,
      CommandDescription(
        name: name, summary: summary, discussion: discussion, operand: nil, options: [.version],
        subcommands: commands.map(\.description), examples: examples))
  }

  private init(subcommands: [Command], _ description: CommandDescription) {
    self.description = description
    self.subcommands = subcommands
    prepare = nil
  }

  func subcommand(named name: String) -> Command? {
    subcommands.first { $0.description.name == name }
  }

  static var helpName: String { "help" }

  /// The command `help`, which `Request` answers itself.
  private static func help(for commands: [CommandDescription]) -> Command {
    let topics = commands.map {
      Completion.Topic(name: $0.name, subtopics: $0.subcommands.map(\.name))
    }
    let operand = OperandDescription(
      placeholder: "SUBCOMMAND",
      completion: .topics(topics + [Completion.Topic(name: helpName, subtopics: [])]), count: 0...2,
      help: "The subcommand to explain, in one word or two.")
    return Command(
      subcommands: [],
      CommandDescription(
        name: helpName, summary: "Show the help of a subcommand.", discussion: "",
        operand: operand, options: [], subcommands: [], examples: []))
  }
}
