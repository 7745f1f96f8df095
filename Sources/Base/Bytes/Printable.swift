/// Returns the number of consecutive printable ASCII bytes in text from `start` on, scanned sixteen
/// at a time.
@inlinable @inline(__always)
package func printableCount(of text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
  guard let base = text.baseAddress else { return 0 }
  let count = text.count
  var index = start
  while index &+ 16 <= count {
    let chunk = unsafe UnsafeRawPointer(base + index).loadUnaligned(as: SIMD16<Int8>.self)
    let lane = firstLane(unprintableLanes(of: chunk))
    index &+= lane
    if lane < 16 { return index &- start }
  }
  while index < count, unsafe isPrintable(base[index]) { index &+= 1 }
  return index &- start
}

/// Returns the lanes with control characters, DEL and non-ASCII bytes, which are negative here.
@inlinable @inline(__always)
package func unprintableLanes(of chunk: SIMD16<Int8>) -> SIMDMask<SIMD16<Int8>> {
  (chunk .< SIMD16<Int8>(repeating: 0x20)) .| (chunk .== SIMD16<Int8>(repeating: 0x7F))
}

@inlinable @inline(__always)
package func isPrintable(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F }
