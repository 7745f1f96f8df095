import AtollBytes

/// The rule by which a zone's offset changes every year, as POSIX writes it:
/// `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRule: Hashable, Sendable {
  /// The standard offset from UTC in seconds, positive to the east.
  var standardOffset: Int
  var daylight: Daylight?

  /// Daylight saving time: its offset from UTC in seconds, and its start and end, each in the local
  /// time before the change.
  struct Daylight: Hashable, Sendable {
    var offset: Int
    var start: Change
    var end: Change
  }

  /// A yearly moment: a day, and the seconds from its midnight, which may be negative or exceed a
  /// day.
  struct Change: Hashable, Sendable {
    enum Day: Hashable, Sendable {
      /// 1 to 365; the 29th of February is never counted.
      case julian(Int)
      /// 0 to 365; the 29th of February is counted.
      case ordinal(Int)
      /// Month 1 to 12, week 1 to 5 (5 is the last), weekday 0 to 6 from Sunday.
      case weekday(month: Int, week: Int, weekday: Int)
    }

    var day: Day
    var time: Int
  }

  func offset(at seconds: Int64) -> Int {
    guard let daylight else { return standardOffset }
    let standardSeconds = Int(seconds) &+ standardOffset
    let standardDays = LocalTime.flooredDivision(standardSeconds, by: 86_400).quotient
    let year = CalendarDay(daysSince1970: standardDays).year
    let start = Int64(daylight.start.secondsSince1970(in: year) - standardOffset)
    let end = Int64(daylight.end.secondsSince1970(in: year) - daylight.offset)
    let isDaylight =
      start < end ? seconds >= start && seconds < end : !(seconds >= end && seconds < start)
    return isDaylight ? daylight.offset : standardOffset
  }
}

extension ZoneRule.Change {
  /// Returns the moment of the change in a year, in seconds since 1970 in local time.
  func secondsSince1970(in year: Int) -> Int {
    daysSince1970(in: year) * 86_400 + time
  }

  private func daysSince1970(in year: Int) -> Int {
    let newYear = CalendarDay.daysSince1970(year: year, month: 1, day: 1)
    switch day {
    case .julian(let day):
      return newYear + day - 1 + (day >= 60 && CalendarDay.isLeap(year) ? 1 : 0)
    case .ordinal(let day):
      return newYear + day
    case .weekday(let month, let week, let weekday):
      let monthStart = CalendarDay.daysSince1970(year: year, month: month, day: 1)
      let nextMonthStart =
        month == 12
        ? CalendarDay.daysSince1970(year: year + 1, month: 1, day: 1)
        : CalendarDay.daysSince1970(year: year, month: month + 1, day: 1)
      let daysAhead = (weekday - CalendarDay.weekday(daysSince1970: monthStart) + 7) % 7
      var day = monthStart + daysAhead + (week - 1) * 7
      while day >= nextMonthStart { day -= 7 }
      return day
    }
  }
}

// MARK: Reading

extension ZoneRule {
  /// Creates a rule from the footer of a TZif file; `nil` if it is not a valid rule.
  init?(posix text: ArraySlice<UInt8>) {
    var reader = RuleReader(text)
    guard reader.skipName(), let west = reader.readTime(atMostHours: 24) else { return nil }
    standardOffset = -west
    if reader.isAtEnd { return }
    guard reader.skipName() else { return nil }
    var offset = standardOffset + 3600
    if !reader.isNext(UInt8(ascii: ",")) {
      guard let west = reader.readTime(atMostHours: 24) else { return nil }
      offset = -west
    }
    guard let start = reader.readChange(), let end = reader.readChange(), reader.isAtEnd else {
      return nil
    }
    daylight = Daylight(offset: offset, start: start, end: end)
  }
}

private struct RuleReader {
  private var rest: ArraySlice<UInt8>

  init(_ text: ArraySlice<UInt8>) { rest = text }

  var isAtEnd: Bool { rest.isEmpty }

  func isNext(_ byte: UInt8) -> Bool { rest.first == byte }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard rest.first == byte else { return false }
    rest.removeFirst()
    return true
  }

  /// Skips a name in angle brackets or of three or more letters; returns whether there is one.
  mutating func skipName() -> Bool {
    if skip(UInt8(ascii: "<")) {
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
      rest = rest[(end + 1)...]
      return true
    }
    let letters = rest.prefix { ($0 | 0x20) &- UInt8(ascii: "a") < 26 }
    rest = rest.dropFirst(letters.count)
    return letters.count >= 3
  }

  private mutating func readNumber(atMost limit: Int) -> Int? {
    var value = 0
    var digits = 0
    while let digit = rest.first, digit &- 48 < 10, digits < 4 {
      value = value * 10 + Int(digit &- 48)
      rest.removeFirst()
      digits += 1
    }
    return digits > 0 && value <= limit ? value : nil
  }

  /// Reads a time, `[+-]hh[:mm[:ss]]`, and returns it in seconds; `nil` if it is not valid.
  mutating func readTime(atMostHours limit: Int) -> Int? {
    let isNegative = skip(UInt8(ascii: "-"))
    if !isNegative { _ = skip(UInt8(ascii: "+")) }
    guard let hours = readNumber(atMost: limit) else { return nil }
    var seconds = hours * 3600
    if skip(UInt8(ascii: ":")) {
      guard let minutes = readNumber(atMost: 59) else { return nil }
      seconds += minutes * 60
      if skip(UInt8(ascii: ":")) {
        guard let rest = readNumber(atMost: 59) else { return nil }
        seconds += rest
      }
    }
    return isNegative ? -seconds : seconds
  }

  /// Reads `,` and a day, then optionally `/` and the time of that day, which is 02:00 by default;
  /// returns `nil` if they are not valid.
  mutating func readChange() -> ZoneRule.Change? {
    guard skip(UInt8(ascii: ",")), let day = readDay() else { return nil }
    guard skip(UInt8(ascii: "/")) else { return ZoneRule.Change(day: day, time: 2 * 3600) }
    // RFC 9636 lets the hours run from -167 to 167.
    return readTime(atMostHours: 167).map { ZoneRule.Change(day: day, time: $0) }
  }

  private mutating func readDay() -> ZoneRule.Change.Day? {
    if skip(UInt8(ascii: "J")) {
      guard let day = readNumber(atMost: 365), day >= 1 else { return nil }
      return .julian(day)
    }
    guard skip(UInt8(ascii: "M")) else { return readNumber(atMost: 365).map { .ordinal($0) } }
    guard let month = readNumber(atMost: 12), month >= 1, skip(UInt8(ascii: ".")),
      let week = readNumber(atMost: 5), week >= 1, skip(UInt8(ascii: ".")),
      let weekday = readNumber(atMost: 6)
    else { return nil }
    return .weekday(month: month, week: week, weekday: weekday)
  }
}
