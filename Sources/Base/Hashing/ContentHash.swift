package import Bytes

/// The SHA-256 digest of some content, which is used as its name.
package struct ContentHash: Hashable, Sendable {
  /// The digest in four words, in the byte order in which it is stored.
  private let words: SIMD4<UInt64>

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
    words.indices.flatMap { word in
      stride(from: 0, to: 64, by: 8).map {
        UInt8(truncatingIfNeeded: words[word].littleEndian >> $0)
      }
    }
  }

  /// The first eight bytes as a big-endian number.
  package var prefix: UInt64 { UInt64(bigEndian: words.x) }

  /// Hashes only the first eight bytes, which are distributed as evenly as all of them.
  package func hash(into hasher: inout Hasher) { hasher.combine(words.x) }
}

/// Digits are read and written eight at a time, because a manifest may have thousands of hashes.
extension ContentHash {
  package static let digitCount = 64

  /// Creates a hash from 64 lowercase hexadecimal digits; returns `nil` for anything else.
  package init?(hexadecimal digits: some Sequence<UInt8>) {
    let digits = Array(digits)
    guard digits.count == Self.digitCount else { return nil }
    self.init(hexadecimal: digits, from: 0)
  }

  /// Creates a hash from the 64 lowercase hexadecimal digits at an offset in text; returns `nil` if
  /// there are other characters, or fewer.
  package init?(hexadecimal text: [UInt8], from start: Int) {
    guard start >= 0, start <= text.count - Self.digitCount else { return nil }
    var words = SIMD4<UInt64>()
    let text = text.span
    for word in 0..<4 {
      let place = start + 16 * word
      guard let first = Self.bytes(ofDigits: text.load8(at: place)),
        let second = Self.bytes(ofDigits: text.load8(at: place + 8))
      else { return nil }
      words[word] = UInt64(littleEndian: UInt64(first) | UInt64(second) << 32)
    }
    self.init(words)
  }

  /// The hash as 64 hexadecimal digits.
  package var text: String {
    var out = OutputBuffer(capacity: Self.digitCount)
    out.append(self)
    return String(decoding: out.bytes(), as: UTF8.self)
  }

  fileprivate func write(to target: UnsafeMutableRawPointer) {
    for word in 0..<4 {
      let bytes = words[word].littleEndian
      unsafe target.storeBytes(
        of: Self.digits(ofBytes: UInt32(truncatingIfNeeded: bytes)), toByteOffset: 16 * word,
        as: UInt64.self)
      unsafe target.storeBytes(
        of: Self.digits(ofBytes: UInt32(truncatingIfNeeded: bytes >> 32)),
        toByteOffset: 16 * word + 8, as: UInt64.self)
    }
  }

  /// Returns the four bytes for eight lowercase digits, the first byte lowest, or `nil` if there
  /// are other characters.
  @inline(__always)
  private static func bytes(ofDigits digits: UInt64) -> UInt32? {
    // Letters have bit 6 set, and their low four bits begin at 1.
    let sums = (digits & repeatedByte(0x0F)) &+ (digits >> 6 & repeatedByte(1)) &* 9
    let values = sums & repeatedByte(0x0F)
    guard Self.digits(of: values) == digits else { return nil }
    var bytes = (values << 4 | values >> 8) & 0x00FF_00FF_00FF_00FF
    bytes = (bytes | bytes >> 8) & 0x0000_FFFF_0000_FFFF
    return UInt32(truncatingIfNeeded: bytes | bytes >> 16)
  }

  /// Returns the eight digits for four bytes, of which the first is the lowest.
  @inline(__always)
  private static func digits(ofBytes bytes: UInt32) -> UInt64 {
    var values = UInt64(bytes)
    values = (values | values << 16) & 0x0000_FFFF_0000_FFFF
    values = (values | values << 8) & 0x00FF_00FF_00FF_00FF
    values = values >> 4 & repeatedByte(0x0F) | (values << 8 & 0x0F00_0F00_0F00_0F00)
    return digits(of: values).littleEndian
  }

  /// Returns the digits for eight values below sixteen.
  @inline(__always)
  private static func digits(of values: UInt64) -> UInt64 {
    let letters = (values &+ repeatedByte(6)) >> 4 & repeatedByte(1)
    return values &+ repeatedByte(UInt8(ascii: "0")) &+ letters
      &* UInt64(UInt8(ascii: "a") - 10 - UInt8(ascii: "0"))
  }

  @inline(__always)
  private static func repeatedByte(_ byte: UInt8) -> UInt64 {
    0x0101_0101_0101_0101 &* UInt64(byte)
  }
}

extension OutputBuffer {
  package mutating func append(_ hash: ContentHash) {
    unsafe writeInPlace(atMost: ContentHash.digitCount) {
      unsafe hash.write(to: UnsafeMutableRawPointer($0))
      return ContentHash.digitCount
    }
  }

  package mutating func append(member name: StaticString, _ hash: ContentHash) {
    append(key: name)
    append(UInt8(ascii: "\""))
    append(hash)
    append(UInt8(ascii: "\""))
  }
}
