/// One command with the words that lead to it, and what completions need to know about it.
struct CompletedCommand {
  /// `atoll dump tree`.
  let path: String
  let command: CommandDescription

  /// Every command of a table, each before its subcommands.
  static func all(of root: CommandDescription) -> [CompletedCommand] {
    var commands: [CompletedCommand] = []
    var waiting = [CompletedCommand(path: root.name, command: root)]
    while let next = waiting.popLast() {
      commands.append(next)
      for subcommand in next.command.subcommands.reversed() {
        waiting.append(
          CompletedCommand(path: "\(next.path) \(subcommand.name)", command: subcommand))
      }
    }
    return commands
  }
}

extension OptionDescription {
  /// Every way to write it: `-q`, `--quiet`, `--no-quiet`.
  var spellings: [String] {
    (letter.map { ["-\($0)"] } ?? []) + [dashedName] + (isNegatable ? ["--no-\(name)"] : [])
  }

  /// The spellings that a value can follow as a word of its own.
  var spellingsBeforeValue: [String] {
    guard let value, !value.isOptional else { return [] }
    return (letter.map { ["-\($0)"] } ?? []) + [dashedName]
  }
}

/// What can stand in a value's place, as far as a shell can tell.
enum CompletedValue: Hashable {
  case nothing, files, folders
  case words([String])
  case wordsOrFolders([String])

  init(_ form: ValueForm) {
    switch form {
    case .file: self = .files
    case .folder: self = .folders
    case .wordOrFolder(let words): self = .wordsOrFolders(words)
    case .text, .count, .countOrShare, .part, .range, .word, .topic, .language, .moment, .zone:
      self = form.words.isEmpty ? .nothing : .words(form.words)
    }
  }
}

/// The completion script of a shell.
func completionScript(for shell: Shell, of root: CommandDescription) -> String {
  switch shell {
  case .bash: bashCompletions(of: root)
  case .zsh: zshCompletions(of: root)
  case .fish: fishCompletions(of: root)
  }
}
