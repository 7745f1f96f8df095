/// The hash function of Atoll's own hash tables: those used for every comment, or for every name in
/// a style sheet.
///
/// It is seeded with a random number, so that an attacker cannot choose bytes whose hashes collide.
/// All tables of a process share one seed, because getting a seed from the system takes as long as
/// decoding a comment. Only table slots depend on the seed, never the output.
@usableFromInline
package enum ByteHash {
  package static let seed = UInt64.random(in: .min ... .max)

  /// Returns the hash of some bytes, mixed eight at a time by 64 × 64 → 128 bit multiplication.
  ///
  /// - Parameter seed: `ByteHash.seed`, a number derived from it, or a constant if the hash must be
  ///   the same in every process.
  @inlinable @inline(__always)
  package static func hash(_ bytes: Span<UInt8>, seed: UInt64) -> UInt32 {
    let count = bytes.count
    var mixed = seed ^ UInt64(truncatingIfNeeded: count)
    var offset = 0
    while count &- offset > 8 {
      mixed = mix(mixed, with: bytes.load8(at: offset))
      offset &+= 8
    }
    // The last eight bytes, or all bytes if there are fewer; some may be mixed in a second time.
    let last: UInt64
    if count >= 8 {
      last = bytes.load8(at: count &- 8)
    } else {
      var rest: UInt64 = 0
      for index in 0..<count { rest = rest &<< 8 | UInt64(bytes[index]) }
      last = rest
    }
    return UInt32(truncatingIfNeeded: mix(mixed, with: last) &>> 32)
  }

  @inlinable @inline(__always)
  static func mix(_ hash: UInt64, with word: UInt64) -> UInt64 {
    let product = (hash ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return product.high ^ product.low
  }
}
