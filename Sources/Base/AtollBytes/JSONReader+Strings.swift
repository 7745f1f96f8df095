extension JSONReader {
  /// Reads the next string, and unescapes it in place.
  @inlinable
  package mutating func string() throws(JSONError) -> Slice {
    guard skipSpace() == UInt8(ascii: "\"") else { throw failure(.expectedString) }
    return try stringHere()
  }

  /// Reads the next value if it is a string; otherwise, reads nothing and returns `nil`.
  @inlinable @inline(__always)
  package mutating func stringIfNext() throws(JSONError) -> Slice? {
    guard skipSpace() == UInt8(ascii: "\"") else { return nil }
    return try stringHere()
  }

  /// Reads the string whose opening quote is at `offset`.
  ///
  /// Most strings are ASCII without escapes: for those, reading the bytes once is enough.
  @inlinable @inline(__always)
  mutating func stringHere() throws(JSONError) -> Slice {
    let start = offset &+ 1
    var scan = StringScan()
    let index = unsafe scan.firstSpecial(base, from: start)
    guard unsafe base[index] == UInt8(ascii: "\""), scan.isASCII, index < end else {
      return try restOfString(from: start, at: index, scanned: scan)
    }
    offset = index &+ 1
    return Slice(
      start: UInt32(truncatingIfNeeded: start), count: UInt32(truncatingIfNeeded: index &- start))
  }

  /// Reads the rest of a string, and checks its UTF-8; `special` is the index of its first quote,
  /// backslash or control byte.
  @usableFromInline @inline(never)
  mutating func restOfString(
    from start: Int, at special: Int, scanned: StringScan
  ) throws(JSONError) -> Slice {
    var scan = scanned
    var hasNUL = false
    var hasControl = false
    var index = special
    var write = index
    while true {
      switch unsafe base[index] {
      case UInt8(ascii: "\""):
        guard index < end else { throw JSONError(.unexpectedEnd, at: end) }
        offset = index &+ 1
        if !scan.isASCII || hasNUL,
          let repairedString = try repairIfNeeded(start..<write, raw: start..<index, hasNUL: hasNUL)
        {
          return repairedString
        }
        return Slice(start..<write)
      case UInt8(ascii: "\\"):
        index = try unescape(at: index, to: &write)
      case let control:
        if index >= end { throw JSONError(.unexpectedEnd, at: end) }
        if control == 0x0A, hasLineOpening(after: index) {
          throw JSONError(.unterminatedString, at: index)
        }
        // JSON does not allow raw line ends or tabs, but rejecting them would lose readers'
        // comments.
        if control == 0 {
          hasNUL = true
        } else if !hasControl {
          hasControl = true
          repairs.add(.rawControl, count: 1, at: index)
        }
        unsafe base[write] = control
        write &+= 1
        index &+= 1
        if control == 0x0A {
          lineEndCount &+= 1
          lineStart = index
        }
      }
      index = unsafe scan.moveUpToSpecial(base, from: index, to: &write)
    }
  }

  /// Decodes the escape at `index` to the offset `write`, and returns the index after the escape.
  private mutating func unescape(
    at index: Int, to write: inout Int
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
      write = unsafe Self.encode(scalar, at: base, offset: write)
      return next
    default:
      throw index &+ 1 >= end
        ? JSONError(.unexpectedEnd, at: end) : JSONError(.badEscape, at: index)
    }
    unsafe base[write] = plain
    write &+= 1
    return index &+ 2
  }

  /// Returns the scalar of a `\uXXXX` escape, or of a surrogate pair of two escapes, and the index
  /// after them.
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
    repairs.add(.badScalar, count: 1, at: index)
    return (0xFFFD, index &+ 6)
  }

  private func hexadecimal(at index: Int) throws(JSONError) -> UInt32 {
    guard index &+ 4 <= end else { throw JSONError(.unexpectedEnd, at: end) }
    var value: UInt32 = 0
    for position in index..<index &+ 4 {
      guard let digit = unsafe hexadecimalValue(base[position]) else {
        throw JSONError(.badEscape, at: index &- 2)
      }
      value = (value &<< 4) | UInt32(digit)
    }
    return value
  }

  private static func encode(
    _ scalar: UInt32, at base: UnsafeMutablePointer<UInt8>, offset write: Int
  ) -> Int {
    func lead(mark: UInt32, shift: UInt32) -> UInt8 {
      UInt8(truncatingIfNeeded: mark | (scalar &>> shift))
    }
    func trail(_ shift: UInt32) -> UInt8 {
      UInt8(truncatingIfNeeded: 0x80 | ((scalar &>> shift) & 0x3F))
    }
    if scalar < 0x80 {
      unsafe base[write] = lead(mark: 0, shift: 0)
      return write &+ 1
    }
    if scalar < 0x800 {
      unsafe base[write] = lead(mark: 0xC0, shift: 6)
      unsafe base[write &+ 1] = trail(0)
      return write &+ 2
    }
    if scalar < 0x10000 {
      unsafe base[write] = lead(mark: 0xE0, shift: 12)
      unsafe base[write &+ 1] = trail(6)
      unsafe base[write &+ 2] = trail(0)
      return write &+ 3
    }
    unsafe base[write] = lead(mark: 0xF0, shift: 18)
    unsafe base[write &+ 1] = trail(12)
    unsafe base[write &+ 2] = trail(6)
    unsafe base[write &+ 3] = trail(0)
    return write &+ 4
  }

  /// Returns the slice of a repaired copy if a string is not UTF-8 or has a NUL; otherwise `nil`.
  private mutating func repairIfNeeded(
    _ range: Range<Int>, raw: Range<Int>, hasNUL: Bool
  ) throws(JSONError) -> Slice? {
    let isClean = !hasNUL && withAllBytes { firstInvalidUTF8(in: $0.extracting(range)) == nil }
    if isClean { return nil }
    let repaired = repairedUTF8(withAllBytes { Array($0.extracting(range)) })
    let start = inputCount + repairedBytes.count
    guard isRepairing, start + repaired.bytes.count < Int(UInt32.max) else {
      throw JSONError(.invalidUTF8, at: raw.lowerBound)
    }
    repairedBytes.append(contentsOf: repaired.bytes)
    // After unescaping, the position inside the string is unknown, so its start is reported.
    let first = range.count == raw.count ? repaired.offsets.first ?? 0 : 0
    repairs.add(
      hasNUL ? .badScalar : .invalidUTF8, count: repaired.count, at: range.lowerBound + first)
    return Slice(start..<start + repaired.bytes.count)
  }
}

/// The places where a reader replaced input with U+FFFD, or accepted what JSON does not allow: a
/// count of each kind, and the first few positions.
package struct Repairs: Sendable {
  package enum Kind: Sendable {
    case badScalar, invalidUTF8
    /// Control characters that JSON does not allow in a string; they are kept.
    case rawControl
    /// A number in a form that JSON does not allow; it is kept as written.
    case nonstandardNumber
  }

  package struct Repair: Sendable {
    package var kind: Kind
    package var count: Int
    package var offset: Int
  }

  package static let maximumKeptCount = 20
  package private(set) var badScalarCount = 0
  package private(set) var invalidByteCount = 0
  /// The number of strings and numbers that were accepted although JSON does not allow them.
  package private(set) var nonstandardValueCount = 0
  package private(set) var firstRepairs: [Repair] = []

  package init() {}

  package var isEmpty: Bool { firstRepairs.isEmpty }

  mutating func add(_ kind: Kind, count: Int, at offset: Int) {
    switch kind {
    case .badScalar: badScalarCount += count
    case .invalidUTF8: invalidByteCount += count
    case .rawControl, .nonstandardNumber: nonstandardValueCount += count
    }
    if firstRepairs.count < Self.maximumKeptCount {
      firstRepairs.append(Repair(kind: kind, count: count, offset: offset))
    }
  }
}
