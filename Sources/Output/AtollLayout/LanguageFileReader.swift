import AtollBytes
import AtollComments

/// A reader for language files with keys in any order, which collects all errors of a file.
///
/// A file that extends a language contains only what differs from it.
struct LanguageFileReader {
  private var text: LanguageText
  private let file: String
  /// The bytes of the file as received, for counting lines; `text.bytes` has strings unescaped in
  /// place.
  private let fileBytes: ArraySlice<UInt8>
  /// The offset in `text.bytes` of the file's bytes, after the bytes of the extended language.
  private let start: Int
  private let mustBeComplete: Bool
  /// The keys that have a value so far, such as `words.newest`, and the offsets of their names.
  private var seenKeys: [String: Int] = [:]
  /// The keys whose values are of the wrong kind, such as `words.newest`.
  private var unusableKeys: Set<String> = []
  private var errors = SourceErrorList(.language)

  /// The largest length of a text, in bytes; the longest sentences have fewer than 200.
  static let maximumTextLength = 1024

  /// Reads a file on top of the language that it extends; if `base` is `nil`, the file must be
  /// complete.
  static func read(
    _ bytes: [UInt8], named file: String, over base: LanguageText?
  ) throws(SourceErrors) -> LanguageText {
    var reader = LanguageFileReader(bytes, named: file, over: base)
    if reader.readFile() { reader.checkWholeFile() }
    try reader.errors.throwIfAny()
    return reader.text
  }

  private init(_ bytes: [UInt8], named file: String, over base: LanguageText?) {
    self.file = file
    mustBeComplete = base == nil
    text = base ?? LanguageText(bytes: [])
    start = text.bytes.count
    fileBytes = bytes.dropFirst(byteOrderMarkLength(of: bytes))
    text.bytes += fileBytes
  }

  /// Reads all members; returns `false` if the file is not a JSON object, so that the rest cannot
  /// be checked.
  private mutating func readFile() -> Bool {
    var bytes = text.bytes
    let part = start..<bytes.count
    if let message = foreignEncodingMessage(of: bytes[part]) {
      add(message, at: start)
      return false
    }
    defer { text.bytes = bytes }
    do throws(JSONError) {
      try JSONReader.read(&bytes, in: part) { (reader: inout JSONReader) throws(JSONError) in
        guard try expect(.object, for: nil, in: &reader) else { return try reader.finish() }
        try reader.beginObject()
        while let key = try reader.nextKey() { try readMember(key, from: &reader) }
        try reader.finish()
      }
    } catch {
      add("invalid JSON: \(error.reason.message)", at: error.offset)
      return false
    }
    return !unusableKeys.contains("")
  }

  // MARK: Members

  private static let sections = ["digits", "headlines", "words", "counted", "refusals"]
  private static let textMembers:
    KeyValuePairs<String, any WritableKeyPath<LanguageContent, Slice> & Sendable> = [
      "list_separator": \.listSeparator, "date": \.datePattern, "time": \.timePattern,
      "am": \.am, "pm": \.pm, "first_day": \.firstDayOfMonth,
      "headline_separator": \.headlineSeparator,
    ]
  private static let members =
    ["language", "extends", "right_to_left", "plurals", "months"] + textMembers.map(\.key)
    + sections

  private mutating func readMember(
    _ key: Slice, from reader: inout JSONReader
  ) throws(JSONError) {
    let name = reader.string(key)
    guard !Self.isTranslatorNote(name), recordKey(name, at: key) else { return try reader.skip() }
    switch name {
    case "language":
      guard try expect(.string, for: name, in: &reader) else { return }
      text.content.tag = try reader.string()
      if !Language.isLanguageTag(reader.string(text.content.tag)) {
        add("'language' must be a BCP 47 tag, such as pt-BR", at: Int(text.content.tag.start))
      }
    case "extends": try readExtends(&reader)
    case "right_to_left":
      guard try expect(.bool, for: name, in: &reader) else { return }
      text.content.isRightToLeft = try reader.bool()
    case "plurals": try readPlurals(&reader)
    case "months":
      guard try expect(.array, for: name, in: &reader) else { return }
      text.content.months = []
      try reader.beginArray()
      while try reader.nextElement() {
        text.content.months.append(try readText(name, from: &reader))
      }
      if text.content.months.count != 12 { add("'months' must have 12 names", at: Int(key.start)) }
    case _ where Self.sections.contains(name): try readSection(name, from: &reader)
    case _:
      if let member = Self.textMembers.first(where: { $0.key == name }) {
        text.content[keyPath: member.value] = try readText(name, from: &reader)
        return
      }
      add("unknown member '\(name)'", at: Int(key.start), near: name, among: Self.members)
      if nearest(to: name, among: Self.members) == "extends" { unusableKeys.insert("extends") }
      try reader.skip()
    }
  }

  /// Reads and checks the tag of the extended language, whose text is already in `text`.
  private mutating func readExtends(_ reader: inout JSONReader) throws(JSONError) {
    guard try expect(.string, for: "extends", in: &reader) else { return }
    let value = try reader.string()
    let tag = reader.string(value)
    if Language.tags.contains(tag) { return }
    add(
      "'extends' must be a language that is built in, not '\(tag)'", at: Int(value.start),
      suggesting: Language.suggestion(for: tag))
    // The language that was meant may have what the file lacks, so no key counts as missing.
    unusableKeys.insert("extends")
  }

  private mutating func readPlurals(_ reader: inout JSONReader) throws(JSONError) {
    guard try expect(.string, for: "plurals", in: &reader) else { return }
    let value = try reader.string()
    if let rules = PluralRules(reader.string(value)) {
      text.content.plurals = rules
    } else {
      add(
        "not plural rules; write them as Unicode CLDR does: "
          + "one: i = 1 and v = 0; few: i % 10 = 2..4", at: Int(value.start))
    }
  }

  private mutating func readSection(
    _ section: String, from reader: inout JSONReader
  ) throws(JSONError) {
    guard try expect(.object, for: section, in: &reader) else { return }
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let name = reader.string(key)
      guard !Self.isTranslatorNote(name), recordKey("\(section).\(name)", at: key) else {
        try reader.skip()
        continue
      }
      if try !readSectionMember(name, in: section, from: &reader) {
        let kind = section == "digits" ? "member" : "phrase"
        add(
          "unknown \(kind) '\(name)' in '\(section)'", at: Int(key.start), near: name,
          among: LanguageKeys.names(in: section))
        try reader.skip()
      }
    }
  }

  /// Returns whether a member is a note to translators, which may be anywhere in a file.
  private static func isTranslatorNote(_ name: String) -> Bool { name.hasPrefix("@") }

  /// Reads the value of a key in a section; returns `false` if there is no such key.
  private mutating func readSectionMember(
    _ name: String, in section: String, from reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    let key = "\(section).\(name)"
    switch section {
    case "digits": return try readNumberFormat(name, from: &reader)
    case "headlines":
      guard let kind = NotificationKind(rawValue: name) else { return false }
      let needs = LanguageKeys.Placeholders(nameCount: kind.headlineNameCount)
      text.content.headlines[kind.index] = try readText(key, from: &reader, placeholders: needs)
    case "words":
      guard let phrase = Phrase(rawValue: name) else { return false }
      let needs = LanguageKeys.Placeholders(nameCount: phrase.hasPlaceholder ? 1 : 0)
      text.content.words[phrase.index] = try readText(key, from: &reader, placeholders: needs)
    case "refusals":
      guard let phrase = RefusalPhrase(rawValue: name) else { return false }
      let needs = LanguageKeys.Placeholders(nameCount: phrase == .suspendedUntil ? 1 : 0)
      text.content.refusals[phrase.index] = try readText(key, from: &reader, placeholders: needs)
    default:
      guard let phrase = CountedPhrase(rawValue: name) else { return false }
      try readForms(of: phrase, from: &reader)
    }
    return true
  }

  private mutating func readNumberFormat(
    _ name: String, from reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    let key = "digits.\(name)"
    switch name {
    case "separator":
      text.content.numberFormat.groupSeparator = try readSeparator(key, from: &reader)
    case "decimal":
      text.content.numberFormat.decimalSeparator = try readSeparator(key, from: &reader)
    case "grouped_from":
      let number = try readNumber(key, from: &reader)
      if let number, number.value < 1000 { add("'\(key)' must be 1000 or more", at: number.offset) }
      text.content.numberFormat.minimumGroupedNumber = number?.value ?? 1000
    case "higher_group":
      let number = try readNumber(key, from: &reader)
      if let number, !(2...3).contains(number.value) {
        add("'\(key)' must be 2 or 3", at: number.offset)
      }
      text.content.numberFormat.higherGroupSize = number?.value ?? 3
    default: return false
    }
    return true
  }

  private mutating func readNumber(
    _ key: String, from reader: inout JSONReader
  ) throws(JSONError) -> (value: Int, offset: Int)? {
    guard try expect(.number, for: key, in: &reader) else { return nil }
    let offset = reader.offset
    return (Int(clamping: try reader.integer()), offset)
  }

  /// Reads a separator between digits, which must be one character other than a letter or a digit.
  private mutating func readSeparator(
    _ key: String, from reader: inout JSONReader
  ) throws(JSONError) -> Slice {
    let value = try readText(key, from: &reader)
    let scalars = reader.string(value).unicodeScalars
    let isUsable = scalars.allSatisfy {
      !$0.properties.isAlphabetic && $0.properties.numericType == nil
    }
    if scalars.count > 1 || !isUsable {
      add("'\(key)' must be one character other than a letter or a digit", at: Int(value.start))
    }
    return value
  }

  /// Reads one text for all numbers, or a text for each category.
  private mutating func readForms(
    of phrase: CountedPhrase, from reader: inout JSONReader
  ) throws(JSONError) {
    let placeholders = LanguageKeys.Placeholders(
      hasNumber: phrase != .archivedOn, nameCount: phrase.hasNamePlaceholder ? 1 : 0)
    let key = "counted.\(phrase.rawValue)"
    guard reader.peek() == .object else {
      return text.content.setForm(
        try readText(key, from: &reader, placeholders: placeholders), of: phrase)
    }
    text.content.setForm(nil, of: phrase)
    try reader.beginObject()
    while let categoryKey = try reader.nextKey() {
      let name = reader.string(categoryKey)
      guard !Self.isTranslatorNote(name), recordKey("\(key).\(name)", at: categoryKey) else {
        try reader.skip()
        continue
      }
      guard let category = PluralCategory(rawValue: name) else {
        add(
          "unknown plural category '\(name)' in '\(key)'", at: Int(categoryKey.start),
          near: name, among: PluralCategory.allCases.map(\.rawValue))
        try reader.skip()
        continue
      }
      // A category with a single number may have a word for that number.
      var placeholders = placeholders
      placeholders.isNumberOptional = true
      text.content.setForm(
        try readText("\(key).\(category.rawValue)", from: &reader, placeholders: placeholders),
        of: phrase,
        in: category)
    }
  }

  // MARK: Texts

  private mutating func readText(
    _ key: String, from reader: inout JSONReader, placeholders: LanguageKeys.Placeholders = .init()
  ) throws(JSONError) -> Slice {
    guard try expect(.string, for: key, in: &reader) else { return .empty }
    let value = try reader.string()
    let problem =
      reader.withBytes(of: value) { placeholders.problem(of: $0) }
      ?? LanguageKeys.visibilityProblem(
        of: reader.string(value), canBeInvisible: key.hasSuffix("separator"))
    if let problem { add("'\(key)' \(problem)", at: Int(value.start)) }
    return value
  }

  /// Returns whether the next value is of a kind; if not, adds an error and skips the value.
  ///
  /// `key` is `nil` for the whole file. Invalid JSON is left to the JSON reader.
  private mutating func expect(
    _ kind: JSONKind, for key: String?, in reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    let found = reader.peek()
    if found == kind || found == .end || found == .invalid { return true }
    let offset = reader.offset
    try reader.skip()
    let subject = key.map { "'\($0)'" } ?? "a language file"
    add("\(subject) must be \(kind.phrase), not \(found.phrase)", at: offset)
    unusableKeys.insert(key ?? "")
    return false
  }

  /// Records that a key has a value; if it already had one, adds an error and returns `false`.
  private mutating func recordKey(_ key: String, at slice: Slice) -> Bool {
    if seenKeys[key] != nil {
      add("'\(key)' is given twice", at: Int(slice.start))
      return false
    }
    seenKeys[key] = Int(slice.start)
    return true
  }

  // MARK: The whole file

  /// Adds the errors that can be found only after reading the whole file.
  private mutating func checkWholeFile() {
    if mustBeComplete {
      for key in LanguageKeys.all where seenKeys[key] == nil && isUsable(key) {
        add("'\(key)' is missing")
      }
    }
    for phrase in CountedPhrase.allCases { checkForms(of: phrase) }
    let format = text.content.numberFormat
    if text.bytes[format.groupSeparator.range] == text.bytes[format.decimalSeparator.range],
      let offset = seenKeys["digits.separator"] ?? seenKeys["digits.decimal"]
    {
      add("'digits.separator' and 'digits.decimal' must differ", at: offset)
    }
    if text.content.tag.isEmpty, isUsable("language") {
      add("'language' is missing: the BCP 47 tag, such as pt-BR")
    }
    if errors.errors.isEmpty, DateFormat(text.content, of: text.bytes) == nil {
      add(
        "'date' needs {day} or {day_2}, {month}, {year}, and {time} at its end; 'time' needs {hour}, {hour_2}, or "
          + "{hour_12} and {period} with 'am' and 'pm', and {minute}; and the names of months must be short",
        at: ["date", "time", "am", "pm", "months"].compactMap { seenKeys[$0] }.first)
    }
  }

  /// Returns whether a key can be checked: its value, its sections and `extends` have the right
  /// kind.
  private func isUsable(_ key: String) -> Bool {
    unusableKeys.allSatisfy { $0 != "extends" && $0 != key && !key.hasPrefix("\($0).") }
  }

  private mutating func checkForms(of phrase: CountedPhrase) {
    let key = "counted.\(phrase.rawValue)"
    let categories = text.content.plurals.categories
    for category in PluralCategory.allCases where !categories.contains(category) {
      guard let offset = seenKeys["\(key).\(category.rawValue)"] else { continue }
      add(
        "the language has no plural category '\(category.rawValue)', only "
          + categories.map(\.rawValue).joined(separator: ", "), at: offset)
    }
    for category in text.content.plurals.categories
    where isUsable("\(key).\(category.rawValue)") {
      // Finding the numbers takes longer than all else.
      lazy var numbers = text.content.plurals.samples(of: category)
      guard let form = text.content.forms[phrase.formIndex(category)] else {
        // If the whole phrase is missing, one error about its key is enough.
        if seenKeys[key] != nil || !mustBeComplete {
          add(
            "'\(key)' has no text for the plural category '\(category.rawValue)' (\(numbers))",
            at: seenKeys[key] ?? seenKeys["plurals"])
        } else if category == .other {
          add("'\(key)' is missing")
        }
        continue
      }
      let hasNumber = text.bytes[form.range].contains(UInt8(ascii: "#"))
      if !hasNumber, phrase != .archivedOn, numbers.contains(",") {
        add(
          "'\(key).\(category.rawValue)' needs a # in place of the number (\(numbers))",
          at: seenKeys["\(key).\(category.rawValue)"] ?? seenKeys[key] ?? seenKeys["plurals"])
      }
    }
  }

  // MARK: Errors

  private mutating func add(
    _ message: String, at offset: Int? = nil, near name: String? = nil, among names: [String] = [],
    suggesting suggestion: String? = nil
  ) {
    if errors.isFull { return errors.countUnlistedError() }
    errors.add(
      SourceError(
        file: file, at: offset.map { $0 - start }, in: fileBytes, message: message,
        suggestion: suggestion ?? name.flatMap { nearest(to: $0, among: names) }))
  }
}
