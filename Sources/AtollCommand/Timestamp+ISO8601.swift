import Comments

extension Timestamp {
  /// The moment an ISO 8601 text tells: a day, or a day and a time, in UTC unless it names an offset.
  init?(iso8601 text: String) {
    var scanner = MomentScanner(Array(text.utf8))
    guard let milliseconds = scanner.milliseconds() else { return nil }
    self.init(milliseconds: milliseconds)
  }
}

/// Reads `2026-07-31`, `2026-07-31T18:30`, `2026-07-31 18:30:00.250+02:00`.
private struct MomentScanner {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func milliseconds() -> Int64? {
    guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2),
      (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day)
    else { return nil }
    let midnight = Int64(Self.daysSince1970(year, month, day)) * 86_400_000
    if index == bytes.count { return midnight }
    guard skip("T") || skip("t") || skip(" "), let time = timeOfDay(), let offset = offset(),
      index == bytes.count
    else { return nil }
    return midnight + time - offset
  }

  private mutating func timeOfDay() -> Int64? {
    guard let hour = number(2), hour < 24, skip(":"), let minute = number(2), minute < 60 else {
      return nil
    }
    let minutes = Int64(hour * 60 + minute)
    guard skip(":") else { return minutes * 60_000 }
    guard let second = number(2), second < 61 else { return nil }
    let seconds = (minutes * 60 + Int64(second)) * 1000
    guard skip(".") || skip(",") else { return seconds }
    guard let fraction = fraction() else { return nil }
    return seconds + Int64(fraction)
  }

  /// Thousandths of a second; further digits are passed over.
  private mutating func fraction() -> Int? {
    var value = 0
    var digits = 0
    while index < bytes.count, let digit = wholeNumber(bytes[index..<index + 1]) {
      if digits < 3 { value = value * 10 + digit }
      digits += 1
      index += 1
    }
    guard digits > 0 else { return nil }
    for _ in min(digits, 3)..<3 { value *= 10 }
    return value
  }

  private mutating func offset() -> Int64? {
    if index == bytes.count || skip("Z") || skip("z") { return 0 }
    guard let minutes = offsetMinutes(bytes[index...]) else { return nil }
    index = bytes.count
    return Int64(minutes) * 60_000
  }

  private mutating func number(_ digits: Int) -> Int? {
    guard index + digits <= bytes.count, let value = wholeNumber(bytes[index..<index + digits])
    else { return nil }
    index += digits
    return value
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    case _: 31
    }
  }

  /// Days between 1970-01-01 and a day of the Gregorian calendar.
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // Years begin in March here, so that the leap day is the last day of one.
    let shifted = month > 2 ? year : year - 1
    let monthFromMarch = (month + 9) % 12
    let leapDays = shifted / 4 - shifted / 100 + shifted / 400
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    return shifted * 365 + leapDays + dayOfYear - 719_468
  }
}

/// The minutes that `+02:00`, `-0530` or `+9` tell.
func offsetMinutes(_ bytes: ArraySlice<UInt8>) -> Int? {
  guard let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
    return nil
  }
  let digits = bytes.dropFirst()
  let hours = digits.prefix { $0 != UInt8(ascii: ":") }
  let hourDigits = hours.count <= 2 ? hours : digits.prefix(2)
  var minuteDigits = digits[hourDigits.endIndex...]
  if minuteDigits.first == UInt8(ascii: ":") { minuteDigits = minuteDigits.dropFirst() }
  guard let hour = wholeNumber(hourDigits), hour <= 18 else { return nil }
  if hourDigits.endIndex == digits.endIndex {
    return (sign == UInt8(ascii: "-") ? -hour : hour) * 60
  }
  guard minuteDigits.count == 2, let minute = wholeNumber(minuteDigits), minute < 60 else {
    return nil
  }
  let total = hour * 60 + minute
  return sign == UInt8(ascii: "-") ? -total : total
}
