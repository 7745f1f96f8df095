import Bytes

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

  /// Returns a script that gets the candidates from the program's `complete` command.
  package func completionScript(of program: String) -> String {
    let script =
      switch self {
      case .bash: Self.bashScript
      case .zsh: Self.zshScript
      case .fish: Self.fishScript
      }
    return script.replacing(text: "PROGRAM", with: program)
  }

  /// For bash 3.2 and later.
  private static let bashScript = """
    # Completions of PROGRAM for bash. Made by 'PROGRAM completions bash'.

    _PROGRAM() {
      local IFS=$'\\n' current=${COMP_WORDS[COMP_CWORD]} line kind
      [[ $current != '=' ]] || current=
      COMPREPLY=()
      while read -r line; do
        case $line in
          :files | :folders)
            compopt -o filenames 2> /dev/null
            [[ $line == :files ]] && kind=-f || kind=-d
            while read -r line; do COMPREPLY+=("$line"); done < <(compgen "$kind" -- "$current")
            ;;
          *) COMPREPLY+=("${line%%$'\\t'*}") ;;
        esac
      done < <(PROGRAM complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null)
    }

    complete -F _PROGRAM PROGRAM

    """

  private static let zshScript = """
    #compdef PROGRAM
    # Completions of PROGRAM for zsh. Made by 'PROGRAM completions zsh'.

    _PROGRAM() {
      local line word tab=$'\\t'
      local -a before=("${(@)words[2,CURRENT-1]}") candidates plain
      if compset -P '--*='; then before+=("${words[CURRENT]%%=*}" '='); fi
      for line in "${(@f)$(PROGRAM complete "${before[@]}" "$PREFIX" 2> /dev/null)}"; do
        case $line in
          '') ;;
          :files) _files ;;
          :folders) _files -/ ;;
          *$tab*)
            word=${line%%$tab*}
            candidates+=("$word:${line#*$tab}")
            ;;
          *) plain+=("$line") ;;
        esac
      done
      (( $#plain )) && compadd -a plain
      (( $#candidates )) && _describe PROGRAM candidates
    }

    if [[ $funcstack[1] == _PROGRAM ]]; then
      _PROGRAM "$@"
    else
      compdef _PROGRAM PROGRAM
    fi

    """

  private static let fishScript = """
    # Completions of PROGRAM for fish. Made by 'PROGRAM completions fish'.

    function __PROGRAM_complete
        set -l before (commandline -opc)
        set -e before[1]
        # fish puts a quotation mark before the candidates if there is one before the word.
        set -l current (string trim -l -c '"\\'' -- (commandline -ct))
        set -l start ''
        if string match -q -- '--*=*' $current
            set -l parts (string split -m 1 = -- $current)
            set -a before $parts[1] =
            set start $parts[1]=
            set current (string trim -l -c '"\\'' -- $parts[2])
        end
        for line in (PROGRAM complete $before $current 2> /dev/null)
            switch $line
                case :files
                    for path in (__fish_complete_path $current)
                        printf '%s\\n' $start$path
                    end
                case :folders
                    __fish_complete_directories $start$current ''
                case '*'
                    printf '%s\\n' $start$line
            end
        end
    end

    complete -c PROGRAM -f -a '(__PROGRAM_complete)'

    """
}
