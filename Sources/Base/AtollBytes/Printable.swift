/// Returns the number of consecutive printable ASCII bytes in text from `start` on, scanned sixteen
/// at a time.
@inlinable @inline(__always)
package func printableCount(of text: Span<UInt8>, from start: Int) -> Int {
  let count = text.count
  var index = start
  while index <= count &- 16 {
    let lane = firstLane(unprintableLanes(of: text.loadSigned16(at: index)))
    index &+= lane
    if lane < 16 { return index &- start }
  }
  while index < count, isPrintable(text[index]) { index &+= 1 }
  return index &- start
}

/// Returns the lanes with control characters, DEL and non-ASCII bytes, which are negative here.
@inlinable @inline(__always)
package func unprintableLanes(of chunk: SIMD16<Int8>) -> SIMDMask<SIMD16<Int8>> {
  (chunk .< SIMD16<Int8>(repeating: 0x20)) .| (chunk .== SIMD16<Int8>(repeating: 0x7F))
}

@inlinable @inline(__always)
package func isPrintable(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F }
