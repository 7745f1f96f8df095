import AtollComments
import AtollStoryDecoding
import Testing

/// Rows of every collection of a server's database, in the format of `mongoexport`.
@Suite struct WholeExportTests {
  private func comment(
    _ id: String, under parent: String? = nil, status: String = "NONE", tenant: String = "t1",
    story: String = "s", more: String = ""
  ) -> String {
    let parent = parent.map { #""\#($0)""# } ?? "null"
    return #"{"id":"\#(id)","tenantID":"\#(tenant)","storyID":"\#(story)","authorID":"u","#
      + #""parentID":\#(parent),"revisions":[{"body":"<p>Hi"}],"status":"\#(status)"\#(more),"#
      + #""createdAt":{"$date":"2024-06-01T10:00:00Z"}}"#
  }

  private func tenant(_ id: String) -> String {
    #"{"id":"\#(id)","domain":"\#(id).example.com","locale":"en-US","organization":{"name":"Paper \#(id)"},"#
      + #""communityGuidelines":{"enabled":true,"content":"Rules of \#(id)"},"#
      + #""disableCommenting":{"enabled":\#(id == "t2"),"message":"Pause of \#(id)"}}"#
  }

  private func decodeRows(_ rows: [String], story: String? = nil) throws -> DecodedStory {
    try decode(rows.joined(separator: "\n"), storyID: story)
  }

  private func collect(_ rows: [String]) throws(StoryError) -> DecodedStory {
    var collector = RowCollector(form: .coralDump)
    for (number, row) in rows.enumerated() {
      var bytes = Array(row.utf8)
      collector.add(bytes.indices, of: &bytes, number: number)
    }
    return try collector.finish()
  }

  // MARK: Collections

  /// One row of every collection of Coral 9 that is never shown, with the fields of its model.
  static let coralRowsWithNothingToShow = [
    #"{"id":"x","tenantID":"t1","storyID":"s","userID":"u9","comments":{"c1":{"$date":"2024-06-01T10:00:00Z"}},"lastSeenAt":{"$date":"2024-06-01T10:00:00Z"}}"#,
    #"{"id":"x","tenantID":"t1","actionType":"REACTION","commentID":"c1","commentRevisionID":"r","storyID":"s","siteID":"i","userID":"u","createdAt":{"$date":"2024-06-01T10:00:00Z"},"metadata":{}}"#,
    #"{"id":"x","tenantID":"t1","commentID":"c1","commentRevisionID":"r","storyID":"s","status":"APPROVED","moderatorID":null,"createdAt":{"$date":"2024-06-01T10:00:00Z"}}"#,
    #"{"id":"x","tenantID":"t1","userID":"u","createdAt":{"$date":"2024-06-01T10:00:00Z"},"lawBrokenDescription":"l","additionalInformation":"a","commentID":"c1","submissionID":"m","referenceID":"f","status":"AWAITING_REVIEW","history":[]}"#,
    #"{"id":"x","tenantID":"t1","type":"REPLY","createdAt":{"$date":"2024-06-01T10:00:00Z"},"ownerID":"u","commentID":"c1","replyID":"c2"}"#,
    #"{"id":"x","tenantID":"t1","email":"e@example.com","role":"MODERATOR","expiresAt":{"$date":"2024-06-01T10:00:00Z"},"createdBy":"u","createdAt":{"$date":"2024-06-01T10:00:00Z"}}"#,
    #"{"id":"x","tenantID":"t1","name":"Site","allowedOrigins":["https://example.com"],"createdAt":{"$date":"2024-06-01T10:00:00Z"},"commentCounts":{}}"#,
    #"{"_id":"1","id":"x","operation":"query","operationName":"StreamQuery","query":"query StreamQuery { id }","bundle":"stream","version":"9"}"#,
  ]

  @Test(arguments: coralRowsWithNothingToShow)
  func silentlySkipsRowsFromOtherCollections(row: String) throws {
    for rows in [[comment("c1"), row], [row, comment("c1")]] {
      let decoded = try decodeRows(rows)
      #expect(decoded.comments.map(\.id) == ["c1"])
      #expect(decoded.problems == [])
    }
    let collected = try collect([comment("c1"), row])
    #expect(collected.comments.map(\.id) == ["c1"])
    #expect(collected.diagnostics.isEmpty)
    #expect(kind(of: row, file: "rows.ndjson") == .other)
  }

  @Test(arguments: [
    ("seenComments.json", RowKind.other), ("archivedCommentActions.json", .other),
    ("archivedComments.json", .comment), ("dsaReports.ndjson", .other), ("migrations.json", .other),
    ("dump/notifications.json", .other), ("tenants.json", .settings), ("stories.json", .story),
  ])
  func recognizesCollectionsByFileName(name: String, kind: RowKind) {
    #expect(self.kind(of: #"{"id":"x"}"#, file: name) == kind)
  }

  @Test func recognizesAUserRowWithoutAName() {
    let row = #"{"id":"u","tenantID":"t","role":"COMMENTER","ignoredUsers":[]}"#
    #expect(kind(of: row, file: "rows") == .user)
  }

  /// Returns the kind of a row, or nil if it cannot be read.
  private func kind(of row: String, file: String) -> RowKind? {
    var reader = RowReader()
    return reader.read(Array(row.utf8)[...], file: file) == nil ? reader.kind : nil
  }

  // MARK: Tenants

  @Test(arguments: [["t1", "t2"], ["t2", "t1"]])
  func usesOnlyTheSettingsOfTheStorysTenant(order: [String]) throws {
    for rows in [order.map(tenant) + [comment("c1")], [comment("c1")] + order.map(tenant)] {
      for decoded in [try decodeRows(rows), try collect(rows)] {
        #expect(decoded.fact(\.organization) == "Paper t1")
        #expect(decoded.fact(\.infobox) == "Rules of t1")
        #expect(decoded.story.metadata.commentingStatus == .open)
      }
    }
  }

  @Test func assignsRowsWithoutATenantToTheOnlyTenant() throws {
    let row = comment("c1").replacing(#""tenantID":"t1","#, with: "")
    #expect(try decodeRows([row, tenant("t1")]).fact(\.infobox) == "Rules of t1")
    let ambiguous = try decodeRows([row, tenant("t1"), tenant("t2")])
    #expect(ambiguous.fact(\.infobox) == "")
    #expect(ambiguous.problems.map(\.code) == [.unusableRow])
  }

  @Test func distinguishesStoriesWithTheSameIDInTwoTenants() throws {
    let rows = [comment("c1"), comment("c2", tenant: "t2")]
    let error = #expect(throws: StoryError.self) { try decodeRows(rows, story: "s") }
    #expect(error?.reason == .multipleStories)
    #expect(error?.message.contains("s of tenant t1, s of tenant t2") == true)
    #expect(throws: StoryError.self) { try collect(rows) }
  }

  @Test func looksUpAuthorsInTheStorysTenant() throws {
    let users = ["t2", "t1"].map {
      #"{"id":"u","tenantID":"\#($0)","username":"Name in \#($0)","profiles":[]}"#
    }
    for rows in [users, users.reversed()] {
      let decoded = try decodeRows([comment("c1")] + rows)
      #expect(decoded.comments.map(\.author?.name) == ["Name in t1"])
    }
  }

  @Test func looksUpAnAuthorWithRowsOfManyTenants() throws {
    let users = (0..<50_000).map {
      #"{"id":"u","tenantID":"t\#($0)","username":"Name in \#($0)","profiles":[]}"#
    }
    let comments = (0..<5000).map { comment("c\($0)", tenant: "t49000") }
    let decoded = try decodeRows(users + comments)
    #expect(decoded.comments.first?.author?.name == "Name in 49000")
  }

  // MARK: Moderation

  @Test(arguments: ["REJECTED", "PREMOD", "SYSTEM_WITHHELD"])
  func hidesRepliesToUnpublishedComments(status: String) throws {
    let rows = [
      comment("hidden", status: status), comment("answer", under: "hidden"),
      comment("deeper", under: "answer"), comment("shown"), comment("reply", under: "shown"),
    ]
    for rows in [rows, rows.reversed()] {
      let decoded = try decodeRows(rows)
      #expect(Set(decoded.comments.map(\.id)) == ["shown", "reply"])
      #expect(decoded.droppedCount == 3)
      #expect(decoded.story.metadata.commentCount == 2)
      #expect(try collect(rows).comments.map(\.id) == decoded.comments.map(\.id).sorted())
    }
  }

  @Test func keepsRepliesToDeletedComments() throws {
    let deleted = comment("gone", more: #","deletedAt":{"$date":"2024-07-01T10:00:00Z"}"#)
    let decoded = try decodeRows([deleted, comment("answer", under: "gone")])
    #expect(decoded.comments.map(\.tombstone) == [.deleted, nil])
  }

  // MARK: Talk 4

  private func asset(_ more: String) -> String {
    #"{"_id":"1","id":"a","url":"https://example.com/a","created_at":{"$date":"2020-01-01T00:00:00Z"}\#(more)}"#
  }
  private let talkComment =
    #"{"_id":"2","id":"c","asset_id":"a","body":"Hi","status":"ACCEPTED","created_at":{"$date":"2020-01-01T00:00:00Z"}}"#
  private let talkSettings =
    #"{"_id":"3","id":"1","infoBoxEnable":false,"autoCloseStream":true,"closedTimeout":60,"closedMessage":"Closed for all"}"#

  @Test func leavesAReopenedTalkStoryOpen() throws {
    for closedAt in ["", #","closedAt":null"#] {
      let decoded = try decodeRows([asset(closedAt), talkComment, talkSettings])
      #expect(decoded.story.metadata.commentingStatus == .open)
    }
  }

  @Test func showsTheSameClosedMessageAsTalk() throws {
    let closed = asset(
      #","closedAt":{"$date":"2020-02-01T00:00:00Z"},"closedMessage":"Only in errors""#)
    let decoded = try decodeRows([closed, talkComment, talkSettings])
    #expect(decoded.story.metadata.commentingStatus == .timed)
    #expect(decoded.fact(\.closedMessage) == "Closed for all")
  }

  // MARK: Responses without a story

  @Test(arguments: [
    (
      #"{"error":{"id":"1","code":"RAW_QUERY_NOT_AUTHORIZED","type":"INVALID_REQUEST_ERROR","message":"not allowed"}}"#,
      "not allowed (RAW_QUERY_NOT_AUTHORIZED)"
    ),
    (#"{"message":"m","error":{"translation_key":"NOT_FOUND","status":404}}"#, "NOT_FOUND"),
    (
      #"{"data":{"createComment":{"comment":null,"errors":[{"translation_key":"COMMENTING_CLOSED"}]}}}"#,
      "COMMENTING_CLOSED"
    ),
    (#"{"data":{"story":null}}"#, "neither a story nor comments, but story is null"),
    (
      #"{"data":{"editComment":{"clientMutationId":"1"}}}"#,
      "neither a story nor comments, but editComment"
    ),
  ])
  func describesAResponseWithoutAStory(answer: String, words: String) {
    let error = #expect(throws: StoryError.self) { try decode(answer) }
    #expect(error?.reason == .noStory)
    #expect(error?.message.hasSuffix(words) == true, "\(error?.message ?? "")")
  }
}
