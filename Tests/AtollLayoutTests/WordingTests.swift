import AtollBytes
import AtollComments
import Testing

@testable import AtollLayout

extension Language {
  static let german = existing("de")
  static let spanish = existing("es")
  static let french = existing("fr")
  static let japanese = existing("ja")
  static let arabic = existing("ar")

  static let all = tags.map(existing)
  /// The languages that do not extend another one.
  static let whole = all.filter { $0.tag != "en-US" && $0.tag != "de-CH" }

  /// Returns English for a missing language, so that the comparison of texts fails.
  private static func existing(_ tag: String) -> Language { named(tag) ?? english }
}

@Suite("Words in every language") struct WordingTests {
  static func count(_ language: Language, _ phrase: CountedPhrase, _ count: Int) -> String {
    written { Wording(language: language).append(phrase, count: count, to: &$0) }
  }

  static let everyCount = [0, 1, 2, 3, 10, 11, 99, 100, 101, 102, 103, 999, 1000, 1_000_000]

  /// Returns every text of a language.
  static func catalogue(_ language: Language) -> [String] {
    Phrase.allCases.map { Wording(language: language).text($0) }
      + CountedPhrase.allCases.flatMap { phrase in
        everyCount.map { count(language, phrase, $0) }
      }
      + (1...12).map { language.bytes.string(language.dates.months[$0 - 1]) }
  }

  @Test(arguments: Language.all)
  func usesNoMarkupCharactersInAnyText(language: Language) {
    for text in Self.catalogue(language) {
      #expect(!text.isEmpty)
      #expect(!text.utf8.contains { Array("<>&\"'#".utf8).contains($0) || $0 < 0x20 }, "\(text)")
      #expect(!text.hasPrefix(" ") && !text.hasSuffix(" "))
    }
  }

  @Test(arguments: Language.whole.filter { $0 !== Language.english })
  func translatesEveryPhrase(language: Language) {
    // Names, and words that are the same in two languages.
    let shared: Set<Phrase> = [
      .mediaGIF, .spoiler, .information, .question, .askedQuestion, .admin, .expert, .mediaImage,
      .moderator, .questions, .pseudonymPrefix, .sarcasm, .showSpoiler, .review, .reviews,
      .offTopic,
      .member, .reasonSpam, .reasonMisinformation,
    ]
    for phrase in Phrase.allCases where !shared.contains(phrase) {
      #expect(Wording(language: language).text(phrase) != Wording(language: .english).text(phrase))
    }
  }

  @Test(arguments: Language.all)
  func insertsTheStoryTitleExactlyOnce(language: Language) {
    let wording = Wording(language: language)
    for phrase in [CountedPhrase.commentsOn, .newCommentsOn] {
      for count in Self.everyCount {
        let text = wording.text(phrase, count: count, title: "a@#b")
        let parts = text.split(separator: "a@#b", omittingEmptySubsequences: false)
        #expect(parts.count == 2, "\(text)")
      }
    }
    #expect(
      Wording(language: .german).text(.newCommentsOn, count: 1, title: "X")
        == "1 neuer Kommentar zu X")
    #expect(
      Wording(language: .arabic).text(.newCommentsOn, count: 2, title: "X")
        == "تعليقان جديدان على X")
  }

  static let counts: [(Language, Int, String)] = [
    (Language.english, 1, "1 reply hidden"), (.english, 0, "0 replies hidden"),
    (.english, 1204, "1,204 replies hidden"),
    (.german, 1, "1 Antwort ausgeblendet"), (.german, 12_345, "12.345 Antworten ausgeblendet"),
    (.spanish, 1, "1 respuesta oculta"), (.spanish, 0, "0 respuestas ocultas"),
    (.spanish, 1204, "1204 respuestas ocultas"), (.spanish, 12_040, "12.040 respuestas ocultas"),
    (.spanish, 2_000_000, "2.000.000 de respuestas ocultas"),
    (.french, 0, "0 réponse masquée"), (.french, 1, "1 réponse masquée"),
    (.french, 2, "2 réponses masquées"),
    (.french, 1204, "1\u{202F}204 réponses masquées"),
    (.french, 1_000_000, "1\u{202F}000\u{202F}000 de réponses masquées"),
    (.japanese, 1, "非表示の返信1件"), (.japanese, 1204, "非表示の返信1,204件"),
    (.arabic, 0, "لا ردود مخفية"), (.arabic, 1, "رد واحد مخفي"), (.arabic, 2, "ردان مخفيان"),
    (.arabic, 3, "3 ردود مخفية"), (.arabic, 10, "10 ردود مخفية"), (.arabic, 11, "11 ردًا مخفيًا"),
    (.arabic, 99, "99 ردًا مخفيًا"), (.arabic, 100, "100 رد مخفي"), (.arabic, 102, "102 رد مخفي"),
    (.arabic, 103, "103 ردود مخفية"), (.arabic, 1204, "1,204 ردود مخفية"),
  ]

  @Test(arguments: counts)
  func appliesThePluralRulesOfTheLanguage(language: Language, number: Int, text: String) {
    #expect(Self.count(language, .hiddenReplies, number) == text)
  }

  static let groupedNumbers: [(Int, String)] = [
    (0, "0"), (999, "999"), (1000, "1,000"), (10_007, "10,007"), (123_456, "123,456"),
    (1_000_000, "1,000,000"), (-1234, "-1,234"), (Int.max, "9,223,372,036,854,775,807"),
    (Int.min, "-9,223,372,036,854,775,808"),
  ]

  @Test(arguments: groupedNumbers)
  func groupsDigitsInEnglish(number: Int, text: String) {
    #expect(written { Wording(language: .english).append(grouped: number, to: &$0) } == text)
  }

  @Test func omitsTheNumberOfCommentsIfItIsUnknown() {
    #expect(Self.count(.english, .moreComments, 0) == "More comments")
    #expect(Self.count(.english, .moreComments, 1) == "1 more comment")
  }

  @Test(arguments: [
    (Language.english, "4.3 of 5 stars, 1 rating"), (.german, "4,3 von 5 Sternen, 1 Bewertung"),
    (.spanish, "4,3 de 5 estrellas, 1 valoración"), (.french, "4,3 étoiles sur 5, 1 note"),
    (.japanese, "5つ星のうち4.3、評価1件"), (.arabic, "4.3 من 5 نجوم، تقييم واحد"),
  ])
  func writesTheMeanRating(language: Language, text: String) {
    let wording = Wording(language: language)
    #expect(written { wording.appendRating(hundredths: 433, count: 1, to: &$0) } == text)
  }

  @Test func roundsAndClampsRatings() {
    let wording = Wording(language: .english)
    func rating(_ hundredths: Int) -> String {
      written { wording.appendRating(hundredths: hundredths, count: 87, to: &$0) }
    }
    #expect(rating(425) == "4.3 of 5 stars, 87 ratings")
    #expect(rating(424) == "4.2 of 5 stars, 87 ratings")
    #expect(rating(9999) == "5.0 of 5 stars, 87 ratings")
    #expect(rating(-5) == "0.0 of 5 stars, 87 ratings")
  }

  @Test func writesRatingsAsStars() {
    let wording = Wording(language: .english)
    #expect(written { wording.appendStars(4, to: &$0) } == "★★★★☆")
    #expect(written { wording.appendStars(9, to: &$0) } == "★★★★★")
    #expect(written { wording.appendStars(-1, to: &$0) } == "☆☆☆☆☆")
  }

  @Test func usesTheServersLabelsForLikes() {
    var sketch = Sketch("a")
    #expect(written { sketch.list().wording.appendLikes(12, to: &$0) } == "12 likes")
    sketch.set(\.likeLabel, "Respect")
    sketch.set(\.likeSortLabel, "Most respected")
    let wording = sketch.list().wording
    #expect(written { wording.appendLikes(1204, to: &$0) } == "1,204 Respect")
    #expect(wording.text(.like) == "Respect")
    #expect(wording.text(Phrase(CommentOrder.mostLiked)) == "Most respected")
  }

  @Test(arguments: [
    ("Upvotes", "1 Upvote", "2 Upvotes"), ("Likes", "1 Like", "2 Likes"),
    ("votes", "1 vote", "2 votes"),
    ("Respect", "1 Respect", "2 Respect"), ("s", "1 s", "2 s"), ("VOTES", "1 VOTES", "2 VOTES"),
  ])
  func usesTheSingularOfTheServersLikeLabelForOneLike(label: String, one: String, two: String) {
    var sketch = Sketch("a")
    sketch.set(\.likeLabel, label)
    let wording = sketch.list().wording
    #expect(written { wording.appendLikes(1, to: &$0) } == one)
    #expect(written { wording.appendLikes(2, to: &$0) } == two)
  }

  @Test func singularizesTheLikeLabelInThePagesLanguage() {
    var sketch = Sketch("a")
    sketch.set(\.likeLabel, "Stimmen")
    let wording = sketch.list { $0.language = .german }.wording
    #expect(written { wording.appendLikes(1, to: &$0) } == "1 Stimme")
    #expect(written { wording.appendLikes(21, to: &$0) } == "21 Stimmen")
  }

  @Test func usesTheServersNamesForBadges() {
    var sketch = Sketch("a")
    sketch.set(\.staffLabel, "IGN Crew")
    sketch.set(\.moderatorLabel, "Mods")
    sketch.set(\.adminLabel, " ")
    sketch.set(\.memberLabel, "Insider")
    let wording = sketch.list { $0.language = .german }.wording
    #expect(wording.text(.staff) == "IGN Crew")
    #expect(wording.text(.moderator) == "Mods")
    #expect(wording.text(.admin) == "Admin")
    #expect(wording.text(.member) == "Insider")
    #expect(wording.text(.expert) == "Experte")
  }

  @Test func writesOnlyArabicAndHebrewFromRightToLeft() {
    let turned = Language.all.map { Wording(language: $0) }.filter(\.isRightToLeft)
    #expect(turned.map(\.languageTag) == ["ar", "he"])
  }
}

@Suite("Dates") struct DateTests {
  @Test func convertsDatesToTheTimeZone() throws {
    func time(_ zone: Zone, _ moment: Int64) -> String {
      written { Wording(language: .english, zone: zone).appendTime(moment, to: &$0) }
    }
    #expect(time(Zone(offsetMinutes: -13 * 60), 1_556_973_296_789) == "3 May 2019, 23:34")
    let berlin = try #require(Zone(tzif: ZoneTests.small))
    #expect(time(berlin, 1_556_973_296_789) == "4 May 2019, 14:34")
    #expect(time(berlin, 1_572_137_999_000) == "27 October 2019, 02:59")
    #expect(time(berlin, 1_572_138_000_000) == "27 October 2019, 02:00")
    #expect(time(.utc, -1) == "31 December 1969, 23:59")
  }

  @Test func writesTheFirstDayOfAFrenchMonthAsAnOrdinal() {
    let wording = Wording(language: .french)
    #expect(written { wording.appendTime(1_564_617_600_000, to: &$0) } == "1er août 2019 à 00:00")
  }

  static let minute: Int64 = 60_000
  static let day: Int64 = 86_400_000

  static let ages: [(Int64, String)] = [
    (Int64(0), "just now"), (59_999, "just now"), (-59_999, "just now"), (minute, "1 minute ago"),
    (59 * minute, "59 minutes ago"), (60 * minute, "1 hour ago"), (day - 1, "23 hours ago"),
    (day, "1 day ago"), (30 * day, "30 days ago"), (31 * day - 1, "30 days ago"),
    (31 * day, "1 month ago"), (365 * day, "11 months ago"), (366 * day, "1 year ago"),
    (5000 * day, "13 years ago"),
    (-minute, "13 September 2020, 12:27"),
  ]

  @Test(arguments: ages)
  func writesRelativeTimes(age: Int64, text: String) {
    let now: Int64 = 1_600_000_000_000
    let wording = Wording(language: .english, now: Timestamp(milliseconds: now))
    #expect(written { wording.appendTime(now - age, to: &$0) } == text)
  }

  @Test(arguments: [
    ("2006-08-04T12:00:00Z", "2026-07-31T12:00:00Z", "19 years ago"),
    ("2006-07-31T12:00:00Z", "2026-07-31T12:00:00Z", "20 years ago"),
    ("2006-07-31T12:00:01Z", "2026-07-31T12:00:00Z", "19 years ago"),
    ("1000-01-01T00:00:00Z", "2026-07-31T12:00:00Z", "1,026 years ago"),
    ("2025-07-31T00:00:00Z", "2026-07-31T00:00:00Z", "1 year ago"),
    ("2026-02-28T00:00:00Z", "2026-03-28T00:00:00Z", "1 month ago"),
    ("2026-01-31T00:00:00Z", "2026-02-28T23:00:00Z", "28 days ago"),
    ("2025-08-31T00:00:00Z", "2026-07-30T00:00:00Z", "10 months ago"),
  ])
  func countsMonthsAndYearsAsTheCalendarDoes(moment: String, now: String, text: String) throws {
    let wording = Wording(language: .english, now: Timestamp(iso8601: now))
    let milliseconds = try #require(Timestamp(iso8601: moment)).milliseconds
    #expect(written { wording.appendTime(milliseconds, to: &$0) } == text)
  }

  @Test(arguments: 1...80)
  func countsAFullYearOnlyFromTheAnniversary(years: Int) throws {
    let moment = try #require(Timestamp(iso8601: "2001-03-01T12:00:00Z")).milliseconds
    let anniversary = try #require(Timestamp(iso8601: "\(2001 + years)-03-01T12:00:00Z"))
      .milliseconds
    func age(at now: Int64) -> String {
      let wording = Wording(language: .english, now: Timestamp(milliseconds: now))
      return written { wording.appendTime(moment, to: &$0) }
    }
    func text(_ years: Int) -> String { years == 1 ? "1 year ago" : "\(years) years ago" }
    #expect(age(at: anniversary) == text(years))
    #expect(age(at: anniversary - 1) == (years == 1 ? "11 months ago" : text(years - 1)))
  }

  @Test func writesAbsoluteDatesOnRequest() {
    let wording = Wording(
      language: .english, now: Timestamp(milliseconds: 7_200_000), dateStyle: .absolute)
    #expect(written { wording.appendTime(0, to: &$0) } == "1 January 1970, 00:00")
  }

  @Test func acceptsTimesOutsideTheCalendar() {
    for language in Language.all {
      for zone in [Zone.utc, Zone(offsetMinutes: 840), Zone(offsetMinutes: -720)] {
        let wording = Wording(language: language, zone: zone)
        #expect(!written { wording.appendTime(.min, to: &$0) }.isEmpty)
        #expect(!written { wording.appendTime(.max, to: &$0) }.isEmpty)
      }
    }
    let wording = Wording(language: .english, now: Timestamp(milliseconds: .max))
    #expect(!written { wording.appendTime(.min + 1, to: &$0) }.isEmpty)
  }
}
