import AtollComments
import Testing

@Suite struct StoryOfCommentsTests {
  private typealias Comment = AtollComments.Comment

  private func comment(_ id: String, under parent: String? = nil) -> Comment {
    Comment(
      id: id, parentID: parent, author: Author(id: "u", name: "Ann", badges: ["staff"]),
      body: Body("text of \(id)", syntax: .html), createdAt: Timestamp(milliseconds: 5),
      isEdited: true, likes: 3, replyCount: 4, tags: [.featured], otherTags: ["one", "two"],
      rating: 4, media: Media(kind: .gif, url: "https://example.org/a.gif", title: "A"),
      permalink: "https://example.org/\(id)", tombstone: nil)
  }

  @Test func returnsEveryComment() {
    let comments = [comment("a"), comment("b", under: "a"), comment("c", under: "b")]
    let story = Story(id: "7", url: "https://example.org/", title: "Title", comments: comments)
    #expect(story.positions.map { story.comment(at: $0) } == comments)
    #expect(story.id == "7" && story.url == "https://example.org/" && story.title == "Title")
    #expect(story.metadata.commentCount == 3)
  }

  @Test func findsAParentThatFollowsItsReply() {
    let story = Story(comments: [comment("b", under: "a"), comment("a")])
    #expect(story.position(of: "b").flatMap { story.parent(of: $0) } == story.position(of: "a"))
  }

  @Test func repairsIDsAndParents() {
    let story = Story(comments: [
      comment(""), comment("a"), comment("a"), comment("lost", under: "nowhere"),
      comment("x", under: "y"), comment("y", under: "x"),
    ])
    let comments = story.positions.map { story.comment(at: $0) }
    #expect(Set(comments.map(\.id)).count == 6)
    #expect(comments[1].id == "a" && comments[2].id != "a" && !comments[0].id.isEmpty)
    #expect(story.positions.map { story.parent(of: $0) }.filter { $0 != nil }.count == 1)
  }

  @Test(arguments: [-1, 0, 6, 7, Int.max])
  func ignoresRatingsOtherThan1To5(rating: Int) {
    var rated = comment("a")
    rated.rating = rating
    let story = Story(comments: [rated])
    #expect(story.comment(at: Position(0)).rating == nil)
  }

  @Test func countsOnlyShownCommentsWhenSomeAreAppended() {
    var story = Story(comments: [comment("a")])
    var deleted = comment("b")
    deleted.tombstone = .deleted
    story.append([deleted, comment("c")])
    #expect(story.commentCount == 2)
  }

  @Test func acceptsAnEmptyStory() { #expect(Story(comments: []).count == 0) }

  @Test func replacesNULInIDs() {
    let story = Story(comments: [comment("a\0b")])
    #expect(story.positions.map { story.comment(at: $0).id } == ["a\u{FFFD}b"])
  }
}
