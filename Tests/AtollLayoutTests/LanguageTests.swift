import AtollBytes
import AtollComments
import TestSupport
import Testing

@testable import AtollLayout

/// The expectations by Babel and Unicode CLDR for each language; `script/languages` writes the file.
private let expectations =
  (try? JSONValue(parsing: Repository.bytes("Tests/Fixtures/cldr/languages.json"))) ?? .null

@Suite("Numbers and dates in every language") struct LanguageTests {
  @Test func fixtureCoversEveryLanguage() {
    #expect(expectations.members?.keys.sorted() == Language.tags)
  }

  @Test(arguments: Language.all)
  func choosesPluralCategoriesLikeCLDR(language: Language) throws {
    let samples = try #require(expectations[language.tag]?["plurals"]?.members)
    #expect(Set(samples.keys) == Set(language.content.plurals.categories.map(\.rawValue)))
    for (category, numbers) in samples {
      for number in numbers.elements.compactMap(\.string) {
        let parts = number.split(separator: ".").compactMap { UInt($0) }
        let operands =
          parts.count == 1
          ? PluralOperands(Int(parts[0])) : PluralOperands(whole: parts[0], tenths: parts[1])
        #expect(language.pluralCategory(of: operands).rawValue == category, "\(number)")
      }
    }
  }

  @Test(arguments: Language.all)
  func formatsDatesLikeBabel(language: Language) throws {
    let dates = try #require(expectations[language.tag]?["dates"]?.members)
    #expect(dates.count == 5)
    let wording = Wording(language: language)
    for (moment, text) in dates {
      let time = try #require(Timestamp(iso8601: moment))
      #expect(written { wording.appendTime(time.milliseconds, to: &$0) } == text.string)
    }
  }

  /// A colon or an excerpt follows these phrases.
  @Test(arguments: Language.all)
  func hasNoColonInPhrasesWrittenBeforeAColonOrAnExcerpt(language: Language) {
    let wording = Wording(language: language)
    var texts = [Phrase.readOn, .readAndReplyOn, .reasonLabel, .viewInBrowser, .unsubscribe].map {
      wording.text($0)
    }
    for kind in NotificationKind.allCases {
      let headline = language.headline(for: kind)
      texts += [headline.before, headline.after].map { language.bytes.string($0) }
    }
    #expect(!texts.contains { $0.contains { ":：".contains($0) } }, "\(texts)")
  }

  @Test(arguments: Language.all)
  func groupsDigitsLikeBabel(language: Language) throws {
    let numbers = try #require(expectations[language.tag]?["numbers"]?.members)
    let wording = Wording(language: language)
    for (number, text) in numbers {
      let value = try #require(Int(number))
      #expect(written { wording.append(grouped: value, to: &$0) } == text.string)
    }
  }

  @Test(arguments: Language.all)
  func writesRelativeTimesLikeBabel(language: Language) throws {
    let ages = try #require(expectations[language.tag]?["ages"]?.members)
    #expect(ages.count == 6)
    for (minutes, text) in ages {
      let now = try #require(Int64(minutes)) * 60_000
      let wording = Wording(language: language, now: Timestamp(milliseconds: now))
      #expect(written { wording.appendTime(0, to: &$0) } == text.string)
    }
  }

  @Test(
    arguments: [
      ("nl-NL", "nl"), ("nl", "nl"), ("NL_be.UTF-8", "nl"), ("nb-NO", "nb"), ("no", "nb"),
      ("zh-CN", "zh-Hans"),
      ("zh", "zh-Hans"), ("zh-Hans-SG", "zh-Hans"), ("zh-TW", "zh-Hant"), ("zh-Hant-HK", "zh-Hant"),
      ("zh_HK", "zh-Hant"), ("pt", "pt-BR"), ("pt-BR", "pt-BR"), ("pt-MZ", "pt-PT"),
      ("pt-PT", "pt-PT"),
      ("de-CH", "de-CH"), ("de-AT", "de"), ("en-US", "en-US"), ("en-GB", "en"), ("en-AU", "en"),
      ("es-MX", "es"), ("iw", "he"), ("sr", nil), ("dex", nil), ("", nil), ("de\u{130}", nil),
      ("-", nil),
      ("de@euro", "de"), ("qps-ploc", "qps"),
    ] as [(String, String?)])
  func resolvesLanguageTags(tag: String, language: String?) {
    #expect(Language.bestTag(for: tag) == language)
  }

  @Test(
    arguments: [
      ("ca", "es"), ("nn", "nb"), ("be-BY", "ru"), ("gsw", "de-CH"), ("zh-Hams", "zh-Hans"),
      ("klingon", nil), ("sr", nil), ("ta", "en"),
    ] as [(String, String?)])
  func suggestsTheNearestLanguage(tag: String, language: String?) {
    #expect(Language.suggestion(for: tag) == language)
  }

  @Test func groupsDigitsInPairsInHindi() throws {
    let wording = Wording(language: try #require(Language.named("hi")))
    let numbers: [(Int, String)] = [
      (1_000, "1,000"), (100_000, "1,00,000"), (-12_345_678, "-1,23,45,678"),
    ]
    for (number, text) in numbers {
      #expect(written { wording.append(grouped: number, to: &$0) } == text)
    }
    #expect(
      written { wording.append(grouped: .max, to: &$0) } == "92,23,37,20,36,85,47,75,807")
  }

  /// Chinese and Japanese have no space between a number and its counter.
  @Test(arguments: ["ja", "zh-Hans", "zh-Hant"])
  func writesChineseAndJapaneseCountsWithoutSpaces(tag: String) throws {
    let language = try #require(Language.named(tag))
    for phrase in CountedPhrase.allCases {
      #expect(!WordingTests.count(language, phrase, 12).contains(" "))
    }
  }

  @Test func lengthensEnglishInThePseudoLanguage() throws {
    let language = try #require(Language.named("qps"))
    let wording = Wording(language: language)
    #expect(wording.languageTag == "qps")
    for phrase in Phrase.allCases {
      let (text, english) = (wording.text(phrase), Wording(language: .english).text(phrase))
      #expect(text.hasPrefix("[") && text.hasSuffix("]"))
      #expect(text.count >= english.count + 3 && text.contains("@") == english.contains("@"))
    }
    #expect(WordingTests.count(language, .hiddenReplies, 1).contains("1 "))
  }
}

@Suite("Plural rules") struct PluralRuleTests {
  static func category(_ rules: String, _ number: Int) -> PluralCategory? {
    PluralRules(rules)?.category(of: PluralOperands(number))
  }

  @Test func readsPluralRulesWithListsAndAlternatives() {
    let irish = "one: n = 1; two: n = 2; few: n = 3..6; many: n = 7..10"
    #expect(
      [1, 2, 5, 10, 11].map { Self.category(irish, $0) } == [.one, .two, .few, .many, .other])
    let filipino = "one: v = 0 and i = 1,2,3 or v = 0 and i % 10 != 4,6,9"
    #expect(
      [3, 4, 5, 14, 16, 20].map { Self.category(filipino, $0) } == [
        .one, .other, .one, .other, .other, .one,
      ])
  }

  @Test(arguments: [
    "one", "one:", "single: n = 1", "one: n = 1; one: n = 2", "one: x = 1", "one: n % 0 = 1",
    "one: n = 4..2",
    "one: n = ", "one: n = 1 and", "one: n is 1", "one: n = 1,", "one: n = -1",
    "one: n = 1...4", "one: n = 1..", "one: n = 1.4",
  ])
  func rejectsInvalidPluralRules(text: String) {
    #expect(PluralRules(text) == nil)
  }
}
