import AtollBytes
import Testing

@testable import CoralClient

/// The signed-in reader, the accounts that the reader ignores, and the limits of reports.
@Suite struct AccountTests {
  @Test(arguments: StandIn.Kind.allCases)
  func ignoresAUserDespiteLostResponsesAndRepeatedCalls(
    kind: StandIn.Kind
  ) async throws {
    let server = try await StandIn(kind)
    let client = try await server.client(as: "alice")
    let rules: [JSONValue] = [
      ["fault": "drop-after", "operation": "Ignore", "times": 1],
      ["fault": "drop-after", "operation": "StopIgnoring", "times": 1],
    ]
    try await server.control("faults", ["rules": .array(rules)])
    for _ in 1...2 {
      #expect(try await client.ignore("user-bob") == .done(likes: nil))
      #expect(try await client.viewer()?.ignoredUsers == ["user-bob"])
    }
    for _ in 1...2 {
      #expect(try await client.stopIgnoring("user-bob") == .done(likes: nil))
      #expect(try await client.viewer()?.ignoredUsers == [])
    }
  }

  @Test(arguments: StandIn.Kind.allCases)
  func refusesToIgnoreStaff(kind: StandIn.Kind) async throws {
    let server = try await StandIn(kind)
    let outcome = try await server.client(as: "alice").ignore("user-sam")
    guard case .refused(let refusal) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(refusal.reason == .notAllowed)
  }

  @Test func readsAnAccountWithoutAName() async throws {
    let server = try await StandIn(.coral)
    let viewer = try await server.client(as: "nora").viewer()
    #expect(viewer == Viewer(id: "user-nora"))
  }

  @Test func refusesReportsWithDetailsThatAreTooLongForCoral() async throws {
    let server = try await StandIn(.coral)
    let id = try await server.comment("Spam")
    let client = try await server.client(as: "alice")
    // An emoji has two UTF-16 code units.
    let longest = String(repeating: "\u{1F41F}", count: 250)
    let outcome = try await client.report(id, because: .other, details: longest + "!")
    guard case .refused(let refusal) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(refusal.reason == .tooLong)
    let accepted = try await client.report(id, because: .other, details: longest)
    #expect(accepted == .done(likes: nil))
  }
}
