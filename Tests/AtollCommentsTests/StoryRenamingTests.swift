import AtollComments
import Testing

/// Stories whose ids, dates or names are replaced.
@Suite struct StoryRenamingTests {
  /// A story with a comment `a`, which is featured, edited and the reader's own, and its reply `b`.
  private func story(
    authors: [(id: String, name: String)] = [], tags: Tags = .featured
  ) -> Story {
    var builder = StoryBuilder(bytes: [])
    for author in authors {
      var record = AuthorRecord()
      record.id = builder.add(text: author.id)
      record.name = builder.add(text: author.name)
      builder.authors.append(record)
    }
    for (index, id) in ["a", "b"].enumerated() {
      var record = CommentRecord()
      record.id = builder.add(text: id)
      record.createdAt = Timestamp(milliseconds: Int64(1_000 * index))
      if index == 0 { record.tags = tags }
      if index == 0 { record.flags.insert(.edited) }
      if index == 0 { record.editedAt = Timestamp(milliseconds: 500) }
      if index == 1 { record.parentID = builder.add(text: "a") }
      if index < authors.count { record.author = Int32(index) }
      builder.comments.append(record)
    }
    builder.featureCredits = [
      FeatureCredit(commentID: builder.add(text: "a"), name: builder.add(text: "Eve"))
    ]
    builder.viewerStates[Array("a".utf8)] = ViewerState(
      isOwn: true, editableUntil: Timestamp(milliseconds: 2_000))
    return builder.finish()
  }

  @Test func keepsRepliesAndFeaturingAndViewerStateOfARenamedComment() {
    var story = story()
    let adopted = story.rename(Position(0), to: "c")
    #expect(adopted == [])
    #expect(story.viewerState(of: "c").isOwn && !story.viewerState(of: "a").isOwn)
    #expect(story.comment(at: Position(1)).parentID == "c")
    #expect(story.featuredByNames().keys.sorted() == [0])
  }

  @Test func keepsViewerStateAndFeaturingIfAliasesReplaceIDs() {
    let story = story().withAliases(for: .ids)
    #expect(story.comment(at: Position(0)).id == "comment-1")
    #expect(story.viewerState(of: "comment-1").isOwn && story.viewerState(of: "a") == ViewerState())
    #expect(story.featuredByNames().keys.sorted() == [0])
  }

  @Test func replacesDatesWithTimesOneMinuteApart() throws {
    let story = story().withAliases(for: .dates)
    let comments = story.positions.map { story.comment(at: $0) }
    let dates = [
      comments[0].createdAt, comments[0].editedAt, comments[1].createdAt,
      story.viewerState(of: "a").editableUntil,
    ]
    let start = try #require(dates[0]).milliseconds
    #expect(start == 1_767_225_600_000)
    #expect(dates.map { $0.map { $0.milliseconds - start } } == [0, 60_000, 120_000, 180_000])
    #expect(comments[1].editedAt == nil)
  }

  @Test func removesTheIDsOfAllAuthorsEvenOfThoseWithoutNames() {
    var story = story(authors: [("u1", "Ann"), ("u2", "")])
    story.anonymize(key: [1], pseudonymPrefix: "Person", keepsStaff: false, keptNames: [])
    let authors = story.positions.compactMap { story.comment(at: $0).author }
    #expect(authors.map(\.id) == ["", ""])
    #expect(authors[0].name.hasPrefix("Person ") && authors[1].name.isEmpty)
  }

  /// Mastodon's addresses of comments contain the names of their authors.
  @Test func removesTheAddressesThatTheInputGaveToComments() {
    var story = Story(comments: [
      Comment(
        id: "a", author: Author(name: "Ada"), body: Body("x", syntax: .plain),
        permalink: "https://m.example/@ada/1"),
      Comment(
        id: "b", author: Author(name: "Jane"), body: Body("y", syntax: .plain),
        permalink: "https://m.example/@jane/2"),
    ])
    story.anonymize(key: [1], pseudonymPrefix: "Person", keepsStaff: false, keptNames: ["Jane"])
    let comments = story.positions.map { story.comment(at: $0) }
    #expect(comments.map(\.permalink) == [nil, nil])
    #expect(comments[1].author?.name == "Jane")
  }

  /// Servers tag comments, not people, and each comment may have its own record of its author.
  @Test func keepsStaffNamesEvenInCommentsWithoutTheStaffTag() {
    for id in ["u1", ""] {
      var story = story(authors: [(id, "Jane"), (id, "Jane")], tags: .staff)
      story.anonymize(key: [1], pseudonymPrefix: "Person", keepsStaff: true, keptNames: [])
      #expect(story.positions.map { story.comment(at: $0).author?.name } == ["Jane", "Jane"])
    }
  }
}
