package import AtollBytes
import AtollComments

/// The dates written last: one in the format for people, and one in the format for machines.
///
/// Neighboring comments in a thread are usually from the same day, so the date need not be
/// formatted again.
package struct FormattedDateCache: Sendable {
  fileprivate var localDate = CachedDate()
  fileprivate var utcDate = CachedDate()
  /// The moment last written for machines; structured data writes the same moment again.
  fileprivate var timestamp = CachedTimestamp()

  package init() {}
}

private struct CachedTimestamp: Sendable {
  var milliseconds = Int64.min
  var text = SIMD32<UInt8>(repeating: 0)
  var count = 0
}

/// One day, and the text that was written for it.
private struct CachedDate: Sendable {
  /// The day's first millisecond; initially a value at which no day begins.
  private var dayStart = Int64.min
  private var text = SIMD32<UInt8>(repeating: 0)
  private var count = 0

  /// Appends the date of a local moment, copied or newly formatted, and returns the time of day.
  @inline(__always)
  mutating func append(
    dayOf local: Int64, to out: inout TextCursor, write: (CalendarDay, inout TextCursor) -> Void
  ) -> TimeOfDay {
    let passed = UInt64(bitPattern: local &- dayStart)
    if passed < UInt64(Self.dayLength) {
      out.append(text, count: count)
      return TimeOfDay(milliseconds: UInt32(truncatingIfNeeded: passed))
    }
    let (day, remainder) = LocalTime.flooredDivision(Int(local), by: Self.dayLength)
    let start = out.count
    write(CalendarDay(daysSince1970: day), &out)
    count = out.count &- start
    dayStart = .min
    // A date too long to keep is formatted each time.
    if let copy = out.lastBytes(count) { (dayStart, text) = (local &- Int64(remainder), copy) }
    return TimeOfDay(milliseconds: UInt32(truncatingIfNeeded: remainder))
  }

  private static let dayLength = 86_400_000
}

extension Wording {
  /// Appends a moment as people read it: a date and a time of day in the zone, or how long ago it
  /// is.
  package func appendTime(
    _ milliseconds: Int64, to out: inout OutputBuffer, reusing cache: inout FormattedDateCache
  ) {
    if let now, appendAge(of: milliseconds, at: now.milliseconds, to: &out) { return }
    appendDate(milliseconds, to: &out, reusing: &cache)
  }

  /// Appends a date and a time of day in the zone.
  @inline(__always)
  package func appendDate(
    _ milliseconds: Int64, to out: inout OutputBuffer, reusing cache: inout FormattedDateCache
  ) {
    let local = LocalTime.localMilliseconds(milliseconds, in: zone, fixedOffset: fixedOffset)
    TextCursor.write(to: &out) { text in
      let time = cache.localDate.append(dayOf: local, to: &text) { append($0, to: &$1) }
      append(time, to: &text)
    }
  }

  private func append(_ time: TimeOfDay, to text: inout TextCursor) {
    let dates = language.dates
    if dates.usesDefaultTimePattern {
      text.append(twoDigits: time.hour)
      text.append(UInt8(ascii: ":"))
      return text.append(twoDigits: time.minute)
    }
    for piece in dates.time.pieces {
      text.append(piece.text, of: language.bytes)
      switch piece.part {
      case .hour: text.append(oneOrTwoDigits: time.hour)
      case .hour2: text.append(twoDigits: time.hour)
      case .hour12: text.append(oneOrTwoDigits: (time.hour + 11) % 12 + 1)
      case .minute: text.append(twoDigits: time.minute)
      case .period: text.append(time.hour < 12 ? dates.am : dates.pm, of: language.bytes)
      case .day, .day2, .month, .year, .time: break
      }
    }
    text.append(dates.time.trailingText, of: language.bytes)
  }

  package func appendTime(_ milliseconds: Int64, to out: inout OutputBuffer) {
    var cache = FormattedDateCache()
    appendTime(milliseconds, to: &out, reusing: &cache)
  }

  package func timeText(_ milliseconds: Int64) -> String {
    written { appendTime(milliseconds, to: &$0) }
  }

  /// Appends a date, and the text between it and the time of day.
  private func append(_ date: CalendarDay, to text: inout TextCursor) {
    let dates = language.dates
    for piece in dates.date.pieces {
      text.append(piece.text, of: language.bytes)
      switch piece.part {
      case .day where date.day == 1: text.append(dates.firstDayOfMonth, of: language.bytes)
      case .day: text.append(oneOrTwoDigits: date.day)
      case .day2: text.append(twoDigits: date.day)
      case .month: text.append(dates.months[date.month - 1], of: language.bytes)
      case .year: text.append(year: date.year)
      case .hour, .hour2, .hour12, .minute, .period, .time: break
      }
    }
  }

  /// Appends a moment for machines, in UTC: `2019-05-04T12:34:56.789Z`; a zero fraction is left
  /// out.
  package func appendISO8601(
    _ milliseconds: Int64, to out: inout OutputBuffer, reusing cache: inout FormattedDateCache
  ) {
    TextCursor.write(to: &out) { text in
      if milliseconds == cache.timestamp.milliseconds, cache.timestamp.count > 0 {
        text.append(cache.timestamp.text, count: cache.timestamp.count)
        return
      }
      let local = LocalTime.clampedToCalendar(milliseconds)
      let time = cache.utcDate.append(dayOf: local, to: &text) { date, text in
        text.append(fourDigits: date.year)
        text.append(UInt8(ascii: "-"))
        text.append(twoDigits: date.month)
        text.append(UInt8(ascii: "-"))
        text.append(twoDigits: date.day)
        text.append(UInt8(ascii: "T"))
      }
      text.append(twoDigits: time.hour)
      text.append(UInt8(ascii: ":"))
      text.append(twoDigits: time.minute)
      text.append(UInt8(ascii: ":"))
      text.append(twoDigits: time.second)
      if time.millisecond > 0 {
        text.append(UInt8(ascii: "."))
        text.append(UInt8(truncatingIfNeeded: 48 &+ time.millisecond / 100))
        text.append(twoDigits: time.millisecond % 100)
      }
      text.append(UInt8(ascii: "Z"))
      guard let copy = text.lastBytes(text.count) else { return }
      cache.timestamp = CachedTimestamp(milliseconds: milliseconds, text: copy, count: text.count)
    }
  }

  package func appendISO8601(_ milliseconds: Int64, to out: inout OutputBuffer) {
    var cache = FormattedDateCache()
    appendISO8601(milliseconds, to: &out, reusing: &cache)
  }

  /// Appends how long ago a moment is, or returns `false` if it is in the future.
  ///
  /// Clocks differ a little, so a moment up to a minute ahead is still "just now".
  private func appendAge(
    of milliseconds: Int64, at now: Int64, to out: inout OutputBuffer
  ) -> Bool {
    let (age, overflow) = now.subtractingReportingOverflow(milliseconds)
    guard !overflow, age > -60_000 else { return false }
    let minutes = Int(age / 60_000)
    let days = minutes / 1440
    // Every month has 28 days or more.
    let months =
      days < 28
      ? 0 : Self.wholeYears(in: days).map { $0 * 12 } ?? wholeMonths(from: milliseconds, to: now)
    if minutes < 1 {
      append(.justNow, to: &out)
    } else if minutes < 60 {
      append(.minutesAgo, count: minutes, to: &out)
    } else if days < 1 {
      append(.hoursAgo, count: minutes / 60, to: &out)
    } else if months < 1 {
      append(.daysAgo, count: days, to: &out)
    } else if months < 12 {
      append(.monthsAgo, count: months, to: &out)
    } else {
      append(.yearsAgo, count: months / 12, to: &out)
    }
    return true
  }

  /// Returns the number of years in a number of days; `nil` if it depends on the calendar.
  ///
  /// The number depends on the calendar around an anniversary and in the first year.
  private static func wholeYears(in days: Int) -> Int? {
    // A year has 365 or 366 days, and the offset of a zone can change by up to a day.
    let (fewest, most) = ((days - 1) / 366, (days + 1) / 365)
    return fewest == most && fewest > 0 ? fewest : nil
  }

  /// Returns the number of months that have passed in the calendar of the zone.
  ///
  /// A month has passed when the same day and time of day come again.
  private func wholeMonths(from first: Int64, to last: Int64) -> Int {
    func month(of moment: Int64) -> (number: Int, elapsed: Int) {
      let local = LocalTime.localMilliseconds(moment, in: zone, fixedOffset: fixedOffset)
      let (days, remainder) = LocalTime.flooredDivision(Int(local), by: 86_400_000)
      let day = CalendarDay(daysSince1970: days)
      return (day.year * 12 + day.month, day.day * 86_400_000 + remainder)
    }
    let (start, end) = (month(of: first), month(of: last))
    return end.number - start.number - (end.elapsed < start.elapsed ? 1 : 0)
  }
}
