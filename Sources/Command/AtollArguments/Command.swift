/// A command of a program: its description, its arguments, and the function that does its work.
///
/// A command with subcommands has no function. The name, the summary and the subcommands are
/// stored. Options and operands are created each time they are needed, so that a program creates
/// them only for the command that it runs.
package struct Command: Sendable {
  package let name: String
  package let summary: String
  package let subcommands: [Command]
  let details: @Sendable () -> Details

  /// The parts of a command that are created on demand.
  struct Details {
    let description: CommandDescription
    /// `nil` for a command with subcommands, and for `help`.
    let prepare: Preparation?
  }

  /// A function that parses the arguments after the command's name and returns the work to do.
  typealias Preparation =
    (_ arguments: [String]) throws -> Action
  /// The work of a command whose arguments have been parsed.
  package typealias Action = @Sendable () throws -> Void
}

extension Command {
  package init<Arguments: Sendable>(
    _ name: String, summary: String, page: @autoclosure @escaping @Sendable () -> HelpPage,
    arguments: @autoclosure @escaping @Sendable () -> Arguments,
    operand: @autoclosure @escaping @Sendable () -> Operand<Arguments>? = nil,
    options: @autoclosure @escaping @Sendable () -> [Option<Arguments>] = [],
    formats: @escaping @Sendable (OptionDescription) -> [String] = { _ in [] },
    run: @escaping @Sendable (Arguments, GivenOptions) throws -> Void
  ) {
    self.init(name: name, summary: summary, subcommands: []) {
      let (operand, options) = (operand(), options())
      let description = CommandDescription(
        name: name, summary: summary, operand: operand?.description,
        options: options.map(\.description), subcommands: [], makePage: page, formats: formats)
      return Details(description: description) { words in
        var values = arguments()
        let given = try options.parse(words, into: &values, operand: operand)
        return { [values] in try run(values, given) }
      }
    }
  }

  package init(
    _ name: String, summary: String, page: @autoclosure @escaping @Sendable () -> HelpPage,
    subcommands: [Command], options: [OptionDescription] = []
  ) {
    self.init(name: name, summary: summary, subcommands: subcommands) {
      let description = CommandDescription(
        name: name, summary: summary, operand: nil, options: options,
        subcommands: subcommands.map(\.description), makePage: page)
      return Details(description: description, prepare: nil)
    }
  }

  /// Creates the root command of a program, and adds the command `help` and the option `--version`.
  package init(
    program name: String, summary: String, page: @autoclosure @escaping @Sendable () -> HelpPage,
    commands: [Command]
  ) {
    self.init(
      name, summary: summary, page: page(), subcommands: commands + [.help(for: commands)],
      options: [.version])
  }

  package var description: CommandDescription { details().description }

  func subcommand(named name: String) -> Command? { subcommands.first { $0.name == name } }

  static var helpName: String { "help" }

  /// Returns the command `help`, which `Request` handles itself.
  private static func help(for commands: [Command]) -> Command {
    let summary = "Show the help of a subcommand."
    return Command(name: helpName, summary: summary, subcommands: []) {
      let topics = commands.map {
        Completion.Topic(name: $0.name, subtopics: $0.subcommands.map(\.name))
      }
      let operand = OperandDescription(
        placeholder: "SUBCOMMAND",
        makeCompletion: {
          .topics(topics + [Completion.Topic(name: helpName, subtopics: [])])
        },
        count: 0...2, help: "The subcommand to explain, in one word or two.")
      let description = CommandDescription(
        name: helpName, summary: summary, operand: operand, options: [], subcommands: [],
        makePage: { HelpPage("") })
      return Details(description: description, prepare: nil)
    }
  }
}
