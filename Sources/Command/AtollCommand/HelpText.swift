/// The help of a command, laid out for a width.
struct HelpText {
  private let width: Int
  private var text = ""

  private static let indent = 2
  private static let descriptionColumn = 26
  /// Narrower than this nothing can be read; lines are then as long as they have to be.
  private static let narrowest = 40

  init(width: Int) { self.width = max(width, Self.narrowest) }

  /// Everything about the command that `path` leads to.
  mutating func write(_ command: CommandDescription, path: [String]) -> String {
    heading("OVERVIEW", followedBy: command.summary)
    for paragraph in paragraphs(of: command.discussion) {
      text += "\n"
      wrap(paragraph, indent: 0)
    }
    text += "\n"
    heading("USAGE", followedBy: usage(of: command, path: path))
    writeOperand(of: command)
    writeOptions(of: command)
    writeSubcommands(of: command)
    writeExamples(of: command)
    if path.isEmpty { writeEnding() }
    return text
  }

  /// A few lines for somebody who typed the name of a command and nothing else.
  mutating func writeShort(_ command: CommandDescription, path: [String]) -> String {
    let name = (["atoll"] + path).joined(separator: " ")
    wrap(command.summary, indent: 0)
    text += "\n"
    heading("USAGE", followedBy: usage(of: command, path: path))
    writeSubcommands(of: command)
    writeExamples(of: command)
    text += "\n"
    wrap("See '\(name) --help' for more information.", indent: 0)
    return text
  }

  // MARK: Sections

  private mutating func writeOperand(of command: CommandDescription) {
    guard let operand = command.operand else { return }
    text += "\nARGUMENTS:\n"
    row(operand.placeholders, operand.help)
  }

  private mutating func writeOptions(of command: CommandDescription) {
    for group in OptionDescription.Group.allCases {
      let options = command.allOptions.filter { $0.group == group }
      if options.isEmpty { continue }
      text += "\n\(group.rawValue):\n"
      for option in options { row(option.usage, option.fullHelp) }
    }
  }

  private mutating func writeSubcommands(of command: CommandDescription) {
    if command.subcommands.isEmpty { return }
    text += "\nSUBCOMMANDS:\n"
    for subcommand in command.subcommands { row(subcommand.name, subcommand.summary) }
  }

  private mutating func writeExamples(of command: CommandDescription) {
    if command.examples.isEmpty { return }
    text += "\nEXAMPLES:\n"
    for (index, example) in command.examples.enumerated() {
      if index > 0 { text += "\n" }
      wrap(example.purpose, indent: Self.indent)
      text += "    \(example.line)\n"
    }
  }

  private mutating func writeEnding() {
    text += "\nEXIT CODES:\n"
    for code in ExitCode.allCases { row(String(code.rawValue), code.meaning) }
    text += "\nENVIRONMENT:\n"
    for variable in EnvironmentVariable.allCases { row(variable.rawValue, variable.meaning) }
    text += "\n"
    wrap(
      "See 'atoll help SUBCOMMAND' or 'atoll SUBCOMMAND --help' for help on one of them.",
      indent: 0)
  }

  // MARK: Lines

  private func paragraphs(of text: String) -> [String] {
    text.split(separator: "\n\n").map { $0.split(separator: "\n").joined(separator: " ") }
  }

  private mutating func heading(_ title: String, followedBy rest: String) {
    wrap("\(title): \(rest)", indent: 0, hanging: Self.indent)
  }

  /// A name on the left and what it means from the description column on.
  private mutating func row(_ name: String, _ meaning: String) {
    let left = String(repeating: " ", count: Self.indent) + name
    if left.utf8.count >= Self.descriptionColumn - 1 {
      text += "\(left)\n"
      wrap(meaning, indent: Self.descriptionColumn)
    } else {
      let gap = String(repeating: " ", count: Self.descriptionColumn - left.utf8.count)
      wrap(meaning, indent: Self.descriptionColumn, firstLine: left + gap)
    }
  }

  /// Words in lines of at most the width, every line but perhaps the first indented.
  ///
  /// All the texts are ours and ASCII, so a byte is a column.
  private mutating func wrap(
    _ words: String, indent: Int, hanging: Int = 0, firstLine: String? = nil
  ) {
    let margin = String(repeating: " ", count: indent + hanging)
    var line = firstLine ?? String(repeating: " ", count: indent)
    var isEmpty = true
    for word in words.split(separator: " ") {
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

/// As it stands behind `USAGE:`.
func usage(of command: CommandDescription, path: [String]) -> String {
  var words = ["atoll"] + path
  if !command.subcommands.isEmpty { words.append("SUBCOMMAND") }
  if command.subcommands.isEmpty { words.append("[OPTIONS]") }
  if let operand = command.operand { words.append(operand.usage) }
  return words.joined(separator: " ")
}

extension OptionDescription {
  /// The help with the values and the default behind it.
  var fullHelp: String {
    var notes: [String] = []
    if let words = value?.form.words, words.count > 1, value?.form.listsWords == true {
      notes.append("values: \(words.joined(separator: ", "))")
    }
    if let defaultText { notes.append("default: \(defaultText)") }
    return notes.isEmpty ? help : "\(help) (\(notes.joined(separator: "; ")))"
  }
}

extension ValueForm {
  /// Whether the words are all there are, so that the help lists them.
  var listsWords: Bool {
    switch self {
    case .word, .wordOrFolder, .language: true
    case .text, .file, .folder, .topic, .count, .countOrShare, .part, .range, .moment, .zone: false
    }
  }
}
