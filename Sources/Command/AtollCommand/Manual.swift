/// The manual page in mdoc, made from the table of commands.
struct Manual {
  private var text = ""

  /// The day the page last changed in meaning.
  ///
  /// A page that told the day it was made would differ
  /// from one day to the next.
  private static let date = "November 21, 2026"
  private static let longestLine = 80

  /// The page for a whole command line.
  mutating func write(_ root: CommandDescription) -> String {
    let commands = CompletedCommand.all(of: root)
    text = ".\\\" Made by 'atoll --generate-manual'.\n"
    text += ".Dd \(Self.date)\n.Dt ATOLL 1\n.Os\n"
    text += ".Sh NAME\n.Nm atoll\n.Nd draw comment threads as IGN-styled HTML\n"
    text += ".Sh SYNOPSIS\n"
    for completed in commands where completed.command.subcommands.isEmpty { synopsis(completed) }
    text += ".Nm\n.Fl -version\n"
    text += ".Sh DESCRIPTION\n"
    sentences(root.discussion)
    for completed in commands where completed.command.subcommands.isEmpty { section(completed) }
    writeEnvironment()
    writeExitCodes()
    writeExamples(commands)
    return text
  }

  // MARK: Sections

  private mutating func synopsis(_ completed: CompletedCommand) {
    text += ".Nm\n.Cm \(words(behindNameOf: completed))\n.Op Ar options\n"
    guard let operand = completed.command.operand else { return }
    let repeated = operand.isRepeatable ? " ..." : ""
    let optional = operand.isOptional ? "Op " : ""
    text += ".\(optional)Ar \(argument(operand.placeholder))\(repeated)\n"
    if let target = operand.target { text += ".Ar \(argument(target))\n" }
  }

  private mutating func section(_ completed: CompletedCommand) {
    text += ".Ss atoll \(words(behindNameOf: completed))\n"
    sentences(completed.command.summary)
    if !completed.command.discussion.isEmpty {
      text += ".Pp\n"
      sentences(completed.command.discussion)
    }
    text += ".Bl -tag -width Ds\n"
    if let operand = completed.command.operand {
      text += ".It Ar \(argument(operand.placeholders))\n"
      sentences(operand.help)
    }
    for option in completed.command.allOptions {
      text += ".It \(flags(of: option))\n"
      sentences(option.help)
      writeNotes(of: option)
    }
    text += ".El\n"
  }

  private mutating func writeNotes(of option: OptionDescription) {
    if let form = option.value?.form, form.listsWords {
      text += "The values are\n"
      let words = form.words
      for (index, word) in words.enumerated() {
        let isLast = index == words.count - 1
        if isLast && index > 0 { text += "and\n" }
        text += ".Cm \(argument(word))\(isLast ? " ." : index == words.count - 2 ? "" : " ,")\n"
      }
    }
    if let defaultText = option.defaultText {
      text += "The default is \(escaped(defaultText)).\n"
    }
  }

  private mutating func writeEnvironment() {
    text += ".Sh ENVIRONMENT\n.Bl -tag -width CLICOLOR_FORCE\n"
    for variable in EnvironmentVariable.allCases {
      text += ".It Ev \(variable.rawValue)\n"
      sentences(variable.meaning)
    }
    text += ".El\n"
  }

  private mutating func writeExitCodes() {
    text += ".Sh EXIT STATUS\n.Bl -tag -width Ds\n"
    for code in ExitCode.allCases {
      text += ".It \(code.rawValue)\n"
      sentences(code.meaning)
    }
    text += ".El\n.Pp\n"
    sentences(
      """
      A reader that closes the pipe early, as head does, ends the program quietly with the signal \
      PIPE, which a shell tells as 141.
      """)
  }

  private mutating func writeExamples(_ commands: [CompletedCommand]) {
    text += ".Sh EXAMPLES\n"
    var isFirst = true
    for completed in commands where completed.command.subcommands.isEmpty {
      for example in completed.command.examples {
        if !isFirst { text += ".Pp\n" }
        isFirst = false
        text += ".Cm \(words(behindNameOf: completed)) :\n"
        sentences(example.purpose)
        text += ".Dl \(escaped(example.line))\n"
      }
    }
  }

  // MARK: Pieces

  private func words(behindNameOf completed: CompletedCommand) -> String {
    completed.path.split(separator: " ").dropFirst().joined(separator: " ")
  }

  /// `Fl o , -output Ar FILE`, as mdoc has it.
  private func flags(of option: OptionDescription) -> String {
    var flags = option.letter.map { "Fl \($0) , " } ?? ""
    flags += "Fl -\(option.name)"
    if option.isNegatable { flags += " , Fl -no-\(option.name)" }
    guard let value = option.value else { return flags }
    let placeholder = argument(value.placeholder)
    return flags + (value.isOptional ? " Ns Op Ns = Ns Ar \(placeholder)" : " Ar \(placeholder)")
  }

  /// Text with every sentence on a line of its own, as mdoc wants it, and no line over 80 bytes.
  private mutating func sentences(_ words: String) {
    for (index, paragraph) in words.split(separator: "\n\n").enumerated() {
      if index > 0 { text += ".Pp\n" }
      var line = ""
      for word in paragraph.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
        let piece = escaped(String(word))
        if line.utf8.count + 1 + piece.utf8.count > Self.longestLine {
          text += "\(line)\n"
          line = ""
        }
        line += line.isEmpty ? piece : " \(piece)"
        if word.hasSuffix(".") || word.hasSuffix("?") {
          text += "\(line)\n"
          line = ""
        }
      }
      if !line.isEmpty { text += "\(line)\n" }
    }
  }

  /// An argument of a macro that cannot be taken for a macro or a delimiter.
  private func argument(_ word: String) -> String {
    word.utf8.contains(UInt8(ascii: "|")) ? "\"\(escaped(word))\"" : escaped(word)
  }

  private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "'" where result.isEmpty: result += "\\&'"
      case "." where result.isEmpty: result += "\\&."
      case "-": result += "\\-"
      case "~": result += "\\(ti"
      case "^": result += "\\(ha"
      case _: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
