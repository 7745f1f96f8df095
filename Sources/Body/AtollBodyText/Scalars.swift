/// Returns the scalar at `index` and its length in bytes: (0, 0) if it is not UTF-8, (0, 1) for a
/// NUL.
@inline(__always)
package func decodedScalar(
  in bytes: Span<UInt8>, at index: Int
) -> (scalar: UInt32, length: Int) {
  let first = UInt32(bytes[index])
  if first < 0x80 { return (first, 1) }
  let availableCount = bytes.count &- index
  func rest(_ offset: Int) -> UInt32? {
    // Each call follows a comparison with `availableCount`.
    let byte = unsafe bytes[unchecked: index &+ offset]
    return byte & 0xC0 == 0x80 ? UInt32(byte & 0x3F) : nil
  }
  if first < 0xE0 {
    guard first >= 0xC2, availableCount >= 2, let second = rest(1) else { return (0, 0) }
    return ((first & 0x1F) << 6 | second, 2)
  }
  if first < 0xF0 {
    guard availableCount >= 3, let second = rest(1), let third = rest(2) else { return (0, 0) }
    let scalar = (first & 0x0F) << 12 | second << 6 | third
    return scalar < 0x800 || scalar &- 0xD800 < 0x800 ? (0, 0) : (scalar, 3)
  }
  guard first < 0xF5, availableCount >= 4, let second = rest(1), let third = rest(2),
    let fourth = rest(3)
  else { return (0, 0) }
  let scalar = (first & 0x07) << 18 | second << 12 | third << 6 | fourth
  return scalar < 0x10000 || scalar > 0x10FFFF ? (0, 0) : (scalar, 4)
}
