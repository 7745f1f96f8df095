/// The checked root address of a Coral or Talk server: `https://talk.example.com`, perhaps with a
/// mount path.
public struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address without a trailing slash.
  public let description: String
  let isEncrypted: Bool
  let isLoopback: Bool

  /// Endings that are removed: people copy them from their browser's network pane.
  private static let endings = ["/", "/api/v1/graph/ql", "/api/graphql", "/api/v1", "/"]

  /// Creates an address after checking it.
  ///
  /// The scheme must be `https` or `http`; a user name, a query or a fragment is an error.
  public init(_ text: String) throws(ClientError) {
    let advice = "give the root of the server, such as https://talk.example.com"
    guard let address = HTTPAddress(text) else {
      if text.contains("@") { throw .addressWithUser }
      throw ClientError(
        .badAddress, message: "this is not an address of a server: \(text)", advice: advice)
    }
    guard address.user == nil else { throw .addressWithUser }
    guard address.query == nil, address.fragment == nil else {
      throw ClientError(
        .badAddress, message: "the address has a query or a fragment: \(text)", advice: advice)
    }
    var path = address.path
    for ending in Self.endings where path.hasSuffix(ending) {
      path.removeLast(ending.count)
    }
    var root = address
    root.path = path
    description = root.description
    isEncrypted = address.scheme == "https"
    isLoopback = Self.isLoopback(address.host)
  }

  static func isLoopback(_ host: String) -> Bool {
    ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host.lowercased())
  }

  /// Returns the target of a redirect if it is on the same server, otherwise `nil`.
  ///
  /// The host and the port must be the same, but a redirect from port 80 to `https` may lead to
  /// port 443. A redirect from `https` to `http`, or to an address with a user, is refused.
  static func redirectTarget(from url: String, to location: String) -> String? {
    guard let source = HTTPAddress(url), let target = source.resolving(location),
      target.host == source.host, target.user == nil
    else { return nil }
    let isUpgrade = source.scheme == "http" && target.scheme == "https"
    guard target.scheme == source.scheme || isUpgrade else { return nil }
    let isStandardUpgrade = isUpgrade && source.effectivePort == 80 && target.effectivePort == 443
    guard target.effectivePort == source.effectivePort || isStandardUpgrade else { return nil }
    return target.description
  }

  /// Returns the host that a redirect leads to, for messages, with the scheme and the port if only
  /// these differ; the rest of the address may contain secrets.
  static func host(of location: String, from url: String) -> String {
    guard let source = HTTPAddress(url), let target = source.resolving(location) else {
      return "another place"
    }
    guard target.host == source.host else { return target.host }
    return "\(target.scheme)://\(target.host):\(target.effectivePort)"
  }
}

extension ClientError {
  /// The error for an address with a name or a password, which is not printed.
  fileprivate static let addressWithUser = ClientError(
    .badAddress, message: "the address holds a name or a password",
    advice: "sign in, or give a token in a file")
}
