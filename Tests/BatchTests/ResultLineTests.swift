import Bytes
import Foundation
import Testing

@testable import Batch

struct ResultLineTests {
  @Test func hashesInPiecesAsInOne() {
    let message = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    for length in [0, 1, 55, 56, 63, 64, 65, 127, 128, 1000] {
      let whole = SHA256.digest(Array(message[..<length]))
      for piece in [1, 7, 63, 64, 65, 200] {
        var hash = SHA256()
        var start = 0
        while start < length {
          let end = min(start + piece, length)
          unsafe message.withUnsafeBufferPointer {
            unsafe hash.update(UnsafeBufferPointer(rebasing: $0[start..<end]))
          }
          start = end
        }
        #expect(hash.finish() == whole)
      }
    }
  }

  @Test func escapesEveryByteSoThatJSONReadsItBack() throws {
    let scalars = (0..<0x3000).compactMap { Unicode.Scalar($0 as UInt32) }
    for shift in [0, 1, 7, 15, 16] {
      let text = String(repeating: "x", count: shift) + String(String.UnicodeScalarView(scalars))
      var line = OutputBuffer()
      line.append(jsonString: text)
      let bytes = line.bytes()
      #expect(bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
      let read =
        try JSONSerialization.jsonObject(
          with: Data(bytes), options: .fragmentsAllowed) as? String
      #expect(read.map { Array($0.utf8) } == Array(text.utf8))
    }
  }
}
