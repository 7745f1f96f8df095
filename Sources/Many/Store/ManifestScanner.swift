import Hashing

/// A scanner of JSON lines exactly as this module writes them; anything else is an error.
struct ManifestScanner {
  private let bytes: [UInt8]
  private var index: Int
  private let end: Int

  init(_ bytes: [UInt8], line: Range<Int>) {
    self.bytes = bytes
    index = line.lowerBound
    end = line.upperBound
  }

  init(_ line: [UInt8]) { self.init(line, line: line.indices) }

  var isAtEnd: Bool { index == end }

  /// Skips a literal; returns false if it does not come next.
  mutating func skip(_ literal: StaticString) -> Bool {
    let count = literal.utf8CodeUnitCount
    guard end - index >= count else { return false }
    for offset in 0..<count where unsafe bytes[index + offset] != literal.utf8Start[offset] {
      return false
    }
    index += count
    return true
  }

  /// Reads a string; returns the range between its quotes, with its escapes.
  mutating func text() -> Range<Int>? {
    guard index < end, bytes[index] == UInt8(ascii: "\"") else { return nil }
    let start = index + 1
    let quote = unsafe bytes.withUnsafeBufferPointer { bytes in
      var quote = start
      while quote < end, unsafe bytes[quote] != UInt8(ascii: "\"") {
        if unsafe bytes[quote] < 0x20 { return end }
        quote += unsafe bytes[quote] == UInt8(ascii: "\\") ? 2 : 1
      }
      return quote
    }
    guard quote < end else { return nil }
    index = quote + 1
    return start..<quote
  }

  mutating func hash() -> ContentHash? {
    let after = index + ContentHash.digitCount + 1
    guard after < end, bytes[index] == UInt8(ascii: "\""), bytes[after] == UInt8(ascii: "\""),
      let hash = ContentHash(hexadecimal: bytes, from: index + 1)
    else { return nil }
    index = after + 1
    return hash
  }

  /// Reads an array of hashes.
  mutating func hashes() -> [ContentHash]? {
    guard skip("[") else { return nil }
    var hashes: [ContentHash] = []
    while let hash = hash() {
      hashes.append(hash)
      if !skip(",") { break }
    }
    return skip("]") ? hashes : nil
  }

  private static let mostDigits = 18

  mutating func number() -> Int? {
    let start = index
    var number = 0
    while index < end, (0x30...0x39).contains(bytes[index]) {
      guard index - start < Self.mostDigits else { return nil }
      number = number * 10 + Int(bytes[index] - 0x30)
      index += 1
    }
    return index == start ? nil : number
  }
}
