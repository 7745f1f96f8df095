import AtollBytes

/// The date and time of a moment in a time zone.
struct LocalTime: Hashable, Sendable {
  var date: CalendarDay
  var time: TimeOfDay

  /// Creates the local date and time of a moment, clamped to the years 1 to 9999.
  init(milliseconds: Int64, zone: borrowing Zone) {
    let local = Self.localMilliseconds(milliseconds, in: zone, fixedOffset: zone.fixedOffset)
    let (days, remainder) = Self.flooredDivision(Int(local), by: 86_400_000)
    date = CalendarDay(daysSince1970: days)
    time = TimeOfDay(milliseconds: UInt32(truncatingIfNeeded: remainder))
  }

  /// Returns the local time at a moment, in milliseconds since local midnight on January 1, 1970.
  ///
  /// `fixedOffset` is the zone's offset in seconds, if it never changes.
  @inline(__always)
  static func localMilliseconds(_ milliseconds: Int64, in zone: borrowing Zone, fixedOffset: Int?)
    -> Int64
  {
    let clamped = clampedToCalendar(milliseconds)
    let offset =
      if let fixedOffset { fixedOffset } else {
        zone.offset(at: Int64(flooredDivision(Int(clamped), by: 1000).quotient))
      }
    return clamped &+ Int64(offset) &* 1000
  }

  /// Returns a moment clamped to the years 1 to 9999.
  @inline(__always)
  static func clampedToCalendar(_ milliseconds: Int64) -> Int64 {
    min(max(milliseconds, firstMillisecond), lastMillisecond)
  }

  /// The first millisecond of the year 1 and the last of 9999, in UTC.
  static let firstMillisecond = Int64(CalendarDay.supportedDays.lowerBound) * 86_400_000
  static let lastMillisecond = Int64(CalendarDay.supportedDays.upperBound + 1) * 86_400_000 - 1

  /// Returns the quotient, rounded down, and the remainder, which is then never negative.
  @inline(__always)
  static func flooredDivision(_ value: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
    let quotient = value / divisor
    let remainder = value &- quotient &* divisor
    return remainder < 0 ? (quotient &- 1, remainder &+ divisor) : (quotient, remainder)
  }
}
