package import AtollBytes

extension Failure {
  package init(commandLine message: String, advice: String? = nil) {
    self.init(.commandLine, message: message, advice: advice)
  }

  /// Creates the failure for a word that may be a misspelling of one of the suggestions, of which
  /// at most three are shown.
  package init(commandLine message: String, didYouMean suggestions: [String]) {
    let names = suggestions.prefix(Self.maximumSuggestionCount).map { "'\($0)'" }
    self.init(
      commandLine: message,
      advice: names.isEmpty ? nil : "did you mean \(names.joined(separator: " or "))?")
  }

  /// Creates the failure for a word that may be a misspelling of `suggestion`, if that is not
  /// `nil`.
  package init(commandLine message: String, didYouMean suggestion: String?) {
    self.init(commandLine: message, didYouMean: suggestion.map { [$0] } ?? [])
  }

  private static let maximumSuggestionCount = 3

  static var helpWithValue: Failure {
    let (name, letter) = (OptionDescription.help.dashedName, OptionDescription.help.letter ?? "")
    return Failure(
      commandLine: "option '\(name)' takes no value",
      advice: "\(name) shows everything, and -\(letter) the most common options")
  }

  /// Returns the failure for an unknown option; `known` are the spellings of the command's options.
  static func unknownOption(
    _ word: String, inRoot isRoot: Bool = false, among known: [String]
  ) -> Failure {
    let message = "unknown option '\(word)'"
    let version = OptionDescription.version.dashedName
    if word == version, !isRoot {
      return Failure(commandLine: message, advice: "\(version) cannot follow a subcommand")
    }
    // `--fold` is probably the beginning of `--fold-depth`, and not a misspelled `--feed`.
    let longer = known.first { $0.hasPrefix("\(word)-") }
    // `--form` can be the beginning of `--format` or a misspelled `--from`.
    let begun = known.filter { word.utf8.count > 4 && $0.hasPrefix(word) }
    let similar = allNearest(to: word, among: known + [OptionDescription.help.dashedName])
    return Failure(
      commandLine: message,
      didYouMean: longer.map { [$0] } ?? begun + similar.filter { !begun.contains($0) })
  }
}

extension Failure {
  /// Returns the failure for an invalid value; `wanted` describes a valid one:
  /// `a range such as 0..50`.
  package static func invalidValue(_ text: String, expected wanted: String) -> Failure {
    Failure(commandLine: "invalid value '\(text)'", advice: "expected \(wanted)")
  }

  /// Returns the failure for an unknown value; `words` are the known ones.
  ///
  /// `meaning` is the word that the user probably means; `nil` suggests one with similar spelling.
  package static func unknownValue(
    _ text: String, among words: [String], meaning: String? = nil
  ) -> Failure {
    let known = "the values are \(words.joined(separator: ", "))"
    guard let near = meaning ?? nearest(to: text, among: words) else {
      return Failure(commandLine: "unknown value '\(text)'", advice: known)
    }
    return Failure(
      commandLine: "unknown value '\(text)'", advice: "did you mean '\(near)'? \(known)")
  }
}
