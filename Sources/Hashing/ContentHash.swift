package import Bytes

/// The SHA-256 of some content, by which it is named.
package struct ContentHash: Hashable, Sendable {
  private let digest: SIMD32<UInt8>

  /// A hash in the place of one that is not known yet.
  package static let zero = ContentHash([])

  /// A hash of what a digest was made of; one of another length names nothing that exists.
  init(_ digest: [UInt8]) {
    var bytes = SIMD32<UInt8>()
    for index in 0..<min(32, digest.count) { bytes[index] = digest[index] }
    self.digest = bytes
  }

  package init(of content: [UInt8]) {
    self = unsafe content.withUnsafeBufferPointer { unsafe ContentHash(of: $0) }
  }

  package init(of content: UnsafeBufferPointer<UInt8>) {
    var hasher = ContentHasher()
    unsafe hasher.update(content)
    self = hasher.finish()
  }

  /// The hash that 64 digits tell.
  package init?(hexadecimal digits: some Sequence<UInt8>) {
    self.init(hexadecimal: Array(digits)[...])
  }

  /// The hash that 64 digits tell, of bytes that lie in memory: a manifest has three on every line.
  package init?(hexadecimal digits: ArraySlice<UInt8>) {
    guard digits.count == 64 else { return nil }
    // Eight bytes at a time: to put single ones into a vector takes several times as long.
    var words = SIMD4<UInt64>()
    var isValid = true
    for word in 0..<4 {
      var number: UInt64 = 0
      for digit in digits[(digits.startIndex + 16 * word)...].prefix(16) {
        let value = Self.value(of: digit)
        isValid = isValid && value < 16
        number = number << 4 | UInt64(value)
      }
      words[word] = number.bigEndian
    }
    guard isValid else { return nil }
    digest = unsafe unsafeBitCast(words, to: SIMD32<UInt8>.self)
  }

  /// What a digit stands for; 16 for what is none.
  private static func value(of digit: UInt8) -> UInt8 {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x61...0x66: digit - 0x61 + 10
    case _: 16
    }
  }

  package var bytes: [UInt8] { (0..<32).map { digest[$0] } }

  /// The first eight bytes as a number.
  package var prefix: UInt64 { (0..<8).reduce(0) { $0 << 8 | UInt64(digest[$1]) } }

  /// As 64 digits.
  package var text: String {
    var out = OutputBuffer(capacity: 64)
    out.append(self)
    return String(decoding: out.bytes(), as: UTF8.self)
  }
}

extension OutputBuffer {
  /// Appends the 64 digits of a hash.
  package mutating func append(_ hash: ContentHash) { append(hexadecimal: hash.bytes) }
}
