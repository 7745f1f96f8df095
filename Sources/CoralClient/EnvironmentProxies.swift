/// The proxies for unencrypted requests that environment variables name, as libcurl reads them.
struct EnvironmentProxies {
  private let environment: [String: String]

  init(_ environment: [String: String]) { self.environment = environment }

  /// Lower case goes first, and `HTTP_PROXY` is no such variable: in CGI it is a header of a request.
  private static let variables = ["http_proxy", "all_proxy", "ALL_PROXY"]
  private static let exceptions = ["no_proxy", "NO_PROXY"]

  /// The variable because of which a request to a host goes to a proxy; nothing if it goes there
  /// itself.
  ///
  /// libcurl knows more ways to write an exception, and more of them with each version. What is one
  /// here is one for all of them.
  func variable(for host: String) -> String? {
    guard let variable = first(of: Self.variables) else { return nil }
    guard let exceptions = first(of: Self.exceptions).flatMap({ environment[$0] }) else {
      return variable
    }
    if exceptions == "*" { return nil }
    let name = Self.name(host)
    let isExcepted = exceptions.split { ", \t".contains($0) }.contains { $0.lowercased() == name }
    return isExcepted ? nil : variable
  }

  /// A host as exceptions name it: without the brackets of an IPv6 address.
  static func name(_ host: String) -> String {
    host.lowercased().filter { !"[]".contains($0) }
  }

  private func first(of variables: [String]) -> String? {
    variables.first { environment[$0]?.isEmpty == false }
  }
}
