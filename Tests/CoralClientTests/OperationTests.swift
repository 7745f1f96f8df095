import AtollBytes
import Testing

@testable import CoralClient

/// The GraphQL documents that are sent to servers.
@Suite struct OperationTests {
  @Test func omitsFieldsThatAnOldServerDoesNotHave() throws {
    let old = try #require(ServerVersion("5.0.0"))
    let new = try #require(ServerVersion("9.11.8"))
    let before = try #require(Operation.comments.document(for: .coral(old)))
    let after = try #require(Operation.comments.document(for: .coral(new)))
    #expect(!before.contains("flatten"))
    #expect(!before.contains("KlipyMedia"))
    #expect(after.contains("flatten: true"))
    #expect(after.contains("KlipyMedia"))
    #expect(!after.contains("#"))
  }
}
