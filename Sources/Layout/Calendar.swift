/// A day of the proleptic Gregorian calendar, as the number of days since 1970-01-01.
///
/// The arithmetic is the usual one on 400-year cycles that begin on the first of March, so that the
/// leap day is the last of its year. It holds for the years 1 to 9999; days outside are moved to the
/// nearest day inside.
struct CalendarDay: Hashable, Sendable {
  var year: Int
  var month: Int
  var day: Int

  /// 0001-01-01 and 9999-12-31.
  static let range = -719_162...2_932_896
  private static let daysInCycle = 146_097
  /// From 0000-03-01 to 1970-01-01.
  private static let epoch = 719_468

  @inline(__always)
  init(daysSince1970 days: Int) {
    let clamped = min(max(days, Self.range.lowerBound), Self.range.upperBound)
    let shifted = UInt32(truncatingIfNeeded: clamped &+ Self.epoch)
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

  /// The number of days from 1970-01-01 to a day of any year from 0 on.
  static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    // Floored, as year 0 begins in the cycle before.
    let cycle = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfCycle = shiftedYear - cycle * 400
    let shiftedMonth = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
    let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
    return cycle * daysInCycle + dayOfCycle - epoch
  }

  static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// 0 for Sunday to 6 for Saturday.
  static func weekday(daysSince1970 days: Int) -> Int {
    let weekday = (days + 4) % 7
    return weekday < 0 ? weekday + 7 : weekday
  }
}

/// A time of day, to the millisecond.
struct TimeOfDay: Hashable, Sendable {
  var hour: Int
  var minute: Int
  var second: Int
  var millisecond: Int

  /// The time so many milliseconds after midnight.
  @inline(__always)
  init(milliseconds: UInt32) {
    let seconds = milliseconds / 1000
    let minutes = seconds / 60
    hour = Int(minutes / 60)
    minute = Int(minutes % 60)
    second = Int(seconds % 60)
    millisecond = Int(milliseconds % 1000)
  }
}

/// A moment on the wall clock of some zone.
struct WallTime: Hashable, Sendable {
  var date: CalendarDay
  var time: TimeOfDay

  /// Moments outside the years 1 to 9999 are moved to the nearest one inside.
  init(milliseconds: Int64, zone: borrowing Zone) {
    let local = Self.local(milliseconds, in: zone, zone.fixed)
    let (days, rest) = Self.floored(Int(local), by: 86_400_000)
    date = CalendarDay(daysSince1970: days)
    time = TimeOfDay(milliseconds: UInt32(truncatingIfNeeded: rest))
  }

  /// What the zone's clocks show, in milliseconds since they showed the beginning of 1970.
  ///
  /// `fixed` is the zone's only offset, where it has but one.
  @inline(__always)
  static func local(_ milliseconds: Int64, in zone: borrowing Zone, _ fixed: Int?) -> Int64 {
    let clamped = inRange(milliseconds)
    let offset =
      if let fixed { fixed } else {
        zone.offset(at: Int64(floored(Int(clamped), by: 1000).quotient))
      }
    return clamped &+ Int64(offset) &* 1000
  }

  /// A moment of the years 1 to 9999, or the nearest one.
  @inline(__always)
  static func inRange(_ milliseconds: Int64) -> Int64 { min(max(milliseconds, first), last) }

  /// The first millisecond of the year 1 and the last of 9999, in UTC.
  static let first = Int64(CalendarDay.range.lowerBound) * 86_400_000
  static let last = Int64(CalendarDay.range.upperBound + 1) * 86_400_000 - 1

  /// Quotient and remainder, the remainder never negative.
  @inline(__always)
  static func floored(_ value: Int, by divisor: Int) -> (quotient: Int, rest: Int) {
    let quotient = value / divisor
    let rest = value &- quotient &* divisor
    return rest < 0 ? (quotient &- 1, rest &+ divisor) : (quotient, rest)
  }
}
