/// The SHA-256 digest (FIPS 180-4) of some bytes.
///
/// It is for small inputs, such as the style sheet of a page, for which a library is not worth it.
/// Code that hashes a lot, such as a store, uses `ContentHash` from `AtollHashing`.
package struct SHA256 {
  private var state: SIMD8<UInt32> = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]

  package static func digest(_ message: [UInt8]) -> [UInt8] {
    let wholeBlocks = message.count / 64 * 64
    var rest = message[wholeBlocks...] + [0x80]
    while rest.count % 64 != 56 { rest.append(0) }
    rest += bigEndianBytes(of: UInt64(message.count) &* 8)
    var hash = SHA256()
    hash.compress(message.span.extracting(..<wholeBlocks))
    hash.compress(rest.span)
    return hash.state.indices.flatMap { bigEndianBytes(of: hash.state[$0]) }
  }

  @inline(__always)
  private static func rotate(_ value: UInt32, by count: UInt32) -> UInt32 {
    value &>> count | value &<< (32 &- count)
  }

  /// Compresses blocks of 64 bytes.
  private mutating func compress(_ blocks: Span<UInt8>) {
    if blocks.isEmpty { return }
    var state = self.state
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
      guard let words = schedule.baseAddress else { return }
      for start in stride(from: 0, to: blocks.count, by: 64) {
        unsafe Self.expand(blocks.extracting(start..<start + 64), into: words)
        unsafe Self.mix(words, into: &state)
      }
    }
    self.state = state
  }

  @inline(__always)
  private static func expand(
    _ block: Span<UInt8>, into words: UnsafeMutablePointer<UInt32>
  ) {
    for index in 0..<8 {
      let pair = block.load8(at: index &* 8).byteSwapped
      unsafe words[index &* 2] = UInt32(truncatingIfNeeded: pair >> 32)
      unsafe words[index &* 2 &+ 1] = UInt32(truncatingIfNeeded: pair)
    }
    for index in 16..<64 {
      let early = unsafe words[index &- 15]
      let late = unsafe words[index &- 2]
      let small = rotate(early, by: 7) ^ rotate(early, by: 18) ^ early &>> 3
      let large = rotate(late, by: 17) ^ rotate(late, by: 19) ^ late &>> 10
      unsafe words[index] = words[index &- 16] &+ small &+ words[index &- 7] &+ large
    }
    let constants = Self.constants.span
    for index in 0..<64 { unsafe words[index] &+= constants[index] }
  }

  @inline(__always)
  private static func mix(_ words: UnsafePointer<UInt32>, into state: inout SIMD8<UInt32>) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    // After eight rounds, every value is back in its own variable, so no value has to be moved.
    var round = 0
    while round < 64 {
      let eight = unsafe UnsafeRawPointer(words + round).loadUnaligned(as: SIMD8<UInt32>.self)
      runRound(eight[0], a: a, b: b, c: c, d: &d, e: e, f: f, g: g, h: &h)
      runRound(eight[1], a: h, b: a, c: b, d: &c, e: d, f: e, g: f, h: &g)
      runRound(eight[2], a: g, b: h, c: a, d: &b, e: c, f: d, g: e, h: &f)
      runRound(eight[3], a: f, b: g, c: h, d: &a, e: b, f: c, g: d, h: &e)
      runRound(eight[4], a: e, b: f, c: g, d: &h, e: a, f: b, g: c, h: &d)
      runRound(eight[5], a: d, b: e, c: f, d: &g, e: h, f: a, g: b, h: &c)
      runRound(eight[6], a: c, b: d, c: e, d: &f, e: g, f: h, g: a, h: &b)
      runRound(eight[7], a: b, b: c, c: d, d: &e, e: f, f: g, g: h, h: &a)
      round &+= 8
    }
    state &+= SIMD8(a, b, c, d, e, f, g, h)
  }

  /// Runs one round, with the names in the standard (FIPS 180-4, 6.2.2); `word` includes the
  /// round's constant.
  @inline(__always)
  private static func runRound(
    _ word: UInt32, a: UInt32, b: UInt32, c: UInt32, d: inout UInt32, e: UInt32, f: UInt32,
    g: UInt32, h: inout UInt32
  ) {
    let mixE = rotate(e, by: 6) ^ rotate(e, by: 11) ^ rotate(e, by: 25)
    let choice = g ^ (e & (f ^ g))
    let first = h &+ mixE &+ choice &+ word
    let mixA = rotate(a, by: 2) ^ rotate(a, by: 13) ^ rotate(a, by: 22)
    let majority = (a & b) | (c & (a | b))
    d &+= first
    h = first &+ mixA &+ majority
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}
