/// A fetcher of the images that comments name.
///
/// Users choose these addresses, so only public hosts are reached, also after redirects, and only
/// with `https`.
package struct ImageFetch: Sendable {
  private static let maximumBytes = 4 << 20
  private static let timeout = Duration.seconds(15)
  private static let maximumRedirectCount = 4

  private let transport: any Transport

  package init(transport: any Transport = PlatformTransport()) { self.transport = transport }

  /// Fetches images concurrently, and returns the results in the order of the addresses.
  package func images(at addresses: [String]) async -> [Result<[UInt8], ClientError>] {
    await mapConcurrently(addresses) { await result(of: $0) }
  }

  private func result(of address: String) async -> Result<[UInt8], ClientError> {
    do throws(ClientError) { return .success(try await image(at: address)) } catch {
      return .failure(error)
    }
  }

  private func image(at address: String) async throws(ClientError) -> [UInt8] {
    var target = HTTPAddress(address)
    for _ in 0...Self.maximumRedirectCount {
      guard let url = target, url.scheme == "https", url.user == nil else {
        throw ClientError(.redirected, message: "images are fetched from https addresses only")
      }
      let response = try await response(from: url)
      switch response.status {
      case 200: return response.body
      case 301, 302, 303, 307, 308:
        guard let location = response.value(of: "Location") else {
          throw ClientError(.redirected, message: "the server redirects, but does not say where to")
        }
        target = url.resolving(location)
      case let status:
        throw ClientError(.badAnswer, message: "the server answered with status \(status)")
      }
    }
    throw ClientError(.redirected, message: "the server redirects in a circle")
  }

  private func response(from url: HTTPAddress) async throws(ClientError) -> TransportResponse {
    var url = url
    url.fragment = nil
    var request = TransportRequest(
      .get, url: url.description,
      headers: [
        TransportHeader("Accept", value: "image/png, image/jpeg, image/gif, image/webp"),
        TransportHeader("User-Agent", value: ClientOptions().userAgent),
      ], timeout: Self.timeout, maximumResponseBytes: Self.maximumBytes)
    request.isForPublicHostsOnly = true
    do { return try await transport.send(request) } catch { throw ClientError(error) }
  }
}

/// Calls a function with all elements concurrently, and returns the results in their order.
package func mapConcurrently<Element: Sendable, Value: Sendable>(
  _ elements: [Element], call body: @escaping @Sendable (Element) async -> Value
) async -> [Value] {
  await withTaskGroup(of: (Int, Value).self) { group in
    for (index, element) in elements.enumerated() {
      group.addTask { (index, await body(element)) }
    }
    var results: [Int: Value] = [:]
    for await (index, value) in group { results[index] = value }
    return elements.indices.compactMap { results[$0] }
  }
}
