/// Returns the completions for zsh.
func zshCompletions(of root: CommandDescription) -> String {
  let program = root.name
  let functions = CompletedCommand.all(of: root).map(zshFunction).joined(separator: "\n")
  return """
    #compdef \(program)
    # Completions of \(program) for zsh. Made by '\(program) completions zsh'.

    \(functions)
    if [[ $funcstack[1] == _\(program) ]]; then
      _\(program) "$@"
    else
      compdef _\(program) \(program)
    fi

    """
}

/// Returns the function that completes one command.
private func zshFunction(_ completed: CompletedCommand) -> String {
  let name = zshName(completed.path)
  var specs = completed.command.allOptions.flatMap(zshSpecs)
  let subcommands = completed.command.subcommands
  if let operand = completed.command.operand {
    let repeats = operand.count.upperBound > 1 ? "*" : ""
    specs.append("'\(repeats):\(zshText(operand.placeholder)):\(zshAction(operand.completion))'")
  } else if !subcommands.isEmpty {
    specs += ["'1: :->subcommand'", "'*:: :->rest'"]
  }
  var text = "\(name)() {\n"
  if !subcommands.isEmpty { text += "  local curcontext=$curcontext state line\n" }
  text += "  _arguments -C -s -S \\\n    " + specs.joined(separator: " \\\n    ") + "\n"
  if !subcommands.isEmpty {
    text += "  case $state in\n    subcommand)\n      local -a subcommands=(\n"
    for subcommand in subcommands {
      text += "        '\(subcommand.name):\(zshText(subcommand.summary))'\n"
    }
    text += "      )\n      _describe subcommand subcommands\n      ;;\n"
    text += "    rest)\n      case $line[1] in\n"
    for subcommand in subcommands {
      text += "        \(subcommand.name)) \(name)_\(subcommand.name) ;;\n"
    }
    text += "      esac\n      ;;\n  esac\n"
  }
  return text + "}\n"
}

private func zshName(_ path: String) -> String {
  "_" + path.split(separator: " ").joined(separator: "_")
}

/// Returns the specifications of an option for `_arguments`, one for each spelling.
private func zshSpecs(_ option: OptionDescription) -> [String] {
  let others = option.repeats ? "*" : "(\(option.spellings.joined(separator: " ")))"
  return option.spellings.map { spelling in
    var spec = spelling
    let isNegation = spelling == "--no-\(option.name)"
    if let value = option.value, !isNegation {
      let isLong = spelling.hasPrefix("--")
      spec += value.isOptional ? "=-" : isLong ? "=" : "+"
      spec += "[\(zshText(option.help))]"
      spec += value.isOptional ? "::" : ":"
      spec += "\(zshText(value.placeholder)):\(zshAction(value.completion))"
    } else {
      spec += "[\(zshText(option.help))]"
    }
    return "'\(others)\(spec)'"
  }
}

private func zshAction(_ completion: Completion) -> String {
  let words = completion.words.joined(separator: " ")
  return switch completion {
  case .nothing: " "
  case .files: "_files"
  case .folders: "_files -/"
  case .words, .suggestions, .topics: words.isEmpty ? " " : "(\(words))"
  case .wordsOrFolders: "{ compadd \(words); _files -/ }"
  }
}

/// Returns a text escaped for `_arguments`, inside single quotes.
private func zshText(_ text: String) -> String {
  var escaped = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "'": escaped += "'\\''"
    case "[", "]", ":", "\\": escaped += "\\\(scalar)"
    case _: escaped.unicodeScalars.append(scalar)
    }
  }
  return escaped
}
