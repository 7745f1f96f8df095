import CZlib

/// Text that the build compressed (zlib, RFC 1950) and stored in a string literal, seven bits per
/// character.
enum PackedText {
  /// The largest size of an unpacked text, in bytes; the largest language has fewer than 10,000.
  static let maximumTextSize = 1 << 16

  /// Returns the bytes of a text, or `nil` if it is damaged or too large.
  static func unpacked(_ packed: String) -> [UInt8]? {
    var deflated: [UInt8] = []
    deflated.reserveCapacity(packed.utf8.count)
    var bits = 0
    var bitCount = 0
    for character in packed.utf8 {
      bits |= Int(character) << bitCount
      bitCount += 7
      guard bitCount >= 8 else { continue }
      deflated.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      bitCount -= 8
    }
    var count = UInt(maximumTextSize)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: maximumTextSize) { room, used in
      let status = unsafe uncompress(room.baseAddress, &count, deflated, UInt(deflated.count))
      used = status == Z_OK ? Int(count) : 0
    }
    return bytes.isEmpty ? nil : bytes
  }
}
