/// SplitMix64: a seeded source, so that a failing test fails again.
struct Generator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A body of up to `limit` pieces of an alphabet.
  mutating func body(from pieces: [[UInt8]], limit: Int) -> [UInt8] {
    var body: [UInt8] = []
    for _ in 0..<Int(next() % UInt64(limit + 1)) {
      body += pieces[Int(next() % UInt64(pieces.count))]
    }
    return body
  }
}

func pieces(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }
