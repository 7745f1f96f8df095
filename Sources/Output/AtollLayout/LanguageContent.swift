import AtollBytes
import AtollComments

/// The content of a language file, as slices of the bytes in its `LanguageText`.
struct LanguageContent {
  /// The BCP 47 tag, such as `de`.
  var tag = Slice.empty
  var isRightToLeft = false
  var numberFormat = NumberFormat()
  /// The text between two items of a list: `, `.
  var listSeparator = Slice.empty
  /// The date pattern, for example `{day}. {month} {year}, {time}`.
  var datePattern = Slice.empty
  /// The time pattern, for example `{hour_2}:{minute}`.
  var timePattern = Slice.empty
  var am = Slice.empty
  var pm = Slice.empty
  var firstDayOfMonth = Slice.empty
  var months: [Slice] = []
  var plurals = PluralRules()
  /// The headline for each `NotificationKind`, by its index; `@` marks the place of a name.
  var headlines = [Slice](repeating: .empty, count: NotificationKind.allCases.count)
  /// The text between a headline and the words that follow it: `: `.
  var headlineSeparator = Slice.empty
  /// The text for each `Phrase`, by its index.
  var words = [Slice](repeating: .empty, count: Phrase.allCases.count)
  /// The text for each `CountedPhrase` in each `PluralCategory`; `nil` for categories that the
  /// language does not have.
  ///
  /// `#` marks the place of the number, and `@` that of a title or a date.
  var forms = [Slice?](
    repeating: nil, count: CountedPhrase.allCases.count * PluralCategory.allCases.count)
  /// The text for each `RefusalPhrase`, by its index.
  var refusals = [Slice](repeating: .empty, count: RefusalPhrase.allCases.count)

  mutating func setForm(_ text: Slice?, of phrase: CountedPhrase, in category: PluralCategory) {
    forms[phrase.formIndex(category)] = text
  }

  mutating func setForm(_ text: Slice?, of phrase: CountedPhrase) {
    for category in PluralCategory.allCases { setForm(text, of: phrase, in: category) }
  }
}

/// The content of a language, and the bytes that its slices point into.
struct LanguageText {
  var content = LanguageContent()
  var bytes: [UInt8]
}

// MARK: Files without keys

extension LanguageText {
  /// Creates the text from a built-in file: the values of a complete language in a fixed order.
  ///
  /// The build omits the keys to keep the program small. A test checks that reading every file with
  /// its keys gives the same result.
  init(valuesOf file: [UInt8]) throws(JSONError) {
    bytes = file
    content = try JSONReader.read(&bytes) { (reader: inout JSONReader) throws(JSONError) in
      let content = try Self.content(&reader)
      try reader.finish()
      return content
    }
  }

  private static func content(_ reader: inout JSONReader) throws(JSONError) -> LanguageContent {
    var content = LanguageContent()
    try reader.beginArray()
    content.tag = try readElement(&reader)
    try requireElement(&reader)
    content.isRightToLeft = try reader.bool()
    try requireElement(&reader)
    try readNumberFormat(&reader, into: &content)
    content.listSeparator = try readElement(&reader)
    content.datePattern = try readElement(&reader)
    content.timePattern = try readElement(&reader)
    content.am = try readElement(&reader)
    content.pm = try readElement(&reader)
    content.firstDayOfMonth = try readElement(&reader)
    try requireElement(&reader)
    content.months = try readTexts(12, from: &reader)
    let rules = try readElement(&reader)
    guard let plurals = PluralRules(reader.string(rules)) else {
      throw JSONError(.expectedValue, at: Int(rules.start))
    }
    content.plurals = plurals
    try requireElement(&reader)
    content.headlines = try readTexts(content.headlines.count, from: &reader)
    content.headlineSeparator = try readElement(&reader)
    try requireElement(&reader)
    content.words = try readTexts(content.words.count, from: &reader)
    try requireElement(&reader)
    try readForms(&reader, into: &content)
    try requireElement(&reader)
    content.refusals = try readTexts(content.refusals.count, from: &reader)
    try requireEnd(&reader)
    return content
  }

  private static func readNumberFormat(
    _ reader: inout JSONReader, into content: inout LanguageContent
  ) throws(JSONError) {
    try reader.beginArray()
    content.numberFormat.groupSeparator = try readElement(&reader)
    try requireElement(&reader)
    content.numberFormat.minimumGroupedNumber = Int(clamping: try reader.integer())
    try requireElement(&reader)
    content.numberFormat.higherGroupSize = Int(clamping: try reader.integer())
    content.numberFormat.decimalSeparator = try readElement(&reader)
    try requireEnd(&reader)
  }

  private static func readForms(
    _ reader: inout JSONReader, into content: inout LanguageContent
  ) throws(JSONError) {
    try reader.beginArray()
    for phrase in CountedPhrase.allCases {
      try requireElement(&reader)
      if case .string = reader.peek() {
        content.setForm(try reader.string(), of: phrase)
      } else {
        let forms = try readTexts(content.plurals.categories.count, from: &reader)
        for (category, form) in zip(content.plurals.categories, forms) {
          content.setForm(form, of: phrase, in: category)
        }
      }
    }
    try requireEnd(&reader)
  }

  private static func readTexts(
    _ count: Int, from reader: inout JSONReader
  ) throws(JSONError) -> [Slice] {
    var texts: [Slice] = []
    texts.reserveCapacity(count)
    try reader.beginArray()
    for _ in 0..<count { texts.append(try readElement(&reader)) }
    try requireEnd(&reader)
    return texts
  }

  private static func readElement(_ reader: inout JSONReader) throws(JSONError) -> Slice {
    try requireElement(&reader)
    return try reader.string()
  }

  private static func requireElement(_ reader: inout JSONReader) throws(JSONError) {
    guard try reader.nextElement() else { throw JSONError(.expectedValue, at: reader.offset) }
  }

  private static func requireEnd(_ reader: inout JSONReader) throws(JSONError) {
    if try reader.nextElement() { throw JSONError(.tooManyElements, at: reader.offset) }
  }
}
