/// The manual page of a program in mdoc(7), generated from the descriptions of its commands.
package struct ManualPage {
  private let date: String
  private var text = ""

  private static let maximumLineLength = 80

  /// Creates a page whose content last changed on this date: `November 21, 2026`.
  package init(date: String) { self.date = date }

  /// Returns the page for a program; `description` is its one-line description in the NAME section.
  package mutating func makeText(
    for root: CommandDescription, describedAs description: String, notes: ProgramNotes
  ) -> String {
    let commands = FullyNamedCommand.all(of: root)
    text = ".\\\" Made by '\(root.name) --generate-manual'.\n"
    text += ".Dd \(date)\n.Dt \(root.name.uppercased()) 1\n.Os\n"
    text += ".Sh NAME\n.Nm \(root.name)\n.Nd \(description)\n"
    text += ".Sh SYNOPSIS\n"
    for named in commands where named.command.subcommands.isEmpty { writeSynopsis(of: named) }
    text += ".Nm\n.Fl -version\n"
    text += ".Sh DESCRIPTION\n"
    writeSentences(root.page.discussion)
    for named in commands where named.command.subcommands.isEmpty { writeSection(about: named) }
    writeEntries("ENVIRONMENT", width: "CLICOLOR_FORCE", macro: "Ev ", of: notes.environment)
    writeEntries("EXIT STATUS", width: "Ds", of: notes.exitCodes)
    text += ".Pp\n"
    writeSentences(notes.exitNote)
    writeExamples(commands)
    return text
  }

  // MARK: Sections

  private mutating func writeSynopsis(of named: FullyNamedCommand) {
    text += ".Nm\n.Cm \(words(afterNameOf: named))\n.Op Ar options\n"
    guard let operand = named.command.operand else { return }
    let repetitionMark = operand.isRepeatable ? " ..." : ""
    let optionalMacro = operand.isOptional ? "Op " : ""
    text += ".\(optionalMacro)Ar \(argument(operand.placeholder))\(repetitionMark)\n"
    if let last = operand.lastPlaceholder {
      text += ".Ar \(argument(last))\(operand.repeatsLast ? " ..." : "")\n"
    }
  }

  private mutating func writeSection(about named: FullyNamedCommand) {
    text += ".Ss \(named.path)\n"
    writeSentences(named.command.summary)
    let discussion = named.command.page.discussion
    if !discussion.isEmpty {
      text += ".Pp\n"
      writeSentences(discussion)
    }
    text += ".Bl -tag -width Ds\n"
    if let operand = named.command.operand {
      text += ".It Ar \(argument(operand.placeholders))\n"
      writeSentences(operand.help)
    }
    for option in named.command.allOptions {
      text += ".It \(flags(of: option))\n"
      writeSentences(option.help)
      writeNotes(of: option, formats: named.command.formats(option))
    }
    text += ".El\n"
  }

  private mutating func writeNotes(of option: OptionDescription, formats: [String]) {
    if let words = option.value?.completion.listedWords, !words.isEmpty {
      text += "The values are\n"
      for (index, word) in words.enumerated() {
        let isLast = index == words.count - 1
        if isLast && index > 0 { text += "and\n" }
        text += ".Cm \(argument(word))\(isLast ? " ." : index == words.count - 2 ? "" : " ,")\n"
      }
    }
    if !formats.isEmpty {
      writeSentences("It is for the formats \(formats.joined(separator: ", ")).")
    }
    if let defaultText = option.defaultText {
      text += "The default is \(escaped(defaultText)).\n"
    }
  }

  private mutating func writeEntries(
    _ heading: String, width: String, macro: String = "", of entries: [ProgramNotes.Entry]
  ) {
    text += ".Sh \(heading)\n.Bl -tag -width \(width)\n"
    for entry in entries {
      text += ".It \(macro)\(entry.name)\n"
      writeSentences(entry.meaning)
    }
    text += ".El\n"
  }

  private mutating func writeExamples(_ commands: [FullyNamedCommand]) {
    text += ".Sh EXAMPLES\n"
    var isFirst = true
    for named in commands where named.command.subcommands.isEmpty {
      for example in named.command.page.examples {
        if !isFirst { text += ".Pp\n" }
        isFirst = false
        text += ".Cm \(words(afterNameOf: named)) :\n"
        writeSentences(example.purpose)
        text += ".Bd -literal -offset indent -compact\n\(escaped(example.line))\n.Ed\n"
      }
    }
  }

  // MARK: Pieces

  private func words(afterNameOf named: FullyNamedCommand) -> String {
    named.path.split(separator: " ").dropFirst().joined(separator: " ")
  }

  /// Returns an option in mdoc: `Fl o , Fl -output Ar FILE`.
  private func flags(of option: OptionDescription) -> String {
    var flags = option.letter.map { "Fl \($0) , " } ?? ""
    flags += "Fl -\(option.name)"
    if option.isNegatable { flags += " , Fl -no-\(option.name)" }
    guard let value = option.value else { return flags }
    let placeholder = argument(value.placeholder)
    return flags + (value.isOptional ? " Ns Op Ns = Ns Ar \(placeholder)" : " Ar \(placeholder)")
  }

  /// Writes text with each sentence on its own line, as mdoc requires, and wraps longer lines.
  private mutating func writeSentences(_ words: String) {
    for (index, paragraph) in textParagraphs(of: words).enumerated() {
      if index > 0 { text += ".Pp\n" }
      var line = ""
      for word in paragraph.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
        let piece = escaped(String(word))
        if line.utf8.count + 1 + piece.utf8.count > Self.maximumLineLength {
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

  /// Returns a word as a macro argument, quoted if mdoc could take it for a delimiter.
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
