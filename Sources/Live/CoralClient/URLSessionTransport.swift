#if canImport(Darwin)
  import Foundation
  import Synchronization

  /// A transport that uses `URLSession`.
  ///
  /// TLS certificates are verified, `gzip` is unpacked, and the system's proxies are used, though
  /// never for the local machine.
  public struct URLSessionTransport: Transport {
    private let shared: SelfInvalidatingSession

    /// Creates a transport with its own session, without cache, cookies or credentials.
    public init() { shared = SelfInvalidatingSession() }

    /// Sends a request.
    ///
    /// A request that must not be sent twice gets a new connection. On a kept connection that the
    /// server has closed, the system would repeat the request without reporting it.
    public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse
    {
      guard !request.isForPublicHostsOnly else {
        throw TransportError(
          .refused, message: "this system does not say whether a host is a public one")
      }
      let session = session(for: request)
      do {
        return try await withThrowingTaskGroup(of: TransportResponse.self) { group in
          group.addTask { try await session.send(request) }
          group.addTask {
            try await Task.sleep(for: request.timeout)
            throw TransportError(
              .timedOut, message: "no complete answer within \(request.timeout.inSeconds)")
          }
          defer { group.cancelAll() }
          guard let response = try await group.next() else { throw CancellationError() }
          return response
        }
      } catch let error as TransportError {
        throw error
      } catch {
        throw TransportError(.cancelled, message: "cancelled")
      }
    }

    private func session(for request: TransportRequest) -> SelfInvalidatingSession {
      if ServerAddress.isLoopback(HTTPAddress(request.url)?.host ?? "") {
        return SelfInvalidatingSession(usesProxies: false)
      }
      return request.isRepeatable ? shared : SelfInvalidatingSession()
    }
  }

  /// A `URLSession` that is invalidated when the last reference to this object is released.
  private final class SelfInvalidatingSession: Sendable {
    private let session: URLSession
    private let assembler = ResponseAssembler()

    init(usesProxies: Bool = true) {
      let configuration = URLSessionConfiguration.ephemeral
      if !usesProxies { configuration.connectionProxyDictionary = [:] }
      configuration.httpCookieStorage = nil
      configuration.httpShouldSetCookies = false
      configuration.urlCache = nil
      configuration.urlCredentialStorage = nil
      configuration.httpMaximumConnectionsPerHost = 16
      // `send` enforces the deadline of a request; this timeout only has to be later.
      configuration.timeoutIntervalForRequest = 3600
      session = URLSession(configuration: configuration, delegate: assembler, delegateQueue: nil)
    }

    deinit { session.invalidateAndCancel() }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
      guard let url = URL(string: request.url) else {
        throw TransportError(.refused, message: "this is not an address: \(request.url)")
      }
      var sent = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalAndRemoteCacheData)
      sent.httpMethod = request.method.rawValue
      sent.httpShouldHandleCookies = false
      sent.timeoutInterval = 3600
      for header in request.headers { sent.setValue(header.value, forHTTPHeaderField: header.name) }
      if !request.body.isEmpty { sent.httpBody = Data(request.body) }
      let task = session.dataTask(with: sent)
      let identifier = task.taskIdentifier
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          assembler.expect(identifier, atMost: request.maximumResponseBytes, resuming: continuation)
          if Task.isCancelled {
            assembler.fail(identifier, with: TransportError(.cancelled, message: "cancelled"))
          } else {
            task.resume()
          }
        }
      } onCancel: {
        assembler.fail(identifier, with: TransportError(.cancelled, message: "cancelled"))
        task.cancel()
      }
    }
  }

  private final class ResponseAssembler: NSObject, URLSessionDataDelegate, Sendable {
    private struct PendingResponse {
      var response = TransportResponse(status: 0)
      let maximumResponseBytes: Int
      let continuation: CheckedContinuation<TransportResponse, any Error>
    }

    private let pendingResponses = Mutex<[Int: PendingResponse]>([:])

    func expect(
      _ task: Int, atMost maximumResponseBytes: Int,
      resuming continuation: CheckedContinuation<TransportResponse, any Error>
    ) {
      pendingResponses.withLock {
        $0[task] = PendingResponse(
          maximumResponseBytes: maximumResponseBytes, continuation: continuation)
      }
    }

    func fail(_ task: Int, with error: TransportError) {
      let pending = pendingResponses.withLock { $0.removeValue(forKey: task) }
      pending?.continuation.resume(throwing: error)
    }

    private func finish(_ task: Int) {
      guard let pending = pendingResponses.withLock({ $0.removeValue(forKey: task) }) else {
        return
      }
      if pending.response.status == 0 {
        pending.continuation.resume(
          throwing: TransportError(.interrupted, message: "the connection closed without an answer")
        )
      } else {
        pending.continuation.resume(returning: pending.response)
      }
    }

    /// Stores the status and headers of a response.
    private func begin(_ task: Int, with response: URLResponse) {
      guard let response = response as? HTTPURLResponse else { return }
      var headers: [TransportHeader] = []
      for (name, value) in response.allHeaderFields {
        guard let name = name as? String, let value = value as? String else { continue }
        headers.append(TransportHeader(name, value: value))
      }
      headers.sort { $0.name < $1.name }
      pendingResponses.withLock {
        $0[task]?.response.status = response.statusCode
        $0[task]?.response.headers = headers
      }
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      begin(dataTask.taskIdentifier, with: response)
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      let task = dataTask.taskIdentifier
      let isTooLarge = pendingResponses.withLock { pendingResponses in
        guard let count = pendingResponses[task]?.response.body.count,
          let limit = pendingResponses[task]?.maximumResponseBytes
        else { return false }
        if data.count > limit - count { return true }
        pendingResponses[task]?.response.body.append(contentsOf: data)
        return false
      }
      guard isTooLarge else { return }
      fail(task, with: TransportError(.tooLarge, message: "the answer is longer than allowed"))
      dataTask.cancel()
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
      completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      // If there is no new request, the redirect itself is delivered as the response.
      completionHandler(nil)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      guard let error else { return finish(task.taskIdentifier) }
      fail(task.taskIdentifier, with: TransportError(error))
    }
  }

  extension TransportError {
    /// Creates the error for a session's error, depending on whether anything may have been sent.
    fileprivate init(_ error: any Error) {
      let message = error.localizedDescription
      let kind: Kind =
        switch (error as? URLError)?.code {
        case .cannotFindHost?, .cannotConnectToHost?, .dnsLookupFailed?, .notConnectedToInternet?,
          .dataNotAllowed?, .internationalRoamingOff?, .callIsActive?:
          .unreachable
        case .badURL?, .unsupportedURL?, .appTransportSecurityRequiresSecureConnection?: .refused
        case .secureConnectionFailed?, .serverCertificateHasBadDate?, .serverCertificateUntrusted?,
          .serverCertificateHasUnknownRoot?, .serverCertificateNotYetValid?,
          .clientCertificateRejected?, .clientCertificateRequired?:
          .untrusted
        case .timedOut?: .timedOut
        case .cancelled?: .cancelled
        case _: .interrupted
        }
      self.init(kind, message: message)
    }
  }
#endif
