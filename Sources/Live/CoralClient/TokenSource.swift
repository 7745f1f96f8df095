import AtollBytes

/// The source of the client's token; the client never creates one itself.
public struct TokenSource: Sendable {
  let current: @Sendable () async throws(any Error) -> String?
  let renewed: (@Sendable (_ rejected: String) async throws(any Error) -> String?)?

  /// No token: requests are those of a visitor.
  public static let none = TokenSource { nil }

  /// Returns a source for a token that never changes.
  public static func fixed(_ token: String) -> TokenSource { TokenSource { token } }

  /// Creates a source.
  ///
  /// `current` is called when the token is first needed, and may return `nil` for none. After
  /// `nil`, requests are those of a visitor; `current` is called again by `viewer()` and before
  /// each action, such as a post or a like.
  ///
  /// `renewed` is called with a token that a server did not accept, and returns another one. It is
  /// called once for all requests that wait for the new token. A request fails if its second token
  /// is not accepted either. If `renewed` returns no other token, it is not called again for the
  /// rejected one; if it throws, it can be called again.
  ///
  /// Either function may throw any error, and then the request fails, even one that a visitor could
  /// make; to read as a visitor, return `nil`. A `ClientError` is passed on unchanged; any other
  /// error is described in a `ClientError`.
  ///
  /// The functions are not called on the main actor. They have no time limit, and go on when a
  /// request that waits for them is cancelled: the next request gets their token.
  public init(
    _ current: @escaping @Sendable () async throws(any Error) -> String?,
    renewed: (@Sendable (_ rejected: String) async throws(any Error) -> String?)? = nil
  ) {
    self.current = current
    self.renewed = renewed
  }
}

/// The claims of a token, none of which are verified.
public struct TokenClaims: Hashable, Sendable {
  /// The id of the user to whom the token belongs.
  public var subject: String?
  /// The name of the user, in a single sign-on token.
  public var username: String?
  /// The time at which the token expires, in seconds since the beginning of 1970.
  public var expiresAt: Int?
  /// The time at which the token was issued, in seconds since the beginning of 1970.
  public var issuedAt: Int?

  /// Reads the claims of a token; returns `nil` if it is not a JSON Web Token.
  public init?(token: String) {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    var base64 = String(parts[1]).replacing(text: "-", with: "+").replacing(text: "_", with: "/")
    base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
    guard let json = bytes(ofBase64: base64), let claims = try? JSONValue(parsing: json),
      case .object = claims
    else { return nil }
    subject = claims["sub"]?.id ?? claims["user"]?["id"]?.id
    username = claims["user"]?["username"]?.string
    expiresAt = Self.time(claims["exp"])
    issuedAt = Self.time(claims["iat"])
  }

  /// The last second of the year 9999.
  private static let lastTime = 253_402_300_799

  /// Reads a time, limited so that it can be subtracted from any other without overflow.
  private static func time(_ claim: JSONValue?) -> Int? {
    (claim?.int ?? claim?.double.flatMap { Int(exactly: $0.rounded()) }).map {
      max(0, min($0, lastTime))
    }
  }

  /// Returns whether the token has expired at a time in seconds since 1970.
  public func isExpired(at now: Int) -> Bool { expiresAt.map { $0 <= now } ?? false }
}
