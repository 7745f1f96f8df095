import AtollComments
import AtollStoryDecoding
import Testing

/// Rows contain only the closing time of a story; the story counts as closed if any row has a later
/// time.
@Suite struct ClosingOfRowsTests {
  private func date(_ year: Int) -> String { #"{"$date":"\#(year)-01-01T00:00:00Z"}"# }

  private func talkAsset(_ more: String) -> String {
    #"{"_id":"1","id":"a","url":"https://example.com/a","created_at":\#(date(2017)),"closedAt":\#(date(2018))\#(more)}"#
  }

  private func talkComment(_ year: Int, story: String = "a", more: String = "") -> String {
    #"{"_id":"c\#(story)","id":"c","asset_id":"\#(story)","body":"Hi","status":"NONE","created_at":\#(date(year))\#(more)}"#
  }

  private func coralStory(_ more: String) -> String {
    #"{"tenantID":"t","id":"s","url":"https://example.com/s","createdAt":\#(date(2017))\#(more)}"#
  }

  private func closing(
    of rows: [String], story: String? = nil
  ) throws -> StoryMetadata.CommentingStatusKind {
    let metadata = try decode(rows.joined(separator: "\n"), storyID: story).story.metadata
    // The result does not depend on the order of the rows.
    let turned = try decode(rows.reversed().joined(separator: "\n"), storyID: story).story.metadata
    #expect(turned.commentingStatus == metadata.commentingStatus)
    return metadata.commentingStatus
  }

  @Test func closesAStoryThatAModeratorClosed() throws {
    // Both servers then set both fields to the same time.
    let coral = coralStory(#","closedAt":\#(date(2018)),"updatedAt":\#(date(2018))"#)
    #expect(try closing(of: [coral]) == .closed)
    #expect(try closing(of: [talkAsset(#","updated_at":\#(date(2018))"#)]) == .closed)
  }

  @Test func closesAStoryIfAnyRowIsLaterThanItsClosingTime() throws {
    let user = #"{"_id":"u","id":"u","username":"ann","created_at":\#(date(2019))}"#
    let settings = #"{"_id":"s","id":"1","wordlist":{},"updated_at":\#(date(2019))}"#
    let action =
      #"{"_id":"x","id":"x","action_type":"FLAG","item_type":"COMMENTS","created_at":\#(date(2019))}"#
    let edited = talkComment(
      2017,
      more:
        #","body_history":[{"body":"H","created_at":\#(date(2017))},{"body":"Hi","created_at":\#(date(2019))}]"#
    )
    let updated = talkComment(2017, more: #","updated_at":\#(date(2019))"#)
    let deleted = talkComment(2017, more: #","deleted_at":\#(date(2019))"#)
    for row in [user, settings, action, talkComment(2019), edited, updated, deleted] {
      #expect(try closing(of: [talkAsset(""), row]) == .closed, "\(row)")
    }
    let other = talkComment(2019, story: "another")
    #expect(try closing(of: [talkAsset(""), other], story: "a") == .closed)
  }

  @Test func appliesTheSitesClosingTimeout() throws {
    let tenant = #"{"id":"t","domain":"d","closeCommenting":{"auto":true,"timeout":60}}"#
    func comment(_ year: Int) -> String {
      #"{"tenantID":"t","id":"c","storyID":"s","revisions":[{"body":"x"}],"status":"NONE","createdAt":\#(date(year))}"#
    }
    #expect(try closing(of: [coralStory(""), tenant, comment(2018)]) == .closed)
    #expect(try closing(of: [coralStory(""), tenant, comment(2017)]) == .timed)
  }

  @Test func ignoresTheEndOfAUsersSuspensionWhenClosingAStory() throws {
    // The end of a suspension may be in the future.
    let user =
      #"{"_id":"u","id":"u","username":"ann","created_at":\#(date(2016)),"status":{"suspension":{"until":\#(date(2099))}}}"#
    #expect(try closing(of: [talkAsset(""), talkComment(2017), user]) == .timed)
  }

  @Test func closesAStoryWhoseRowsAreAddedOneByOne() throws {
    var collector = RowCollector(form: .talk4Dump)
    for (number, row) in [talkAsset(""), talkComment(2019)].enumerated() {
      var bytes = Array(row.utf8)
      collector.add(bytes.indices, of: &bytes, number: number)
    }
    #expect(try collector.finish().story.metadata.commentingStatus == .closed)
  }
}
