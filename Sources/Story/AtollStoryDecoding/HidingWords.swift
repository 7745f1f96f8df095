import AtollBytes
package import AtollComments

/// The names of keys that hide a comment, and the values of such keys that say yes or no.
///
/// The importer of tables has the same lists and rules, in `recipes/import/tables.py`;
/// `HidingWordTests` compares the lists.
package enum HidingWords {
  /// Keys that hide a comment unless the value says no; `HidingKeys` also knows forms such as
  /// `deletedAt`.
  package static let flags: [String: Tombstone] = [
    "deleted": .deleted, "softdeleted": .deleted, "erased": .deleted, "trash": .deleted,
    "trashed": .deleted, "removed": .rejected, "rejected": .rejected, "spam": .rejected,
    "disapproved": .rejected, "declined": .rejected, "denied": .rejected, "hidden": .withheld,
    "private": .withheld, "withheld": .withheld, "pending": .withheld, "unpublished": .withheld,
    "draft": .withheld, "unapproved": .withheld, "blocked": .withheld, "banned": .withheld,
    "shadowbanned": .withheld, "disabled": .withheld, "inactive": .withheld, "hold": .withheld,
    "onhold": .withheld, "held": .withheld,
  ]
  /// Keys that hide a comment unless the value is a yes, a time or one of `shownStatuses`.
  package static let permissions: Set<String> = [
    "approved", "commentapproved", "approvedat", "approvedon", "approveddate", "dateapproved",
    "public", "visible", "visibility", "published", "active", "enabled",
  ]
  /// Keys for the time of publication, in any notation; without the time, a comment is a draft.
  package static let publicationTimes: Set<String> = [
    "publishedat", "publishedon", "publisheddate", "datepublished", "publicationdate",
    "publishdate",
  ]
  package static let statusKeys: Set<String> = [
    "status", "state", "moderationstatus", "moderationstate", "approvalstatus", "approvalstate",
    "reviewstatus", "reviewstate", "publicationstatus", "publishstatus",
  ]
  /// The status values of comments that readers see.
  package static let shownStatuses: Set<String> = [
    "approved", "approve", "accepted", "published", "publish", "public", "visible", "active",
    "live", "ok", "open", "normal", "posted", "featured", "everyone", "clean", "ham",
  ]
  package static let affirmations: Set<String> = ["true", "1", "yes", "t", "y", "on"]
  /// The words for a missing value in databases and statistics programs.
  package static let missingValues: Set<String> = [
    "", "null", "none", "nan", "nat", "<na>", "na", "n/a", "-", "\u{2013}", "\u{2014}", "\\n",
  ]
  /// The words for no, and those for a missing value.
  package static let denials = missingValues.union(["false", "no", "f", "n", "off", "never"])

  /// Returns whether a word is a yes (`true`, `1.0`, a time) or a no (`false`, `0.0`,
  /// `1970-01-01`); `nil` if it is neither.
  static func answer(_ word: String) -> Bool? {
    if denials.contains(word) { return false }
    if affirmations.contains(word) { return true }
    if let year = year(of: word) { return year >= firstYear }
    switch number(word) {
    case 0?: return false
    case 1?: return true
    case _: return nil
    }
  }

  /// Returns a value in lower case, without white space around it.
  static func normalized(_ text: String) -> String {
    let spaces: Set<Character> = [" ", "\t", "\n", "\r"]
    return text[...].trimming { spaces.contains($0) }.lowercased()
  }

  /// Returns the value of a word that is a number; `nil` for any other word.
  static func number(_ word: String) -> Double? {
    let isDecimal = word.utf8.allSatisfy { isDigit($0) || ".+-e".utf8.contains($0) }
    return isDecimal ? Double(word) : nil
  }

  // MARK: Times

  /// The first plausible year of a comment; programs write earlier years if there is no time:
  /// 0000-00-00, 0001-01-01, 1970-01-01.
  private static let firstYear = 1973
  package static let months: Set<String> = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
    "january", "february", "march", "april", "june", "july", "august", "september", "october",
    "november", "december",
  ]
  /// The words in times, other than the names of months.
  package static let timeWords: Set<String> = [
    "mon", "tue", "wed", "thu", "fri", "sat", "sun", "monday", "tuesday", "wednesday", "thursday",
    "friday", "saturday", "sunday", "t", "z", "utc", "gmt", "am", "pm",
  ]

  /// Returns the year of a time in lower case; `nil` if the text is not a time.
  ///
  /// A time is a date such as `20240131`, or one with day, month and a year of four digits in any
  /// notation. A time of day may follow. A number of seconds, milliseconds or microseconds since
  /// 1970 is a time, too; its year is given as `firstYear`.
  static func year(of text: String) -> Int? {
    let whole = text.utf8.prefix(while: isDigit)
    let fraction = text.utf8.dropFirst(whole.count)
    if !whole.isEmpty, text.utf8.count != 8,
      fraction.isEmpty || fraction.first == UInt8(ascii: "."),
      fraction.dropFirst().allSatisfy(isDigit)
    {
      // 1e8 seconds are in 1973: a smaller number is something else.
      let number = Double(String(decoding: whole, as: UTF8.self)) ?? 0
      return number >= 1e8 && number < 1e17 ? firstYear : nil
    }
    guard let parts = parts(of: text) else { return nil }
    if parts.hasMonth {
      // A zone, such as `+0100`, may have four digits, too, but is less than a year.
      let day = parts.numbers.first { $0.count <= 2 }.flatMap { Int($0) } ?? 0
      let years = parts.numbers.filter { $0.count == 4 }.compactMap { Int($0) }
      return (1...31).contains(day) ? years.max() : nil
    }
    var date = Array(parts.numbers.prefix(3))
    if let whole = date.first, whole.count == 8 {
      date = [
        String(whole.prefix(4)), String(whole.dropFirst(4).prefix(2)), String(whole.suffix(2)),
      ]
    }
    guard date.count == 3 else { return nil }
    if date[0].count != 4 { date.swapAt(0, 2) }
    guard date[0].count == 4, date[1].count <= 2, date[2].count <= 2, let year = Int(date[0]),
      let one = Int(date[1]), let other = Int(date[2]), max(one, other) <= 31, min(one, other) <= 12
    else { return nil }
    return min(one, other) > 0 || year == 0 ? year : nil
  }

  /// The numbers in a time, and whether it has the name of a month.
  private struct TimeParts {
    var numbers: [String] = []
    var hasMonth = false
  }

  /// Returns the parts of a time; `nil` if the text contains anything that no time contains.
  private static func parts(of text: String) -> TimeParts? {
    var parts = TimeParts()
    var rest = text.utf8[...]
    while let byte = rest.first {
      let isLetter = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
      if isDigit(byte) {
        let digits = rest.prefix(while: isDigit)
        parts.numbers.append(String(decoding: digits, as: UTF8.self))
        rest = rest.dropFirst(digits.count)
      } else if isLetter {
        let letters = rest.prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
        let word = String(decoding: letters, as: UTF8.self)
        if months.contains(word) {
          parts.hasMonth = true
        } else if !timeWords.contains(word) {
          return nil
        }
        rest = rest.dropFirst(letters.count)
      } else if " -./,:+".utf8.contains(byte) {
        rest = rest.dropFirst()
      } else {
        return nil
      }
    }
    return parts
  }
}
