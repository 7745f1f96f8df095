import Arguments
import Atoll
import Bytes
import OperatingSystem

/// A time zone as it is named on the command line.
enum ZoneName: Hashable, Sendable {
  case utc
  /// The time zone of this machine.
  case local
  case offset(minutes: Int)
  /// A name in the time zone database, such as `Europe/Berlin`.
  ///
  /// As a path, it cannot leave the folder of the database.
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

  /// The path of the zone's TZif file (RFC 8536); `nil` for UTC and for offsets.
  var file: String? {
    switch self {
    case .utc, .offset: nil
    case .local: "/etc/localtime"
    case .named(let name): "/usr/share/zoneinfo/\(name)"
    }
  }

  /// Returns whether a name has at most 64 bytes, and every part between slashes begins with a
  /// letter and contains only letters, digits, `_`, `+` and `-`.
  ///
  /// Such a name is not an absolute path, and does not contain `..`.
  private static func isSafe(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= 64 else { return false }
    let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      guard let first = part.first, isLetter(first) else { return false }
      return part.allSatisfy(isPlain)
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || "_+-".utf8.contains(byte)
  }
}

/// Returns an offset such as `+02:00`, `-0530` or `+9` in minutes east of UTC; `nil` if
/// it is invalid.
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

/// The rules of a time zone, and the contents of the file that they were read from; `nil` if they
/// were not read from a file.
struct ZoneSetting: Sendable {
  let rules: TimeZoneRules
  let fileBytes: [UInt8]?
}

extension ValueForm where Value == ZoneSetting {
  /// `UTC`, `local`, an offset, or a name from the time zone database.
  static var zone: ValueForm {
    ValueForm(.suggestions(["UTC", "local"])) { text in
      guard let name = ZoneName(text) else {
        throw Failure.invalidValue(text, expected: "a zone such as UTC, +02:00 or Europe/Berlin")
      }
      if case .offset(let minutes) = name {
        return ZoneSetting(rules: TimeZoneRules(offsetMinutes: minutes), fileBytes: nil)
      }
      guard let file = name.file else { return ZoneSetting(rules: .utc, fileBytes: nil) }
      guard let bytes = try? WholeFile.bytes(of: file, atMost: 1 << 20, accepting: .regular),
        let rules = TimeZoneRules(tzif: bytes)
      else {
        throw Failure(
          usage: "unknown time zone '\(text)'",
          advice: "write a name such as Europe/Berlin (package tzdata), or an offset such as +02:00"
        )
      }
      return ZoneSetting(rules: rules, fileBytes: bytes)
    }
  }
}
