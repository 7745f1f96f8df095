import AtollBytes

/// The format of dates in message headers (RFC 5322, 3.3).
package enum MailDate {
  /// Returns a time, given in milliseconds since 1970, in UTC: `Sat, 04 May 2019 12:34:56 +0000`.
  ///
  /// A time before 1970 or after the year 9999 is clamped to that range.
  package static func text(_ milliseconds: Int64) -> String {
    let moment = max(0, LocalTime.clampedToCalendar(milliseconds))
    let wall = LocalTime(milliseconds: moment, zone: .utc)
    let (date, time) = (wall.date, wall.time)
    let days = LocalTime.flooredDivision(Int(moment / 1000), by: 86_400).quotient
    let weekday = weekdays[CalendarDay.weekday(daysSince1970: days)]
    let month = months[date.month - 1]
    return "\(weekday), \(twoDigits(date.day)) \(month) \(date.year) "
      + "\(twoDigits(time.hour)):\(twoDigits(time.minute)):\(twoDigits(time.second)) +0000"
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
