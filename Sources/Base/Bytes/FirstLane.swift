/// The first lane of sixteen that is set, or 16.
@inlinable @inline(__always)
package func firstLane(_ mask: SIMDMask<SIMD16<Int8>>) -> Int {
  let halves = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
  if halves.x != 0 { return UInt64(littleEndian: halves.x).trailingZeroBitCount &>> 3 }
  if halves.y != 0 { return 8 &+ UInt64(littleEndian: halves.y).trailingZeroBitCount &>> 3 }
  return 16
}
