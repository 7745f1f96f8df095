/// Returns the completions for bash 3.2 and later.
func bashCompletions(of root: CommandDescription) -> String {
  let commands = CompletedCommand.all(of: root)
  let program = root.name
  let paths = commands.dropFirst().map { "'\($0.path)'" }.joined(separator: " | ")
  return """
    # Completions of \(program) for bash. Made by '\(program) completions bash'.

    _\(program)() {
      local current previous path index
      local IFS=$'\\n'
      current=${COMP_WORDS[COMP_CWORD]}
      previous=${COMP_WORDS[COMP_CWORD-1]}
      if [[ $current == '=' ]]; then
        current=''
      elif [[ $previous == '=' ]]; then
        previous=${COMP_WORDS[COMP_CWORD-2]}
      fi
      path='\(program)'
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

    _\(program)_words() {
      COMPREPLY=($(compgen -W "$1" -- "$current"))
    }

    _\(program)_paths() {
      compopt -o filenames 2> /dev/null
      COMPREPLY+=($(compgen "$1" -- "$current"))
    }

    complete -F _\(program) \(program)

    """
}

/// Returns the branches of `case` that complete the values of a command's options.
private func bashValues(_ completed: CompletedCommand) -> String {
  var arms = ""
  for option in completed.command.allOptions where !option.spellingsBeforeValue.isEmpty {
    guard let value = option.value else { continue }
    let patterns = option.spellingsBeforeValue.map { "'\(completed.path) \($0)'" }
    arms += "    \(patterns.joined(separator: " | ")))\n"
    arms += bashReply(value.completion, of: completed) + "      return\n      ;;\n"
  }
  return arms + bashTopics(completed)
}

/// Returns the branches that complete the second word after `help`.
private func bashTopics(_ completed: CompletedCommand) -> String {
  guard case .topics(let topics)? = completed.command.operand?.completion else { return "" }
  // `help help` has no second word.
  return topics.filter { $0.name != completed.command.name }.map { topic in
    let reply = bashReply(.suggestions(topic.subtopics), of: completed)
    return "    '\(completed.path) \(topic.name)')\n\(reply)      return\n      ;;\n"
  }.joined()
}

/// Returns the branch that completes the options of a command.
private func bashOptions(_ completed: CompletedCommand) -> String {
  let spellings = completed.command.allOptions.flatMap(\.spellings)
  return
    "      '\(completed.path)') _\(completed.program)_words $'\(spellings.joined(separator: "\\n"))' ;;\n"
}

/// Returns the branch that completes the operands or the subcommands of a command.
private func bashOperands(_ completed: CompletedCommand) -> String {
  let completion =
    completed.command.operand?.completion
    ?? .suggestions(completed.command.subcommands.map(\.name))
  return "    '\(completed.path)')\n\(bashReply(completion, of: completed))      ;;\n"
}

private func bashReply(_ completion: Completion, of completed: CompletedCommand) -> String {
  let program = completed.program
  let words = completion.words.joined(separator: "\\n")
  let replyWithWords = "      _\(program)_words $'\(words)'\n"
  return switch completion {
  case .nothing: "      COMPREPLY=()\n"
  case .files: "      _\(program)_paths -f\n"
  case .folders: "      _\(program)_paths -d\n"
  case .words, .suggestions, .topics: words.isEmpty ? "      COMPREPLY=()\n" : replyWithWords
  case .wordsOrFolders: replyWithWords + "      _\(program)_paths -d\n"
  }
}
