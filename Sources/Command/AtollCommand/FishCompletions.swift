/// The completions for fish.
func fishCompletions(of root: CommandDescription) -> String {
  let commands = CompletedCommand.all(of: root)
  let paths = commands.dropFirst().map { "'\($0.path)'" }.joined(separator: " ")
  return """
    # Completions of atoll for fish. Made by 'atoll completions fish'.

    function __atoll_path
        set -l words (commandline -opc)
        set -e words[1]
        set -l path \(root.name)
        for word in $words
            switch "$path $word"
                case \(paths)
                    set path "$path $word"
            end
        end
        echo $path
    end

    complete -c atoll -f
    \(commands.map(fishLines).joined())
    """
}

/// The lines that complete one command.
private func fishLines(_ completed: CompletedCommand) -> String {
  let start = "complete -c atoll -n 'test (__atoll_path) = \"\(completed.path)\"'"
  var lines = ""
  for subcommand in completed.command.subcommands {
    lines += "\(start) -a \(subcommand.name) -d '\(fishText(subcommand.summary))'\n"
  }
  if let operand = completed.command.operand {
    lines += "\(start)\(fishAction(operand.form, takesValue: false))\n"
  }
  for option in completed.command.allOptions {
    var line = start
    if let letter = option.letter { line += " -s \(letter)" }
    line += " -l \(option.name)"
    if let value = option.value, !value.isOptional {
      line += fishAction(value.form, takesValue: true)
    }
    lines += "\(line) -d '\(fishText(option.help))'\n"
    if option.isNegatable { lines += "\(start) -l no-\(option.name)\n" }
  }
  return lines
}

private func fishAction(_ form: ValueForm, takesValue: Bool) -> String {
  let exclusive = takesValue ? " -x" : ""
  return switch CompletedValue(form) {
  case .nothing: exclusive
  case .files: takesValue ? " -r -F" : " -F"
  case .folders: "\(exclusive) -a '(__fish_complete_directories)'"
  case .words(let words): "\(exclusive) -a '\(words.joined(separator: " "))'"
  case .wordsOrFolders(let words):
    "\(exclusive) -a '\(words.joined(separator: " ")) (__fish_complete_directories)'"
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
