/// The first lane of sixteen that is set, or 16.
@inlinable @inline(__always)
package func firstLane(_ mask: SIMDMask<SIMD16<Int8>>) -> Int {
  let halves = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
  if halves.x != 0 { return UInt64(littleEndian: halves.x).trailingZeroBitCount &>> 3 }
  if halves.y != 0 { return 8 &+ UInt64(littleEndian: halves.y).trailingZeroBitCount &>> 3 }
  return 16
}

/// One bit for each of sixteen lanes, the first in the lowest place.
@inlinable @inline(__always)
package func laneBits(_ mask: SIMDMask<SIMD16<Int8>>) -> UInt32 {
  let halves = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
  // Each byte keeps one bit, and the product adds all of them up in its highest byte.
  let first = (UInt64(littleEndian: halves.x) & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101
  let second = (UInt64(littleEndian: halves.y) & 0x8040_2010_0804_0201) &* 0x0101_0101_0101_0101
  return UInt32(truncatingIfNeeded: first &>> 56 | (second &>> 56) &<< 8)
}
