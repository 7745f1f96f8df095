import Bytes

/// Moments as the headers of messages tell them.
package enum MailDate {
  /// A moment in UTC: `Sat, 04 May 2019 12:34:56 +0000`.
  ///
  /// One outside of the years 1 to 9999 is told as the nearest inside of 1970 to 9999.
  package static func text(_ milliseconds: Int64) -> String {
    let moment = min(max(milliseconds, 0), WallTime.last - 172_800_000)
    let wall = WallTime(milliseconds: moment, zone: .utc)
    let (date, time) = (wall.date, wall.time)
    let days = WallTime.floored(Int(moment / 1000), by: 86_400).quotient
    let weekday = weekdays[CalendarDay.weekday(daysSince1970: days)]
    let month = "\(English.month(date.month))".prefix(3)
    return "\(weekday), \(twoDigits(date.day)) \(month) \(date.year) "
      + "\(twoDigits(time.hour)):\(twoDigits(time.minute)):\(twoDigits(time.second)) +0000"
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
