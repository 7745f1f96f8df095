import AtollBytes
import Testing

@testable import AtollHashing

struct ContentHasherTests {
  private static let message = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

  @Test(arguments: [0, 1, 55, 56, 63, 64, 65, 127, 128, 1000])
  func hashesPiecesOfAnySizeLikeTheWhole(length: Int) {
    let expected = SHA256.digest(Array(Self.message[..<length]))
    var hasher = ContentHasher()
    for piece in [1, 7, 63, 64, 65, 200, 1000] {
      for start in stride(from: 0, to: length, by: piece) {
        let message = Self.message
        hasher.update(message.span.extracting(start..<min(start + piece, length)))
      }
      #expect(hasher.finish().bytes == expected, "pieces of \(piece)")
    }
  }

  @Test func roundTripsHexadecimalDigits() {
    let hash = ContentHash(of: Self.message)
    #expect(ContentHash(hexadecimal: hash.text.utf8) == hash)
    #expect(hash.text == SHA256.hexadecimal(of: Self.message))
    #expect(ContentHash(hexadecimal: hash.text.dropLast().utf8) == nil)
    #expect(ContentHash(hexadecimal: "G".utf8) == nil)
  }

  @Test func acceptsOnlyLowercaseHexadecimalDigits() {
    let digits = Array(ContentHash(of: Self.message).text.utf8)
    for place in digits.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = digits
        changed[place] = byte
        let isDigit = "0123456789abcdef".utf8.contains(byte)
        let hash = ContentHash(hexadecimal: changed)
        #expect((hash != nil) == isDigit, "byte \(byte) at \(place)")
        if let hash { #expect(Array(hash.text.utf8) == changed) }
      }
    }
  }
}
