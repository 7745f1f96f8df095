import Bytes

/// Looks at the keys of the first object of an input without changing a byte of it.
///
/// Reading unescapes in place, and cannot be done twice: this decides who is to read.
struct TopLevelKeys {
  private let bytes: [UInt8]
  private let end: Int
  private var index: Int
  /// The keys that were seen, in order; no more than a few are remembered.
  private(set) var names: [String] = []
  private(set) var isObject = false

  /// Looks until a key satisfies `isEnough`, or all were seen.
  init(of bytes: [UInt8], in range: Range<Int>, until isEnough: (String) -> Bool) {
    self.bytes = bytes
    index = range.lowerBound
    end = range.upperBound
    skipSpace()
    guard index < end, bytes[index] == UInt8(ascii: "{") else { return }
    isObject = true
    index += 1
    while let name = nextName() {
      if names.count < 64 { names.append(name) }
      if isEnough(name) { return }
      skipValue()
    }
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
    let name = String(
      decoding: bytes[start..<max(start, min(index - 1, start + 64))], as: UTF8.self)
    skipSpace()
    guard index < end, bytes[index] == UInt8(ascii: ":") else { return nil }
    index += 1
    return name
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
