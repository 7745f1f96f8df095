/// How a zone can be named on the command line.
enum ZoneName: Hashable, Sendable {
  case utc
  /// The zone of this machine.
  case local
  case offset(minutes: Int)
  /// A name in the time zone database, checked to lead nowhere else.
  case named(String)

  init?(_ text: String) {
    let bytes = Array(text.utf8)
    switch text {
    case "UTC", "utc", "Z": self = .utc
    case "local": self = .local
    case _:
      if let minutes = offsetMinutes(bytes[...]) {
        self = .offset(minutes: minutes)
      } else if Self.isSafe(bytes) {
        self = .named(text)
      } else {
        return nil
      }
    }
  }

  /// Where the zone's transitions are written down.
  var file: String? {
    switch self {
    case .utc, .offset: nil
    case .local: "/etc/localtime"
    case .named(let name): "/usr/share/zoneinfo/\(name)"
    }
  }

  /// Letters, digits, `_`, `+` and `-` in parts divided by `/`; so neither `..` nor a rooted path.
  private static func isSafe(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= 64 else { return false }
    let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      guard let first = part.first, isLetter(first) else { return false }
      return part.allSatisfy(isPlain)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    isLetter(byte) || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
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
