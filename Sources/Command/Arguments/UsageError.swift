package import Bytes

/// An error in a command line, or a value that is not valid.
package struct UsageError: ReportableError, Hashable {
  package let message: String
  package var advice: String?
  /// The words that lead to the command, without the program's name: `["dump", "tree"]`; `nil` if
  /// the error was found by the command itself.
  package var path: [String]?

  package var failure: Failure { Failure(.usage, message: message, advice: advice) }

  package init(_ message: String, advice: String? = nil, path: [String]? = nil) {
    self.message = message
    self.advice = advice
    self.path = path
  }

  package init(_ message: String, didYouMean suggestions: [String], path: [String]? = nil) {
    let names = suggestions.prefix(Self.maximumSuggestionCount).map { "'\($0)'" }
    self.init(
      message, advice: names.isEmpty ? nil : "did you mean \(names.joined(separator: " or "))?",
      path: path)
  }

  package init(_ message: String, didYouMean suggestion: String?) {
    self.init(message, didYouMean: suggestion.map { [$0] } ?? [])
  }

  private static let maximumSuggestionCount = 3

  /// Returns the error for an unknown option; `known` are the spellings of the command's options.
  static func unknownOption(_ word: String, in path: [String], among known: [String]) -> UsageError
  {
    let message = "unknown option '\(word)'"
    let version = OptionDescription.version.dashedName
    if word == version, !path.isEmpty {
      return UsageError(message, advice: "\(version) is an option without a subcommand", path: path)
    }
    // `--fold` is more likely the beginning of `--fold-depth` than a misspelt `--feed`.
    let longer = known.first { $0.hasPrefix("\(word)-") }
    // `--form` can be the beginning of `--format` or a misspelt `--from`.
    let begun = known.filter { word.utf8.count > 4 && $0.hasPrefix(word) }
    let similar = allNearest(to: word, among: known + [OptionDescription.help.dashedName])
    return UsageError(
      message, didYouMean: longer.map { [$0] } ?? begun + similar.filter { !begun.contains($0) },
      path: path)
  }
}

/// The errors for values.
extension UsageError {
  /// Returns the error for an invalid value; `wanted` describes a valid one:
  /// `a range such as 0..50`.
  package static func invalid(_ text: String, expected wanted: String) -> UsageError {
    UsageError("invalid value '\(text)'", advice: "expected \(wanted)")
  }

  /// Returns the error for a word that is not among the allowed ones.
  package static func unknown(_ text: String, among words: [String]) -> UsageError {
    let known = "the values are \(words.joined(separator: ", "))"
    guard let near = nearest(to: text, among: words) else {
      return UsageError("unknown value '\(text)'", advice: known)
    }
    return UsageError("unknown value '\(text)'", advice: "did you mean '\(near)'? \(known)")
  }
}
