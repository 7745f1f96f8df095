import Bytes
import Comments

/// A language that Atoll has words for: its phrases, plural rules, digits and dates.
///
/// Each is one file of `Data`, named by its BCP 47 tag, such as `de.json`; to add a language, add a
/// file. No text in it may hold `< > & " '`, so that a phrase needs no escaping in any output.
package final class Language: Sendable {
  /// The BCP 47 tag, such as `de`.
  package let tag: String
  let isRightToLeft: Bool
  let digits: DigitGrouping
  /// The text between two parts of a sentence: `, `.
  let listSeparator: Slice
  let date: DatePattern
  /// The bytes that all slices point into.
  let bytes: [UInt8]
  private let pluralRules: [PluralRule]
  /// By the index of the phrase.
  private let words: [Slice]
  /// By the index of the phrase; within one, by that of the plural category.
  private let forms: [CutPhrase]
  /// By the index of the phrase.
  let refusals: [Slice]
  /// By the index of the kind of notification.
  private let headlines: [CutPhrase]
  /// The text between a headline and the words that follow it: `: `.
  let headlineSeparator: Slice

  /// Reads a language file.
  init(tag: String, file: [UInt8]) throws(LanguageError) {
    let (content, bytes) = try LanguageFile.read(file, named: tag)
    self.tag = tag
    self.bytes = bytes
    isRightToLeft = content.isRightToLeft
    digits = content.digits
    listSeparator = content.listSeparator
    pluralRules = content.pluralRules
    words = content.words
    refusals = content.refusals
    forms = content.forms.map { CutPhrase($0, of: bytes, at: "#") }
    headlines = content.headlines.map { CutPhrase($0, of: bytes, at: "@") }
    headlineSeparator = content.headlineSeparator
    guard let date = DatePattern(content, of: bytes) else {
      throw LanguageError(
        language: tag, line: nil,
        reason: "the date needs {day}, {month} and {year}, then {time} at its end, "
          + "and \(DatePattern.longest) bytes at most")
    }
    self.date = date
  }

  /// A language without a single word.
  private init() {
    tag = "en"
    isRightToLeft = false
    digits = DigitGrouping()
    listSeparator = .empty
    date = DatePattern()
    bytes = []
    pluralRules = []
    words = Array(repeating: .empty, count: Phrase.allCases.count)
    refusals = Array(repeating: .empty, count: RefusalPhrase.allCases.count)
    let formCount = CountedPhrase.allCases.count * PluralCategory.allCases.count
    forms = Array(repeating: CutPhrase(.empty, of: [], at: "#"), count: formCount)
    headlines = NotificationKind.allCases.map { _ in CutPhrase(.empty, of: [], at: "@") }
    headlineSeparator = .empty
  }

  private static let categoryCount = PluralCategory.allCases.count

  func words(for phrase: Phrase) -> Slice { words[phrase.index] }

  /// Appends words of the language.
  func append(_ words: Slice, to out: inout OutputBuffer) {
    // Asking for the bytes can cost counting a reference, and most counted forms have no words before the number.
    if !words.isEmpty { out.append(words, of: bytes) }
  }

  func form(of phrase: CountedPhrase, in category: PluralCategory) -> CutPhrase {
    forms[phrase.index &* Self.categoryCount &+ category.index]
  }

  func headline(for kind: NotificationKind) -> CutPhrase { headlines[kind.index] }

  /// Returns the category of a whole number, by the plural rules of the Unicode CLDR.
  func pluralCategory(of count: Int) -> PluralCategory {
    // An iterator would retain the rules for every count.
    var index = 0
    while index < pluralRules.count {
      if pluralRules[index].matches(count.magnitude) { return pluralRules[index].category }
      index &+= 1
    }
    return .other
  }
}

// MARK: Built in

extension Language {
  /// The tags of the languages that are built in.
  package static let tags = EmbeddedData.files.map { String($0.path.prefix { $0 != "." }) }

  /// The default language.
  package static let english = load("en") ?? Language()

  /// Returns a language that is built in, or `nil` if there is no such file.
  package static func named(_ tag: String) -> Language? {
    tag == "en" ? english : load(tag)
  }

  /// The tests read every file, so that none of those built in can fail here.
  private static func load(_ tag: String) -> Language? {
    EmbeddedData.files.first { $0.path == "\(tag).json" }
      .flatMap { try? Language(tag: tag, file: Array($0.text.utf8)) }
  }
}

/// The way in which a language writes large numbers and fractions: `1,204` and `4.3`.
struct DigitGrouping: Sendable {
  /// The text between groups of three digits.
  var separator = Slice.empty
  /// The smallest number whose digits are grouped: 1000, or 10,000 in Spanish.
  var firstGrouped = 0
  /// The text before the tenths of a number.
  var decimal = Slice.empty
}

/// A phrase, cut at the place of a number, which `#` marks, or of a name, which `@` marks.
struct CutPhrase: Sendable {
  let before: Slice
  let after: Slice
  /// Some phrases have words for the number: "one comment" in Arabic.
  let hasPlace: Bool

  init(_ text: Slice, of bytes: [UInt8], at mark: Unicode.Scalar) {
    let place = bytes[text.range].firstIndex(of: UInt8(ascii: mark))
    hasPlace = place != nil
    before = Slice(Int(text.start)..<(place ?? text.end))
    after = Slice((place.map { $0 + 1 } ?? text.end)..<text.end)
  }
}
