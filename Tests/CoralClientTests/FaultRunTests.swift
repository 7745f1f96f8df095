import Comments
import Foundation
import Testing

@testable import CoralClient

/// Posts on a network and a server that fail all the time.
@Suite(.serialized) struct FaultRunTests {
  /// How many posts a run has; `ATOLL_POSTS` sets another number.
  private static let count =
    ProcessInfo.processInfo.environment["ATOLL_POSTS"].flatMap { Int($0) } ?? 30

  @Test(arguments: StandIn.Kind.allCases)
  func losesAndDoublesNoPostUnderRandomFaults(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    try await server.control("settings", ["rateLimit": false])
    let client = try await server.client(as: "alice") {
      $0.attempts = 12
      $0.timeout = .seconds(3)
    }
    _ = try await client.serverName()
    let rule: JSONValue = ["fault": "random", "seed": 7, "probability": .number("0.2")]
    try await server.control("faults", ["rules": .array([rule])])
    var published: [String: String] = [:]
    var unclear: [String] = []
    for number in 1...Self.count {
      let text = "Post number \(number) of the run"
      do {
        let outcome = try await client.post(text, to: .id("story-empty"))
        guard case .published(let own) = outcome else {
          Issue.record("\(text): \(outcome)")
          continue
        }
        published[text] = own.comment.id
      } catch {
        unclear.append("\(text): \(error)")
      }
    }
    try await server.control("faults", [:])
    let comments = try await server.allComments(of: "story-empty")
    #expect(unclear.isEmpty)
    #expect(comments.count == Self.count)
    for comment in comments {
      let text = try #require(comment["body"]?.text)
      #expect(published[text] == comment["id"]?.id)
    }
  }
}
