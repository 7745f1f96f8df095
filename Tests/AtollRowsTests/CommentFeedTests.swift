import AtollComments
import AtollRows
import Testing

@Suite struct CommentFeedTests {
  @Test(arguments: 0..<60, TableDouble<FeedRun.Cell>.Refreshing.allCases)
  func keepsATableViewConsistentThroughRandomActions(
    seed: Int, refreshing: TableDouble<FeedRun.Cell>.Refreshing
  ) throws {
    var run = FeedRun(seed: seed, count: seed * 2, refreshing: refreshing)
    for _ in 0..<60 { try run.step() }
  }

  /// 40 runs of 500 actions, during which pages of the story arrive.
  @Test(arguments: 0..<40)
  func keepsATableViewConsistentWhilePagesArrive(seed: Int) throws {
    var run = FeedRun(seed: 7000 + seed, count: 20, refreshing: seed % 2 == 0 ? .inside : .after)
    for _ in 0..<500 { try run.step() }
  }

  @Test func keepsATableViewConsistentWithThousandsOfComments() throws {
    var run = FeedRun(seed: 99, count: 5000, refreshing: .after)
    for _ in 0..<40 { try run.step() }
  }

  private static let forest = story(
    """
    a
      b
        c
          d
        e
      f
    g
      h
    i
    """)

  private func feed(_ folding: Folding = .none) -> CommentFeed {
    CommentFeed(Self.forest, sortedBy: .oldest, folding: folding)
  }

  private func shown(_ feed: CommentFeed) -> String {
    lines(of: feed.visible, in: feed.story).map(\.description).joined(separator: "\n")
  }

  private func comment(_ id: String, under parent: String? = nil, likes: Int = 0)
    -> AtollComments.Comment
  {
    AtollComments.Comment(
      id: id, parentID: parent, body: Body("text", syntax: .plain),
      createdAt: Timestamp(milliseconds: 99_000), likes: likes)
  }

  // MARK: Folding

  @Test func providesRowsAndIndicesToATableView() {
    let feed = feed(.comments(["b"]))
    #expect(feed.count == 6)
    #expect(feed.comment(at: 1).id == "b")
    #expect(feed.row(at: 1).depth == 1)
    #expect(feed.row(at: 1).hiddenReplies == 3)
    #expect(feed.row(at: 1).replies == 2)
    #expect(feed.index(of: "g") == 3)
    #expect(feed.index(of: "d") == nil)
    #expect(feed.index(of: "nobody") == nil)
    #expect(!feed.isExpanded("b"))
    #expect(feed.isExpanded("i"))
  }

  @Test func deletesACollapsedBranchAsOneRange() {
    var feed = feed()
    let changes = feed.collapse("a")
    #expect(changes.deletions.ranges == [1..<6])
    #expect(Array(changes.updates) == [0])
    #expect(Array(changes.updatesAfter) == [0])
    #expect(changes.insertions.isEmpty && changes.moves.isEmpty)
    #expect(changes.countBefore == 9 && changes.countAfter == 4)
  }

  @Test func changesNothingIfABranchIsAlreadyOpenOrClosed() {
    var feed = feed()
    #expect(feed.expand("a").isEmpty)
    #expect(!feed.collapse("a").isEmpty)
    #expect(feed.collapse("a").isEmpty)
    #expect(!feed.expand("a").isEmpty)
    #expect(feed.expand("a").isEmpty)
    #expect(feed.collapse("nobody").isEmpty)
    #expect(feed.toggleExpansion(of: "nobody").isEmpty)
    #expect(feed.collapse("i").isEmpty, "without replies there is nothing to close")
    #expect(feed.toggleExpansion(of: "i").isEmpty)
  }

  @Test func keepsTheFoldingOfInnerBranches() {
    var feed = feed()
    feed.collapse("c")
    feed.collapse("a")
    #expect(feed.collapse("b").isEmpty, "a hidden branch changes no row")
    #expect(feed.expand("c").isEmpty)
    #expect(shown(feed) == "a +5\ng\n  h\ni")
    let changes = feed.expand("a")
    #expect(changes.insertions.ranges == [1..<3])
    #expect(shown(feed) == "a\n  b +3\n  f\ng\n  h\ni")
    feed.expand("b")
    #expect(shown(feed) == "a\n  b\n    c\n      d\n    e\n  f\ng\n  h\ni")
  }

  @Test func expandsTheAncestorsOfARevealedComment() {
    var feed = feed(.all)
    let changes = feed.reveal("d")
    #expect(changes.insertions.ranges == [1..<6])
    #expect(Array(changes.updates) == [0])
    #expect(feed.index(of: "d") == 3)
    #expect(shown(feed) == "a\n  b\n    c\n      d\n    e\n  f\ng +1\ni")
    #expect(feed.reveal("d").isEmpty)
  }

  @Test func hasValueSemantics() {
    var feed = feed()
    let copy = feed
    feed.collapseAll()
    feed.remove("i")
    #expect(copy.count == 9)
    #expect(shown(copy) == shown(self.feed()))
  }

  // MARK: Editing

  @Test func countsACommentInsertedIntoAFoldedBranch() {
    var feed = feed(.comments(["a"]))
    let changes = feed.insert(comment("new", under: "d"))
    #expect(changes.insertions.isEmpty && changes.deletions.isEmpty)
    #expect(Array(changes.updates) == [0])
    #expect(feed.row(at: 0).hiddenReplies == 6)
    feed.expand("a")
    #expect(feed.index(of: "new") == 4)
  }

  @Test func insertsCommentsInSortOrderOrAtTheTop() {
    var feed = CommentFeed(Self.forest, sortedBy: .mostLiked)
    #expect(Array(feed.insert(comment("liked", likes: 3)).insertions) == [0])
    #expect(Array(feed.insert(comment("mine"), placed: .first).insertions) == [0])
    #expect(feed.comment(at: 1).id == "liked")
    let changes = feed.insert(comment("reply", under: "a"), placed: .first)
    #expect(feed.index(of: "reply") == (feed.index(of: "a") ?? 0) + 1)
    #expect(Array(changes.updates) == [feed.index(of: "a")])
  }

  @Test func ignoresACommentWithAnEmptyOrExistingID() {
    var feed = feed()
    #expect(feed.insert(comment("a")).isEmpty)
    #expect(feed.insert(comment("")).isEmpty)
    #expect(feed.count == 9)
  }

  @Test func expandsACommentThatGetsItsFirstReply() {
    var feed = feed(.all)
    feed.insert(comment("new", under: "i"))
    #expect(shown(feed) == "a +5\ng +1\ni\n  new")
  }

  @Test func movesOrphansUnderTheirParentWhenItArrives() {
    var feed = feed()
    feed.insert(comment("late", under: "gone"))
    feed.insert(comment("later", under: "gone"))
    feed.insert(comment("inner", under: "late"))
    #expect(shown(feed).hasSuffix("\ni\nlate\n  inner\nlater"))
    let changes = feed.insert(comment("gone", under: "g"))
    #expect(shown(feed).hasSuffix("\ng\n  h\n  gone\n    late\n      inner\n    later\ni"))
    #expect(changes.insertions.count == 1 && changes.deletions.isEmpty)
    #expect(changes.moves.count == 1, "one row moves past the three that changed their depth")
    #expect(changes.updatesAfter.count == 4)
  }

  @Test func keepsAnOrphanAtTheRootWhenItsParentIsItsDescendant() {
    var feed = feed()
    feed.insert(comment("egg", under: "hen"))
    feed.insert(comment("chick", under: "egg"))
    feed.insert(comment("hen", under: "chick"))
    #expect(shown(feed).hasSuffix("\negg\n  chick\n    hen"))
    feed.insert(comment("self", under: "self"))
    #expect(shown(feed).hasSuffix("\nself"))
  }

  @Test func doesNotMoveRowsWhenACommentIsLiked() {
    var feed = CommentFeed(Self.forest, sortedBy: .mostLiked)
    let index = feed.index(of: "a")
    let changes = feed.update(comment("a", likes: 9))
    #expect(Array(changes.updates) == [index])
    #expect(feed.index(of: "a") == index)
    #expect(feed.update(comment("a", likes: 9)).isEmpty)
    #expect(feed.update(comment("nobody")).isEmpty)
    let sorted = feed.sort(by: .mostLiked)
    #expect(feed.index(of: "a") == 0)
    #expect(sorted.moves.count == 3, "the three rows above the branch are fewer than its six")
    #expect(sorted.updatesAfter.isEmpty)
    #expect(feed.sort(by: .mostLiked).isEmpty)
  }

  @Test func removesACommentWithoutReplies() {
    var feed = feed()
    let changes = feed.remove("h")
    #expect(Array(changes.deletions) == [7])
    #expect(Array(changes.updates) == [6])
    #expect(feed.row(at: 6).replies == 0)
    #expect(feed.remove("h").isEmpty)
    #expect(feed.index(of: "i") == 7)
  }

  @Test func keepsATombstoneUntilItsLastReplyIsRemoved() {
    var feed = feed()
    let first = feed.remove("c")
    #expect(Array(first.updates) == [2] && first.deletions.isEmpty)
    let gap = feed.comment(at: 2)
    #expect(gap.tombstone == .deleted && gap.body.text.isEmpty && gap.author == nil)
    #expect(feed.remove("c").isEmpty)
    let last = feed.remove("d")
    #expect(last.deletions.ranges == [2..<4])
    #expect(Array(last.updates) == [1])
    #expect(shown(feed) == "a\n  b\n    e\n  f\ng\n  h\ni")
  }

  @Test func keepsCommentsFoldedAcrossAReload() {
    var feed = feed(.comments(["b", "g"]))
    let new = story(
      """
      new
        n
      a
        f
        b
          c
      g
        h
      """)
    let changes = feed.reload(new)
    #expect(shown(feed) == "new\n  n\na\n  f\n  b +1\ng +1")
    #expect(changes.insertions.ranges == [0..<2])
    #expect(changes.deletions.count == 1)
    #expect(changes.moves.count == 1)
    #expect(feed.reload(new).isEmpty)
  }

  @Test func collapsesNewBranchesOfAReloadIfAllWereCollapsed() {
    var feed = feed()
    feed.collapseAll()
    feed.expand("a")
    feed.reload(story("a\n  b\n    c\ni\n  j"))
    #expect(shown(feed) == "a\n  b +1\ni +1")
  }

  @Test func acceptsAnEmptyStory() {
    var feed = CommentFeed(story([]))
    #expect(feed.count == 0)
    #expect(feed.collapseAll().isEmpty && feed.expandAll().isEmpty)
    #expect(feed.sort(by: .oldest).isEmpty)
    #expect(Array(feed.insert(comment("first")).insertions) == [0])
    #expect(Array(feed.remove("first").deletions) == [0])
    #expect(feed.visible.isEmpty)
    #expect(feed.reload(Self.forest).insertions.ranges == [0..<9])
    #expect(feed.reload(story([])).deletions.ranges == [0..<9])
  }
}
