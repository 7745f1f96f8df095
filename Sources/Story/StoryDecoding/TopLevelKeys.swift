import Bytes

/// Looks at the keys of the outermost objects of an input without changing a byte of it.
///
/// Reading unescapes in place, and cannot be done twice: this helps to decide who is to read. Objects
/// may stand one behind another, or in a list. It trusts nothing and checks nothing: broken JSON ends
/// the looking.
struct TopLevelKeys {
  private let bytes: [UInt8]
  private let end: Int
  private var index: Int
  /// Whether the input begins as a list, and whether it begins as JSON at all.
  let isList: Bool
  let isJSON: Bool

  init(of bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    end = range.upperBound
    let first = range.first { !JoinedInput.isSpace(bytes[$0]) } ?? range.upperBound
    isList = first < end && bytes[first] == UInt8(ascii: "[")
    isJSON = isList || first < end && bytes[first] == UInt8(ascii: "{")
    index = isList ? first + 1 : first
  }

  /// The keys of the next object; nothing when there is none.
  ///
  /// The looking stops at a key that satisfies `isEnough`: an object may be as long as the input.
  mutating func next(until isEnough: (String) -> Bool = { _ in false }) -> [String]? {
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

  /// Goes behind the string that begins here.
  private mutating func skipString() {
    index += 1
    while index < end, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    index = min(index + 1, end)
  }

  /// Goes to the comma or bracket behind the value that begins here.
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
