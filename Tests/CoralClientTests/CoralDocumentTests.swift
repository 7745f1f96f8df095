import Foundation
import Testing

@testable import CoralClient

/// Every example of docs/coral.md, run against a server that stands in for the named ones.
@Suite struct CoralDocumentTests {
  @Test func everyExampleWorks() async throws {
    let server = try await StandIn(.coral, "--settings", #"{"rateLimit":false}"#)
    try await server.control("seed", ["story": "7c1f", "url": "https://www.example.com/reef"])
    let user = try CommandRun(server)
    defer { user.remove() }
    try Data("stand-in sso secret\n".utf8).write(to: user.home.appending(path: "sso-secret"))
    let token = try await server.token(of: "bob")
    let page = try String(
      contentsOf: StandIn.package.appending(path: "docs/coral.md"), encoding: .utf8)
    let lines = page.split(separator: "\n").filter { $0.hasPrefix("$ ") }
    #expect(lines.count >= 6)
    for (number, line) in lines.enumerated() {
      let command = String(line.dropFirst(2))
        .replacing("https://talk.example.com", with: server.root)
        .replacing("https://coral.example.com", with: server.root)
        .replacing("some-program", with: "printf %s " + token)
        .replacing("ATOLL_TOKEN=…", with: "ATOLL_TOKEN=" + token)
        .replacing("\"Hello\"", with: "\"Hello \(number)\"")
      let outcome = try await user.shell(
        command, input: "alice@example.org\nalice-password\n")
      #expect(outcome.status == 0, "\(line): \(outcome.errors)")
    }
  }
}
