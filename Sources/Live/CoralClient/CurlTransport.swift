import AtollOperatingSystem

#if !canImport(Darwin)
  import AtollBytes
  import AtollUnpacking
  private import CAtollCurl
  import Synchronization

  /// A transport that uses libcurl.
  ///
  /// TLS certificates are verified, `gzip` is unpacked, and the proxies in the environment are
  /// used, though never for the local machine.
  ///
  /// libcurl reads only the first member of a `gzip` stream (RFC 1952, section 2.2), so this
  /// transport unpacks responses itself.
  ///
  /// libcurl is loaded at the first request. Each request has a thread, which sleeps while it
  /// waits; connections are kept for later requests.
  public struct CurlTransport: Transport {
    private let session = CurlSession()

    /// Creates a transport with its own connections.
    public init() {}

    /// Sends a request.
    ///
    /// A request that must not be sent twice gets a new connection. On a kept connection that the
    /// server has closed, libcurl would repeat the request without reporting it.
    public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse
    {
      if let reason = unsafe ccurl_load() {
        throw TransportError(
          .refused,
          message:
            "libcurl, which reaches servers, cannot be loaded: \(unsafe String(cString: reason)); "
            + "install it (on Debian: apt-get install libcurl4)")
      }
      guard let address = HTTPAddress(request.url) else {
        throw TransportError(.refused, message: "this is not an address: \(request.url)")
      }
      let headers = request.headers.map { "\($0.name): \($0.value)" } + ["Accept-Encoding: gzip"]
      guard headers.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x09 } }) else {
        throw TransportError(.refused, message: "a header holds a control character")
      }
      // A proxy looks up hosts itself, so it could reach hosts that are not public.
      let usesProxies = !request.isForPublicHostsOnly && !ServerAddress.isLoopback(address.host)
      let call = CurlCall()
      let result = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          call.start(
            request, headers: headers, usesProxies: usesProxies, on: session,
            resuming: continuation)
        }
      } onCancel: {
        call.cancel()
      }
      return try result.get().unpacked(atMost: request.maximumResponseBytes)
    }
  }

  private final class CurlSession: Sendable {
    /// The address of the session, as an integer: pointers are not `Sendable`, but the session
    /// itself has a lock.
    private let address = unsafe UInt(bitPattern: ccurl_session_create())

    deinit { if let pointer = unsafe pointer { unsafe ccurl_session_release(pointer) } }

    /// The session; `nil` if there was no memory for it.
    @unsafe var pointer: OpaquePointer? { unsafe OpaquePointer(bitPattern: address) }
  }

  /// A request in progress, and the continuation that waits for it.
  @safe private final class CurlCall: Sendable {
    typealias Continuation = CheckedContinuation<Result<TransportResponse, TransportError>, Never>

    @safe private struct State {
      var continuation: Continuation?
      var call: OpaquePointer?
      var isCancelled = false
      var timeout = Duration.zero
    }

    private let state = Mutex(State())

    func start(
      _ request: TransportRequest, headers: [String], usesProxies: Bool, on session: CurlSession,
      resuming continuation: Continuation
    ) {
      let isStarted = state.withLock { state in
        guard !state.isCancelled else { return false }
        state.timeout = request.timeout
        unsafe state.call = session.pointer.flatMap { session in
          unsafe startThread(
            on: session, request: request, headers: headers, usesProxies: usesProxies)
        }
        guard unsafe state.call != nil else { return false }
        state.continuation = continuation
        return true
      }
      guard !isStarted else { return }
      let isCancelled = state.withLock { $0.isCancelled }
      continuation.resume(
        returning: .failure(
          isCancelled
            ? TransportError(.cancelled, message: "cancelled")
            : TransportError(.refused, message: "there is no memory or no thread for a request")))
    }

    /// Starts the request's thread, which retains this call until it has finished; returns `nil` if
    /// there is no memory or no thread.
    private func startThread(
      on session: OpaquePointer, request: TransportRequest, headers: [String], usesProxies: Bool
    ) -> OpaquePointer? {
      let retainedSelf = unsafe Unmanaged.passRetained(self)
      let terms = ccurl_terms(
        milliseconds: request.timeout.inMilliseconds,
        most_bytes: max(0, request.maximumResponseBytes),
        uses_proxies: usesProxies, may_reuse: request.isRepeatable,
        is_public_only: request.isForPublicHostsOnly)
      // All lines in one buffer, each with its terminating NUL, and the offset of each.
      var text: [CChar] = []
      var starts: [Int] = []
      for header in headers {
        starts.append(text.count)
        text += header.utf8CString
      }
      let started = unsafe text.withUnsafeBufferPointer { text in
        var lines: [UnsafePointer<CChar>?] = unsafe starts.map { start in
          unsafe text.baseAddress.map { unsafe $0 + start }
        }
        unsafe lines.append(nil)
        return unsafe ccurl_start(
          session, request.method.rawValue, request.url, lines, request.body, request.body.count,
          terms,
          { context, answer in
            guard let context = unsafe context, let answer = unsafe answer else { return }
            let call = unsafe Unmanaged<CurlCall>.fromOpaque(context).takeRetainedValue()
            unsafe call.finish(answer.pointee)
          }, retainedSelf.toOpaque())
      }
      if unsafe started == nil { unsafe retainedSelf.release() }
      return unsafe started
    }

    func cancel() {
      state.withLock { state in
        state.isCancelled = true
        if let call = unsafe state.call { unsafe ccurl_cancel(call) }
      }
    }

    private func finish(_ answer: ccurl_answer) {
      let (continuation, timeout) = state.withLock { state in
        if let call = unsafe state.call { unsafe ccurl_call_release(call) }
        unsafe state.call = nil
        defer { state.continuation = nil }
        return (state.continuation, state.timeout)
      }
      let result: Result<TransportResponse, TransportError> =
        if let error = unsafe TransportError(answer, after: timeout) {
          .failure(error)
        } else {
          unsafe .success(TransportResponse(answer))
        }
      continuation?.resume(returning: result)
    }
  }

  extension TransportResponse {
    fileprivate init(_ answer: ccurl_answer) {
      let head = unsafe String(
        decoding: UnsafeRawBufferPointer(start: answer.head, count: answer.head_count),
        as: UTF8.self)
      self.init(
        status: unsafe answer.status,
        headers: head.split(whereSeparator: \.isNewline).dropFirst().compactMap(
          TransportHeader.init),
        body: unsafe Array(UnsafeBufferPointer(start: answer.body, count: answer.body_count)))
    }
  }

  extension TransportResponse {
    fileprivate func unpacked(atMost limit: Int) throws(TransportError) -> TransportResponse {
      let encodings = value(of: "Content-Encoding")?.lowercased() ?? ""
      guard encodings == "gzip" || encodings == "x-gzip" else { return self }
      var response = self
      let unpacked = try translatingErrors(of: AtollUnpacking.unpacked(body, atMost: limit)) {
        (_: Failure) in
        TransportError(.interrupted, message: "the compressed answer is damaged")
      }
      guard let unpacked else {
        throw TransportError(.tooLarge, message: "the answer is longer than allowed")
      }
      response.body = unpacked
      return response
    }
  }

  extension TransportHeader {
    /// Reads a header line; returns `nil` if it has no colon.
    fileprivate init?(line: Substring) {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...]
      self.init(String(line[..<colon]), value: String(value.trimming { $0 == " " || $0 == "\t" }))
    }
  }

  extension TransportError {
    /// Creates the error that explains why there is no response; `nil` if there is a response.
    fileprivate init?(_ answer: ccurl_answer, after timeout: Duration) {
      let words = unsafe answer.message.map { unsafe String(cString: $0) } ?? ""
      switch unsafe answer.end {
      case CCURL_ANSWERED: return nil
      case CCURL_UNREACHABLE where Self.isAboutProxyAddress(words):
        self.init(.refused, message: Self.withoutProxyAddress(words))
      case CCURL_UNREACHABLE:
        self.init(
          .unreachable, message: words.isEmpty ? "no connection within \(timeout.inSeconds)" : words
        )
      case CCURL_UNTRUSTED: self.init(.untrusted, message: words)
      case CCURL_TIMED_OUT:
        self.init(.timedOut, message: "no complete answer within \(timeout.inSeconds)")
      case CCURL_TOO_LARGE: self.init(.tooLarge, message: "the answer is longer than allowed")
      case CCURL_CANCELLED: self.init(.cancelled, message: "cancelled")
      case _:
        self.init(
          .interrupted, message: words.isEmpty ? "the connection closed without an answer" : words)
      }
    }

    /// Returns whether libcurl's message is about an address of a proxy that it cannot use.
    static func isAboutProxyAddress(_ message: String) -> Bool {
      message.hasPrefix("Unsupported proxy ")
    }

    /// Returns the message for an invalid address of a proxy.
    ///
    /// libcurl quotes the address, which may contain a password, so only what follows the user
    /// information is kept.
    static func withoutProxyAddress(_ message: String) -> String {
      var text = "the address of the proxy in the environment is not valid"
      if let at = message.lastIndex(of: "@"), let end = message.lastIndex(of: "'"), at < end {
        text += ": \(message[message.index(after: at)..<end])"
      }
      return text + "; encode special characters in its password, such as @, as %40"
    }
  }
#endif
