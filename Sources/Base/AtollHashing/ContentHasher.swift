import CAtollNettle

/// A SHA-256 hasher (FIPS 180-4) for content that arrives in pieces.
///
/// One hasher can hash several contents, one after another. It uses nettle: nettle uses the
/// processor's SHA instructions, which take a sixth of the time of ordinary arithmetic. Unlike
/// libcrypto, nettle hardly slows the start of a program that hashes nothing.
package struct ContentHasher: ~Copyable {
  private var state = sha256_ctx()

  package init() { unsafe nettle_sha256_init(&state) }

  package mutating func update(_ piece: Span<UInt8>) {
    unsafe piece.withUnsafeBufferPointer {
      guard let bytes = $0.baseAddress else { return }
      unsafe nettle_sha256_update(&state, $0.count, bytes)
    }
  }

  /// Returns the hash of all pieces since the last call, and starts over.
  package mutating func finish() -> ContentHash {
    var digest = SIMD4<UInt64>()
    unsafe withUnsafeMutableBytes(of: &digest) {
      // Writes the digest, which has exactly the 32 bytes of `room`, and resets the state.
      guard let room = unsafe $0.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
      unsafe nettle_sha256_digest(&state, $0.count, room)
    }
    return ContentHash(digest)
  }
}
