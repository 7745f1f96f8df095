import AtollComments
import AtollStoryDecoding
import Testing

/// Rows of comments that the server does not show, because of what they say or lack, and rows that
/// contradict each other.
@Suite struct UnseenRowTests {
  private func comment(
    _ id: String, under parent: String? = nil, status: String? = #""NONE""#, more: String = ""
  ) -> String {
    let parent = parent.map { #""\#($0)""# } ?? "null"
    let status = status.map { #","status":\#($0)"# } ?? ""
    return #"{"id":"\#(id)","storyID":"s","authorID":"u","parentID":\#(parent),"#
      + #""revisions":[{"body":"Hi"}]\#(status)\#(more),"createdAt":{"$date":"2024-06-01T10:00:00Z"}}"#
  }

  private func talkComment(_ id: String, more: String = #","status":"NONE""#) -> String {
    #"{"id":"\#(id)","asset_id":"s","author_id":"u","body":"Hi"\#(more),"created_at":{"$date":"2020-01-01T00:00:00Z"}}"#
  }

  /// Returns the story of rows that are read from a file, and that of rows that are read one by
  /// one, from copies of their shown parts.
  private func stories(
    _ rows: [String], form: InputForm? = nil
  ) throws(StoryError) -> [DecodedStory] {
    [
      try decode(rows.joined(separator: "\n"), as: form),
      try collect(rows, form: form),
    ]
  }

  private func collect(_ rows: [String], form: InputForm?) throws(StoryError) -> DecodedStory {
    var collector = RowCollector(form: form)
    var reader = RowReader()
    for (number, row) in rows.enumerated() {
      #expect(reader.read(Array(row.utf8)[...], file: "rows") == nil)
      var bytes: [UInt8] = []
      reader.appendShownParts(to: &bytes)
      collector.add(bytes.indices, of: &bytes, number: number + 1, as: reader.kind)
    }
    return try collector.finish()
  }

  // MARK: Status

  @Test(arguments: [nil, "null", "3", #"["NONE"]"#, #"{"a":"NONE"}"#])
  func withholdsACommentWithoutAStatus(status: String?) throws {
    let rows = [
      comment("a"), comment("b", under: "a", status: status), comment("c", under: "b"),
      comment("d", under: "a"),
    ]
    for decoded in try stories(rows) {
      #expect(decoded.comments.map(\.id) == ["a", "d"])
      #expect(decoded.droppedCount == 2)
      #expect(decoded.problems.map(\.code) == [.hiddenComment])
      #expect(decoded.problems[0].message.hasPrefix("the comment b has no status"))
      #expect(decoded.problems[0].place == .path("$[1]"))
    }
  }

  @Test func countsCommentsThatOnlyProblemsHideAsLost() throws {
    let rows = [
      comment("a"), comment("b", status: #""PUBLISHED""#), comment("c", under: "b"),
      comment("d", under: "c", status: #""REJECTED""#), comment("e", under: "d"),
      comment("f", under: "missing"), comment("g", under: "f"),
      comment("h", under: "missing", status: #""REJECTED""#),
    ]
    let decoded = try collect(rows, form: nil)
    #expect(decoded.comments.map(\.id) == ["a"])
    #expect(decoded.gaps.lostCommentCount == 4)
    #expect(decoded.droppedCount == 7)
  }

  @Test func dropsATalkCommentWithoutAStatus() throws {
    for decoded in try stories([talkComment("a"), talkComment("b", more: "")]) {
      #expect(decoded.comments.map(\.id) == ["a"])
      #expect(decoded.problems.map(\.code) == [.hiddenComment])
    }
  }

  @Test func limitsTheNumberOfReportsAboutCommentsWithoutAStatus() throws {
    let rows = [comment("a")] + (0..<1000).map { comment("b\($0)", status: nil) }
    for decoded in try stories(rows) {
      #expect(decoded.problems.count == DiagnosticList.limitPerCode + 1)
      #expect(
        decoded.problems.last?.message == "980 more of the kind 'hidden-comment' are not listed")
      #expect(decoded.droppedCount == 1000)
      #expect(decoded.gaps.lostCommentCount == 1000)
    }
  }

  @Test(arguments: [nil, "null"])
  func rejectsAStoryIfNoCommentHasAStatus(status: String?) throws {
    let rows = [comment("a", status: status), comment("b", under: "a", status: status)]
    for form in [nil, InputForm.coralDump] {
      let error = #expect(throws: StoryError.self) { try decode(rows.joined(), as: form) }
      #expect(error?.advice == "export the comments with all their fields")
      let same = #expect(throws: StoryError.self) { try collect(rows, form: form) }
      #expect(same == error)
    }
  }

  @Test func copiesNoTextOfACommentWithoutAStatus() throws {
    for status in [nil, "null", "3"] {
      var reader = RowReader()
      #expect(reader.read(Array(comment("a", status: status).utf8)[...], file: "rows") == nil)
      var copy: [UInt8] = []
      reader.appendShownParts(to: &copy)
      #expect(!String(decoding: copy, as: UTF8.self).contains("Hi"))
    }
  }

  // MARK: Parents

  @Test func leavesOutRepliesToMissingComments() throws {
    let rows = [
      comment("a"), comment("b", under: "gone"), comment("c", under: "b"), comment("d", under: "a"),
      comment("e", under: "gone", status: #""REJECTED""#),
    ]
    for rows in [rows, rows.reversed()] {
      for decoded in try stories(rows) {
        #expect(Set(decoded.comments.map(\.id)) == ["a", "d"])
        #expect(decoded.droppedCount == 3)
        #expect(decoded.story.metadata.commentCount == 2)
        #expect(decoded.problems.map(\.code) == [.missingParent])
        #expect(decoded.problems.map(\.place) == [.comment("b")])
        #expect(
          decoded.problems[0].message.hasSuffix(
            "the comment is left out, with all replies below it"))
      }
    }
  }

  @Test func leavesOutCommentsThatAreTheirOwnAncestors() throws {
    let rows = [
      comment("a", under: "b"), comment("b", under: "a"), comment("c", under: "b"), comment("d"),
    ]
    for decoded in try stories(rows) {
      #expect(decoded.comments.map(\.id) == ["d"])
      #expect(decoded.problems.map(\.code) == [.parentCycle])
    }
  }

  @Test func withholdsAReplyWhoseParentCannotBeRead() throws {
    let reply = comment("b").replacing(#""parentID":null"#, with: #""parentID":["a"]"#)
    for decoded in try stories([comment("a"), reply]) {
      #expect(decoded.comments.map(\.id) == ["a"])
      #expect(decoded.problems.map(\.code) == [.wrongType])
    }
  }

  // MARK: Tags

  @Test func hidesTalkTagsThatAreNotPublic() throws {
    func tag(_ name: String, _ permissions: String) -> String {
      #"{"tag":{"name":"\#(name)"\#(permissions)},"assigned_by":"u"}"#
    }
    let tags = [
      tag("Plain", ""), tag("Open", #","permissions":{"public":true,"self":false}"#),
      tag("Default", #","permissions":{"self":true}"#),
      tag("Secret", #","permissions":{"public":false}"#),
      tag("FEATURED", #","permissions":{"public":false}"#),
      tag("Odd", #","permissions":{"public":null}"#),
    ].joined(separator: ",")
    for decoded in try stories([talkComment("a", more: #","status":"NONE","tags":[\#(tags)]"#)]) {
      #expect(decoded.comments[0].otherTags == ["Open"])
      #expect(decoded.comments[0].tags == [])
    }
  }

  // MARK: Rows of both servers

  private let story =
    #"{"id":"s","tenantID":"t","siteID":"i","url":"https://example.com/","createdAt":{"$date":"2024-06-01T10:00:00Z"}}"#
  private let asset =
    #"{"id":"s","url":"https://example.com/","title":"T","scraped":null,"created_at":{"$date":"2020-01-01T00:00:00Z"}}"#
  private let bareAsset = #"{"id":"s","url":"https://example.com/","title":"T"}"#

  @Test func rejectsRowsOfDifferentServersInOneInput() throws {
    for rows in [
      [comment("a"), talkComment("b")], [talkComment("b"), comment("a")],
      [comment("a"), story, asset], [talkComment("a"), story],
    ] {
      for form in [nil, InputForm.coralDump, .talk4Dump] {
        let error = #expect(throws: StoryError.self) { try collect(rows, form: form) }
        #expect(error?.reason == .wrongForm)
        #expect(error?.advice == "give rows of one server only")
      }
      #expect(throws: StoryError.self) { try decode(rows.joined(separator: "\n")) }
    }
    #expect(try collect([comment("a"), story], form: nil).comments.count == 1)
    #expect(try collect([talkComment("a"), asset], form: nil).comments.count == 1)
  }

  @Test func rejectsCoralRowsAsTalk4AndTalk4RowsAsCoral() throws {
    let coral = #expect(throws: StoryError.self) {
      try collect([comment("a"), story], form: .talk4Dump)
    }
    #expect(
      coral?.message
        == "these look like rows of a Coral database, not like rows of a Talk 4 database")
    #expect(coral?.advice == "let the form be detected, or choose another")
    let talk = #expect(throws: StoryError.self) {
      try collect([talkComment("a"), bareAsset], form: .coralDump)
    }
    #expect(talk?.reason == .wrongForm && talk?.message.contains("some") == false)
  }

  // MARK: Rows that differ

  private func user(_ name: String, tenant: String = "t", more: String = "") -> String {
    #"{"id":"u","tenantID":"\#(tenant)","username":"\#(name)","profiles":[]\#(more)}"#
  }

  @Test func choosesTheSameWordForLikesForAnyRowOrder() throws {
    let rows = ["respect", "love"].map {
      #"{"id":"\#($0)","asset_id":"s","author_id":"u","body":"x","status":"NONE","#
        + #""action_counts":{"\#($0)":1},"created_at":{"$date":"2018-06-01T10:00:00Z"}}"#
    }
    for rows in [rows, rows.reversed()] {
      let decoded = try decode(rows.joined(separator: "\n"))
      #expect(decoded.fact(\.likeLabel) == "Love")
    }
  }

  @Test func choosesTheSameUserRowForAnyRowOrder() throws {
    let users = [
      user("Ann"), user("Ann two"), user("Ann"), user("Ann", more: #","badges":["B"]"#),
      user("Zoe", tenant: "other"), user("Zoe two", tenant: "other"),
    ]
    let first = comment("a", more: #","tenantID":"t""#)
    for rotation in users.indices {
      let rows = Array(users[rotation...] + users[..<rotation])
      for decoded in try stories([first] + rows) + stories([first] + rows.reversed()) {
        #expect(decoded.comments.map(\.author?.name) == ["Ann two"])
        #expect(decoded.problems.map(\.code) == [.duplicateID])
        #expect(
          decoded.problems.map(\.message) == ["the rows of the user u differ; one of them is used"])
      }
    }
    for decoded in try stories([first, user("Ann"), user("Ann")]) {
      #expect(decoded.problems == [])
    }
  }

  @Test func hidesTheNameOfAUserWhomAnotherRowMarksAsDeleted() throws {
    let deleted = #"{"id":"u","tenantID":"t","profiles":[],"deletedAt":{"$date":"2024-06-01"}}"#
    let first = comment("a", more: #","tenantID":"t""#)
    for rows in [[user("Ann"), deleted], [deleted, user("Ann")]] {
      for decoded in try stories([first] + rows) {
        #expect(decoded.comments.map { $0.author?.name ?? "" } == [""])
      }
    }
  }

  @Test func appliesAUserRowWithoutATenantToEveryTenant() throws {
    let deleted = #"{"id":"u","tenantID":"t","profiles":[],"deletedAt":{"$date":"2024-06-01"}}"#
    let other = deleted.replacing(#""tenantID":"t""#, with: #""tenantID":"other""#)
    func withoutTenant(_ row: String) -> String { row.replacing(#""tenantID":"t","#, with: "") }
    for (users, name) in [
      ([withoutTenant(user("Bob")), deleted], ""), ([user("Bob"), withoutTenant(deleted)], ""),
      ([withoutTenant(user("Bob")), other], "Bob"),
      ([user("Bob"), withoutTenant(user("Al"))], "Bob"),
    ] {
      for rows in [users, users.reversed()] {
        for decoded in try stories([comment("a", more: #","tenantID":"t""#)] + rows) {
          #expect(decoded.comments.map { $0.author?.name ?? "" } == [name], "\(rows)")
        }
      }
    }
  }

  @Test func usesTheNewestRowOfAStory() throws {
    func row(_ title: String, _ day: Int) -> String {
      #"{"id":"s","tenantID":"t","url":"https://example.com/","metadata":{"title":"\#(title)"},"#
        + #""createdAt":{"$date":"2024-06-01T10:00:00Z"},"scrapedAt":{"$date":"2024-06-1\#(day)T10:00:00Z"}}"#
    }
    let first = comment("a", more: #","tenantID":"t""#)
    for rows in [
      [row("A", 1), row("B", 3), row("C", 2)], [row("C", 2), row("B", 3), row("A", 1)],
    ] {
      for decoded in try stories([first] + rows) {
        #expect(decoded.fact(\.title) == "B")
        #expect(decoded.problems == [])
      }
    }
    let same = [row("A", 1), row("B", 1), row("A", 1), row("Z", 0)]
    for rows in [same, same.reversed()] {
      for decoded in try stories([first] + rows) {
        #expect(decoded.fact(\.title) == "B")
        #expect(
          decoded.problems.map(\.message) == ["the rows of the story differ; one of them is used"])
      }
    }
  }
}
