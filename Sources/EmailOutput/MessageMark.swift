import Bytes

/// Tells messages apart: the same for the same bytes on every machine.
///
/// It names a message and divides its parts, and keeps no secret and proves nothing; a large mail is
/// read by it in a fraction of the time that SHA-256 would take.
struct MessageMark {
  private var low: UInt64 = 0x6A09_E667_F3BC_C908
  private var high: UInt64 = 0xBB67_AE85_84CA_A73B

  mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    let raw = UnsafeRawBufferPointer(bytes)
    var index = 0
    while index &+ 16 <= raw.count {
      unsafe mix(
        UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)),
        UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index &+ 8, as: UInt64.self)))
      index &+= 16
    }
    var rest: UInt64 = 0
    var count = 0
    while index < raw.count {
      unsafe rest = rest &<< 8 | UInt64(raw[index])
      index &+= 1
      count &+= 1
      if count == 8 {
        mix(rest, 0)
        rest = 0
      }
    }
    mix(rest, UInt64(truncatingIfNeeded: raw.count))
  }

  mutating func add(_ text: String) {
    let bytes = Array(text.utf8)
    unsafe bytes.withUnsafeBufferPointer { unsafe add($0) }
  }

  /// Thirty-two hexadecimal digits.
  var text: String {
    var state = self
    for _ in 0..<4 { state.mix(0x9E37_79B9_7F4A_7C15, 0xD1B5_4A32_D192_ED03) }
    return [state.low, state.high].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }

  /// Two multiplications whose halves cross over, so that every bit reaches every other.
  private mutating func mix(_ first: UInt64, _ second: UInt64) {
    let one = (low ^ first).multipliedFullWidth(by: 0x9FB2_1C65_1E98_DF25)
    let two = (high ^ second).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    low = one.low ^ two.high &+ 0x8EBC_6AF0_9C88_C6E3
    high = two.low ^ one.high &+ 0x5896_59A8_A2B5_12E5
  }
}
