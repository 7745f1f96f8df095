import Bytes
import Comments

/// The content of a language file; its texts are slices of the file's bytes.
///
/// The keys are in one fixed order, that of `Phrase` and `CountedPhrase` among them, so that a key that is
/// missing, unknown or misplaced is an error, and the files of two languages can be compared line by line.
struct LanguageFile {
  var isRightToLeft = false
  var digits = DigitGrouping()
  var listSeparator = Slice.empty
  /// For example `{day}. {month} {year}, {time}`.
  var date = Slice.empty
  var firstDay = Slice.empty
  var months: [Slice] = []
  var pluralRules: [PluralRule] = []
  /// A headline for each `NotificationKind`; `@` marks the place of a name.
  var headlines: [Slice] = []
  var headlineSeparator = Slice.empty
  /// A text for each `Phrase`.
  var words: [Slice] = []
  /// A text for each `CountedPhrase` in each `PluralCategory`.
  ///
  /// `#` marks the place of the number, and `@` that of a title.
  var forms: [Slice] = []
  /// A text for each `RefusalPhrase`.
  var refusals: [Slice] = []

  /// Reads a file, and returns the bytes that the texts point into.
  static func read(
    _ file: [UInt8], named language: String
  ) throws(LanguageError) -> (LanguageFile, [UInt8]) {
    var bytes = file
    var parser = LanguageParser()
    do throws(JSONError) {
      try JSONReader.read(&bytes) { (reader: inout JSONReader) throws(JSONError) in
        try parser.read(&reader)
        try reader.finish()
      }
    } catch {
      let line = file.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
      throw LanguageError(
        language: language, line: line, reason: parser.expected ?? "invalid JSON: \(error.reason)")
    }
    return (parser.content, bytes)
  }
}

/// The reason why a language file cannot be used.
struct LanguageError: Error, Hashable, CustomStringConvertible {
  var language: String
  var line: Int?
  var reason: String

  var description: String {
    "\(language).json\(line.map { ":\($0)" } ?? ""): error: \(reason)"
  }
}

/// A reader of language files that remembers what it expected when it stopped.
private struct LanguageParser {
  var content = LanguageFile()
  /// The sentence for an error in the content, rather than in the JSON.
  private(set) var expected: String?

  mutating func read(_ reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    try key("right_to_left", &reader)
    content.isRightToLeft = try reader.bool()
    try key("digits", &reader)
    try readDigits(&reader)
    content.listSeparator = try text("list_separator", &reader)
    content.date = try text("date", &reader)
    content.firstDay = try text("first_day", &reader)
    try key("months", &reader)
    try reader.beginArray()
    while try reader.nextElement() { content.months.append(try reader.string()) }
    if content.months.count != 12 { throw failure("12 months", reader.offset) }
    try key("plurals", &reader)
    try reader.beginArray()
    while try reader.nextElement() { try readRule(&reader) }
    try key("headlines", &reader)
    try readHeadlines(&reader)
    content.headlineSeparator = try text("headline_separator", &reader)
    try key("words", &reader)
    try readWords(&reader)
    try key("counted", &reader)
    try readForms(&reader)
    try key("refusals", &reader)
    try reader.beginObject()
    for phrase in RefusalPhrase.allCases {
      content.refusals.append(try text(phrase.rawValue, &reader))
    }
    try end(&reader)
    try end(&reader)
  }

  private mutating func readDigits(_ reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    content.digits.separator = try text("separator", &reader)
    try key("grouped_from", &reader)
    content.digits.firstGrouped = Int(clamping: try reader.integer())
    content.digits.decimal = try text("decimal", &reader)
    try end(&reader)
  }

  private mutating func readRule(_ reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    let name = reader.string(try text("category", &reader))
    guard let category = PluralCategory(rawValue: name) else {
      throw failure("a plural category in place of '\(name)'", reader.offset)
    }
    var rule = PluralRule(category: category)
    try key("modulo", &reader)
    rule.modulo = UInt(clamping: try reader.integer())
    try key("from", &reader)
    rule.from = UInt(clamping: try reader.integer())
    try key("to", &reader)
    rule.to = UInt(clamping: try reader.integer())
    try end(&reader)
    content.pluralRules.append(rule)
  }

  private mutating func readHeadlines(_ reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    for kind in NotificationKind.allCases {
      content.headlines.append(try text(kind.rawValue, &reader))
    }
    try end(&reader)
  }

  private mutating func readWords(_ reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    content.words.reserveCapacity(Phrase.allCases.count)
    for phrase in Phrase.allCases { content.words.append(try text(phrase.rawValue, &reader)) }
    try end(&reader)
  }

  /// One text for all numbers, or a text for each category that the plural rules name, and for `other`.
  private mutating func readForms(_ reader: inout JSONReader) throws(JSONError) {
    let used = Set(content.pluralRules.map(\.category) + [.other])
    let categories = PluralCategory.allCases
    content.forms.reserveCapacity(CountedPhrase.allCases.count * categories.count)
    try reader.beginObject()
    for phrase in CountedPhrase.allCases {
      try key(phrase.rawValue, &reader)
      var forms: [Slice]
      if case .string = reader.peek() {
        forms = Array(repeating: try reader.string(), count: categories.count)
      } else {
        forms = Array(repeating: .empty, count: categories.count)
        try reader.beginObject()
        for category in categories where used.contains(category) {
          forms[category.index] = try text(category.rawValue, &reader)
        }
        try end(&reader)
      }
      content.forms += forms
    }
    try end(&reader)
  }

  // MARK: Keys

  private mutating func text(
    _ name: String, _ reader: inout JSONReader
  ) throws(JSONError) -> Slice {
    try key(name, &reader)
    return try reader.string()
  }

  private mutating func key(_ name: String, _ reader: inout JSONReader) throws(JSONError) {
    let start = reader.offset
    guard let key = try reader.nextKey() else { throw failure("the key '\(name)'", start) }
    let isExpected = unsafe reader.withBytes(of: key) { unsafe $0.elementsEqual(name.utf8) }
    if !isExpected {
      throw failure("the key '\(name)' in place of '\(reader.string(key))'", Int(key.start))
    }
  }

  private mutating func end(_ reader: inout JSONReader) throws(JSONError) {
    guard let key = try reader.nextKey() else { return }
    throw failure("no key '\(reader.string(key))'", Int(key.start))
  }

  private mutating func failure(_ expected: String, _ offset: Int) -> JSONError {
    self.expected = "expected \(expected)"
    return JSONError(.expectedKey, at: offset)
  }
}
