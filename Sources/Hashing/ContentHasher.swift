import Bytes
import CCrypto

/// Makes the hashes of contents that come in pieces, one content after another.
///
/// libcrypto has the processor do it, which takes a sixth of the time that arithmetic does; where a
/// system's settings keep libcrypto from it, `SHA256` serves.
@safe package struct ContentHasher: ~Copyable {
  private let context: OpaquePointer?
  private var fallback = SHA256()

  package init() {
    guard let context = unsafe EVP_MD_CTX_new() else {
      unsafe self.context = nil
      return
    }
    if unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 {
      unsafe self.context = context
    } else {
      unsafe EVP_MD_CTX_free(context)
      unsafe self.context = nil
    }
  }

  deinit { unsafe EVP_MD_CTX_free(context) }

  /// Adds a piece.
  package mutating func update(_ piece: UnsafeBufferPointer<UInt8>) {
    if let context = unsafe context {
      unsafe EVP_DigestUpdate(context, piece.baseAddress, piece.count)
    } else {
      unsafe fallback.update(piece)
    }
  }

  /// The hash of all pieces since the one before, and begins anew.
  package mutating func finish() -> ContentHash {
    guard let context = unsafe context else {
      let digest = fallback.finish()
      fallback = SHA256()
      return ContentHash(digest)
    }
    var digest = [UInt8](repeating: 0, count: 32)
    unsafe EVP_DigestFinal_ex(context, &digest, nil)
    unsafe EVP_DigestInit_ex(context, nil, nil)
    return ContentHash(digest)
  }
}
