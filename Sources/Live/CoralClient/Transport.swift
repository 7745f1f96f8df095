import AtollBytes

/// A type that sends the client's HTTP requests to a server, and returns the responses.
///
/// `PlatformTransport` is the default. Use another one to share an app's own session, or to record
/// requests. A transport follows no redirects, keeps no cookies and adds no credentials: the client
/// decides about all three. It must send requests for the local machine directly, not through a
/// proxy, since these may contain a token without encryption.
public protocol Transport: Sendable {
  /// Sends a request and returns the whole response.
  ///
  /// The call must return within the request's `timeout`, and soon after its task is cancelled.
  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse
}

#if canImport(Darwin)
  /// The default transport on this platform.
  public typealias PlatformTransport = URLSessionTransport
#else
  /// The default transport on this platform.
  public typealias PlatformTransport = CurlTransport
#endif

/// A header field of a request or a response.
public struct TransportHeader: Hashable, Sendable {
  /// The name, which is case-insensitive.
  public var name: String
  /// The value.
  public var value: String

  /// Creates a header field.
  public init(_ name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// An HTTP request.
public struct TransportRequest: Hashable, Sendable {
  /// The method of a request (RFC 9110, section 9).
  public enum Method: String, Hashable, Sendable {
    /// Fetches the resource.
    case get = "GET"
    /// Sends the body to the resource.
    case post = "POST"
    /// Removes the resource.
    case delete = "DELETE"
  }

  /// The HTTP method.
  public var method: Method
  /// The address, with its scheme.
  public var url: String
  /// The headers; `Authorization` may be among them, so they are not for logs.
  public var headers: [TransportHeader]
  /// The body; empty for none.
  public var body: [UInt8]
  /// The time limit for the whole request, including the last byte of the response.
  public var timeout: Duration
  /// The maximum length of a response's body after unpacking, in bytes; a longer one is an error.
  public var maximumResponseBytes: Int
  /// True if the transport itself may send the request twice, as HTTP clients do when a kept
  /// connection turns out to be closed.
  ///
  /// If it is `false`, as for a post, use a new connection, for example a new `URLSession`:
  /// otherwise the system may repeat the post without reporting it.
  public var isRepeatable: Bool
  /// True if the host must have a public address; this is set for URLs that users choose.
  package var isForPublicHostsOnly = false

  /// Creates a request.
  public init(
    _ method: Method, url: String, headers: [TransportHeader] = [], body: [UInt8] = [],
    timeout: Duration = .seconds(30), maximumResponseBytes: Int = 64 << 20,
    isRepeatable: Bool = true
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
    self.maximumResponseBytes = maximumResponseBytes
    self.isRepeatable = isRepeatable
  }
}

extension TransportRequest {
  /// Creates a request that posts JSON and expects JSON.
  init(posting json: JSONValue, to url: String) {
    self.init(
      .post, url: url,
      headers: [
        TransportHeader("Content-Type", value: "application/json"),
        TransportHeader("Accept", value: "application/json"),
      ], body: json.bytes)
  }
}

/// An HTTP response of any status.
public struct TransportResponse: Hashable, Sendable {
  /// The status code, such as 200.
  public var status: Int
  /// The headers.
  public var headers: [TransportHeader]
  /// The body, unpacked.
  public var body: [UInt8]

  /// Creates a response.
  public init(status: Int, headers: [TransportHeader] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Returns the value of the first header field with this name.
  public func value(of name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// The reason why there is no response.
public struct TransportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public enum Kind: Hashable, Sendable {
    /// No connection could be made, so nothing was sent.
    case unreachable
    /// The transport rejected the request for a permanent reason; nothing was sent.
    case refused
    /// The server's identity could not be verified, so nothing was sent.
    case untrusted
    /// The connection broke off; the server may have acted on the request.
    case interrupted
    /// The deadline passed; the server may have acted on the request.
    case timedOut
    /// The response was longer than allowed.
    case tooLarge
    /// The calling task was cancelled.
    case cancelled
  }

  /// The kind of failure.
  public var kind: Kind
  /// A description of the failure, if possible in the system's words.
  public var message: String

  /// Creates an error.
  public init(_ kind: Kind, message: String) {
    self.kind = kind
    self.message = message
  }

  /// The `message`.
  public var description: String { message }
}

extension Duration {
  /// The duration, limited to a century, so that conversions to other units cannot overflow.
  private var limited: Duration {
    let century = Duration.seconds(36_525 * 86_400)
    return max(.zero - century, min(self, century))
  }

  /// The duration in seconds, as shown to users: `30 s`, `0.5 s`.
  var inSeconds: String {
    let (seconds, attoseconds) = limited.components
    let tenths = Int((Double(seconds) * 10 + Double(attoseconds) / 1e17).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
  }

  /// The duration in milliseconds, rounded up.
  var inMilliseconds: Int64 {
    let (seconds, attoseconds) = limited.components
    return seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
  }
}
