import AtollBytes
import AtollComments

/// The keys of language files, and the placeholders that their texts need.
enum LanguageKeys {
  /// The keys that a complete language needs, such as `words.newest`, except `language` and the
  /// keys of counted phrases.
  static let all: [String] =
    [
      "right_to_left", "list_separator", "date", "time", "first_day", "months", "plurals",
      "headline_separator",
    ]
    + ["digits", "headlines", "words", "refusals"].flatMap { section in
      names(in: section).map { "\(section).\($0)" }
    }

  static func names(in section: String) -> [String] {
    switch section {
    case "digits": ["separator", "grouped_from", "higher_group", "decimal"]
    case "headlines": NotificationKind.allCases.map(\.rawValue)
    case "words": Phrase.allCases.map(\.rawValue)
    case "counted": CountedPhrase.allCases.map(\.rawValue)
    default: RefusalPhrase.allCases.map(\.rawValue)
    }
  }

  /// Returns the problem of a text that is invisible or changes the direction of the text around
  /// it, or `nil` for any other text.
  static func visibilityProblem(of text: String, canBeInvisible: Bool = false) -> String? {
    let scalars = text.unicodeScalars
    if scalars.contains(where: { isDirectionControl($0.value) }) {
      return "may not contain characters that change the direction of text"
    }
    return !canBeInvisible
      && scalars.allSatisfy { isInvisible($0.value) || $0.properties.isWhitespace }
      ? "has no visible characters" : nil
  }

  /// The placeholders that a text needs: `#` for a number, and `@` for a name.
  struct Placeholders {
    var hasNumber = false
    var isNumberOptional = false
    /// The number of names, each of which needs one `@`.
    var nameCount = 0

    func problem(of text: Span<UInt8>) -> String? {
      if text.isEmpty { return "is empty" }
      if text.count > LanguageFileReader.maximumTextLength {
        return "has more than \(LanguageFileReader.maximumTextLength) bytes"
      }
      // A phrase without these characters needs no escaping in any output.
      if text.contains(where: { $0 < 0x20 || "<>&\"'".utf8.contains($0) }) {
        return "may not contain < > & \" ' or control characters; use typographic quotation marks"
      }
      let numbers = text.indices.count { text[$0] == UInt8(ascii: "#") }
      let found = text.indices.count { text[$0] == UInt8(ascii: "@") }
      if numbers > (hasNumber ? 1 : 0) { return "has too many #" }
      if hasNumber, !isNumberOptional, numbers == 0 { return "needs a # in place of the number" }
      if found == nameCount { return nil }
      switch nameCount {
      case 0: return "may not contain @"
      case 1: return "needs one @ in place of the name or date"
      case _:
        return "needs two @: in place of the author of the reply, and of the author of the comment"
      }
    }
  }
}

extension NotificationKind {
  /// The number of names in the headline, up to two: first the author's, then that of the parent's
  /// author.
  var headlineNameCount: Int {
    switch self {
    case .comment, .reply, .staff, .mentioned: 1
    case .followed: 2
    case .featured, .approved, .rejected: 0
    }
  }
}

extension CountedPhrase {
  /// True if the text has a placeholder for a name: a title or a date.
  var hasNamePlaceholder: Bool {
    switch self {
    case .commentsOn, .newCommentsOn, .archivedOn, .andMoreStories: true
    case _: false
    }
  }

  /// Returns the index of the text for a category in `LanguageContent.forms`.
  func formIndex(_ category: PluralCategory) -> Int {
    index * PluralCategory.allCases.count + category.index
  }
}

extension PluralRules {
  /// Returns up to three examples of numbers in a category, for messages: `2, 3, 4`.
  func samples(of category: PluralCategory) -> String {
    let numbers = (0...1_000).lazy.filter { self.category(of: PluralOperands($0)) == category }
    let samples = numbers.prefix(3).map { "\($0)" }
    if !samples.isEmpty { return samples.joined(separator: ", ") }
    return category == .many ? "1000000, 2000000" : "1.5, 2.5"
  }
}
