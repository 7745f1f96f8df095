import Atoll
import AtollArguments
import AtollBytes
import AtollOperatingSystem

/// The value of `--zone`: the rules of a time zone.
struct ZoneSetting: Sendable {
  let rules: TimeZoneRules
  /// The contents of the file that the rules were read from; `nil` for UTC and offsets.
  let fileBytes: [UInt8]?
}

extension ValueForm where Value == ZoneSetting {
  /// `UTC`, `local`, an offset, or a name from the time zone database.
  static var zone: ValueForm {
    ValueForm(.suggestions(["UTC", "local"])) { text in
      if ["UTC", "utc", "Z"].contains(text) { return ZoneSetting(rules: .utc, fileBytes: nil) }
      let characters = Array(text.utf8)
      if let minutes = offsetMinutes(characters[...]) {
        return ZoneSetting(rules: TimeZoneRules(offsetMinutes: minutes), fileBytes: nil)
      }
      guard isSafeZoneName(characters) else {
        throw Failure.invalidValue(text, expected: "a zone such as UTC, +02:00 or Europe/Berlin")
      }
      let file = text == "local" ? "/etc/localtime" : "/usr/share/zoneinfo/\(text)"
      guard let bytes = try? WholeFile.bytes(of: file, atMost: 1 << 20, accepting: .regular),
        let rules = TimeZoneRules(tzif: bytes)
      else {
        let meant = capitalizedZoneName(characters)
        if meant != text, (try? FileMetadata(of: "/usr/share/zoneinfo/\(meant)")) != nil {
          throw Failure(commandLine: "unknown time zone '\(text)'", didYouMean: meant)
        }
        throw Failure(
          commandLine: "unknown time zone '\(text)'",
          advice: "write a name such as Europe/Berlin (package tzdata), or an offset such as +02:00"
        )
      }
      return ZoneSetting(rules: rules, fileBytes: bytes)
    }
  }
}

/// Returns whether the name of a zone can be added to a folder's path: it is not an absolute path,
/// and does not contain `..`.
///
/// Such a name has at most 64 bytes. Every part between slashes begins with a letter, and contains
/// only letters, digits, `_`, `+` and `-`.
private func isSafeZoneName(_ bytes: [UInt8]) -> Bool {
  guard bytes.count <= 64 else { return false }
  let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
  return parts.allSatisfy { part in
    guard let first = part.first, isLetter(first) else { return false }
    return part.allSatisfy(isPlain)
  }
}

/// Returns the name of a zone with a capital letter at the beginning of each word, and lower-case
/// letters elsewhere: `Europe/Berlin`, `America/New_York`.
private func capitalizedZoneName(_ bytes: [UInt8]) -> String {
  var isInWord = false
  var name: [UInt8] = []
  for byte in bytes {
    let small = lowercase(byte)
    name.append(isLetter(small) && !isInWord ? small - 0x20 : small)
    isInWord = isLetterOrDigit(small)
  }
  return String(decoding: name, as: UTF8.self)
}

private func isPlain(_ byte: UInt8) -> Bool {
  isLetterOrDigit(byte) || "_+-".utf8.contains(byte)
}

/// Returns an offset such as `+02:00`, `-0530` or `+9` in minutes east of UTC; `nil` if
/// it is invalid.
private func offsetMinutes(_ bytes: ArraySlice<UInt8>) -> Int? {
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
