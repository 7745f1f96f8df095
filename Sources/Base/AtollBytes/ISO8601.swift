/// Returns the milliseconds since 1970 of an ISO 8601 time such as `2024-05-01T12:34:56.789Z`.
///
/// It also reads dates alone, a space instead of the `T`, times without seconds, any number of
/// decimals, and offsets such as `+02:00`, `+0200` and `+02`. A time without a zone is UTC. Returns
/// `nil` for an impossible date such as 30 February.
package func milliseconds(ofISO8601 text: Span<UInt8>) -> Int64? {
  if text.count == 24, let time = millisecondsOfUTCTime(text) { return time }
  var scan = DigitScan(text)
  let negative = scan.skip(UInt8(ascii: "-"))
  guard let year = scan.readNumber(digitCount: 4), scan.skip(UInt8(ascii: "-")),
    let month = scan.readNumber(digitCount: 2),
    scan.skip(UInt8(ascii: "-")), let day = scan.readNumber(digitCount: 2)
  else { return nil }
  guard month >= 1, month <= 12, day >= 1, day <= daysIn(month, year: negative ? -year : year)
  else { return nil }
  let date = daysSince1970(year: negative ? -year : year, month: month, day: day) &* 86_400_000
  if scan.isAtEnd { return date }
  guard scan.skip(UInt8(ascii: "T")) || scan.skip(UInt8(ascii: "t")) || scan.skip(0x20),
    let hour = scan.readNumber(digitCount: 2), hour <= 24, scan.skip(UInt8(ascii: ":")),
    let minute = scan.readNumber(digitCount: 2), minute < 60
  else { return nil }
  var time: Int64 = (hour &* 60 &+ minute) &* 60_000
  if scan.skip(UInt8(ascii: ":")) {
    // A leap second counts as the second after it.
    guard let second = scan.readNumber(digitCount: 2), second <= 60 else { return nil }
    time &+= second &* 1000
    if scan.skip(UInt8(ascii: ".")) || scan.skip(UInt8(ascii: ",")) {
      guard let thousandths = scan.readThousandths() else { return nil }
      time &+= thousandths
    }
  }
  // The end of a day is 24:00, and no later time has that hour.
  guard hour < 24 || time == 86_400_000, let offset = scan.readZoneOffsetMinutes(), scan.isAtEnd
  else {
    return nil
  }
  return date &+ time &- offset &* 60_000
}

/// Returns a time in UTC, such as `2024-05-01T12:34:56.789Z`; a zero fraction is left out.
///
/// A date outside the years 1 to 9999 is clamped to the nearest date in that range; the time of day
/// stays.
package func iso8601(milliseconds: Int64) -> String {
  func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
  let millisecondsPerDay: Int64 = 86_400_000
  let rest = milliseconds % millisecondsPerDay
  let millisecondOfDay = rest < 0 ? rest + millisecondsPerDay : rest
  let day = CalendarDay(daysSince1970: Int(milliseconds / millisecondsPerDay) - (rest < 0 ? 1 : 0))
  let time = TimeOfDay(milliseconds: UInt32(millisecondOfDay))
  let date = "\(padded(day.year, to: 4))-\(padded(day.month, to: 2))-\(padded(day.day, to: 2))"
  let clock = [time.hour, time.minute, time.second].map { padded($0, to: 2) }
  let fraction = time.millisecond == 0 ? "" : "." + padded(time.millisecond, to: 3)
  return "\(date)T\(clock[0]):\(clock[1]):\(clock[2])\(fraction)Z"
}

/// Returns the milliseconds since 1970 of a time such as `2024-05-01T12:34:56.789Z`.
///
/// Servers write this form: 24 bytes with a `T`, three decimals and a `Z`. Returns `nil` for any
/// other form.
private func millisecondsOfUTCTime(_ bytes: Span<UInt8>) -> Int64? {
  // "0000-00-", "00T00:00" and ":00.000Z", the first byte lowest.
  let date = EightCharacters(
    bytes.load8(at: 0), template: 0x2D30_302D_3030_3030, headroom: 0x7F76_767F_7676_7676)
  let clock = EightCharacters(
    bytes.load8(at: 8), template: 0x3030_3A30_3054_3030, headroom: 0x7676_7F76_767F_7676)
  let rest = EightCharacters(
    bytes.load8(at: 16), template: 0x5A30_3030_2E30_303A, headroom: 0x7F76_7676_7F76_767F)
  let year = date.pair(at: 0) &* 100 &+ date.pair(at: 2)
  let (month, day) = (date.pair(at: 5), clock.pair(at: 0))
  let (hour, minute, second) = (clock.pair(at: 3), clock.pair(at: 6), rest.pair(at: 1))
  let thousandths = rest.pair(at: 4) &* 10 &+ rest.digit(at: 6)
  // The product is 0 if the month or the year is 0; the caller then reads the time in the general
  // way.
  guard (date.faultBits | clock.faultBits | rest.faultBits) == 0, year &* month >= 1, month <= 12,
    day >= 1, day <= daysIn(month, year: year), hour < 24, minute < 60, second < 60
  else { return nil }
  let time: Int64 = ((hour &* 60 &+ minute) &* 60 &+ second) &* 1000 &+ thousandths
  return daysSince1970(year: year, month: month, day: day) &* 86_400_000 &+ time
}

/// Eight characters of a time (digits and the marks between them), checked and read in one step.
private struct EightCharacters {
  /// The values of the digits, and 0 for the marks; the first character is in the lowest byte.
  private let values: UInt64
  /// For each digit, ten times the digit plus the next digit.
  private let pairs: UInt64
  /// 0 if every character is as expected.
  let faultBits: UInt64

  /// Creates the values from eight bytes, the first one lowest.
  ///
  /// `template` has a mark such as `-` where the text must have that mark, and `0` where it must
  /// have a digit.
  ///
  /// `headroom` is added to each byte's difference from the template, and sets the top bit if the
  /// byte is wrong. It is 0x7F for a mark (difference 0) and 0x76 for a digit (at most 9).
  @inline(__always)
  init(_ bytes: UInt64, template: UInt64, headroom: UInt64) {
    values = bytes ^ template
    // Only a byte with its top bit set, which is itself a fault, can carry into the next one.
    faultBits = ((values &+ headroom) | values) & 0x8080_8080_8080_8080
    pairs = values &* 10 &+ values &>> 8
  }

  @inline(__always)
  func digit(at index: UInt64) -> Int64 { Int64(values &>> (index &* 8) & 0xFF) }

  @inline(__always)
  func pair(at index: UInt64) -> Int64 { Int64(pairs &>> (index &* 8) & 0xFF) }
}

@inline(__always)
private func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
  Int64(CalendarDay.daysSince1970(year: Int(year), month: Int(month), day: Int(day)))
}

@inline(__always)
private func daysIn(_ month: Int64, year: Int64) -> Int64 {
  if month == 2 {
    return CalendarDay.isLeap(Int(year)) ? 29 : 28
  }
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31
}

/// A cursor in a copy of a time's text.
private struct DigitScan {
  private let text: [UInt8]
  private let count: Int
  private var index = 0

  init(_ text: Span<UInt8>) {
    self.text = Array(text)
    count = text.count
  }

  var isAtEnd: Bool { index == count }

  private var nextByte: UInt8 { index < count ? text[index] : 0 }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard nextByte == byte, !isAtEnd else { return false }
    index &+= 1
    return true
  }

  mutating func readNumber(digitCount count: Int) -> Int64? {
    guard index &+ count <= self.count else { return nil }
    var value: Int64 = 0
    for _ in 0..<count {
      let digit = nextByte &- 48
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int64(digit)
      index &+= 1
    }
    return value
  }

  /// Reads one or more decimals; those after the third are dropped.
  mutating func readThousandths() -> Int64? {
    var value: Int64 = 0
    var scale: Int64 = 100
    guard nextByte &- 48 < 10 else { return nil }
    while nextByte &- 48 < 10, !isAtEnd {
      value &+= Int64(nextByte &- 48) &* scale
      scale /= 10
      index &+= 1
    }
    return value
  }

  /// Reads `Z`, an offset, or nothing at the end, and returns the offset from UTC in minutes.
  mutating func readZoneOffsetMinutes() -> Int64? {
    if isAtEnd || skip(UInt8(ascii: "Z")) || skip(UInt8(ascii: "z")) { return 0 }
    let west = skip(UInt8(ascii: "-"))
    guard west || skip(UInt8(ascii: "+")), let hours = readNumber(digitCount: 2), hours <= 23 else {
      return nil
    }
    var minutes: Int64 = 0
    if !isAtEnd {
      _ = skip(UInt8(ascii: ":"))
      guard let parsedMinutes = readNumber(digitCount: 2), parsedMinutes < 60 else { return nil }
      minutes = parsedMinutes
    }
    let offset = hours &* 60 &+ minutes
    return west ? -offset : offset
  }
}

extension JSONReader {
  /// Reads the next value if it is a time in the form that servers write,
  /// `2024-05-01T12:34:56.789Z`, and returns its milliseconds since 1970.
  ///
  /// Otherwise, reads nothing and returns `nil`.
  package mutating func utcTimeIfNext() -> Int64? {
    let length = 24
    guard skipSpace() == UInt8(ascii: "\""), end &- offset > length &+ 1,
      case let start = offset &+ 1,
      unsafe base[offset &+ length &+ 1] == UInt8(ascii: "\""),
      let time = withAllBytes({
        millisecondsOfUTCTime($0.extracting(start..<start &+ length))
      })
    else { return nil }
    // A time in this form contains nothing to unescape.
    offset &+= length &+ 2
    return time
  }
}
