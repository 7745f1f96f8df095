import Bytes
import Comments
import Store

extension ValueForm {
  /// Why a text is not of this form, and what would be.
  struct Problem: Hashable, Sendable {
    let message: String
    var advice: String?
  }

  /// What is wrong with a text, if anything is.
  func problem(with text: String) -> Problem? {
    if text.isEmpty { return Problem(message: "empty value") }
    switch self {
    case .text, .file, .folder, .wordOrFolder, .topic: return nil
    case .word(let words):
      return words.contains(text) ? nil : Self.unknown(text, among: words)
    case .language(let languages):
      return languageCode(of: text, among: languages) == nil
        ? Self.unknown(text, among: languages) : nil
    case .count(let allowed):
      return Int(text).map(allowed.contains) == true ? nil : Self.wrong(text, Self.told(allowed))
    case .countOrShare:
      return isCountOrShare(text)
        ? nil : Self.wrong(text, "a number such as 10, or a share such as 0.5%")
    case .part:
      return StorePart(text: text) == nil
        ? Self.wrong(text, "a part and how many there are, such as 3/8") : nil
    case .range:
      return halfOpenRange(text) == nil ? Self.wrong(text, "a range such as 0..50") : nil
    case .moment:
      return text == "now" || Timestamp(iso8601: text) != nil
        ? nil : Self.wrong(text, "a moment such as 2026-07-31T18:30:00Z, 2026-07-31 or now")
    case .zone:
      return ZoneName(text) == nil
        ? Self.wrong(text, "a zone such as UTC, +02:00 or Europe/Berlin") : nil
    }
  }

  private static func unknown(_ text: String, among words: [String]) -> Problem {
    let known = "the values are \(words.joined(separator: ", "))"
    guard let near = nearest(to: text, among: words) else {
      return Problem(message: "unknown value '\(text)'", advice: known)
    }
    return Problem(message: "unknown value '\(text)'", advice: "did you mean '\(near)'? \(known)")
  }

  private static func wrong(_ text: String, _ wanted: String) -> Problem {
    Problem(message: "wrong value '\(text)'", advice: "give \(wanted)")
  }

  private static func told(_ range: ClosedRange<Int>) -> String {
    range.upperBound == .max
      ? "a whole number, \(range.lowerBound) or more"
      : "a whole number from \(range.lowerBound) to \(range.upperBound)"
  }
}

/// Whether a text is a whole number, or a number of at most a hundred with a percent sign.
private func isCountOrShare(_ text: String) -> Bool {
  let isShare = text.hasSuffix("%")
  let digits = isShare ? text.dropLast() : text[...]
  guard digits.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 || isShare && $0 == UInt8(ascii: ".") }),
    let number = Double(digits)
  else { return false }
  return isShare ? number <= 100 : Int(text) != nil
}

/// The range that `A..B` tells: from `A`, up to but not with `B`.
func halfOpenRange(_ text: String) -> Range<Int>? {
  let bytes = Array(text.utf8)
  guard let dots = bytes.firstIndex(of: UInt8(ascii: ".")),
    dots + 1 < bytes.count, bytes[dots + 1] == UInt8(ascii: "."),
    let from = wholeNumber(bytes[..<dots]), let to = wholeNumber(bytes[(dots + 2)...]), from <= to
  else { return nil }
  return from..<to
}

/// The known language a tag begins with: `de` for `de-AT` and `de_DE.UTF-8`.
func languageCode(of tag: String, among languages: [String]) -> String? {
  let code = tag.utf8.prefix { $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") }
  let rest = tag.utf8.dropFirst(code.count).first
  let separators = [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ".")]
  guard rest.map(separators.contains) ?? true else { return nil }
  let lowercase = String(decoding: code.map { $0 | 0x20 }, as: UTF8.self)
  return languages.first { $0 == lowercase }
}

/// The number that ASCII digits tell, or nothing when there is anything else or too much of it.
func wholeNumber(_ digits: ArraySlice<UInt8>) -> Int? {
  guard !digits.isEmpty, digits.count <= 18 else { return nil }
  var number = 0
  for digit in digits {
    guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
    number = number * 10 + Int(digit - UInt8(ascii: "0"))
  }
  return number
}
