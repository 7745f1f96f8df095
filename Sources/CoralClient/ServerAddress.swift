import Foundation

/// The root of a Coral or Talk server, checked: `https://talk.example.com`, or with a mount path.
public struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address without a slash at its end.
  public let description: String
  /// Whether what is sent to it can be read on the way.
  let isEncrypted: Bool
  /// Whether it is this very machine.
  let isLoopback: Bool

  /// What people copy from their browser's network pane.
  private static let endings = ["/api/v1/graph/ql", "/api/graphql", "/api/v1", "/"]

  /// Checks an address.
  ///
  /// The scheme is `https`, or `http`; there is no user name, no query and no fragment.
  public init(_ text: String) throws(ClientError) {
    let advice = "give the root of the server, such as https://talk.example.com"
    guard let components = URLComponents(string: text), let host = components.host, !host.isEmpty,
      let scheme = components.scheme?.lowercased(), scheme == "https" || scheme == "http"
    else {
      throw ClientError(.badAddress, "this is no address of a server: \(text)", advice: advice)
    }
    guard components.user == nil, components.password == nil else {
      throw ClientError(
        .badAddress, "the address holds a name or a password",
        advice: "sign in, or give a token in a file")
    }
    guard components.query == nil, components.fragment == nil else {
      throw ClientError(
        .badAddress, "the address has a query or a fragment: \(text)", advice: advice)
    }
    var path = components.path
    for ending in Self.endings where path.hasSuffix(ending) {
      path.removeLast(ending.count)
    }
    let port = components.port.map { ":\($0)" } ?? ""
    description = "\(scheme)://\(host.lowercased())\(port)\(path)"
    isEncrypted = scheme == "https"
    isLoopback = Self.isLoopback(host)
  }

  /// Whether a host is this very machine.
  static func isLoopback(_ host: String) -> Bool {
    ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host.lowercased())
  }

  /// Where a redirect leads, if it is still this server: the same host and port, and not from
  /// `https` to `http`.
  static func redirect(from url: String, to location: String) -> String? {
    guard let from = URL(string: url), let target = URL(string: location, relativeTo: from),
      let source = URLComponents(url: from, resolvingAgainstBaseURL: true),
      let result = URLComponents(url: target, resolvingAgainstBaseURL: true),
      let host = result.host?.lowercased(), host == source.host?.lowercased(),
      result.user == nil, result.password == nil
    else { return nil }
    let isUpgrade = source.scheme == "http" && result.scheme == "https"
    guard result.scheme == source.scheme || isUpgrade else { return nil }
    guard result.port == source.port || (isUpgrade && source.port == nil) else { return nil }
    return result.string
  }

  /// The host a redirect leads to, for messages; nothing else of it, since it may hold secrets.
  static func host(of location: String) -> String {
    URLComponents(string: location)?.host ?? "another place"
  }
}
