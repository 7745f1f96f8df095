import Bytes
import CCrypto
import CoralClient
import OperatingSystem

/// `atoll token`.
enum TokenRun {
  static func run(_ invocation: Invocation) throws(Stop) {
    let secret = try secret(invocation)
    func needed(_ option: OptionDescription) throws(Stop) -> String {
      guard let value = invocation.value(option) else {
        throw .usage(
          UsageError(
            invocation.path, "no \(option.name)", advice: "write \(option.dashedName) …"))
      }
      return value
    }
    let now = Int(SystemClock.currentMilliseconds / 1000)
    let user: JSONValue = [
      "id": .string(try needed(ActionOptions.userID)),
      "email": .string(try needed(ActionOptions.email)),
      "username": .string(try needed(ActionOptions.username)),
      "role": invocation.value(ActionOptions.role).map { .string($0) },
    ]
    let claims: JSONValue = [
      "jti": .string(newID()), "iat": JSONValue(now),
      "exp": JSONValue(now + 60 * (invocation.count(ActionOptions.minutes) ?? 60)), "user": user,
    ]
    let token = try SignedToken(
      claims, secret: secret, keyID: invocation.value(ActionOptions.keyID))
    try Console(invocation).print(token.text + "\n")
  }

  /// 128 random bits in hexadecimal, as no other token has them.
  private static func newID() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(UInt32.random(in: 0...UInt32.max, using: &random), radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private static func secret(_ invocation: Invocation) throws(Stop) -> [UInt8] {
    guard let path = invocation.value(ActionOptions.secretFile) else {
      throw .usage(
        UsageError(invocation.path, "no secret", advice: "write --secret-file FILE"))
    }
    return try StoryInput.secret(path, "secret")
  }
}

/// A JSON Web Token, signed with HMAC and SHA-256 by libcrypto.
struct SignedToken {
  let text: String

  init(_ claims: JSONValue, secret: [UInt8], keyID: String?) throws(Stop) {
    let header: JSONValue = ["alg": "HS256", "typ": "JWT", "kid": keyID.map { .string($0) }]
    let signed = Self.base64(header.bytes) + "." + Self.base64(claims.bytes)
    guard let signature = Self.hmac(Array(signed.utf8), secret) else {
      throw .failure(.internalError, "libcrypto cannot sign")
    }
    text = signed + "." + Self.base64(signature)
  }

  private static func hmac(_ message: [UInt8], _ secret: [UInt8]) -> [UInt8]? {
    var code = [UInt8](repeating: 0, count: 32)
    var count: UInt32 = 0
    // The code of SHA-256 is 32 bytes long, and so is the room for it.
    let result = unsafe HMAC(
      EVP_sha256(), secret, Int32(secret.count), message, message.count, &code, &count)
    return unsafe result != nil && count == 32 ? code : nil
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    Bytes.base64(bytes).replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }
}
