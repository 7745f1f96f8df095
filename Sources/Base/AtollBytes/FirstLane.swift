/// Returns the halves of a mask; each lane is a byte of ones (if it is set) or zeros.
@inlinable @inline(__always)
package func halves(of mask: SIMDMask<SIMD16<Int8>>) -> SIMD2<UInt64> {
  unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
}

/// Returns the index of the first lane that is set, or 16 if none is.
@inlinable @inline(__always)
package func firstLane(_ mask: SIMDMask<SIMD16<Int8>>) -> Int {
  let halves = halves(of: mask)
  if halves.x != 0 { return UInt64(littleEndian: halves.x).trailingZeroBitCount &>> 3 }
  if halves.y != 0 { return 8 &+ UInt64(littleEndian: halves.y).trailingZeroBitCount &>> 3 }
  return 16
}

/// The set lanes of a 16-lane mask, removed one after another.
struct Lanes {
  /// The first eight lanes and the last eight; each lane is a byte of ones or zeros.
  private var (first, second): (UInt64, UInt64)

  @inline(__always)
  init(_ mask: SIMDMask<SIMD16<Int8>>) {
    let halves = halves(of: mask)
    (first, second) = (UInt64(littleEndian: halves.x), UInt64(littleEndian: halves.y))
  }

  @inline(__always)
  var isEmpty: Bool { first | second == 0 }

  /// Removes the first set lane, which must exist, and returns its index.
  @inline(__always)
  mutating func removeFirst() -> Int {
    if first != 0 {
      let bit = UInt64(truncatingIfNeeded: first.trailingZeroBitCount)
      first &= ~(0xFF &<< bit)
      return Int(truncatingIfNeeded: bit &>> 3)
    }
    let bit = UInt64(truncatingIfNeeded: second.trailingZeroBitCount)
    second &= ~(0xFF &<< bit)
    return 8 &+ Int(truncatingIfNeeded: bit &>> 3)
  }
}
