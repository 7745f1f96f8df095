import CCrypto

/// Makes the hashes of contents that come in pieces, one content after another.
///
/// libcrypto has the processor do it, which takes a sixth of the time that arithmetic does. It is asked for SHA-256
/// alone: its interface to all algorithms has to load and set up those first, which is 2 MiB of memory in every
/// process.
package struct ContentHasher: ~Copyable {
  private var state = SHA256_CTX()

  package init() { begin() }

  private mutating func begin() { unsafe _ = SHA256_Init(&state) }

  /// Adds a piece.
  package mutating func update(_ piece: UnsafeBufferPointer<UInt8>) {
    unsafe _ = SHA256_Update(&state, piece.baseAddress, piece.count)
  }

  /// Adds a piece.
  package mutating func update(_ piece: Span<UInt8>) {
    unsafe piece.withUnsafeBufferPointer { unsafe update($0) }
  }

  /// The hash of all pieces since the one before, and begins anew.
  package mutating func finish() -> ContentHash {
    var digest = SIMD4<UInt64>()
    unsafe withUnsafeMutableBytes(of: &digest) {
      unsafe _ = SHA256_Final($0.baseAddress?.assumingMemoryBound(to: UInt8.self), &state)
    }
    begin()
    return ContentHash(digest)
  }
}
