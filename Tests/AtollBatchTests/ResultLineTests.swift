import AtollBytes
import Foundation
import TestSupport
import Testing

@testable import AtollBatch

struct ResultLineTests {
  @Test func escapesTextSoThatAJSONParserReadsItBack() throws {
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

  /// Sixteen bytes are copied at once, and escaping must not depend on the position of a byte among them.
  @Test(arguments: 0..<20)
  func escapesAByteIndependentlyOfItsPosition(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let alphabet = Array("\"\\\n\u{1}\u{7F}abcdefghé".utf8)
    for length in 0..<100 {
      let text = (0..<length).map { _ in
        // With low seeds, almost no bytes need escapes; with high ones, almost all may.
        Int.random(in: 0..<20, using: &generator) < seed
          ? alphabet.randomElement(using: &generator) ?? 0 : 0x78
      }
      var escaped = OutputBuffer()
      escaped.append(jsonStringContents: text.span)
      #expect(escaped.bytes() == text.flatMap(Self.escaped))
    }
  }

  private static func escaped(_ byte: UInt8) -> [UInt8] {
    switch byte {
    case 0x22, 0x5C: [0x5C, byte]
    case 0x0A: Array("\\n".utf8)
    case 0x01: Array("\\u0001".utf8)
    case 0x7F: Array("\\u007f".utf8)
    case _: [byte]
    }
  }
}
