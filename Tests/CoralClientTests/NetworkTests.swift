import Foundation
import Testing

@testable import CoralClient

/// The network between the client and a server: certificates, proxies.
@Suite struct NetworkTests {
  @Test func trustsNoCertificateThatNobodyVouchesFor() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "atoll-tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (certificate, key) = (folder.appending(path: "c.pem"), folder.appending(path: "k.pem"))
    let openssl = Process()
    openssl.executableURL = URL(filePath: "/usr/bin/openssl")
    openssl.arguments = [
      "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost",
      "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key.path, "-out", certificate.path,
    ]
    openssl.standardError = FileHandle.nullDevice
    try openssl.run()
    openssl.waitUntilExit()
    let server = try await StandIn(.coral, "--tls", certificate.path, key.path)
    var options = ClientOptions()
    options.backoff = .milliseconds(10)
    let client = CoralClient(
      try ServerAddress("https://127.0.0.1:\(server.port)"), tokens: .fixed("secret"),
      options: options)
    let error = await #expect(throws: ClientError.self) { try await client.fetch(.id("story-1")) }
    #expect(error?.kind == .untrusted)
  }

  @Test func goesThroughTheProxyOfTheEnvironment() async throws {
    let server = try await StandIn(.coral)
    let user = try CommandRun(server)
    defer { user.remove() }
    let outcome = try await user.runAlone(
      "fetch", "--server", "http://coral.example", "--story-id", "story-1",
      environment: ["http_proxy": server.root])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try await server.log().allSatisfy { $0["proxied"]?.flag == true })
  }

  @Test func neverRepeatsAPostBehindOurBack() async throws {
    let server = try await StandIn(.coral, "--settings", #"{"rateLimit":false}"#)
    let client = try await server.client(as: "alice") { $0.attempts = 1 }
    // A connection is kept after this; a library that finds it dead would send again by itself.
    _ = try await client.fetch(.id("story-empty"))
    let rule: JSONValue = ["fault": "drop-after", "operation": "CreateComment"]
    try await server.control("faults", ["rules": .array([rule])])
    guard case .published = try await client.post("Once", to: .id("story-empty")) else {
      Issue.record("the post was not found")
      return
    }
    let posts = try await server.log().count { $0["operation"]?.text == "CreateComment" }
    #expect(posts == 1)
    #expect(try await server.allComments(of: "story-empty").count == 1)
  }
}
