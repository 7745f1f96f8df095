/// The completions for zsh.
func zshCompletions(of root: CommandDescription) -> String {
  let functions = CompletedCommand.all(of: root).map(zshFunction).joined(separator: "\n")
  return """
    #compdef atoll
    # Completions of atoll for zsh. Made by 'atoll completions zsh'.

    \(functions)
    if [[ $funcstack[1] == _atoll ]]; then
      _atoll "$@"
    else
      compdef _atoll atoll
    fi

    """
}

/// The function that completes one command.
private func zshFunction(_ completed: CompletedCommand) -> String {
  let name = zshName(completed.path)
  var specs = completed.command.allOptions.flatMap(zshSpecs)
  let subcommands = completed.command.subcommands
  if let operand = completed.command.operand {
    let repeats = operand.count.upperBound > 1 ? "*" : ""
    specs.append("'\(repeats):\(zshText(operand.placeholder)):\(zshAction(operand.form))'")
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

/// The specifications of an option for `_arguments`, one for each spelling.
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
      spec += "\(zshText(value.placeholder)):\(zshAction(value.form))"
    } else {
      spec += "[\(zshText(option.help))]"
    }
    return "'\(others)\(spec)'"
  }
}

private func zshAction(_ form: ValueForm) -> String {
  switch CompletedValue(form) {
  case .nothing: " "
  case .files: "_files"
  case .folders: "_files -/"
  case .words(let words): "(\(words.joined(separator: " ")))"
  case .wordsOrFolders(let words):
    "{ compadd \(words.joined(separator: " ")); _files -/ }"
  }
}

/// A text with everything escaped that means something to `_arguments`, inside single quotes.
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
