import AtollComments
import Testing

/// Stories created from comments, and stories that grow page by page.
@Suite struct StoryMakingTests {
  private func comment(
    _ id: String, under parent: String? = nil, _ text: String = "words"
  ) -> AtollComments.Comment {
    AtollComments.Comment(id: id, parentID: parent, body: Body(text, syntax: .plain))
  }

  private func ids(_ story: Story) -> [String] {
    story.positions.map { story.comment(at: $0).id }
  }

  @Test func createsAStoryFromComments() {
    let story = Story(
      id: "s", url: "https://example.com", title: "T",
      comments: [comment("b", under: "a"), comment("a"), comment("c", under: "missing")])
    #expect(story.id == "s" && story.title == "T" && story.url == "https://example.com")
    #expect(ids(story) == ["b", "a", "c"])
    #expect(story.position(of: "b").flatMap { story.parent(of: $0) } == story.position(of: "a"))
    #expect(story.position(of: "c").flatMap { story.parent(of: $0) } == nil)
    #expect(story.commentCount == 3 && !story.hasMore)
    #expect(story.infobox == nil && story.ratings == nil && story.commentingStatus == .open)
    #expect(story.characterLimits.allows("x") && !story.characterLimits.allows("  "))
  }

  @Test func ignoresSurroundingSpaceWhenCheckingTheLength() {
    let limits = CharacterLimits(minimum: 2, maximum: 3)
    #expect(["", "   ", " x   "].allSatisfy { !limits.allows($0) && limits.isTooShort($0) })
    #expect([" xy ", "xyz"].allSatisfy { limits.allows($0) && !limits.isTooShort($0) })
    #expect(!limits.allows("wxyz") && !limits.isTooShort("wxyz"))
    #expect(CharacterLimits(maximum: 3).isTooShort("  "))
  }

  @Test(arguments: [
    ("", 0), ("abc", 3), (" \u{A0}\u{FEFF}abc\r\n", 3), ("a\r\nb", 3), ("a\rb\nc", 5),
    ("\u{85}", 1),
    ("\u{1F41F}", 2), ("e\u{301}", 2), ("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", 8),
  ])
  func countsEachLineEndAsOneUTF16UnitOfTheTrimmedText(text: String, length: Int) {
    #expect(CharacterLimits.length(of: text) == length)
    #expect(CharacterLimits(minimum: length, maximum: length).allows(text))
    #expect(!CharacterLimits(minimum: length + 1).allows(text))
  }

  @Test func replacesKnownCommentsAndAppendsNewOnes() {
    var first = Story(comments: [comment("a"), comment("b", under: "a")])
    first.setViewerState(ViewerState(hasLiked: true), of: "a")
    var part = Story(comments: [
      comment("c", under: "b"), comment("a", "new"), comment("x", under: "gone"),
    ])
    part.setViewerState(ViewerState(isOwn: true), of: "c")
    let merged = first.adding(part, missingParents: .leaveOut)
    #expect(ids(merged) == ["a", "b", "c"])
    #expect(merged.comment(at: merged.positions[merged.positions.startIndex]).body.text == "new")
    // The part is newer, and says that the reader has not liked the comment.
    #expect(merged.viewerState(of: "a") == ViewerState())
    #expect(merged.viewerState(of: "c").isOwn)
    #expect(ids(first.adding(part, missingParents: .showAtRoot)) == ["a", "b", "c", "x"])
  }

  @Test func findsAParentThatArrivesLater() {
    let late = Story(comments: [comment("b", under: "a")])
    let whole = late.adding(Story(comments: [comment("a")]), missingParents: .showAtRoot)
    #expect(whole.position(of: "b").flatMap { whole.parent(of: $0) } == whole.position(of: "a"))
  }

  @Test func leavesOutRepliesToAnIgnoredAuthorOnLaterPages() {
    var ignored = comment("b", under: "a")
    ignored.tombstone = .ignored
    let first = Story(comments: [comment("a"), ignored])
    let page = Story(comments: [
      comment("c", under: "b"), comment("d", under: "c"), comment("e", under: "a"),
    ])
    #expect(ids(first.adding(page, missingParents: .leaveOut)) == ["a", "b", "e"])
    var other = comment("x", under: "a")
    other.tombstone = .ignored
    let both = Story(comments: [other, comment("y", under: "x"), comment("z", under: "a")])
    #expect(ids(first.adding(both, missingParents: .leaveOut)) == ["a", "b", "x", "z"])
  }

  @Test func addsAChainOfRepliesOnlyIfItsFirstParentExists() {
    let chain = (1..<5_000).map { comment("\($0)", under: "\($0 - 1)") }
    let whole = Story(comments: [comment("0")])
      .adding(Story(comments: chain), missingParents: .leaveOut)
    #expect(whole.count == 5_000)
    #expect(Story().adding(Story(comments: chain), missingParents: .leaveOut).count == 0)
  }

  @Test func storyHasNoMoreCommentsAfterTheLastPage() {
    func page(_ id: String, hasMore: Bool?) -> Story {
      var builder = StoryBuilder(bytes: [])
      var record = CommentRecord()
      record.id = builder.add(text: id)
      builder.comments = [record]
      builder.metadata.hasMoreRoots = hasMore
      return builder.finish()
    }
    let first = page("a", hasMore: true)
    #expect(first.adding(page("b", hasMore: nil), missingParents: .leaveOut).hasMore)
    #expect(!first.adding(page("b", hasMore: false), missingParents: .leaveOut).hasMore)
  }

  @Test(arguments: [
    (CommentingStatus.open, false), (.closed, true), (.siteWide, true), (.archived, true),
    (.timed(Timestamp(milliseconds: 10)), true), (.timed(Timestamp(milliseconds: 11)), false),
  ])
  func closesAStoryAtItsClosingTime(closing: CommentingStatus, isClosed: Bool) {
    #expect(closing.isClosed(at: Timestamp(milliseconds: 10)) == isClosed)
  }
}
