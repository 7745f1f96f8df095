import Bytes

/// An error in a command line.
package struct UsageError: Error, Hashable, Sendable {
  /// The words that lead to the command, without the program's name: `["dump", "tree"]`.
  package let path: [String]
  package let message: String
  package var advice: String?

  package init(_ path: [String], message: String, advice: String? = nil) {
    self.path = path
    self.message = message
    self.advice = advice
  }

  init(_ path: [String], message: String, didYouMean suggestions: [String]) {
    let names = suggestions.prefix(Self.maximumSuggestionCount).map { "'\($0)'" }
    self.init(
      path, message: message,
      advice: names.isEmpty ? nil : "did you mean \(names.joined(separator: " or "))?")
  }

  private static let maximumSuggestionCount = 3

  /// Returns the error for an unknown option; `known` are the spellings of the command's options.
  static func unknownOption(_ word: String, in path: [String], among known: [String]) -> UsageError
  {
    let message = "unknown option '\(word)'"
    let version = OptionDescription.version.dashedName
    if word == version, !path.isEmpty {
      return UsageError(
        path, message: message, advice: "\(version) is an option without a subcommand")
    }
    // `--fold` is more likely the beginning of `--fold-depth` than a misspelt `--feed`.
    let longer = known.first { $0.hasPrefix("\(word)-") }
    // `--form` can be the beginning of `--format` or a misspelt `--from`.
    let begun = known.filter { word.utf8.count > 4 && $0.hasPrefix(word) }
    let similar = allNearest(to: word, among: known + [OptionDescription.help.dashedName])
    return UsageError(
      path, message: message,
      didYouMean: longer.map { [$0] } ?? begun + similar.filter { !begun.contains($0) })
  }
}
