import AtollBytes

/// The request in a command line: to run a command, or to show help or the version.
package enum Request: Sendable {
  case run(Command.Action)
  /// The help for the command at this path.
  case help([String])
  /// The short help, for `-h` or for a command whose subcommand is missing.
  case shortHelp([String])
  case version

  /// Parses a command line without the program's name.
  ///
  /// Sets `path` to the words that name the command, even if an error is thrown. For the command
  /// `help`, `path` names the command to explain.
  package static func parse(
    _ words: [String], of root: Command, at path: inout [String]
  ) throws -> Request {
    path = []
    var command = root
    while path.count < words.count, let next = command.subcommand(named: words[path.count]) {
      path.append(words[path.count])
      command = next
    }
    let rest = Array(words[path.count...])
    guard command.subcommands.isEmpty else {
      guard let word = rest.first else { return .shortHelp(path) }
      if path.isEmpty, word == OptionDescription.version.dashedName { return .version }
      let description = command.description
      if let help = helpRequest(in: [word], at: path, of: description) { return help }
      throw unknownWord(word, after: path, of: description)
    }
    let details = command.details()
    if let help = helpRequest(in: rest, at: path, of: details.description) { return help }
    guard let prepare = details.prepare else {
      try setTopic(rest, of: root.description, at: &path)
      return .help(path)
    }
    return .run(try prepare(rest))
  }

  /// Returns the request for help if the words contain `--help` or `-h`, even if other words are
  /// wrong.
  ///
  /// `-h` can be combined with other flags: `-qh`.
  private static func helpRequest(
    in words: [String], at path: [String], of command: CommandDescription
  ) -> Request? {
    let words = words.prefix { $0 != "--" }
    if words.contains(OptionDescription.help.dashedName) { return .help(path) }
    let hasLetter = words.contains { word in
      guard word.looksLikeAnOption, !word.hasPrefix("--") else { return false }
      let flags = word.dropFirst().prefix { letter in
        command.options.contains { $0.letter == String(letter) && $0.value == nil }
      }
      return word.dropFirst(1 + flags.count).first.map(String.init) == OptionDescription.help.letter
    }
    return hasLetter ? .shortHelp(path) : nil
  }

  /// Sets `path` to the words after `help`; throws an error at a word that names no command.
  private static func setTopic(
    _ words: [String], of root: CommandDescription, at path: inout [String]
  ) throws {
    path = []
    var command = root
    for word in words {
      guard let next = command.subcommand(named: word) else {
        throw unknownWord(word, after: path, of: command)
      }
      path.append(word)
      command = next
    }
  }

  private static func unknownWord(
    _ word: String, after path: [String], of command: CommandDescription
  ) -> Failure {
    if word.hasPrefix("\(OptionDescription.help.dashedName)=") { return .helpWithValue }
    if word.utf8.first == UInt8(ascii: "-"), word != "-" {
      return .unknownOption(
        word, inRoot: path.isEmpty, among: command.options.flatMap(\.longSpellings))
    }
    return Failure(
      commandLine: "unknown subcommand '\(word)'",
      didYouMean: allNearest(to: word, among: command.subcommands.map(\.name)))
  }
}
