import AtollBytes

/// The unique part of a message's `Message-ID` and of the boundary between its parts (RFC 5322,
/// 3.6.4; RFC 2046, 5.1.1).
///
/// It is a 128-bit hash of everything that was added: the same bytes make the same id on every
/// machine. It does not have to be cryptographic, so a hash that is much faster than SHA-256 is
/// enough.
struct MessageID {
  private var low: UInt64 = 0x6A09_E667_F3BC_C908
  private var high: UInt64 = 0xBB67_AE85_84CA_A73B

  init() {}

  init(of text: String) { add(text) }

  /// Adds bytes in four interleaved streams, since in a single stream every step would wait for the
  /// previous one.
  mutating func add(_ bytes: Span<UInt8>) {
    let quarter = bytes.count / 64 * 16
    var streams = (self, MessageID(), MessageID(), MessageID())
    for index in stride(from: 0, to: quarter, by: 16) {
      streams.0.mix(bytes, at: index)
      streams.1.mix(bytes, at: index &+ quarter)
      streams.2.mix(bytes, at: index &+ 2 &* quarter)
      streams.3.mix(bytes, at: index &+ 3 &* quarter)
    }
    self = streams.0
    if quarter > 0 {
      for stream in [streams.1, streams.2, streams.3] { mix(stream.low, stream.high) }
    }
    var rest: UInt64 = 0
    for (offset, index) in (4 * quarter..<bytes.count).enumerated() {
      rest = rest &<< 8 | UInt64(bytes[index])
      if offset & 7 == 7 {
        mix(rest, 0)
        rest = 0
      }
    }
    mix(rest, UInt64(truncatingIfNeeded: bytes.count))
  }

  mutating func add(_ text: String) {
    text.withBytes { add($0) }
  }

  /// The hash in 32 hexadecimal digits.
  var text: String {
    var state = self
    for _ in 0..<4 { state.mix(0x9E37_79B9_7F4A_7C15, 0xD1B5_4A32_D192_ED03) }
    return [state.low, state.high].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }

  private mutating func mix(_ bytes: Span<UInt8>, at index: Int) {
    mix(bytes.load8(at: index), bytes.load8(at: index &+ 8))
  }

  /// Mixes two words into the state.
  ///
  /// Each is multiplied, and the low half of each product is combined with the high half of the
  /// other, so that every bit affects every other bit.
  private mutating func mix(_ first: UInt64, _ second: UInt64) {
    let one = (low ^ first).multipliedFullWidth(by: 0x9FB2_1C65_1E98_DF25)
    let two = (high ^ second).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    low = one.low ^ two.high &+ 0x8EBC_6AF0_9C88_C6E3
    high = two.low ^ one.high &+ 0x5896_59A8_A2B5_12E5
  }
}
