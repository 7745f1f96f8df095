import Foundation

/// Where the client gets its token from: it carries one, and never makes one.
public struct TokenSource: Sendable {
  let current: @Sendable () async throws -> String?
  let renewed: (@Sendable (_ rejected: String) async throws -> String?)?

  /// No token: whoever asks is a visitor.
  public static let none = TokenSource { nil }

  /// A token that never changes.
  public static func fixed(_ token: String) -> TokenSource { TokenSource { token } }

  /// A token that is asked for when it is needed.
  ///
  /// `renewed` is asked for another one, once, when a server does not accept a token.
  public init(
    _ current: @escaping @Sendable () async throws -> String?,
    renewed: (@Sendable (_ rejected: String) async throws -> String?)? = nil
  ) {
    self.current = current
    self.renewed = renewed
  }
}

/// What a token says of itself; nothing of it is proven.
public struct TokenClaims: Hashable, Sendable {
  /// Whose token it is.
  public var subject: String?
  /// The name of the user, in a single sign-on token.
  public var username: String?
  /// When it stops being good, in seconds since the beginning of 1970.
  public var expiresAt: Int?
  /// When it was made.
  public var issuedAt: Int?

  /// Reads the claims of a JSON Web Token; nothing if it is none.
  public init?(token: String) {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    var base64 = String(parts[1]).replacing("-", with: "+").replacing("_", with: "/")
    base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
    guard let data = Data(base64Encoded: base64),
      let claims = try? JSONValue(parsing: Array(data)), case .object = claims
    else { return nil }
    subject = claims["sub"]?.id ?? claims["user"]?["id"]?.id
    username = claims["user"]?["username"]?.text
    expiresAt = claims["exp"]?.count
    issuedAt = claims["iat"]?.count
  }

  /// Whether it is no longer good at a time in seconds since 1970.
  public func isExpired(at now: Int) -> Bool { expiresAt.map { $0 <= now } ?? false }
}

/// The token that is in use: asked for once, and once more when a server does not accept it.
actor TokenKeeper {
  private let source: TokenSource
  private var token: String?
  private var isKnown = false
  private var replaced: Set<String> = []

  init(_ source: TokenSource) { self.source = source }

  /// The token for the next request.
  func current() async throws(ClientError) -> String? {
    if isKnown { return token }
    do {
      token = try check(try await source.current())
    } catch let error as ClientError {
      throw error
    } catch {
      throw ClientError(.tokenRejected, "there is no token: \(error)")
    }
    isKnown = true
    return token
  }

  /// Another token in place of one that a server did not accept; nothing if there is none.
  ///
  /// Each token is replaced once, however many requests fail with it at the same time.
  func renew(_ rejected: String) async throws(ClientError) -> String? {
    if let token, token != rejected { return token }
    guard let renewed = source.renewed, replaced.insert(rejected).inserted else { return nil }
    do {
      guard let fresh = try check(try await renewed(rejected)), fresh != rejected else {
        return nil
      }
      token = fresh
      // One refresh is all there is: a fresh token that is refused is refused.
      replaced.insert(fresh)
      return fresh
    } catch let error as ClientError {
      throw error
    } catch {
      throw ClientError(.tokenRejected, "no other token could be had: \(error)")
    }
  }

  /// A token goes into a header, so nothing may be in it that could end one.
  private func check(_ token: String?) throws(ClientError) -> String? {
    guard let token, !token.isEmpty else { return nil }
    guard token.utf8.count <= 16_384, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw ClientError(
        .tokenRejected, "the token holds something that no token does",
        advice: "give the token alone, without line ends inside or words around it")
    }
    return token
  }
}
