import TestSupport

extension SeededGenerator {
  /// Returns a body of up to `limit` pieces of an alphabet.
  mutating func body(from pieces: [[UInt8]], limit: Int) -> [UInt8] {
    var body: [UInt8] = []
    for _ in 0..<Int(next() % UInt64(limit + 1)) {
      body += pieces[Int(next() % UInt64(pieces.count))]
    }
    return body
  }
}

func pieces(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }
