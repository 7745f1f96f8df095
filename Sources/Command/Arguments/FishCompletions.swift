/// Returns the completions for fish.
func fishCompletions(of root: CommandDescription) -> String {
  let program = root.name
  let commands = CompletedCommand.all(of: root)
  let paths = commands.dropFirst().map { "'\($0.path)'" }.joined(separator: " ")
  return """
    # Completions of \(program) for fish. Made by '\(program) completions fish'.

    function __\(program)_path
        set -l words (commandline -opc)
        set -e words[1]
        set -l path \(program)
        for word in $words
            switch "$path $word"
                case \(paths)
                    set path "$path $word"
            end
        end
        echo $path
    end

    complete -c \(program) -f
    \(commands.map(fishLines).joined())
    """
}

/// Returns the lines that complete one command.
private func fishLines(_ completed: CompletedCommand) -> String {
  let program = completed.program
  let start = "complete -c \(program) -n 'test (__\(program)_path) = \"\(completed.path)\"'"
  var lines = ""
  for subcommand in completed.command.subcommands {
    lines += "\(start) -a \(subcommand.name) -d '\(fishText(subcommand.summary))'\n"
  }
  if let operand = completed.command.operand {
    lines += "\(start)\(fishAction(operand.completion, takesValue: false))\n"
  }
  for option in completed.command.allOptions {
    var line = start
    if let letter = option.letter { line += " -s \(letter)" }
    line += " -l \(option.name)"
    lines += "\(line) -d '\(fishText(option.help))'\n"
    if let value = option.value, !value.isOptional {
      // Without a description, which fish would show next to each value.
      lines += "\(line)\(fishAction(value.completion, takesValue: true))\n"
    }
    if option.isNegatable { lines += "\(start) -l no-\(option.name)\n" }
  }
  return lines
}

private func fishAction(_ completion: Completion, takesValue: Bool) -> String {
  let exclusive = takesValue ? " -x" : ""
  let words = completion.words.joined(separator: " ")
  return switch completion {
  case .nothing: exclusive
  case .files: takesValue ? " -r -F" : " -F"
  case .folders: "\(exclusive) -a '(__fish_complete_directories)'"
  case .words, .suggestions, .topics: words.isEmpty ? exclusive : "\(exclusive) -a '\(words)'"
  case .wordsOrFolders: "\(exclusive) -a '\(words) (__fish_complete_directories)'"
  }
}

private func fishText(_ text: String) -> String {
  var escaped = ""
  for scalar in text.unicodeScalars {
    if scalar == "'" || scalar == "\\" { escaped += "\\" }
    escaped.unicodeScalars.append(scalar)
  }
  return escaped
}
