package import Bytes
import Comments

extension Wording {
  /// Appends a moment as people read it: a date and a time of day in the zone, or how long ago it is.
  package func appendTime(_ milliseconds: Int64, to out: inout OutputBuffer) {
    if let now, appendAge(of: milliseconds, at: now.milliseconds, to: &out) { return }
    let time = WallTime(milliseconds: milliseconds, zone: zone)
    switch language {
    case .english:
      out.append(decimal: time.date.day)
      out.append(UInt8(ascii: " "))
      out.append(English.month(time.date.month))
      out.append(UInt8(ascii: " "))
      out.append(decimal: time.date.year)
      out.append(", ")
    case .german:
      out.append(decimal: time.date.day)
      out.append(". ")
      out.append(German.month(time.date.month))
      out.append(UInt8(ascii: " "))
      out.append(decimal: time.date.year)
      out.append(", ")
    case .spanish:
      out.append(decimal: time.date.day)
      out.append(" de ")
      out.append(Spanish.month(time.date.month))
      out.append(" de ")
      out.append(decimal: time.date.year)
      out.append(", ")
    case .french:
      out.append(decimal: time.date.day)
      if time.date.day == 1 { out.append("er ") } else { out.append(UInt8(ascii: " ")) }
      out.append(French.month(time.date.month))
      out.append(UInt8(ascii: " "))
      out.append(decimal: time.date.year)
      out.append(" à ")
    case .japanese:
      out.append(decimal: time.date.year)
      out.append("年")
      out.append(Japanese.month(time.date.month))
      out.append(decimal: time.date.day)
      out.append("日 ")
    case .arabic:
      out.append(decimal: time.date.day)
      out.append(UInt8(ascii: " "))
      out.append(Arabic.month(time.date.month))
      out.append(UInt8(ascii: " "))
      out.append(decimal: time.date.year)
      out.append("، ")
    }
    out.append(twoDigits: time.hour)
    out.append(UInt8(ascii: ":"))
    out.append(twoDigits: time.minute)
  }

  /// Appends a moment for machines, in UTC: `2019-05-04T12:34:56.789Z`; a zero fraction is left out.
  package func appendISO(_ milliseconds: Int64, to out: inout OutputBuffer) {
    let time = WallTime(milliseconds: milliseconds, zone: .utc)
    out.append(twoDigits: time.date.year / 100)
    out.append(twoDigits: time.date.year % 100)
    out.append(UInt8(ascii: "-"))
    out.append(twoDigits: time.date.month)
    out.append(UInt8(ascii: "-"))
    out.append(twoDigits: time.date.day)
    out.append(UInt8(ascii: "T"))
    out.append(twoDigits: time.hour)
    out.append(UInt8(ascii: ":"))
    out.append(twoDigits: time.minute)
    out.append(UInt8(ascii: ":"))
    out.append(twoDigits: time.second)
    if time.millisecond > 0 {
      out.append(UInt8(ascii: "."))
      out.append(UInt8(truncatingIfNeeded: 48 + time.millisecond / 100))
      out.append(twoDigits: time.millisecond % 100)
    }
    out.append(UInt8(ascii: "Z"))
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

extension OutputBuffer {
  @inline(__always)
  fileprivate mutating func append(twoDigits number: Int) {
    let number = UInt32(truncatingIfNeeded: number)
    append(UInt8(truncatingIfNeeded: 48 &+ number / 10))
    append(UInt8(truncatingIfNeeded: 48 &+ number % 10))
  }
}
