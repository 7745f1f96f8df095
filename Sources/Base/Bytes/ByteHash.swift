/// The hash of bytes in tables that are looked up for every comment or every name of a style sheet.
///
/// It begins with a random number, so that nobody can choose bytes whose hashes collide. There is one number for
/// the process, as getting it from the system takes as long as reading a comment. Only the slots of tables depend on it, never
/// the output.
@usableFromInline
package enum ByteHash {
  /// The random number of the process.
  package static let start = UInt64.random(in: .min ... .max)

  /// The hash of some bytes, eight of them at a time, through a 64 × 64 → 128 bit multiplication.
  ///
  /// - Parameter start: `ByteHash.start`, or a number made of it.
  @inlinable @inline(__always)
  package static func hash(
    _ bytes: UnsafeRawPointer, count: Int, from start: UInt64
  ) -> UInt32 {
    var mixed = start ^ UInt64(truncatingIfNeeded: count)
    var left = count
    var place = unsafe bytes
    while left > 8 {
      mixed = unsafe mix(mixed, place.loadUnaligned(as: UInt64.self))
      unsafe place += 8
      left &-= 8
    }
    // The last one to eight bytes; some of them for the second time if there were more.
    let last: UInt64
    if count >= 8 {
      last = unsafe (place + (left &- 8)).loadUnaligned(as: UInt64.self)
    } else {
      var rest: UInt64 = 0
      for index in 0..<left {
        rest = rest &<< 8 | UInt64(unsafe place.load(fromByteOffset: index, as: UInt8.self))
      }
      last = rest
    }
    return UInt32(truncatingIfNeeded: mix(mixed, last) &>> 32)
  }

  @inlinable @inline(__always)
  static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return product.high ^ product.low
  }
}
