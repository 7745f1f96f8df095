extension JSONReader {
  /// The next string, unescaped in place.
  package mutating func string() throws(JSONError) -> Slice {
    guard skipSpace() == UInt8(ascii: "\"") else { throw failure(.expectedString) }
    let start = offset &+ 1
    var highBits: UInt64 = 0
    var index = unsafe Self.firstSpecial(base, from: start, &highBits)
    var write = index
    while true {
      switch unsafe base[index] {
      case UInt8(ascii: "\""):
        guard index < end else { throw JSONError(.unexpectedEnd, at: end) }
        if highBits != 0 { try checkUTF8(start..<write) }
        offset = index &+ 1
        return Slice(start..<write)
      case UInt8(ascii: "\\"):
        index = try unescape(at: index, to: &write, &highBits)
      case 0:
        throw index >= end
          ? JSONError(.unexpectedEnd, at: end) : JSONError(.invalidUTF8, at: index)
      case let control:
        // A raw line end or tab is against the letter of JSON; refusing it would lose comments.
        unsafe base[write] = control
        write &+= 1
        index &+= 1
      }
      let next = unsafe Self.firstSpecial(base, from: index, &highBits)
      if write != index {
        unsafe (base + write).update(from: base + index, count: next &- index)
      }
      write &+= next &- index
      index = next
    }
  }

  /// The first quote, backslash or control byte from `start` on; the padding always holds one.
  ///
  /// Collects the high bits of all it passes, and of up to seven bytes more.
  @inline(__always)
  private static func firstSpecial(
    _ base: UnsafeMutablePointer<UInt8>, from start: Int, _ highBits: inout UInt64
  ) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    var index = start
    while true {
      let word = unsafe UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self).littleEndian
      let quote: UInt64 = word ^ 0x2222_2222_2222_2222
      let slash: UInt64 = word ^ 0x5C5C_5C5C_5C5C_5C5C
      let isQuote: UInt64 = (quote &- ones) & ~quote
      let isSlash: UInt64 = (slash &- ones) & ~slash
      let isControl: UInt64 = (word &- 0x2020_2020_2020_2020) & ~word
      let found: UInt64 = (isQuote | isSlash | isControl) & tops
      highBits |= word & tops
      if found != 0 { return index &+ (found.trailingZeroBitCount &>> 3) }
      index &+= 8
    }
  }

  /// Reads the escape at `index`, writes what it stands for at `write`, returns what follows it.
  private mutating func unescape(
    at index: Int, to write: inout Int, _ highBits: inout UInt64
  ) throws(JSONError) -> Int {
    let plain: UInt8
    switch unsafe base[index &+ 1] {
    case UInt8(ascii: "n"): plain = 0x0A
    case UInt8(ascii: "\""): plain = UInt8(ascii: "\"")
    case UInt8(ascii: "\\"): plain = UInt8(ascii: "\\")
    case UInt8(ascii: "/"): plain = UInt8(ascii: "/")
    case UInt8(ascii: "r"): plain = 0x0D
    case UInt8(ascii: "t"): plain = 0x09
    case UInt8(ascii: "b"): plain = 0x08
    case UInt8(ascii: "f"): plain = 0x0C
    case UInt8(ascii: "u"):
      let (scalar, next) = try unicodeEscape(at: index)
      write = unsafe Self.encode(scalar, at: base, write)
      return next
    default:
      throw index &+ 1 >= end
        ? JSONError(.unexpectedEnd, at: end) : JSONError(.badEscape, at: index)
    }
    unsafe base[write] = plain
    write &+= 1
    return index &+ 2
  }

  /// The scalar of a `\uXXXX` escape, or of two that make a surrogate pair, and what follows it.
  private mutating func unicodeEscape(at index: Int) throws(JSONError) -> (UInt32, Int) {
    let unit = try hexadecimal(at: index &+ 2)
    if unit != 0, unit & 0xF800 != 0xD800 { return (unit, index &+ 6) }
    if unit & 0xFC00 == 0xD800, unsafe base[index &+ 6] == UInt8(ascii: "\\"),
      unsafe base[index &+ 7] == UInt8(ascii: "u")
    {
      let low = try hexadecimal(at: index &+ 8)
      if low & 0xFC00 == 0xDC00 {
        let high: UInt32 = (unit & 0x3FF) &<< 10
        return (0x10000 &+ high &+ (low & 0x3FF), index &+ 12)
      }
    }
    replacements += 1
    lastReplacement = index
    return (0xFFFD, index &+ 6)
  }

  private func hexadecimal(at index: Int) throws(JSONError) -> UInt32 {
    guard index &+ 4 <= end else { throw JSONError(.unexpectedEnd, at: end) }
    var value: UInt32 = 0
    for position in index..<index &+ 4 {
      let byte = unsafe base[position]
      let lower = byte | 0x20
      if Self.isDigit(byte) {
        value = (value &<< 4) | UInt32(byte &- 48)
      } else if lower >= UInt8(ascii: "a"), lower <= UInt8(ascii: "f") {
        value = (value &<< 4) | UInt32(lower &- 87)
      } else {
        throw JSONError(.badEscape, at: index &- 2)
      }
    }
    return value
  }

  private static func encode(
    _ scalar: UInt32, at base: UnsafeMutablePointer<UInt8>, _ write: Int
  ) -> Int {
    func lead(_ mark: UInt32, _ shift: UInt32) -> UInt8 {
      UInt8(truncatingIfNeeded: mark | (scalar &>> shift))
    }
    func trail(_ shift: UInt32) -> UInt8 {
      UInt8(truncatingIfNeeded: 0x80 | ((scalar &>> shift) & 0x3F))
    }
    if scalar < 0x80 {
      unsafe base[write] = lead(0, 0)
      return write &+ 1
    }
    if scalar < 0x800 {
      unsafe base[write] = lead(0xC0, 6)
      unsafe base[write &+ 1] = trail(0)
      return write &+ 2
    }
    if scalar < 0x10000 {
      unsafe base[write] = lead(0xE0, 12)
      unsafe base[write &+ 1] = trail(6)
      unsafe base[write &+ 2] = trail(0)
      return write &+ 3
    }
    unsafe base[write] = lead(0xF0, 18)
    unsafe base[write &+ 1] = trail(12)
    unsafe base[write &+ 2] = trail(6)
    unsafe base[write &+ 3] = trail(0)
    return write &+ 4
  }

  private func checkUTF8(_ range: Range<Int>) throws(JSONError) {
    let bytes = unsafe UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
    if let bad = unsafe firstInvalidUTF8(in: bytes) {
      throw JSONError(.invalidUTF8, at: range.lowerBound + bad)
    }
  }
}
