import AtollBytes
import AtollComments
import Foundation
import Synchronization
import Testing

@testable import CoralClient

/// Sources of tokens, and how often they are asked.
@Suite struct TokenTests {
  private func comments(of server: StandIn, count: Int) async throws -> [String] {
    try await server.control("settings", ["rateLimit": false])
    var ids: [String] = []
    for number in 1...count {
      ids.append(try await server.comment("Number \(number)"))
    }
    return ids
  }

  private func expiredToken(of server: StandIn) async throws -> String {
    let made = try await server.control(
      "token", ["email": "alice@example.org", "expiresIn": JSONValue(-60)])
    return try #require(made["token"]?.string)
  }

  @Test(arguments: StandIn.Kind.allCases)
  func sharesOneTokenAndOneRenewalAmongConcurrentActions(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    let expired = try await expiredToken(of: server)
    let fresh = try await server.token(of: "alice")
    let questions = Mutex(0)
    let renewals = Mutex(0)
    let source = TokenSource {
      questions.withLock { $0 += 1 }
      try await Task.sleep(for: .milliseconds(200))
      return expired
    } renewed: { _ in
      renewals.withLock { $0 += 1 }
      try await Task.sleep(for: .milliseconds(200))
      return fresh
    }
    let client = try await server.client(tokens: source)
    try await withThrowingTaskGroup(of: ActionOutcome.self) { group in
      for comment in try await comments(of: server, count: 4) {
        group.addTask { try await client.like(comment) }
      }
      for try await outcome in group {
        guard case .done = outcome else {
          Issue.record("\(outcome)")
          continue
        }
      }
    }
    #expect(questions.withLock { $0 } == 1)
    #expect(renewals.withLock { $0 } == 1)
  }

  /// A proxy that does not let old tokens pass.
  private struct Proxy: Transport {
    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
      if request.headers.contains(where: { $0.value.hasSuffix("old") }) {
        return TransportResponse(status: 401, body: Array("Unauthorized".utf8))
      }
      return try await PlatformTransport().send(request)
    }
  }

  @Test(arguments: StandIn.Kind.allCases)
  func renewsATokenEvenIfTheRejectionIsNotJSON(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    let fresh = try await server.token(of: "alice")
    let source = TokenSource {
      "old"
    } renewed: { _ in
      fresh
    }
    let client = try await server.client(tokens: source, transport: Proxy())
    #expect(try await client.viewer()?.name == "alice")
    let old = try await server.client(tokens: .fixed("old"), transport: Proxy())
    let error = await #expect(throws: ClientError.self) { try await old.viewer() }
    #expect(error?.kind == .tokenRejected)
  }

  /// A server that fails for some requests with a token.
  private struct FailsWithToken: Transport {
    let isFailing: @Sendable (_ token: String, _ body: String) -> Bool

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
      let token = request.headers.first { $0.name == "Authorization" }?.value
      if let token, isFailing(token, String(decoding: request.body, as: UTF8.self)) {
        let error = #"{"errors":[{"message":"failed","extensions":{"code":"INTERNAL_ERROR"}}]}"#
        return TransportResponse(status: 500, body: Array(error.utf8))
      }
      return try await PlatformTransport().send(request)
    }
  }

  @Test func doesNotRejectATokenIfOnlyOneStoryFailsWithIt() async throws {
    let server = try await StandIn(.coral)
    let client = try await server.client(
      as: "alice", transport: FailsWithToken { $1.contains("story-empty") })
    let error = await #expect(throws: ClientError.self) {
      try await client.fetch(.id("story-empty"))
    }
    #expect(error?.kind == .badAnswer)
    #expect(try await client.viewer()?.name == "alice")
    let deactivated = try await server.client(
      as: "alice", transport: FailsWithToken { _, _ in true })
    let refused = await #expect(throws: ClientError.self) {
      try await deactivated.fetch(.id("story-empty"))
    }
    #expect(refused?.kind == .tokenRejected)
  }

  @Test func triesARenewedTokenAsManyTimesAsTheFirstToken() async throws {
    let server = try await StandIn(.coral)
    let fresh = try await server.token(of: "alice")
    let failures = Mutex(0)
    let source = TokenSource {
      "old"
    } renewed: { _ in
      fresh
    }
    let client = try await server.client(
      tokens: source,
      transport: FailsWithToken { token, _ in
        token.hasSuffix("old")
          || failures.withLock { count in
            count += 1
            return count <= 2
          }
      })
    #expect(try await client.viewer()?.name == "alice")
  }

  @Test(arguments: StandIn.Kind.allCases)
  func renewsATokenAgainIfTheNewOneIsRejected(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    let ids = try await comments(of: server, count: 3)
    let expired = try await expiredToken(of: server)
    let last = Mutex(expired)
    let source = TokenSource {
      expired
    } renewed: { _ in
      try await server.control("clock", ["advance": 1])
      let token = try await server.token(of: "alice")
      last.withLock { $0 = token }
      return token
    }
    let client = try await server.client(tokens: source)
    for id in ids {
      let outcome = try await client.like(id)
      guard case .done = outcome else {
        Issue.record("\(outcome)")
        return
      }
      try await server.control("revoke", ["token": .string(last.withLock { $0 })])
    }
  }

  @Test(arguments: StandIn.Kind.allCases)
  func doesNotAskTheTokenSourceAgainIfItHasNoNewToken(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    let ids = try await comments(of: server, count: 2)
    let expired = try await expiredToken(of: server)
    let renewals = Mutex(0)
    let client = try await server.client(
      tokens: TokenSource {
        expired
      } renewed: { _ in
        renewals.withLock { $0 += 1 }
        return nil
      })
    for id in ids {
      let error = await #expect(throws: ClientError.self) { try await client.like(id) }
      #expect(error?.kind == .tokenRejected)
    }
    #expect(renewals.withLock { $0 } == 1)
  }

  @Test(arguments: StandIn.Kind.allCases)
  func usesTheTokenOfAVisitorWhoSignsInLater(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    let ids = try await comments(of: server, count: 1)
    let token = Mutex<String?>(nil)
    let questions = Mutex(0)
    let client = try await server.client(
      tokens: TokenSource {
        questions.withLock { $0 += 1 }
        return token.withLock { $0 }
      })
    for _ in 1...2 { _ = try await client.fetch(.id("story-empty")) }
    #expect(questions.withLock { $0 } == 1)
    #expect(try await client.like(ids[0]) == .refused(Refusal(.notSignedIn)))
    let fresh = try await server.token(of: "alice")
    token.withLock { $0 = fresh }
    #expect(try await client.viewer()?.name == "alice")
    #expect(try await client.like(ids[0]).isDone)
  }

  @Test(arguments: StandIn.Kind.allCases)
  func fetchesAsAVisitorAfterSigningOut(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    let ids = try await comments(of: server, count: 1)
    let first = try await server.token(of: "alice")
    let token = Mutex(first)
    let renewals = Mutex(0)
    let client = try await server.client(
      tokens: TokenSource {
        token.withLock { $0 }
      } renewed: { _ in
        renewals.withLock { $0 += 1 }
        return nil
      })
    #expect(try await client.viewer()?.name == "alice")
    try await client.signOut()
    #expect(try await client.fetch(.id("story-empty")).story.count == 1)
    #expect(try await client.viewer() == nil)
    #expect(try await client.like(ids[0]) == .refused(Refusal(.notSignedIn)))
    #expect(renewals.withLock { $0 } == 0)
    let second = try await server.token(of: "bob")
    token.withLock { $0 = second }
    #expect(try await client.viewer()?.name == "bob")
  }

  @Test func cancelsAnActionWithoutCancellingItsTokenRequest() async throws {
    let server = try await StandIn(.coral)
    let ids = try await comments(of: server, count: 1)
    let token = try await server.token(of: "alice")
    let questions = Mutex(0)
    let (gate, key) = AsyncStream.makeStream(of: Never.self)
    let client = try await server.client(
      tokens: TokenSource {
        questions.withLock { $0 += 1 }
        for await _ in gate {}
        return token
      })
    let impatient = Task { try await client.like(ids[0]) }
    while questions.withLock({ $0 == 0 }) { try await Task.sleep(for: .milliseconds(5)) }
    impatient.cancel()
    // If cancelling has no effect, the token comes in the end and the comment is liked.
    let late = Task {
      try await Task.sleep(for: .seconds(60))
      key.finish()
    }
    let error = await #expect(throws: ClientError.self) { try await impatient.value }
    #expect(error?.kind == .cancelled)
    late.cancel()
    key.finish()
    #expect(try await client.like(ids[0]).isDone)
    #expect(questions.withLock { $0 } == 1)
  }

  @Test(arguments: [
    ("-9223372036854775807", 0), ("9223372036854775807", 253_402_300_799), ("1e300", nil),
    ("1700000000", 1_700_000_000), ("-1", 0), ("\"soon\"", nil),
  ])
  func clampsTokenTimesToValidDates(claim: String, time: Int?) throws {
    let claims = Data(#"{"exp":\#(claim),"iat":\#(claim)}"#.utf8).base64EncodedString()
    let found = try #require(TokenClaims(token: "e30.\(claims.replacing("=", with: "")).x"))
    #expect(found.expiresAt == time)
    #expect(found.issuedAt == time)
  }
}
