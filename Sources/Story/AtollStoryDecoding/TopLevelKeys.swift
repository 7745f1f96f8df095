import AtollBytes

/// A scanner that lists the keys of an input's top-level objects without changing the input.
///
/// The JSON reader unescapes in place and cannot read twice, so the form of the input is determined
/// with this scanner first. The objects may be in a list or follow one another. Broken JSON ends
/// the scan.
struct TopLevelKeys {
  private let bytes: [UInt8]
  private let end: Int
  private var index: Int
  /// True if the input begins with a square bracket.
  let isList: Bool
  /// True if the input begins with a square bracket or a brace.
  let looksLikeJSON: Bool

  init(of bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    end = range.upperBound
    let first = range.first { !JoinedInput.isSpace(bytes[$0]) } ?? range.upperBound
    isList = first < end && bytes[first] == UInt8(ascii: "[")
    looksLikeJSON = isList || first < end && bytes[first] == UInt8(ascii: "{")
    index = isList ? first + 1 : first
  }

  /// Returns the keys of the next object, at most 64, up to one that satisfies `isEnough`; `nil` at
  /// the end.
  mutating func nextKeys(until isEnough: (String) -> Bool = { _ in false }) -> [String]? {
    while index < end, JoinedInput.isSpace(bytes[index]) || bytes[index] == UInt8(ascii: ",") {
      index += 1
    }
    guard index < end, bytes[index] == UInt8(ascii: "{") else { return nil }
    index += 1
    var names: [String] = []
    while let name = nextName() {
      if names.count < 64 { names.append(name) }
      if isEnough(name) { return names }
      skipValue()
    }
    if index < end, bytes[index] == UInt8(ascii: "}") { index += 1 }
    return names
  }

  /// Returns a scanner for the value of a key in the next object; `nil` if the object does not have
  /// the key.
  func value(of key: String) -> TopLevelKeys? {
    var scanner = self
    guard scanner.nextKeys(until: { $0 == key })?.last == key else { return nil }
    return TopLevelKeys(of: bytes, in: scanner.index..<end)
  }

  private mutating func skipSpace() {
    while index < end, JoinedInput.isSpace(bytes[index]) { index += 1 }
  }

  private mutating func nextName() -> String? {
    skipSpace()
    if index < end, bytes[index] == UInt8(ascii: ",") {
      index += 1
      skipSpace()
    }
    guard index < end, bytes[index] == UInt8(ascii: "\"") else { return nil }
    let start = index + 1
    skipString()
    let name = bytes[start..<max(start, min(index - 1, start + 64))]
    skipSpace()
    guard index < end, bytes[index] == UInt8(ascii: ":") else { return nil }
    index += 1
    return String(decoding: name, as: UTF8.self)
  }

  private mutating func skipString() {
    index += 1
    while index < end, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    index = min(index + 1, end)
  }

  /// Skips to the comma or bracket after the value that begins here.
  private mutating func skipValue() {
    var depth = 0
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        skipString()
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return }
        depth -= 1
      case UInt8(ascii: ","): if depth == 0 { return }
      default: break
      }
      index += 1
    }
  }
}
