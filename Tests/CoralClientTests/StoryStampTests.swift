import AtollBytes
import Testing

@testable import CoralClient

/// The states of stories in a site's list.
@Suite struct StoryStampTests {
  @Test(arguments: [
    "/-1/", "2024-05-01T12:34:56.789Z/12/c", "2024-05-01T12:34:56.789Z/12/ca/3.0.1.7", "/5//4",
  ])
  func readsWhatItWrites(text: String) {
    #expect(StoryStamp(text)?.text == text)
  }

  @Test(arguments: ["", "x", "/x/", "/5//3.x.1.7", "/5//3..1.7", "/5//3.0.1.", "/5//"])
  func rejectsAStampWithABrokenNumber(text: String) {
    #expect(StoryStamp(text) == nil)
  }

  @Test func ignoresCountsOfStatusesIfOneIsMissing() {
    var statuses: [JSONValue.Member] = ["REJECTED", "PREMOD", "SYSTEM_WITHHELD", "APPROVED"]
      .enumerated().map { JSONValue.Member($0.element, value: JSONValue($0.offset)) }
    #expect(StoryStamp(Self.node(statuses)).statusCounts == [0, 1, 2, 3])
    statuses.remove(at: 1)
    #expect(StoryStamp(Self.node(statuses)).statusCounts == [])
  }

  private static func node(_ statuses: [JSONValue.Member]) -> JSONValue {
    ["id": "s", "commentCounts": ["totalPublished": 5, "statuses": .object(statuses)]]
  }
}
