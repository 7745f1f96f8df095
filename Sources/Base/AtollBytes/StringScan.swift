/// A scan through the bytes of a JSON string, sixteen at a time, for the next quote, backslash or
/// control byte.
///
/// It records whether all bytes that it has loaded are ASCII. It loads up to fifteen bytes beyond
/// the byte that it finds, so it may report an ASCII string as non-ASCII, but never the reverse.
@usableFromInline
struct StringScan {
  @usableFromInline typealias Bytes16 = SIMD16<UInt8>

  @usableFromInline var seen = Bytes16()

  @inlinable @inline(__always)
  init() {}

  @inlinable @inline(__always)
  var isASCII: Bool {
    let halves = unsafe unsafeBitCast(seen, to: SIMD2<UInt64>.self)
    return (halves.x | halves.y) & 0x8080_8080_8080_8080 == 0
  }

  /// Returns the index of the first quote, backslash or control byte from `start` on; the padding
  /// after the input consists of control bytes.
  @inlinable @inline(__always)
  mutating func firstSpecial(_ base: UnsafeMutablePointer<UInt8>, from start: Int) -> Int {
    var index = start
    while true {
      let bytes = unsafe Self.load(from: base, at: index)
      seen |= bytes
      let lane = Self.firstSpecialLane(of: bytes)
      if lane < 16 { return index &+ lane }
      index &+= 16
    }
  }

  /// Returns the same index as `firstSpecial`, and moves the bytes before that index down to
  /// `write`.
  ///
  /// `write` must be at most `start`, and becomes the end of the moved bytes.
  mutating func moveUpToSpecial(
    _ base: UnsafeMutablePointer<UInt8>, from start: Int, to write: inout Int
  ) -> Int {
    var index = start
    while true {
      let bytes = unsafe Self.load(from: base, at: index)
      seen |= bytes
      let lane = Self.firstSpecialLane(of: bytes)
      let next = index &+ lane
      // Storing all sixteen bytes may overwrite bytes that are not read yet; they are restored.
      let coming = unsafe Self.load(from: base, at: next)
      unsafe UnsafeMutableRawPointer(base + write).storeBytes(of: bytes, as: Bytes16.self)
      unsafe UnsafeMutableRawPointer(base + next).storeBytes(of: coming, as: Bytes16.self)
      write &+= lane
      if lane < 16 { return next }
      index = next
    }
  }

  @inlinable @inline(__always)
  static func load(from base: UnsafeMutablePointer<UInt8>, at index: Int) -> Bytes16 {
    unsafe UnsafeRawPointer(base + index).loadUnaligned(as: Bytes16.self)
  }

  /// Returns the lane of the first quote, backslash or control byte, or 16 if there is none.
  ///
  /// Every operand is a vector, because with a scalar operand the compiler works byte by byte.
  @inlinable @inline(__always)
  static func firstSpecialLane(of bytes: Bytes16) -> Int {
    // With its second-lowest bit flipped, the quote comes right after the control bytes.
    firstLane(
      ((bytes ^ Bytes16(repeating: 2)) .< Bytes16(repeating: 0x21))
        .| (bytes .== Bytes16(repeating: UInt8(ascii: "\\"))))
  }
}
