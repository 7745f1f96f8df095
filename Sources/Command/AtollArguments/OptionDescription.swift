import AtollBytes

/// An option or a flag as data, for the help, the manual page and the completions.
package struct OptionDescription: Sendable {
  /// The name without the leading dashes.
  package let name: String
  var letter: String?
  /// The value that the option takes; `nil` for a flag.
  var value: ValueDescription?
  /// True if `--no-NAME` turns the flag off.
  var isNegatable = false
  package var group = OptionGroup.general
  /// True if most people need the option; the short help of a command with many options has only
  /// these.
  var isCommon = false
  /// True if the value is the path of a file or folder that the command writes.
  var isOutputPath = false
  /// Other names that people may try, such as `theme` for `style`; the error for such a name
  /// suggests this option.
  var suggestingNames: [String] = []
  package let help: String
  var defaultText: String?

  static let help = OptionDescription(
    name: "help", letter: "h", help: "Show this help; -h shows the most common options.")
  static let version = OptionDescription(name: "version", help: "Show the version.")

  package var dashedName: String { "--\(name)" }

  /// The option as it appears in the help: `-o, --output FILE`.
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
  ///
  /// In help such as `With --campaign: write …`, the condition before the colon stays, too.
  var shortHelp: String {
    let start =
      ["With ", "For "].contains(where: help.hasPrefix)
      ? help.firstRange(ofText: ": ")?.upperBound ?? help.startIndex : help.startIndex
    let rest = String(help[start...])
    let ends = [". ", "; ", ": ", ", such as "].compactMap {
      rest.firstRange(ofText: $0)?.lowerBound
    }
    return ends.min().map { String(help[..<start]) + String(rest[..<$0]) + "." } ?? help
  }

  /// Returns the help, followed by the allowed values, the formats that the option applies to, and
  /// the default.
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

package struct ValueDescription: Sendable {
  let placeholder: String
  var completion: Completion { makeCompletion() }
  let makeCompletion: @Sendable () -> Completion
  /// True if the value is optional; an optional value can be given only as `--option=VALUE`.
  var isOptional = false
}

/// A group of options; the help lists them below a heading.
package struct OptionGroup: Hashable, Sendable {
  let title: String
  /// The position of the group in the help: groups with lower ranks come first.
  let rank: Int

  package init(_ title: String, rank: Int) {
    self.title = title
    self.rank = rank
  }

  /// The group for options that belong to no other group; it comes last.
  package static let general = OptionGroup("OPTIONS", rank: .max)
}
