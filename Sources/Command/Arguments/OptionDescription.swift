import Bytes

/// An option or a flag as data, for the help, the manual page and the completions.
package struct OptionDescription: Sendable {
  /// The name without its dashes.
  package let name: String
  var letter: String?
  /// The value that the option takes; a flag takes none.
  var value: ValueDescription?
  /// An assertion that the option can be given more than once; otherwise the last one counts.
  var repeats = false
  /// An assertion that `--no-NAME` turns the flag off.
  var isNegatable = false
  package var group = OptionGroup.general
  /// An assertion that most people need the option; `-h` shows only such options.
  var isCommon = false
  package let help: String
  /// The value that holds when the option is not given, in the words of the help.
  var defaultText: String?

  static let help = OptionDescription(
    name: "help", letter: "h", help: "Show this help; -h shows the most common options.")
  static let version = OptionDescription(name: "version", help: "Show the version.")

  /// The name with its dashes.
  package var dashedName: String { "--\(name)" }

  /// The option as the help writes it: `-o, --output FILE`.
  var usage: String {
    var text = letter.map { "-\($0), " } ?? ""
    text += dashedName
    if isNegatable { text += ", --no-\(name)" }
    if let value { text += value.isOptional ? "[=\(value.placeholder)]" : " \(value.placeholder)" }
    return text
  }

  /// Every way to write the option: `-q`, `--quiet`, `--no-quiet`.
  package var spellings: [String] { (letter.map { ["-\($0)"] } ?? []) + longSpellings }
  var longSpellings: [String] { [dashedName] + (isNegatable ? ["--no-\(name)"] : []) }

  /// The spellings that can be followed by a value as a separate word.
  var spellingsBeforeValue: [String] {
    guard let value, !value.isOptional else { return [] }
    return (letter.map { ["-\($0)"] } ?? []) + [dashedName]
  }

  /// The beginning of the help, without details and examples.
  var shortHelp: String {
    let ends = [". ", "; ", ": ", ", such as "].compactMap {
      help.firstRange(ofText: $0)?.lowerBound
    }
    return ends.min().map { String(help[..<$0]) + "." } ?? help
  }

  /// Returns the help, followed by the values, the formats that the option is for, and the default.
  func fullHelp(formats: [String]) -> String {
    var notes: [String] = []
    if let words = value?.completion.listedWords, words.count > 1 {
      notes.append("values: \(words.joined(separator: ", "))")
    }
    if !formats.isEmpty { notes.append("formats: \(formats.joined(separator: ", "))") }
    if let defaultText { notes.append("default: \(defaultText)") }
    return notes.isEmpty ? help : "\(help) (\(notes.joined(separator: "; ")))"
  }
}

/// The value of an option as data.
package struct ValueDescription: Sendable {
  let placeholder: String
  var completion: Completion { makeCompletion() }
  let makeCompletion: @Sendable () -> Completion
  /// An assertion that the value can be left out; if so, it is given as `--option=VALUE` only.
  var isOptional = false
}

/// A heading of the help with the options below it.
package struct OptionGroup: Hashable, Sendable {
  let title: String
  /// The place of the group in the help: groups with smaller numbers come first.
  let rank: Int

  package init(_ title: String, rank: Int) {
    self.title = title
    self.rank = rank
  }

  /// The options of no other group; they come last.
  package static let general = OptionGroup("OPTIONS", rank: .max)
}
