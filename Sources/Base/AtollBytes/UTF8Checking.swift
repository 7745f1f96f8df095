/// Returns the length of the well-formed UTF-8 sequence at `index`, or 0 if there is none.
///
/// The ranges are those of the Unicode standard, table 3-7: no overlong forms, no surrogates,
/// nothing above U+10FFFF.
@inline(__always)
func lengthOfSequence(in bytes: Span<UInt8>, at index: Int) -> Int {
  let first = bytes[index]
  if first < 0x80 { return 1 }
  let bytes = bytes.extracting(index...)
  let availableCount = bytes.count
  func continues(_ position: Int) -> Bool { bytes[position] & 0xC0 == 0x80 }
  switch first {
  case 0xC2...0xDF:
    return availableCount >= 2 && continues(1) ? 2 : 0
  case 0xE0...0xEF:
    guard availableCount >= 3, continues(1), continues(2) else { return 0 }
    let second = bytes[1]
    if first == 0xE0 && second < 0xA0 || first == 0xED && second > 0x9F { return 0 }
    return 3
  case 0xF0...0xF4:
    guard availableCount >= 4, continues(1), continues(2), continues(3) else { return 0 }
    let second = bytes[1]
    if first == 0xF0 && second < 0x90 || first == 0xF4 && second > 0x8F { return 0 }
    return 4
  default:
    return 0
  }
}

/// Returns the offset of the first byte that is not UTF-8, or `nil` if all bytes are.
package func firstInvalidUTF8(in bytes: Span<UInt8>) -> Int? {
  var index = 0
  let count = bytes.count
  while index < count {
    if bytes[index] < 0x80 {
      index &+= 1
      while index <= count &- 8, bytes.load8(at: index) & 0x8080_8080_8080_8080 == 0 {
        index &+= 8
      }
      continue
    }
    let length = lengthOfSequence(in: bytes, at: index)
    if length == 0 { return index }
    index &+= length
  }
  return nil
}

/// Returns a copy in which U+FFFD replaces every invalid byte and every NUL, the number of replaced
/// bytes, and the offsets of the first `limit` of them.
package func repairedUTF8(
  _ bytes: [UInt8], listing limit: Int = 16
) -> (bytes: [UInt8], count: Int, offsets: [Int]) {
  var repaired: [UInt8] = []
  repaired.reserveCapacity(bytes.count + 64)
  var count = 0
  var offsets: [Int] = []
  let source = bytes.span
  var index = 0
  while index < source.count {
    let length = source[index] == 0 ? 0 : lengthOfSequence(in: source, at: index)
    if length > 0 {
      for position in index..<index + length { repaired.append(source[position]) }
      index += length
    } else {
      repaired.append(contentsOf: [0xEF, 0xBF, 0xBD])
      count += 1
      if offsets.count < limit { offsets.append(index) }
      index += 1
    }
  }
  return (repaired, count, offsets)
}
