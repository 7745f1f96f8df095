import Synchronization
import Testing

@testable import CoralClient

/// Images come from servers that users choose.
@Suite struct ImageFetchTests {
  /// A server that redirects or answers as its table says, and the requests that it received.
  private final class Recorder: Transport {
    private let locations: [String: String]
    let requests = Mutex<[TransportRequest]>([])

    init(_ locations: [String: String]) { self.locations = locations }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
      requests.withLock { $0.append(request) }
      guard let location = locations[request.url] else {
        let status =
          request.url.hasSuffix("/missing") ? 404 : request.url.hasSuffix("/moved") ? 301 : 200
        return TransportResponse(status: status, body: Array(request.url.utf8))
      }
      return TransportResponse(status: 302, headers: [TransportHeader("Location", value: location)])
    }
  }

  private static func message(_ result: Result<[UInt8], ClientError>) -> String {
    switch result {
    case .success(let body): String(decoding: body, as: UTF8.self)
    case .failure(let error): error.message
    }
  }

  @Test func followsRedirectsOnlyToHTTPSAddressesOfPublicHosts() async {
    let server = Recorder([
      "https://a.example/1": "https://b.example/2#part", "https://b.example/2": "/3",
      "https://a.example/loop": "/loop", "https://a.example/down": "http://b.example/4",
      "https://a.example/user": "https://ann@b.example/5",
      "https://a.example/file": "file:///etc/passwd",
    ])
    let addresses = [
      "https://a.example/1", "https://a.example/missing", "https://a.example/loop",
      "https://a.example/down", "https://a.example/user", "https://a.example/file",
      "http://a.example/6", "https://a.example/7", "https://a.example/moved",
    ]
    let messages = await ImageFetch(transport: server).images(at: addresses).map(Self.message)
    let refused = "images are fetched from https addresses only"
    #expect(
      messages == [
        "https://b.example/3", "the server answered with status 404",
        "the server redirects in a circle", refused, refused, refused, refused,
        "https://a.example/7", "the server redirects, but does not say where to",
      ])
    server.requests.withLock { requests in
      #expect(requests.allSatisfy { $0.isForPublicHostsOnly && $0.url.hasPrefix("https://") })
      #expect(requests.allSatisfy { $0.maximumResponseBytes == 4 << 20 })
      #expect(requests.count { $0.url == "https://a.example/loop" } == 5)
    }
  }

  #if !canImport(Darwin)
    @Test(
      arguments: [
        "127.0.0.1", "0.0.0.0", "10.1.2.3", "100.64.0.1", "169.254.169.254", "172.16.0.1",
        "172.31.255.255", "192.0.0.8", "192.168.1.1", "198.18.0.1", "224.0.0.1", "255.255.255.255",
        "[::1]", "[::]", "[fe80::1]", "[fc00::1]", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]", "[2001:0:1::1]", "localhost", "0x7f.1", "2130706433", "017700000001",
      ])
    func rejectsHostsThatAreNotPublic(host: String) async {
      var request = TransportRequest(.get, url: "https://\(host)/", timeout: .seconds(20))
      request.isForPublicHostsOnly = true
      let error = await #expect(throws: TransportError.self) {
        try await CurlTransport().send(request)
      }
      #expect(error == TransportError(.unreachable, message: "the host is not a public one"))
    }
  #endif
}
