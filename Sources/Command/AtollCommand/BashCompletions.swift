/// The completions for bash 3.2 and later.
func bashCompletions(of root: CommandDescription) -> String {
  let commands = CompletedCommand.all(of: root)
  let paths = commands.dropFirst().map { "'\($0.path)'" }.joined(separator: " | ")
  return """
    # Completions of atoll for bash. Made by 'atoll completions bash'.

    _atoll() {
      local current previous path index
      local IFS=$'\\n'
      current=${COMP_WORDS[COMP_CWORD]}
      previous=${COMP_WORDS[COMP_CWORD-1]}
      if [[ $current == '=' ]]; then
        current=''
      elif [[ $previous == '=' ]]; then
        previous=${COMP_WORDS[COMP_CWORD-2]}
      fi
      path='\(root.name)'
      for ((index = 1; index < COMP_CWORD; index++)); do
        case "$path ${COMP_WORDS[index]}" in
          \(paths))
            path="$path ${COMP_WORDS[index]}"
            ;;
        esac
      done

      case "$path $previous" in
    \(commands.map(bashValues).joined())  esac

      if [[ $current == -* ]]; then
        case "$path" in
    \(commands.map(bashOptions).joined())    esac
        return
      fi
      case "$path" in
    \(commands.map(bashOperands).joined())  esac
    }

    _atoll_words() {
      COMPREPLY=($(compgen -W "$1" -- "$current"))
    }

    _atoll_paths() {
      compopt -o filenames 2> /dev/null
      COMPREPLY+=($(compgen "$1" -- "$current"))
    }

    complete -F _atoll atoll

    """
}

/// The arms that complete the values of a command's options.
private func bashValues(_ completed: CompletedCommand) -> String {
  var arms = ""
  for option in completed.command.allOptions where !option.spellingsBeforeValue.isEmpty {
    guard let form = option.value?.form else { continue }
    let patterns = option.spellingsBeforeValue.map { "'\(completed.path) \($0)'" }
    arms += "    \(patterns.joined(separator: " | ")))\n"
    arms += bashReply(CompletedValue(form)) + "      return\n      ;;\n"
  }
  return arms + bashTopics(completed)
}

/// The arms that complete the second word behind `help`.
private func bashTopics(_ completed: CompletedCommand) -> String {
  guard case .topic(let topics)? = completed.command.operand?.form else { return "" }
  // Behind `help` itself stands the first word.
  return topics.filter { $0.name != completed.command.name }.map { topic in
    let value: CompletedValue = topic.subtopics.isEmpty ? .nothing : .words(topic.subtopics)
    return "    '\(completed.path) \(topic.name)')\n\(bashReply(value))      return\n      ;;\n"
  }.joined()
}

/// The arm that completes the options of a command.
private func bashOptions(_ completed: CompletedCommand) -> String {
  let spellings = completed.command.allOptions.flatMap(\.spellings)
  return "      '\(completed.path)') _atoll_words $'\(spellings.joined(separator: "\\n"))' ;;\n"
}

/// The arm that completes the operands, or the subcommands, of a command.
private func bashOperands(_ completed: CompletedCommand) -> String {
  let value: CompletedValue
  if let operand = completed.command.operand {
    value = CompletedValue(operand.form)
  } else {
    value = .words(completed.command.subcommands.map(\.name))
  }
  return "    '\(completed.path)')\n\(bashReply(value))      ;;\n"
}

private func bashReply(_ value: CompletedValue) -> String {
  switch value {
  case .nothing: "      COMPREPLY=()\n"
  case .files: "      _atoll_paths -f\n"
  case .folders: "      _atoll_paths -d\n"
  case .words(let words): "      _atoll_words $'\(words.joined(separator: "\\n"))'\n"
  case .wordsOrFolders(let words):
    "      _atoll_words $'\(words.joined(separator: "\\n"))'\n      _atoll_paths -d\n"
  }
}
