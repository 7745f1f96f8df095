/// An HTTP response.
package struct Response: Sendable {
  package enum Status: Int, Sendable {
    case ok = 200
    case badRequest = 400
    case notFound = 404
    case methodNotAllowed = 405
    case misdirected = 421

    fileprivate var reason: String {
      switch self {
      case .ok: "OK"
      case .badRequest: "Bad Request"
      case .notFound: "Not Found"
      case .methodNotAllowed: "Method Not Allowed"
      case .misdirected: "Misdirected Request"
      }
    }
  }

  package enum Kind: String, Sendable {
    case html = "text/html; charset=utf-8"
    case css = "text/css; charset=utf-8"
    case script = "text/javascript; charset=utf-8"
    case text = "text/plain; charset=utf-8"
    case eventStream = "text/event-stream"
  }

  package var status = Status.ok
  package var kind: Kind
  package var body: [UInt8]
  /// The Content Security Policy header; views contain their own policy.
  package var contentSecurityPolicy: String?

  package init(
    _ kind: Kind, body: [UInt8], status: Status = .ok, contentSecurityPolicy: String? = nil
  ) {
    (self.kind, self.body, self.status, self.contentSecurityPolicy) = (
      kind, body, status, contentSecurityPolicy
    )
  }

  /// Creates a plain-text response for an error status.
  package init(_ status: Status) {
    self.init(.text, body: Array("\(status.rawValue) \(status.reason)\n".utf8), status: status)
  }

  /// Returns the bytes to send, without the body if only the head is wanted; an event stream has no
  /// `Content-Length`.
  func message(isHeadOnly: Bool) -> [UInt8] {
    var head = "HTTP/1.1 \(status.rawValue) \(status.reason)\r\n"
    head += "Content-Type: \(kind.rawValue)\r\nCache-Control: no-store\r\n"
    head += "X-Content-Type-Options: nosniff\r\nConnection: close\r\n"
    // No page from elsewhere may frame the preview or read its contents.
    head += "Cross-Origin-Resource-Policy: same-origin\r\nX-Frame-Options: SAMEORIGIN\r\n"
    if status == .methodNotAllowed { head += "Allow: GET, HEAD\r\n" }
    if let contentSecurityPolicy { head += "Content-Security-Policy: \(contentSecurityPolicy)\r\n" }
    if kind != .eventStream { head += "Content-Length: \(body.count)\r\n" }
    return Array("\(head)\r\n".utf8) + (isHeadOnly ? [] : body)
  }
}
