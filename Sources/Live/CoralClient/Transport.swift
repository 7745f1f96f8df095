import Bytes

/// The one way from the client to a server: a request goes in, a response comes out.
///
/// `PlatformTransport` is the one that is used; another can take its place, to share an app's own
/// session, or to record. A transport follows no redirect, keeps no cookie and adds no
/// credentials: the client decides about all three. It must send requests for the local machine directly,
/// not through a proxy: they may contain a token, and are not encrypted.
public protocol Transport: Sendable {
  /// Sends a request and gives the whole response.
  ///
  /// Returns by the request's deadline, and soon after the calling task is cancelled.
  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse
}

#if canImport(Darwin)
  /// The transport of this platform.
  public typealias PlatformTransport = URLSessionTransport
#else
  /// The transport of this platform.
  public typealias PlatformTransport = CurlTransport
#endif

/// A name and a value at the head of a request or a response.
public struct TransportHeader: Hashable, Sendable {
  /// The name; case does not count.
  public var name: String
  /// The value.
  public var value: String

  /// A header.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// An HTTP request.
public struct TransportRequest: Hashable, Sendable {
  /// The method of a request (RFC 9110, section 9).
  public enum Method: String, Hashable, Sendable {
    /// Fetch it.
    case get = "GET"
    /// Give it the body.
    case post = "POST"
    /// Remove it.
    case delete = "DELETE"
  }

  /// The method.
  public var method: Method
  /// The address, with its scheme.
  public var url: String
  /// The headers; `Authorization` may be among them, so they are not for logs.
  public var headers: [TransportHeader]
  /// The body; empty for none.
  public var body: [UInt8]
  /// The time limit of the whole request, the last byte of the response included.
  public var timeout: Duration
  /// A response with a longer body, counted after it is unpacked, is an error.
  public var mostBytes: Int
  /// An assertion that the transport may send it twice by itself, as HTTP clients do when a kept connection
  /// turns out to be dead.
  public var isRepeatable: Bool

  /// A request.
  public init(
    _ method: Method, _ url: String, headers: [TransportHeader] = [], body: [UInt8] = [],
    timeout: Duration = .seconds(30), mostBytes: Int = 64 << 20, isRepeatable: Bool = true
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
    self.mostBytes = mostBytes
    self.isRepeatable = isRepeatable
  }
}

extension TransportRequest {
  /// A request that posts JSON and expects JSON.
  init(posting json: JSONValue, to url: String) {
    self.init(
      .post, url,
      headers: [
        TransportHeader("Content-Type", "application/json"),
        TransportHeader("Accept", "application/json"),
      ], body: json.bytes)
  }
}

/// An HTTP response of any status.
public struct TransportResponse: Hashable, Sendable {
  /// The status: 200 and so on.
  public var status: Int
  /// The headers.
  public var headers: [TransportHeader]
  /// The body, unpacked.
  public var body: [UInt8]

  /// A response.
  public init(status: Int, headers: [TransportHeader] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The value of a header, the first one of its name.
  public func value(of name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// The reason why there is no response.
public struct TransportError: Error, Hashable, Sendable {
  /// The kind of the failure.
  public enum Kind: Hashable, Sendable {
    /// No connection came about, so nothing was sent.
    case unreachable
    /// The transport rejected the request for a permanent reason; nothing was sent.
    case refused
    /// The server could not prove who it is, so nothing was sent.
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

  /// The kind of the failure.
  public var kind: Kind
  /// The same in the system's words.
  public var message: String

  /// A failure.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}

extension Duration {
  /// The seconds for users: `30 s`, `0.5 s`.
  var inSeconds: String {
    let tenths = Int(
      (Double(components.seconds) * 10 + Double(components.attoseconds) / 1e17).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
  }

  /// The whole milliseconds, a begun one for a whole one.
  var inMilliseconds: Int64 {
    let part = (components.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return components.seconds * 1000 + part
  }
}
