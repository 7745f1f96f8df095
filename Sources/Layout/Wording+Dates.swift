package import Bytes
import Comments

extension Wording {
  /// Appends a moment as people read it: a date and a time of day in the zone, or how long ago it is.
  package func appendTime(_ milliseconds: Int64, to out: inout OutputBuffer) {
    if let now, appendAge(of: milliseconds, at: now.milliseconds, to: &out) { return }
    let time =
      if let fixedOffset {
        WallTime(milliseconds: milliseconds, offset: fixedOffset)
      } else {
        WallTime(milliseconds: milliseconds, zone: zone)
      }
    TextCursor.write(to: &out) { text in
      append(time.date, to: &text)
      text.append(twoDigits: time.hour)
      text.append(UInt8(ascii: ":"))
      text.append(twoDigits: time.minute)
    }
  }

  /// Appends a date and what stands between it and the time of day.
  @inline(__always)
  private func append(_ date: CalendarDay, to text: inout TextCursor) {
    switch language {
    case .english: text.append(date, " ", English.month(date.month), " ", ", ")
    case .german: text.append(date, ". ", German.month(date.month), " ", ", ")
    case .spanish: text.append(date, " de ", Spanish.month(date.month), " de ", ", ")
    case .french:
      text.append(date, date.day == 1 ? "er " : " ", French.month(date.month), " ", " à ")
    case .japanese:
      text.append(year: date.year)
      text.append("年")
      text.append(Japanese.month(date.month))
      text.append(day: date.day)
      text.append("日 ")
    case .arabic: text.append(date, " ", Arabic.month(date.month), " ", "، ")
    }
  }

  /// Appends a moment for machines, in UTC: `2019-05-04T12:34:56.789Z`; a zero fraction is left out.
  package func appendISO(_ milliseconds: Int64, to out: inout OutputBuffer) {
    let time = WallTime(milliseconds: milliseconds, offset: 0)
    TextCursor.write(to: &out) { text in
      text.append(fourDigits: time.date.year)
      text.append(UInt8(ascii: "-"))
      text.append(twoDigits: time.date.month)
      text.append(UInt8(ascii: "-"))
      text.append(twoDigits: time.date.day)
      text.append(UInt8(ascii: "T"))
      text.append(twoDigits: time.hour)
      text.append(UInt8(ascii: ":"))
      text.append(twoDigits: time.minute)
      text.append(UInt8(ascii: ":"))
      text.append(twoDigits: time.second)
      if time.millisecond > 0 {
        text.append(UInt8(ascii: "."))
        text.append(UInt8(truncatingIfNeeded: 48 + time.millisecond / 100))
        text.append(twoDigits: time.millisecond % 100)
      }
      text.append(UInt8(ascii: "Z"))
    }
  }

  /// Appends how long ago a moment is, or nothing for one that is yet to come.
  ///
  /// Clocks differ a little: up to a minute ahead still is "just now".
  private func appendAge(
    of milliseconds: Int64, at now: Int64, to out: inout OutputBuffer
  ) -> Bool {
    let (age, overflow) = now.subtractingReportingOverflow(milliseconds)
    guard !overflow, age > -60_000 else { return false }
    let minutes = Int(age / 60_000)
    let days = minutes / 1440
    if minutes < 1 {
      append(.justNow, to: &out)
    } else if minutes < 60 {
      append(.minutesAgo, minutes, to: &out)
    } else if days < 1 {
      append(.hoursAgo, minutes / 60, to: &out)
    } else if days < 30 {
      append(.daysAgo, days, to: &out)
    } else if days < 365 {
      append(.monthsAgo, min(days / 30, 11), to: &out)
    } else {
      append(.yearsAgo, days / 365, to: &out)
    }
    return true
  }
}

extension TextCursor {
  /// Appends day, month and year, with what stands between them and behind.
  @inline(__always)
  fileprivate mutating func append(
    _ date: CalendarDay, _ afterDay: StaticString, _ month: StaticString,
    _ afterMonth: StaticString, _ afterYear: StaticString
  ) {
    append(day: date.day)
    append(afterDay)
    append(month)
    append(afterMonth)
    append(year: date.year)
    append(afterYear)
  }
}
