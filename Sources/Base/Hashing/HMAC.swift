import CNettle

/// Codes that prove who wrote a message (RFC 2104).
package enum HMAC {
  /// Returns the 32 bytes that HMAC with SHA-256 makes of a message and a secret.
  package static func sha256(of message: [UInt8], secret: [UInt8]) -> [UInt8] {
    var state = hmac_sha256_ctx()
    unsafe nettle_hmac_sha256_set_key(&state, secret.count, secret)
    unsafe nettle_hmac_sha256_update(&state, message.count, message)
    var code = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    unsafe nettle_hmac_sha256_digest(&state, code.count, &code)
    return code
  }
}
