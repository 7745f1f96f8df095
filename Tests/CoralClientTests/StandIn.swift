import AtollBytes
import Dispatch
import Foundation
import TestSupport
import Testing

@testable import CoralClient

/// A stand-in server of `Tests/StandIn`, which lives as long as this value.
final class StandIn: Sendable {
  enum Kind: String, CaseIterable, CustomTestStringConvertible {
    case talk4, coral
    var testDescription: String { rawValue }
  }

  let kind: Kind
  let port: Int
  private let process: Process
  /// The server's standard input; the server ends when this is closed.
  private let lifeline: Pipe

  convenience init(_ kind: Kind, _ arguments: String...) async throws {
    try await self.init(kind, arguments)
  }

  init(_ kind: Kind, _ arguments: [String]) async throws {
    self.kind = kind
    process = Process()
    lifeline = Pipe()
    process.executableURL = Repository.url(".venv/bin/python")
    process.arguments =
      [Repository.url("Tests/StandIn/serve.py").path, "--protocol", kind.rawValue]
      + arguments
    process.standardInput = lifeline
    let output = Pipe()
    process.standardOutput = output
    do { try process.run() } catch {
      Issue.record("the stand-in does not start; run script/bootstrap --tests")
      throw error
    }
    // Waiting must not block a thread that the tested code needs.
    let line = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        var line = Data()
        while line.last != 0x0A {
          let more = output.fileHandleForReading.availableData
          if more.isEmpty { break }
          line += more
        }
        continuation.resume(returning: line)
      }
    }
    let text = String(decoding: line, as: UTF8.self).split(separator: "\n").first ?? ""
    port = try #require(Int(text), "the stand-in does not tell its port")
  }

  deinit { try? lifeline.fileHandleForWriting.close() }

  var root: String { "http://127.0.0.1:\(port)" }

  /// Sends a request to a path below `/_control/`.
  @discardableResult
  func control(_ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
    let request = TransportRequest(
      body == nil ? .get : .post, url: "\(root)/_control/\(path)", body: body?.bytes ?? [])
    let response = try await PlatformTransport().send(request)
    #expect(response.status == 200, "\(path): \(String(decoding: response.body, as: UTF8.self))")
    return try JSONValue(parsing: response.body)
  }

  /// Adds a comment to the story `story-empty`, and returns its id.
  @discardableResult
  func comment(
    _ body: String, by author: String = "user-bob", replyingTo parent: String? = nil
  ) async throws -> String {
    let made = try await control(
      "comment",
      [
        "story": "story-empty", "author": .string(author), "body": .string(body),
        "parent": parent.map { .string($0) },
      ])
    return try #require(made["id"]?.id)
  }

  func token(of name: String) async throws -> String {
    let made = try await control("token", ["email": .string("\(name)@example.org")])
    return try #require(made["token"]?.string)
  }

  /// Returns a client whose time limits are not reached even on a busy machine.
  func client(
    as name: String? = nil, tokens: TokenSource? = nil,
    persistedOperations: PersistedOperations? = nil,
    transport: any Transport = PlatformTransport(),
    _ change: (inout ClientOptions) -> Void = { _ in }
  ) async throws -> CoralClient {
    var options = ClientOptions()
    options.initialBackoff = .milliseconds(10)
    (options.timeout, options.retryTimeout) = (.seconds(300), .seconds(1800))
    change(&options)
    var source = tokens ?? .none
    if let name { source = .fixed(try await token(of: name)) }
    return CoralClient(
      try ServerAddress(root), tokens: source, persistedOperations: persistedOperations,
      options: options,
      transport: transport)
  }

  /// Returns every comment of a story, published or not.
  func allComments(of story: String) async throws -> [JSONValue] {
    try await control("tree?story=\(story)&all=1")["comments"]?.elements ?? []
  }

  /// Returns the requests so far.
  func log() async throws -> [JSONValue] {
    try await control("log")["requests"]?.elements ?? []
  }
}

extension PostOutcome {
  var published: OwnComment? { if case .published(let own) = self { own } else { nil } }
}

extension ActionOutcome {
  var isDone: Bool { if case .done = self { true } else { false } }
}
