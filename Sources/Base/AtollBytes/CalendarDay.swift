/// A date in the proleptic Gregorian calendar.
///
/// Days are counted in cycles of 400 years that begin on 1 March, so that the leap day is the last
/// of its year. Dates outside the years 1 to 9999 are clamped to the nearest date in that range.
package struct CalendarDay: Hashable, Sendable {
  package var year: Int
  package var month: Int
  package var day: Int

  /// The days from 0001-01-01 to 9999-12-31, counted from 1970-01-01.
  package static let supportedDays = -719_162...2_932_896
  private static let daysInCycle = 146_097
  /// The number of days from 0000-03-01 to 1970-01-01.
  @usableFromInline static let daysBefore1970 = 719_468

  @inlinable @inline(__always)
  package init(daysSince1970 days: Int) {
    let clamped = min(max(days, Self.supportedDays.lowerBound), Self.supportedDays.upperBound)
    let shifted = UInt32(truncatingIfNeeded: clamped &+ Self.daysBefore1970)
    let cycle = shifted / 146_097
    let dayOfCycle = shifted % 146_097
    let leaps = dayOfCycle / 1460 &- dayOfCycle / 36_524 &+ dayOfCycle / 146_096
    let yearOfCycle = (dayOfCycle &- leaps) / 365
    let dayOfYear = dayOfCycle &- (365 &* yearOfCycle &+ yearOfCycle / 4 &- yearOfCycle / 100)
    let shiftedMonth = (5 &* dayOfYear &+ 2) / 153
    day = Int(dayOfYear &- (153 &* shiftedMonth &+ 2) / 5 &+ 1)
    month = Int(shiftedMonth < 10 ? shiftedMonth &+ 3 : shiftedMonth &- 9)
    year = Int(yearOfCycle &+ cycle &* 400) &+ (month <= 2 ? 1 : 0)
  }

  /// Returns the number of days from 1970-01-01 to a date; year 0 comes before year 1, and earlier
  /// years are negative.
  @inline(__always)
  package static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let shiftedYear = month <= 2 ? year &- 1 : year
    // Rounded down: January and February of year 0 belong to the previous cycle.
    let cycle = (shiftedYear >= 0 ? shiftedYear : shiftedYear &- 399) / 400
    let yearOfCycle = shiftedYear &- cycle &* 400
    let shiftedMonth = month > 2 ? month &- 3 : month &+ 9
    let dayOfYear = (153 &* shiftedMonth &+ 2) / 5 &+ day &- 1
    let dayOfCycle = yearOfCycle &* 365 &+ yearOfCycle / 4 &- yearOfCycle / 100 &+ dayOfYear
    return cycle &* daysInCycle &+ dayOfCycle &- daysBefore1970
  }

  @inline(__always)
  package static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// Returns the day of the week, from 0 for Sunday to 6 for Saturday.
  package static func weekday(daysSince1970 days: Int) -> Int {
    let weekday = (days + 4) % 7
    return weekday < 0 ? weekday + 7 : weekday
  }
}

package struct TimeOfDay: Hashable, Sendable {
  package var hour: Int
  package var minute: Int
  package var second: Int
  package var millisecond: Int

  /// Creates the time that is a number of milliseconds after midnight.
  @inlinable @inline(__always)
  package init(milliseconds: UInt32) {
    let seconds = milliseconds / 1000
    let minutes = seconds / 60
    hour = Int(minutes / 60)
    minute = Int(minutes % 60)
    second = Int(seconds % 60)
    millisecond = Int(milliseconds % 1000)
  }
}
