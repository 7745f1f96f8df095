package import AtollBytes

/// The SHA-256 digest of some content, used as the name of the content.
package struct ContentHash: Hashable, Sendable {
  /// The digest in four words, in the byte order in which it is stored.
  fileprivate let words: SIMD4<UInt64>

  /// A placeholder for a hash that is not known yet.
  package static let zero = ContentHash(SIMD4<UInt64>())

  init(_ words: SIMD4<UInt64>) { self.words = words }

  package init(of content: [UInt8]) {
    self.init(of: content.span)
  }

  package init(of content: Span<UInt8>) {
    var hasher = ContentHasher()
    hasher.update(content)
    self = hasher.finish()
  }

  /// Creates a hash from its 32 bytes; returns `nil` if there are more or fewer.
  package init?(digest: Span<UInt8>) {
    guard digest.count == MemoryLayout<SIMD4<UInt64>>.size else { return nil }
    var words = SIMD4<UInt64>()
    for word in words.indices { words[word] = digest.load8(at: 8 * word).littleEndian }
    self.words = words
  }

  package var bytes: [UInt8] {
    unsafe withUnsafeBytes(of: words) { unsafe Array($0) }
  }

  /// The first eight bytes as a big-endian number.
  package var prefix: UInt64 { UInt64(bigEndian: words.x) }

  /// Hashes only the first eight bytes; they are as evenly distributed as the whole digest.
  package func hash(into hasher: inout Hasher) { hasher.combine(words.x) }
}

extension ContentHash {
  package static let digitCount = 64

  /// Creates a hash from 64 lowercase hexadecimal digits; returns `nil` for anything else.
  package init?(hexadecimal digits: some Sequence<UInt8>) {
    let digits = Array(digits)
    guard digits.count == Self.digitCount else { return nil }
    var words = SIMD4<UInt64>()
    for index in 0..<Self.digitCount {
      guard let value = Self.value(of: digits[index]) else { return nil }
      words[index / 16] = words[index / 16] << 4 | UInt64(value)
    }
    for word in words.indices { words[word] = words[word].bigEndian }
    self.init(words)
  }

  private static func value(of digit: UInt8) -> UInt8? {
    isDigit(digit) || digit >= UInt8(ascii: "a") ? hexadecimalValue(digit) : nil
  }

  /// The hash as 64 hexadecimal digits.
  package var text: String {
    var out = OutputBuffer(capacity: Self.digitCount)
    out.append(self)
    return String(decoding: out.bytes(), as: UTF8.self)
  }
}

extension OutputBuffer {
  package mutating func append(_ hash: ContentHash) {
    append(hexadecimal: hash.bytes)
  }

  package mutating func append(member name: StaticString, _ hash: ContentHash) {
    append(key: name)
    append(UInt8(ascii: "\""))
    append(hash)
    append(UInt8(ascii: "\""))
  }
}
