import AtollBytes

/// The candidates that a shell offers to complete the last word of a command line.
package enum Completions {
  /// Returns one line per candidate: the word and, if its meaning is known, a tab and the meaning.
  ///
  /// The line `:files` or `:folders` asks the shell to add paths. `words` does not include the
  /// program's name. Like bash, callers pass `--format=pa` as three words: `--format`, `=` and
  /// `pa`.
  package static func lines(
    for words: [String], of root: Command
  ) -> String {
    var before = Array(words.dropLast())
    var current = words.last ?? ""
    let isAttached = current == "=" || before.last == "="
    if current == "=" { current = "" } else if isAttached { before.removeLast() }
    var command = root
    var otherWords: [String] = []
    for word in before {
      if let next = command.subcommand(named: word) {
        command = next
      } else {
        otherWords.append(word)
      }
    }
    let description = command.details().description
    let option = description.allOptions.first { option in
      let spellings = isAttached ? option.longSpellings : option.spellingsBeforeValue
      return otherWords.last.map(spellings.contains) ?? false
    }
    let candidates =
      if let value = option?.value {
        candidates(of: value.completion, after: otherWords)
      } else if current.hasPrefix("-") {
        spellings(of: description)
      } else if let operand = description.operand {
        candidates(of: operand.completion, after: otherWords)
      } else {
        description.subcommands.map { "\($0.name)\t\($0.summary)" }
      }
    return candidates.filter { $0.hasPrefix(current) || $0.hasPrefix(":") }
      .map { "\($0)\n" }.joined()
  }

  private static func spellings(of command: CommandDescription) -> [String] {
    command.allOptions.flatMap { option in
      option.spellings.map { "\($0)\t\(option.shortHelp)" }
    }
  }

  private static func candidates(
    of completion: Completion, after words: [String]
  ) -> [String] {
    switch completion {
    case .nothing: []
    case .files: [":files"]
    case .folders: [":folders"]
    case .words(let words), .suggestions(let words): words
    case .wordsOrFolders(let words): words + [":folders"]
    case .topics(let topics):
      if let topic = words.last {
        topics.first { $0.name == topic }?.subtopics ?? []
      } else {
        topics.map(\.name)
      }
    }
  }
}

/// A shell for which there is a completion script.
package enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// Returns a script that gets the candidates from the program's `complete` command; for bash 3.2
  /// and later.
  package func completionScript(of program: String) -> String {
    EmbeddedData.text(of: "completion.\(rawValue)").replacing(text: "PROGRAM", with: program)
  }
}
