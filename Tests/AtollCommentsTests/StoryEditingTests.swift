import AtollComments
import Testing

@Suite struct StoryEditingTests {
  private func comment(_ number: Int, under parent: Int? = nil) -> AtollComments.Comment {
    AtollComments.Comment(
      id: "c\(number)", parentID: parent.map { "c\($0)" },
      author: Author(id: "u\(number % 3)", name: "Ann", badges: ["staff"]),
      body: Body("text \(number)", syntax: .html), createdAt: Timestamp(milliseconds: 5),
      isEdited: true, likes: 3, replyCount: 4, tags: [.featured, .staff],
      otherTags: ["one", "two"],
      rating: 4, media: Media(kind: .gif, url: "https://example.org/a.gif", title: "A"),
      permalink: "https://example.org/c\(number)", tombstone: nil)
  }

  private func empty() -> Story {
    var builder = StoryBuilder(bytes: [])
    return builder.finish()
  }

  @Test func insertsACommentOnce() throws {
    var story = empty()
    let inserted = comment(1)
    let inserting = story.insert(inserted)
    let insertion = try #require(inserting)
    #expect(story.comment(at: insertion.position) == inserted)
    #expect(story.insert(inserted) == nil)
    #expect(story.metadata.commentCount == 1)
  }

  @Test func updatesEveryFieldExceptTheParent() throws {
    var story = empty()
    _ = story.insert(comment(1))
    _ = story.insert(comment(2, under: 1))
    var changed = comment(2, under: 1)
    #expect(story.update(changed) == nil, "nothing to change")
    changed.author?.name = "Bob"
    changed.author?.badges = []
    changed.media?.title = "B"
    changed.otherTags = ["two"]
    changed.body.text = "e\u{301}"
    changed.parentID = "elsewhere"
    let updating = story.update(changed)
    let position = try #require(updating)
    changed.parentID = "c1"
    #expect(story.comment(at: position) == changed)
    changed.body.text = "é"
    #expect(story.update(changed) == position, "equal strings of other bytes are another text")
    #expect(Array(story.comment(at: position).body.text.utf8) == [0xC3, 0xA9])
    changed.author = nil
    changed.media = nil
    changed.rating = nil
    changed.tombstone = .rejected
    #expect(story.update(changed) == position)
    #expect(story.comment(at: position) == changed)
  }

  @Test func updatesTheCommentCountWhenTombstonesComeAndGo() throws {
    var story = empty()
    let inserting = story.insert(comment(1))
    _ = story.insert(comment(2))
    _ = story.replaceWithTombstone(try #require(inserting).position)
    var changed = comment(1)
    for (tombstone, count) in [(nil, 2), (nil, 2), (.rejected, 1), (.deleted, 1), (nil, 2)]
      as [(Tombstone?, Int)]
    {
      changed.tombstone = tombstone
      _ = story.update(changed)
      #expect(story.commentCount == count)
    }
  }

  @Test func updatesTheAuthorOfOneCommentOnly() throws {
    var builder = StoryBuilder(bytes: [])
    var author = AuthorRecord()
    author.name = builder.add(text: "Ann")
    builder.authors.append(author)
    for number in 1...2 {
      var record = CommentRecord()
      record.id = builder.add(text: "c\(number)")
      record.author = 0
      builder.comments.append(record)
    }
    var story = builder.finish()
    var changed = story.comment(at: Position(0))
    changed.author?.name = "Bob"
    _ = story.update(changed)
    #expect(story.comment(at: Position(0)).author?.name == "Bob")
    #expect(story.comment(at: Position(1)).author?.name == "Ann")
  }

  @Test func replacesNULCharacters() throws {
    var story = empty()
    var hostile = comment(1)
    hostile.id = "a\0b"
    hostile.body.text = "\0"
    let inserting = story.insert(hostile)
    let insertion = try #require(inserting)
    #expect(story.comment(at: insertion.position).id == "a\u{FFFD}b")
    #expect(story.comment(at: insertion.position).body.text == "\u{FFFD}")
    #expect(story.insert(hostile) == nil)
    #expect(story.count == 1)
  }

  @Test func findsEveryCommentAfterManyRemovals() {
    var story = empty()
    for number in 0..<500 { _ = story.insert(comment(number)) }
    var left = Array(0..<500)
    var step = 7
    while !left.isEmpty {
      step = step &* 31 % 1009
      let position = Position(step % left.count)
      let number = left.remove(at: step % left.count)
      story.remove([position], newIndices: story.newIndices(removing: [position]))
      #expect(story.position(of: "c\(number)") == nil)
      #expect(left.indices.allSatisfy { story.position(of: "c\(left[$0])") == Position($0) })
    }
    #expect(story.count == 0 && story.metadata.commentCount == 0)
  }

  @Test func keepsTheParentsOfTheRemainingCommentsAfterRemovals() {
    var story = empty()
    for number in 0..<6 { _ = story.insert(comment(number, under: number < 3 ? nil : number - 3)) }
    let removed = [Position(1), Position(4)]
    story.remove(removed, newIndices: story.newIndices(removing: removed))
    #expect(
      story.positions.map { story.parent(of: $0).map { story.comment(at: $0).id } } == [
        nil, nil, "c0", "c2",
      ])
  }

  @Test func replacesACommentWithATombstoneOnlyOnce() throws {
    var story = empty()
    let inserting = story.insert(comment(1))
    let position = try #require(inserting).position
    let first = story.replaceWithTombstone(position)
    let second = story.replaceWithTombstone(position)
    #expect(first && !second)
    #expect(story.metadata.commentCount == 0)
    let gap = story.comment(at: position)
    #expect(gap.tombstone == .deleted && gap.author == nil && gap.body.text.isEmpty)
    #expect(gap.permalink == "https://example.org/c1" && gap.media == nil && gap.tags.isEmpty)
  }
}
