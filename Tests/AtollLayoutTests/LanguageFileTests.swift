import AtollBytes
import TestSupport
import Testing

@testable import AtollLayout

@Suite("Language files") struct LanguageFileTests {
  static func file(_ tag: String) -> String {
    (try? Repository.text("Sources/Output/AtollLayout/Data/\(tag).json")) ?? ""
  }

  static func errors(in text: String) -> [String] {
    do throws(SourceErrors) {
      _ = try Language.read(Array(text.utf8), named: "x.json")
      return []
    } catch {
      return error.lines
    }
  }

  /// Returns the texts of a language by section.
  static func texts(_ text: LanguageText) -> [[String]] {
    let content = text.content
    let forms = CountedPhrase.allCases.flatMap { phrase in
      content.plurals.categories.map { content.forms[phrase.formIndex($0)] ?? .empty }
    }
    let lists = [
      [
        content.tag, content.listSeparator, content.datePattern, content.timePattern, content.am,
        content.pm,
      ],
      [
        content.numberFormat.groupSeparator, content.numberFormat.decimalSeparator,
        content.firstDayOfMonth,
        content.headlineSeparator,
      ],
      content.months, content.headlines, content.words, forms, content.refusals,
    ]
    return lists.map { $0.map { text.bytes.string($0) } }
  }

  /// Returns the keys of a file in order, without plural categories and comments.
  static func keys(_ text: String) throws -> [String] {
    guard case .object(let members) = try JSONValue(parsing: Array(text.utf8)) else { return [] }
    return members.flatMap { member -> [String] in
      guard case .object(let phrases) = member.value else { return [member.key] }
      return [member.key] + phrases.map { "\(member.key).\($0.key)" }.filter { !$0.contains("@") }
    }
  }

  @Test(arguments: Language.tags)
  func languageFilesMatchTheBuiltInLanguages(tag: String) throws {
    let built = try #require(Language.builtInText(for: tag))
    let read = try LanguageText(file: Array(Self.file(tag).utf8), named: tag)
    #expect(Self.texts(built) == Self.texts(read))
    #expect(built.content.isRightToLeft == read.content.isRightToLeft)
    #expect(
      built.content.numberFormat.minimumGroupedNumber
        == read.content.numberFormat.minimumGroupedNumber)
    #expect(Language.named(tag)?.tag == tag)
  }

  /// Files can be compared line by line, and values are found by position.
  @Test(arguments: Language.whole.map(\.tag))
  func hasTheSameKeyOrderInEveryFile(tag: String) throws {
    #expect(try Self.keys(Self.file(tag)) == Self.keys(Self.file("en")))
  }

  @Test func describesEachEnglishPhrase() throws {
    let english = try JSONValue(parsing: Array(Self.file("en").utf8))
    for section in ["headlines", "words", "counted", "refusals"] {
      let phrases = try #require(english[section]?.members)
      for key in phrases.keys where !key.hasPrefix("@") && !key.hasSuffix("_ago") {
        #expect(phrases["@\(key)"]?.string?.hasSuffix(".") == true, "\(section).\(key)")
      }
    }
  }

  @Test func indexesPhrasesInDeclarationOrder() {
    #expect(Phrase.allCases.map(\.index) == Array(0..<Phrase.allCases.count))
    #expect(CountedPhrase.allCases.map(\.index) == Array(0..<CountedPhrase.allCases.count))
    #expect(PluralCategory.allCases.map(\.index) == Array(0..<6))
  }

  @Test func overridesPhrasesOfABuiltInLanguage() throws {
    let text = ##"{"counted": {"likes": {"other": "# duimen", "one": "# duim"}}, "extends": "nl"}"##
    let language = try Language.read(Array(text.utf8), named: "x.json")
    #expect(language.tag == "nl")
    #expect(WordingTests.count(language, .likes, 1) == "1 duim")
    #expect(WordingTests.count(language, .replies, 2) == "2 antwoorden")
  }

  @Test func readsAnotherLanguageFromAFile() throws {
    let text = Self.file("fr").replacing(#""language": "fr""#, with: #""language": "oc""#)
      .replacing("à {time}", with: "{time}")
    let language = try Language.read(Array(text.utf8), named: "x.json")
    #expect(language.tag == "oc")
    #expect(WordingTests.count(language, .replies, 2) == "2 réponses")
  }

  static let mistakes: [(String, String)] = [
    (
      #"{"extends": "nl", "word": {}}"#,
      "x.json:1:20: error: unknown member 'word'; did you mean 'words'?"
    ),
    (
      #"{"extends": "nl", "words": {"newset": "a"}}"#,
      "x.json:1:30: error: unknown phrase 'newset' in 'words'; did you mean 'newest'?"
    ),
    (
      #"{"extends": "nl", "words": {"like": "a", "like": "b"}}"#,
      "x.json:1:43: error: 'words.like' is given twice"
    ),
    (#"{"extends": "nl", "words": {"like": ""}}"#, "x.json:1:38: error: 'words.like' is empty"),
    (
      #"{"extends": "nl", "words": {"read_on": "b"}}"#,
      "'words.read_on' needs one @ in place of the name or date"
    ),
    (#"{"extends": "nl", "words": {"like": "@"}}"#, "'words.like' may not contain @"),
    (#"{"extends": "nl", "words": {"like": "a<b"}}"#, "'words.like' may not contain < > &"),
    (##"{"extends": "nl", "counted": {"likes": "#, #"}}"##, "'counted.likes' has too many #"),
    (
      ##"{"extends": "nl", "counted": {"likes": "duim"}}"##,
      "'counted.likes' needs a # in place of the number"
    ),
    (
      ##"{"extends": "pl", "counted": {"likes": {"one": "# a", "many": "# b", "other": "# c"}}}"##,
      "x.json:1:32: error: 'counted.likes' has no text for the plural category 'few' (2, 3, 4)"
    ),
    (
      ##"{"extends": "ru", "counted": {"likes": {"one": "a", "few": "# b", "many": "# b", "other": "# c"}}}"##,
      "'counted.likes.one' needs a # in place of the number (1, 21, 31)"
    ),
    (
      ##"{"extends": "nl", "counted": {"likes": {"single": "a", "one": "# a", "other": "# c"}}}"##,
      "unknown plural category 'single' in 'counted.likes'"
    ),
    (
      ##"{"extends": "nl", "counted": {"likes": {"one": "# a", "few": "# b", "other": "# c"}}}"##,
      "x.json:1:56: error: the language has no plural category 'few', only one, other"
    ),
    (
      "{\"extends\": \"nl\", \"words\": {\"newest\": \"a\\nb\"},\n \"plurals\": \"one: n = 1; few: n = 2\"}",
      "x.json:2:3: error: 'counted.comments' has no text for the plural category 'few' (2)"
    ),
    (
      #"{"extends": "nl", "plurals": "one: n = 1; few: n = 2"}"#,
      "'counted.comments' has no text for the plural category 'few' (2)"
    ),
    (#"{"extends": "nl", "plurals": "n = 1"}"#, "not plural rules"),
    (#"{"extends": "nl", "digits": {"nope": 1}}"#, "unknown member 'nope' in 'digits'"),
    (
      #"{"extends": "nl", "digits": {"grouped_from": -1}}"#,
      "x.json:1:46: error: 'digits.grouped_from' must be 1000 or more"
    ),
    (#"{"extends": "nl", "digits": {"higher_group": 7}}"#, "'digits.higher_group' must be 2 or 3"),
    (
      #"{"extends": "nl", "digits": {"separator": "7"}}"#,
      "'digits.separator' must be one character other than a letter or a digit"
    ),
    (#"{"extends": "nl", "digits": {"decimal": ".."}}"#, "'digits.decimal' must be one character"),
    (#"{"extends": "nl", "words": {"like": "  "}}"#, "'words.like' has no visible characters"),
    (#"{"extends": "nl", "words": {"like": "\u200b"}}"#, "has no visible characters"),
    (
      #"{"extends": "nl", "words": {"like": "a\u202eb"}}"#,
      "'words.like' may not contain characters that change the direction of text"
    ),
    (
      #"{"extends": "nl", "words": {"like": "\u2067b"}}"#,
      "'words.like' may not contain characters that change the direction of text"
    ),
    (#"{"extends": "nl", "months": ["a"]}"#, "'months' must have 12 names"),
    (
      #"{"extends": "nl", "date": "{day} {moon} {year} {time}"}"#,
      "x.json:1:20: error: 'date' needs {day} or {day_2}"
    ),
    (
      #"{"extends": "nl", "date": "}day{ {month} {year} {time}"}"#, "'date' needs {day} or {day_2}"
    ),
    (
      #"{"extends": "nl", "date": "{day} {month} {year} {time{"}"#, "'date' needs {day} or {day_2}"
    ),
    (#"{"extends": "nl", "date": "{day} {month} {year}"}"#, "and {time} at its end"),
    (
      #"{"extends": "nl", "time": "{hour_12}:{minute}"}"#,
      "{hour_12} and {period} with 'am' and 'pm'"
    ),
    (
      #"{"Extends": "nl"}"#, "x.json:1:3: error: unknown member 'Extends'; did you mean 'extends'?"
    ),
    (
      #"{"extends": "nl", "digits": {"decimal": "."}}"#,
      "x.json:1:31: error: 'digits.separator' and 'digits.decimal' must differ"
    ),
    (
      #"{"extends": "nk"}"#,
      "x.json:1:14: error: 'extends' must be a language that is built in, not 'nk'"
    ),
    (#"{"language": "a b", "extends": "nl"}"#, "'language' must be a BCP 47 tag"),
    (#"{"language": "ca"}"#, "x.json: error: 'words.newest' is missing"),
    (#"{"language": "ca"}"#, "x.json: error: 'right_to_left' is missing"),
    (#"{"extends": "nl", "#, "x.json:1:19: error: invalid JSON"),
    ("[]", "x.json:1:1: error: a language file must be an object, not a list"),
    (
      "{\"extends\": \"nl\",\n \"words\": {\"reply\": 5}}",
      "x.json:2:21: error: 'words.reply' must be a string, not a number"
    ),
    (#"{"extends": 1}"#, "x.json:1:13: error: 'extends' must be a string, not a number"),
    (#"{"extends": "nl", "words": []}"#, "'words' must be an object, not a list"),
    (#"{"extends": "nl", "months": "May"}"#, "'months' must be a list, not a string"),
    (
      #"{"extends": "nl", "right_to_left": 0}"#,
      "'right_to_left' must be true or false, not a number"
    ),
    (
      #"{"extends": "nl", "digits": {"grouped_from": "10"}}"#,
      "'digits.grouped_from' must be a number, not a string"
    ),
    (
      #"{"extends": "nl", "counted": {"likes": {"one": null}}}"#,
      "'counted.likes.one' must be a string, not null"
    ),
  ]

  @Test func reportsAValueOfTheWrongKindOnce() {
    let text =
      ##"{"extends": "nl", "date": 1, "counted": {"likes": true, "replies": {"one": []}}}"##
    #expect(
      Self.errors(in: text) == [
        "x.json:1:27: error: 'date' must be a string, not a number",
        "x.json:1:51: error: 'counted.likes' must be a string, not true or false",
        "x.json:1:58: error: 'counted.replies' has no text for the plural category 'other' (0, 2, 3)",
        "x.json:1:76: error: 'counted.replies.one' must be a string, not a list",
      ])
    #expect(Self.errors(in: #"{"extends": []}"#).count == 1)
  }

  @Test(arguments: [
    #"{"extends": "nl", "words": {"staff": "a", "staff": ["b"]}}"#,
    ##"{"extends": "nl", "counted": {"likes": {"one": "# a", "one": {}, "other": "# b"}}}"##,
    #"{"extends": "nk", "plurals": "one: n = 1; few: n = 2"}"#,
  ])
  func doesNotReportErrorsThatFollowFromAnotherError(text: String) {
    #expect(Self.errors(in: text).count == 1, "\(Self.errors(in: text))")
  }

  @Test func skipsTranslatorNotesAnywhereInALanguageFile() {
    let text = ##"""
      {"@": 1, "extends": "nl", "@": {}, "words": {"@a": [], "@a": 2},
       "counted": {"likes": {"@n": "x", "one": "# a", "@n": 1, "other": "# b"}}}
      """##
    #expect(Self.errors(in: text) == [])
  }

  @Test func skipsAByteOrderMarkAndReportsOtherEncodings() {
    #expect(Self.errors(in: "\u{FEFF}{\"extends\": \"nl\"}") == [])
    #expect(
      Self.errors(in: "\u{FEFF}{\"extends\": 1}") == [
        "x.json:1:13: error: 'extends' must be a string, not a number"
      ])
    #expect(
      Self.errors(in: "{\0\"\0") == [
        "x.json:1:1: error: this is UTF-16LE, not UTF-8; convert it first: iconv -f UTF-16LE -t UTF-8"
      ])
  }

  @Test(arguments: mistakes)
  func explainsEveryMistake(text: String, message: String) {
    #expect(Self.errors(in: text).contains { $0.contains(message) }, "\(Self.errors(in: text))")
  }

  @Test func reportsMultipleMistakesInOneFile() {
    let text = Self.file("nl").replacing("newest\"", with: "newset\"").replacing(
      "# like", with: "like")
    let errors = Self.errors(in: text)
    let line = text.split(separator: "newset", maxSplits: 1)[0].count { $0 == "\n" } + 1
    #expect(errors.contains { $0.hasPrefix("x.json:\(line):6: error: unknown phrase 'newset'") })
    #expect(errors.contains("x.json: error: 'words.newest' is missing"))
    #expect(errors.contains { $0.contains("'counted.likes.other' needs a #") }, "\(errors)")
  }
}
