import Bytes

/// What a command line asks for.
enum Request: Sendable {
  case run(Invocation)
  /// The help of the command these words lead to.
  case help([String])
  /// A few lines, for somebody who typed the name of a command and nothing else.
  case shortHelp([String])
  case version

  /// Understands a command line, given without the program's own name.
  static func parse(_ arguments: [String], of root: CommandDescription) throws(UsageError)
    -> Request
  {
    var path: [String] = []
    var command = root
    var index = 0
    while !command.subcommands.isEmpty {
      guard index < arguments.count else { return .shortHelp(path) }
      let word = arguments[index]
      if word == "--help" || word == "-h" { return .help(path) }
      if word == "--version" && path.isEmpty { return .version }
      guard let next = command.subcommand(named: word) else {
        throw unknownWord(word, after: path, of: command)
      }
      path.append(word)
      command = next
      index += 1
    }
    let rest = Array(arguments[index...])
    if asksForHelp(rest) { return .help(path) }
    if path == [CommandTable.helpCommand.name] { return try .help(topic(rest, of: root)) }
    var parser = ArgumentParser(path, command, rest)
    let invocation = try parser.parse()
    return invocation.has(.help) ? .help(path) : .run(invocation)
  }

  /// The words behind `atoll help`, each of which has to be known behind those before it.
  private static func topic(
    _ words: [String], of root: CommandDescription
  ) throws(UsageError) -> [String] {
    var path: [String] = []
    var command = root
    for word in words {
      guard let next = command.subcommand(named: word) else {
        throw unknownWord(word, after: path, of: command)
      }
      path.append(word)
      command = next
    }
    return path
  }

  /// Whether help is asked for anywhere, whatever else is wrong with the line.
  private static func asksForHelp(_ arguments: [String]) -> Bool {
    let options = arguments.prefix { $0 != "--" }
    return options.contains("--help") || options.contains("-h")
  }

  private static func unknownWord(
    _ word: String, after path: [String], of command: CommandDescription
  ) -> UsageError {
    if word.utf8.first == UInt8(ascii: "-"), word != "-" {
      let names = command.allOptions.map(\.dashedName)
      return UsageError(
        path, "unknown option '\(word)'", didYouMean: nearest(to: word, among: names))
    }
    return UsageError(
      path, "unknown subcommand '\(word)'",
      didYouMean: nearest(to: word, among: command.subcommands.map(\.name)))
  }
}
