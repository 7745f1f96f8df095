import AtollBytes
import AtollComments

/// A language that Atoll has words for: its phrases, plural rules, digits and dates.
///
/// The built-in languages are the files in `Data`; publishers can supply their own. No text in them
/// may contain `< > & " '`, so that a phrase needs no escaping in any output.
package final class Language: Sendable {
  /// The BCP 47 tag, such as `de`.
  package let tag: String
  let content: LanguageContent
  let dates: DateFormat
  /// The bytes that all slices point into.
  let bytes: [UInt8]
  /// The forms of each counted phrase, by the index of the phrase, then by that of the plural
  /// category.
  private let forms: [SplitPhrase]
  /// The headline of each kind of notification, by its index.
  private let headlines: [SplitPhrase]

  /// Creates a language from the text of its file; `nil` if its dates are incomplete or could be
  /// too long.
  init?(_ text: LanguageText) {
    guard let dates = DateFormat(text.content, of: text.bytes) else { return nil }
    content = text.content
    bytes = text.bytes
    self.dates = dates
    tag = bytes.string(content.tag)
    forms = content.forms.map { SplitPhrase($0 ?? .empty, of: text.bytes, at: "#") }
    headlines = content.headlines.map { SplitPhrase($0, of: text.bytes, at: "@") }
  }

  private static let categoryCount = PluralCategory.allCases.count

  func words(for phrase: Phrase) -> Slice { content.words[phrase.index] }

  /// Appends some of the language's words, given as a slice of `bytes`.
  func append(_ words: Slice, to out: inout OutputBuffer) {
    // Accessing the bytes can cost a retain, and most counted forms have no words before the
    // number.
    if !words.isEmpty { out.append(words, of: bytes) }
  }

  func form(of phrase: CountedPhrase, in category: PluralCategory) -> SplitPhrase {
    forms[phrase.index &* Self.categoryCount &+ category.index]
  }

  func headline(for kind: NotificationKind) -> SplitPhrase { headlines[kind.index] }

  func pluralCategory(of number: PluralOperands) -> PluralCategory {
    content.plurals.category(of: number)
  }
}

/// The way in which a language writes large numbers and fractions: `1,204` and `4.3`.
struct NumberFormat: Sendable {
  var groupSeparator = Slice.empty
  /// The smallest number whose digits are grouped: 1000, or 10,000 in Spanish.
  var minimumGroupedNumber = 0
  /// The number of digits in the groups before the last: 3, or 2 in Hindi, as in `12,34,567`.
  var higherGroupSize = 3
  /// The text before the tenths of a number.
  var decimalSeparator = Slice.empty
}

/// A phrase, split at the placeholder for a number (`#`) or a name (`@`).
struct SplitPhrase: Sendable {
  let before: Slice
  let after: Slice
  /// True if there is a placeholder; some phrases have words for the number, such as "one comment"
  /// in Arabic.
  let hasPlaceholder: Bool

  init(_ text: Slice, of bytes: [UInt8], at mark: Unicode.Scalar) {
    let markIndex = bytes[text.range].firstIndex(of: UInt8(ascii: mark))
    hasPlaceholder = markIndex != nil
    before = Slice(Int(text.start)..<(markIndex ?? text.end))
    after = Slice((markIndex.map { $0 + 1 } ?? text.end)..<text.end)
  }
}
