import AtollComments
import AtollRows
import Testing

// The examples of the catalogs of Comments and Rows, word for word; `CatalogTests` compares them.

@Suite struct CatalogExamples {
  private typealias Comment = AtollComments.Comment

  private static func story() -> Story {
    let story = Story(
      title: "Tide pools",
      comments: [
        Comment(id: "1", author: Author(name: "Ann"), body: Body("Which beach?", syntax: .plain)),
        Comment(
          id: "2", parentID: "1", author: Author(name: "Bo"), body: Body("Ours.", syntax: .plain)),
      ])
    let authors = story.positions.map { story.comment(at: $0).author?.name ?? "" }
    #expect(authors == ["Ann", "Bo"])
    return story
  }

  @Test func reportsDeletedAndUpdatedRowsWhenABranchIsFolded() {
    let story = Self.story()
    var feed = CommentFeed(story, sortedBy: .oldest, folding: .moreReplies(than: 10))
    let lines = (0..<feed.count).map { index in
      let row = feed.row(at: index)
      return String(repeating: "  ", count: row.depth) + feed.comment(at: index).body.plainText
    }
    #expect(lines == ["Which beach?", "  Ours."])

    let changes = feed.toggleExpansion(at: 0)
    let deleted = Array(changes.deletions)
    let refreshed = Array(changes.updatesAfter)
    #expect(deleted == [1] && refreshed == [0])
  }

  @Test func confirmsADraft() {
    let story = Self.story()
    var feed = CommentFeed(story, sortedBy: .oldest, folding: .moreReplies(than: 10))
    let draft = Comment(id: "draft-1", parentID: "1", body: Body("So do I.", syntax: .plain))
    let pending = feed.begin(.post(draft))
    let confirmed = feed.confirm(pending, as: Comment(id: "3", parentID: "1", body: draft.body))
    #expect(Array(pending.changes.insertions).count == 1)
    #expect(!confirmed.isEmpty && feed.index(of: "3") != nil && feed.index(of: "draft-1") == nil)
  }
}
