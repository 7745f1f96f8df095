import Bytes
import Foundation
import Testing

@testable import Batch

struct ResultLineTests {
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
