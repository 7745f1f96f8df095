import AtollBytes
import TestSupport
import Testing

@testable import AtollLayout

@Suite("The calendar") struct CalendarTests {
  /// Counts through every day of the years 1 to 9999, with nothing but the lengths of months.
  @Test func convertsEveryDayOfTheYears1To9999() {
    var year = 1
    var month = 1
    var day = 1
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    for days in CalendarDay.supportedDays {
      let found = CalendarDay(daysSince1970: days)
      if found.year != year || found.month != month || found.day != day
        || CalendarDay.daysSince1970(year: year, month: month, day: day) != days
      {
        Issue.record("day \(days) is \(year)-\(month)-\(day), not \(found)")
        return
      }
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      day += 1
      if day > lengths[month - 1] + (month == 2 && isLeap ? 1 : 0) {
        day = 1
        month += 1
        if month > 12 {
          month = 1
          year += 1
        }
      }
    }
    #expect(year == 10_000)
  }

  @Test(arguments: [(0, 4), (-1, 3), (3, 0), (-719_162, 1), (18_020, 6)])
  func computesTheWeekday(days: Int, weekday: Int) {
    #expect(CalendarDay.weekday(daysSince1970: days) == weekday)
  }

  static let moments: [(Int64, String)] = [
    (Int64(0), "1970-01-01T00:00:00Z"),
    (-1, "1969-12-31T23:59:59.999Z"),
    (1_556_973_296_789, "2019-05-04T12:34:56.789Z"),
    (951_782_400_000, "2000-02-29T00:00:00Z"),
    (-2_203_891_200_001, "1900-02-28T23:59:59.999Z"),
    (-2_203_891_200_000, "1900-03-01T00:00:00Z"),
    (-62_135_596_800_000, "0001-01-01T00:00:00Z"),
    (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    (.min, "0001-01-01T00:00:00Z"),
    (.max, "9999-12-31T23:59:59.999Z"),
    (1_000_000_000_050, "2001-09-09T01:46:40.050Z"),
  ]

  @Test(arguments: moments)
  func writesISO8601Times(milliseconds: Int64, text: String) {
    #expect(written { Wording(language: .arabic).appendISO8601(milliseconds, to: &$0) } == text)
  }

  @Test func roundTripsISO8601Times() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      let moment = Int64.random(
        in: LocalTime.firstMillisecond...LocalTime.lastMillisecond, using: &random)
      let text = written { Wording(language: .english).appendISO8601(moment, to: &$0) }
      let bytes = Array(text.utf8)
      let read = milliseconds(ofISO8601: bytes.span)
      if read != moment {
        Issue.record("\(moment) is written \(text)")
        return
      }
    }
  }
}
