// JSON strings (RFC 8259, section 7) are written in two forms. `append(jsonString:)` writes the
// fewest escapes, and is the fastest: for results that go through pipes line by line.
// `append(fullyEscapedJSONString:)` writes strings that are also safe on a terminal and in a `<script>`
// element.

extension OutputBuffer {
  /// Appends a JSON string in which only quotes, backslashes, control characters and DEL are
  /// escaped.
  package mutating func append(jsonString text: String) {
    append(UInt8(ascii: "\""))
    text.withBytes { append(jsonStringContents: $0) }
    append(UInt8(ascii: "\""))
  }

  /// Appends what `append(jsonString:)` writes between the quotes.
  package mutating func append(jsonStringContents text: Span<UInt8>) {
    let pieceSize = 4096
    let maximumEscapeLength = 6
    var index = 0
    while index < text.count {
      let end = min(index + pieceSize, text.count)
      unsafe writeInPlace(atMost: (end - index) * maximumEscapeLength + 16) { target in
        unsafe escape(text.extracting(index..<end), to: target)
      }
      index = end
    }
  }

  /// Appends a JSON string in which even `<` and invisible characters (`isInvisible`) are escaped.
  package mutating func append(fullyEscapedJSONString slice: Slice, of bytes: [UInt8]) {
    append(UInt8(ascii: "\""))
    if slice.end <= bytes.count {
      appendFullyEscaped(bytes.span.extracting(slice.range))
    }
    append(UInt8(ascii: "\""))
  }

  package mutating func append(fullyEscapedJSONString text: String) {
    let bytes = Array(text.utf8)
    append(fullyEscapedJSONString: Slice(0..<bytes.count), of: bytes)
  }

  private mutating func appendFullyEscaped(_ text: Span<UInt8>) {
    var clean = 0
    var index = 0
    while index < text.count {
      let (scalar, length) = scalarToEscape(in: text, at: index)
      guard let scalar else {
        index &+= length
        continue
      }
      append(contentsOf: text.extracting(clean..<index))
      appendEscape(of: scalar)
      index &+= length
      clean = index
    }
    append(contentsOf: text.extracting(clean..<index))
  }

  private mutating func appendEscape(of scalar: UInt32) {
    switch scalar {
    case 0x0A: append("\\n")
    case 0x0D: append("\\r")
    case 0x09: append("\\t")
    case 0x22, 0x5C:
      append(UInt8(ascii: "\\"))
      append(UInt8(truncatingIfNeeded: scalar))
    case 0x10000...:
      appendUnit(0xD7C0 + (scalar >> 10))
      appendUnit(0xDC00 | (scalar & 0x3FF))
    case _: appendUnit(scalar)
    }
  }

  /// Appends the escape for a UTF-16 code unit, such as `\u200b`.
  private mutating func appendUnit(_ unit: UInt32) {
    append("\\u")
    for shift: UInt32 in [12, 8, 4, 0] {
      append(lowercaseHexadecimalDigit(UInt8(truncatingIfNeeded: unit >> shift & 0xF)))
    }
  }
}

/// Returns the lowercase hexadecimal digit for a value below 16.
@inline(__always)
package func lowercaseHexadecimalDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? 48 &+ value : 87 &+ value
}

/// Returns the scalar at an index if it has to be escaped, and the number of bytes to advance.
private func scalarToEscape(
  in text: Span<UInt8>, at index: Int
) -> (scalar: UInt32?, length: Int) {
  let first = text[index]
  func rest(_ ahead: Int) -> UInt32 {
    index + ahead < text.count ? UInt32(text[index + ahead] & 0x3F) : 0
  }
  let scalar: UInt32
  let length: Int
  switch first {
  case 0..<0x20, 0x22, 0x3C, 0x5C, 0x7F: return (UInt32(first), 1)
  // Only sequences that begin with these bytes can be invisible.
  case 0xC2, 0xCD, 0xD8: (scalar, length) = (UInt32(first & 0x1F) << 6 | rest(1), 2)
  case 0xE1...0xE3, 0xEF:
    (scalar, length) = (UInt32(first & 0x0F) << 12 | rest(1) << 6 | rest(2), 3)
  case 0xF0, 0xF3:
    (scalar, length) = (
      UInt32(first & 0x07) << 18 | rest(1) << 12 | rest(2) << 6 | rest(3), 4
    )
  case _: return (nil, 1)
  }
  guard index + length <= text.count else { return (nil, text.count - index) }
  return (isInvisible(scalar) ? scalar : nil, length)
}

/// Writes bytes with the fewest escapes, and returns the number of bytes written.
///
/// Stores sixteen bytes at a time. After an escape, the rest of the block is stored again, and
/// surplus bytes are overwritten later.
private func escape(
  _ source: Span<UInt8>, to target: UnsafeMutablePointer<UInt8>
) -> Int {
  var index = 0
  var count = 0
  // At least 32 bytes must be left, because sixteen are read again after each escape, even one at
  // the end of a block.
  while index <= source.count &- 32 {
    let block = unsafe copyBlock(
      source.load(SIMD16<Int8>.self, unchecked: index), to: target + count)
    let (simple, others) = lanesToEscape(block)
    var special = Lanes(simple .| others)
    // The number of bytes in the block that have been written.
    var done = 0
    if !special.isEmpty, Lanes(others).isEmpty {
      repeat {
        let lane = special.removeFirst()
        count &+= lane &- done
        unsafe target[count] = UInt8(ascii: "\\")
        count &+= 1
        done = lane
        unsafe copyBlock(
          source.load(SIMD16<Int8>.self, unchecked: index &+ done), to: target + count)
      } while !special.isEmpty
    }
    while !special.isEmpty {
      let lane = special.removeFirst()
      count &+= lane &- done
      unsafe count &+= escape(source[index &+ lane], to: target + count)
      done = lane &+ 1
      unsafe copyBlock(source.load(SIMD16<Int8>.self, unchecked: index &+ done), to: target + count)
    }
    count &+= 16 &- done
    index &+= 16
  }
  while index < source.count {
    unsafe count &+= escape(source[index], to: target + count)
    index &+= 1
  }
  return count
}

@inline(__always) @discardableResult
private func copyBlock(
  _ block: SIMD16<Int8>, to target: UnsafeMutablePointer<UInt8>
) -> SIMD16<Int8> {
  unsafe UnsafeMutableRawPointer(target).storeBytes(of: block, as: SIMD16<Int8>.self)
  return block
}

/// Returns the lanes of a block that need an escape: `simple` are those with a quote or a
/// backslash, `others` those with a control character or DEL.
///
/// Every operand is a vector, because with a scalar operand the compiler works lane by lane.
@inline(__always)
private func lanesToEscape(
  _ block: SIMD16<Int8>
) -> (simple: SIMDMask<SIMD16<Int8>>, others: SIMDMask<SIMD16<Int8>>) {
  // With the top bit flipped, the control characters are the smallest of the signed bytes.
  let control =
    (block ^ SIMD16<Int8>(repeating: .min)) .< SIMD16<Int8>(repeating: 0x20 ^ .min)
  let quote = block .== SIMD16<Int8>(repeating: 0x22)
  let backslash = block .== SIMD16<Int8>(repeating: 0x5C)
  let delete = block .== SIMD16<Int8>(repeating: 0x7F)
  return (quote .| backslash, control .| delete)
}

/// Writes a byte or its escape, and returns its length; always stores eight bytes.
@inline(__always)
private func escape(_ byte: UInt8, to target: UnsafeMutablePointer<UInt8>) -> Int {
  let text: UInt64
  let length: Int
  switch byte {
  case 0x22, 0x5C: (text, length) = (0x5C | UInt64(byte) << 8, 2)
  case 0x0A: (text, length) = (0x6E5C, 2)
  case 0..<0x20, 0x7F:
    // `\u00`, the first byte lowest, and two digits.
    let digits = UInt64(48 + byte >> 4) | UInt64(lowercaseHexadecimalDigit(byte & 15)) << 8
    (text, length) = (0x3030_755C | digits << 32, 6)
  case _: (text, length) = (UInt64(byte), 1)
  }
  unsafe UnsafeMutableRawPointer(target).storeBytes(of: text.littleEndian, as: UInt64.self)
  return length
}
