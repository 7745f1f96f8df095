import AtollArguments
import AtollBytes
import AtollOperatingSystem
import CoralClient

enum TokenRun {
  static func run(_ arguments: TokenArguments) throws {
    let secret = try StoryInput.secret(
      at: required(arguments.secretFile, option: "secret-file"), name: "secret")
    let now = Int(SystemClock.currentMilliseconds / 1000)
    let user: JSONValue = [
      "id": .string(try required(arguments.userID, option: "user-id")),
      "email": .string(try required(arguments.email, option: "email")),
      "username": .string(try required(arguments.username, option: "username")),
      "role": arguments.role.map { .string($0) },
    ]
    let claims: JSONValue = [
      "jti": .string(newID()), "iat": JSONValue(now),
      "exp": JSONValue(now + 60 * arguments.minutes), "user": user,
    ]
    let token = SignedToken(claims, secret: secret, keyID: arguments.keyID)
    try Console(arguments.common).print(token.text + "\n")
  }

  /// Returns 128 random bits in hexadecimal.
  private static func newID() -> String {
    var random = SystemRandomNumberGenerator()
    var digits = OutputBuffer(capacity: 32)
    digits.append(hexadecimal: (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) })
    return String(decoding: digits.bytes(), as: UTF8.self)
  }

  private static func required(
    _ value: String?, option: String
  ) throws -> String {
    guard let value else {
      throw Failure(
        commandLine: "option '--\(option)' is missing", advice: "add --\(option) and its value")
    }
    return value
  }
}

/// A JSON Web Token (RFC 7519), signed with HMAC-SHA256 (HS256).
struct SignedToken {
  let text: String

  init(_ claims: JSONValue, secret: [UInt8], keyID: String?) {
    let header: JSONValue = ["alg": "HS256", "typ": "JWT", "kid": keyID.map { .string($0) }]
    let signed = Self.base64URL(header.bytes) + "." + Self.base64URL(claims.bytes)
    text = signed + "." + Self.base64URL(SHA256.hmac(of: Array(signed.utf8), key: secret))
  }

  private static func base64URL(_ bytes: [UInt8]) -> String {
    AtollBytes.base64(bytes).replacing(text: "+", with: "-").replacing(text: "/", with: "_")
      .replacing(text: "=", with: "")
  }
}
