import AtollBytes

/// The help for a command, laid out for a given width.
package struct HelpText {
  private let program: String
  private let width: Int
  private var text = ""

  private static let indent = 2
  private static let descriptionColumn = 26
  /// The minimum width in columns; a narrower terminal wraps the lines itself.
  private static let minimumWidth = 40
  /// The maximum width in columns; longer lines are hard to read.
  private static let maximumWidth = 100
  /// The maximum number of options that the short help lists completely.
  private static let maximumCountForListingAllOptions = 10

  package init(of program: String, width: Int) {
    self.program = program
    self.width = min(max(width, Self.minimumWidth), Self.maximumWidth)
  }

  /// Returns the full help for the command at `path`; `notes` are added to the program's own help.
  package mutating func makeText(
    for command: CommandDescription, path: [String], notes: ProgramNotes? = nil
  ) -> String {
    let page = command.page
    writeHeading("OVERVIEW", followedBy: command.summary)
    for paragraph in textParagraphs(of: page.discussion) {
      text += "\n"
      wrap(String(paragraph), indent: 0)
    }
    text += "\n"
    writeHeading("USAGE", followedBy: command.usage(of: path, in: program))
    writeOperand(of: command)
    writeOptions(of: command)
    writeSubcommands(of: command)
    writeExamples(page.examples[...])
    if let notes { write(notes) }
    return text
  }

  /// Returns the short help: the most common options or the subcommands, and examples.
  package mutating func makeShortText(for command: CommandDescription, path: [String]) -> String {
    let name = ([program] + path).joined(separator: " ")
    wrap(command.summary, indent: 0)
    text += "\n"
    writeHeading("USAGE", followedBy: command.usage(of: path, in: program))
    writeSubcommands(of: command)
    if command.subcommands.isEmpty { writeCommonOptions(of: command) }
    let examples = command.page.examples
    writeExamples(command.subcommands.isEmpty ? examples.prefix(1) : examples[...])
    text += "\n"
    wrap("See '\(name) --help' for more information.", indent: 0)
    return text
  }

  // MARK: Sections

  private mutating func writeOperand(of command: CommandDescription) {
    guard let operand = command.operand else { return }
    text += "\nARGUMENTS:\n"
    writeRow(operand.placeholders, meaning: operand.help)
  }

  private mutating func writeOptions(of command: CommandDescription) {
    let groups = Set(command.allOptions.map(\.group)).sorted { $0.rank < $1.rank }
    for group in groups {
      text += "\n\(group.title):\n"
      for option in command.allOptions where option.group == group {
        writeRow(option.usage, meaning: option.fullHelp(formats: command.formats(option)))
      }
    }
  }

  /// Writes the common options; if there are only a few options, or no common ones, writes all.
  private mutating func writeCommonOptions(of command: CommandDescription) {
    let showsAll =
      command.options.count <= Self.maximumCountForListingAllOptions
      || !command.options.contains(where: \.isCommon)
    text += "\nOPTIONS:\n"
    for option in command.options where showsAll || option.isCommon {
      writeRow(option.usage, meaning: option.shortHelp)
    }
    let help = OptionDescription.help
    writeRow(help.usage, meaning: "Show this help; --help shows everything.")
  }

  private mutating func writeSubcommands(of command: CommandDescription) {
    if command.subcommands.isEmpty { return }
    text += "\nSUBCOMMANDS:\n"
    for subcommand in command.subcommands { writeRow(subcommand.name, meaning: subcommand.summary) }
  }

  private mutating func writeExamples(_ examples: ArraySlice<HelpPage.Example>) {
    if examples.isEmpty { return }
    text += "\nEXAMPLES:\n"
    for (index, example) in examples.enumerated() {
      if index > 0 { text += "\n" }
      wrap(example.purpose, indent: Self.indent)
      text += "    \(example.line)\n"
    }
  }

  private mutating func write(_ notes: ProgramNotes) {
    text += "\nEXIT CODES:\n"
    for code in notes.exitCodes { writeRow(code.name, meaning: code.meaning) }
    text += "\nENVIRONMENT:\n"
    for variable in notes.environment { writeRow(variable.name, meaning: variable.meaning) }
    text += "\n"
    wrap(
      "See '\(program) help SUBCOMMAND' or '\(program) SUBCOMMAND --help' for the help of a subcommand.",
      indent: 0)
  }

  // MARK: Lines

  private mutating func writeHeading(_ title: String, followedBy rest: String) {
    wrap("\(title): \(rest)", indent: 0, hanging: Self.indent)
  }

  private mutating func writeRow(_ name: String, meaning: String) {
    let nameColumn = String(repeating: " ", count: Self.indent) + name
    if nameColumn.utf8.count >= Self.descriptionColumn - 1 {
      text += "\(nameColumn)\n"
      wrap(meaning, indent: Self.descriptionColumn)
    } else {
      let gap = String(repeating: " ", count: Self.descriptionColumn - nameColumn.utf8.count)
      wrap(meaning, indent: Self.descriptionColumn, firstLine: nameColumn + gap)
    }
  }

  /// Writes text wrapped to the width; `firstLine` is the beginning of the first line.
  ///
  /// All text is ASCII, so each byte takes one column.
  private mutating func wrap(
    _ words: String, indent: Int, hanging: Int = 0, firstLine: String? = nil
  ) {
    let margin = String(repeating: " ", count: indent + hanging)
    var line = firstLine ?? String(repeating: " ", count: indent)
    var isEmpty = true
    for word in words.split(whereSeparator: { " \n".contains($0) }) {
      if !isEmpty, line.utf8.count + 1 + word.utf8.count > width {
        text += "\(line)\n"
        line = margin
        isEmpty = true
      }
      line += isEmpty ? "\(word)" : " \(word)"
      isEmpty = false
    }
    text += "\(line)\n"
  }
}

/// Returns the paragraphs of a text, which are separated by blank lines.
func textParagraphs(of text: String) -> [Substring] {
  text.split(atText: "\n\n").filter { !$0.isEmpty }
}
