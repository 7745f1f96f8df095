import AtollComments
import AtollStoryDecoding
import Testing

/// Comments of Atoll documents that their keys hide, rightly spelt or not.
@Suite struct HiddenDocumentCommentTests {
  private func read(_ member: String) throws -> DecodedStory {
    try decode(#"{"atoll":1,"comments":[{"id":"c","author":"Al","body":"SECRET",\#(member)}]}"#)
  }

  @Test(arguments: [
    #""Tombstone":"rejected""#, #""tombStone":false"#, #""tombtsone":"deleted""#,
    #""tombstones":1"#,
    #""deleted":true"#, #""isDeleted":1"#, #""is_deleted":"yes""#, #""deletedAt":"2024-01-01""#,
    #""hidden":"true""#, #""spam":{"score":1}"#, #""removed":[]"#, #""rejected":1.5"#,
    #""pending":true"#, #""status":"rejected""#, #""status":"PREMOD""#, #""status":0"#,
    #""status":false"#, #""approved":false"#, #""published":"no""#, #""visible":0"#,
    #""approved":"spam""#, #""approved":"pending""#, #""approved":"trash""#, #""approved":"""#,
    #""approved":"0000-00-00 00:00:00""#, #""approved":"2024 rejected by bob""#,
    #""published":"00000000""#, #""visible":"1234spam""#, #""public":"0001-01-01""#,
    #""approved":2"#, #""approved":[]"#, #""published":"draft""#, #""visible":"hidden""#,
    #""public":"private""#, #""public":"none""#, #""private":true"#, #""isPrivate":true"#,
    #""hidden_at":"2024-01-01""#, #""spamAt":1700000000"#, #""rejected_at":"2024-01-01""#,
    #""banned_at":"2024-01-01""#, #""approved_at":"""#, #""approvedAt":null"#,
    #""publishedAt":"""#, #""published_at":null"#,
    #""state":"rejected""#, #""comment_approved":"spam""#, #""status":1"#, #""status":true"#,
    #""approved":"1970-01-01 01:00:00""#, #""published":"1970-01-01T00:00:00-05:00""#,
    #""approved":10000000"#, #""deleted":"perhaps""#, #""spam":0.5"#, #""hidden":0.2"#,
    #""deletedAt":"Mon Jan 01 10:00:00 +0000 2024""#, #""deletedAt":"31.12.2024""#,
  ])
  func hidesACommentWithAKeyThatMayMarkItAsRemoved(member: String) throws {
    let decoded = try read(member)
    #expect(decoded.comments[0].tombstone != nil)
    #expect(decoded.problems.map(\.code) == [.hiddenComment])
    #expect(decoded.problems[0].message.contains("the comment is hidden"))
    let key = try #require(member.split(separator: "\"").first)
    #expect(decoded.problems[0].place == .path("$.comments[0].\(key)"))
  }

  @Test(arguments: [
    #""Tombstone":null"#, #""deleted":false"#, #""deleted":0"#, #""deleted":"""#, #""hidden":null"#,
    #""spam":"no""#, #""removed":"False""#, #""status":"approved""#, #""status":"NONE""#,
    #""status":"""#, #""status":null"#, #""status":"NULL""#, #""state":"\\N""#, #""approved":true"#,
    #""published":"2024-01-01""#,
    #""published":"2024-01-01T10:00:00.000Z""#, #""approved":"2024-01-01 10:00:00""#,
    #""approved":"approved""#, #""public":"yes""#, #""published":1704067200"#,
    #""deletedAt":"0000-00-00 00:00:00""#, #""deletedAt":"0001-01-01""#, #""spam":0.02"#,
    #""spam":"ham""#, #""deleted":"0.0""#, #""hidden":"visible""#, #""deleted_at":"NaT""#,
    #""approved_at":"2024-01-01""#, #""state":"published""#,
    #""published_at":"early in 2024""#, #""is_approved":"on""#,
    #""approved":"Mon, 01 Jan 2024 00:00:00 GMT""#, #""private":"public""#, #""flat":true"#,
    #""visible":1"#, #""timestamp":1"#, #""score":0"#, #""moderator":"Bob""#,
  ])
  func showsACommentWithAnUnknownKeyThatHidesNothing(member: String) throws {
    let decoded = try read(member)
    #expect(decoded.comments[0].tombstone == nil)
    #expect(decoded.problems.map(\.code) == [.unknownValue])
  }

  @Test func ignoresKeysThatBeginWithX() throws {
    let decoded = try read(#""x-deleted":true,"x-tombstone":"deleted""#)
    #expect(decoded.comments[0].tombstone == nil)
    #expect(decoded.problems == [])
  }

  @Test func prefersTheTombstoneToOtherKeysThatHideAComment() throws {
    for member in [
      #""tombstone":"ignored","deleted":true"#, #""deleted":true,"tombstone":"ignored""#,
    ] {
      #expect(try read(member).comments[0].tombstone == .ignored)
    }
    #expect(try read(#""deleted":true,"tombstone":null"#).comments[0].tombstone == .deleted)
  }

  @Test(arguments: [
    ("false", "found true or false; the comment is hidden"), ("[]", "the comment is hidden"),
    ("\"\"", "the comment is hidden"), ("\"rejectd\"", "did you mean \u{201C}rejected\u{201D}?"),
  ])
  func hidesACommentWithAnUnknownTombstone(value: String, message: String) throws {
    let decoded = try read(#""tombstone":\#(value)"#)
    #expect(decoded.comments[0].tombstone == .withheld)
    #expect(decoded.problems.map(\.code) == [.hiddenComment])
    #expect(decoded.problems[0].message.contains(message))
  }

  @Test(arguments: [
    (#""removed":1"#, Tombstone.rejected), (#""trash":1"#, .deleted), (#""spam_at":1"#, .rejected),
    (#""status":"deleted""#, .deleted), (#""status":"spam""#, .rejected),
    (#""approved":"spam""#, .rejected), (#""approved":"no""#, .withheld),
  ])
  func takesTheReasonOfATombstoneFromTheKeyOrItsValue(member: String, reason: Tombstone) throws {
    #expect(try read(member).comments[0].tombstone == reason)
  }

  @Test func recognizesHidingKeysAmongManyUnknownKeys() throws {
    let comments = (0..<3000).map {
      #"{"id":"c\#($0)","body":"b","key\#($0)":1,"\#($0 % 2 == 0 ? "deleted" : "likers")":"x"}"#
    }
    let decoded = try decode(#"{"atoll":1,"comments":[\#(comments.joined(separator: ","))]}"#)
    #expect(decoded.comments.count { $0.tombstone == .deleted } == 1500)
    #expect(decoded.diagnostics.count(of: .hiddenComment) == 1500)
  }
}
