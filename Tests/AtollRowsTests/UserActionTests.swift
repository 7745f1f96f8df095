import AtollComments
import AtollRows
import Testing

/// Actions of the reader are shown before the server has responded.
@Suite struct UserActionTests {
  private func feed() -> CommentFeed {
    CommentFeed(
      story([
        Sketch(id: "a", time: 1, text: "first"),
        Sketch(id: "b", parent: "a", time: 2, text: "reply"),
        Sketch(id: "c", time: 3, text: "second"),
      ]), sortedBy: .oldest)
  }

  private func draft(_ id: String = "draft", parent: String? = nil) -> AtollComments.Comment {
    AtollComments.Comment(id: id, parentID: parent, body: Body("mine", syntax: .plain))
  }

  private func texts(_ feed: CommentFeed) -> [String] {
    (0..<feed.count).map { "\(feed.comment(at: $0).id) \(feed.comment(at: $0).body.text)" }
  }

  @Test func likesOnlyOneOfTwoCommentsWhoseIDsAreEqualAsStrings() {
    let ids = ["caf\u{E9}", "cafe\u{301}"]
    var feed = CommentFeed(
      Story(
        comments: ids.map { AtollComments.Comment(id: $0, body: Body("text", syntax: .plain)) }))
    let likes = ids.map { feed.begin(.like($0)) }
    #expect(likes.map { $0.changes.updatesAfter.map { $0 } } == ids.map { [feed.index(of: $0)] })
    feed.confirm(likes[1], likes: 5)
    feed.confirm(likes[0], likes: 7)
    #expect(
      ids.map { feed.story.position(of: $0).map { feed.story.comment(at: $0).likes } } == [7, 5])
    feed.rollBack(feed.begin(.unlike(ids[0])))
    #expect(ids.map { feed.story.viewerState(of: $0).hasLiked } == [true, true])
  }

  @Test func describesAFoldingAsSwiftCode() {
    let rule = Folding.deeperThan(3).union(.moreReplies(than: 50)).subtracting(.comments(["a"]))
    #expect(
      "\(rule)" == "deeperThan(3).union(moreReplies(than: 50)).subtracting(comments([\"a\"]))")
  }

  @Test func assignsAPostItsRealIDWithoutMovingItsRow() {
    var feed = feed()
    let pending = feed.begin(.post(draft(parent: "a")))
    let changes = pending.changes
    #expect(changes.insertions.map { $0 } == [1])
    var posted = draft("c9", parent: "a")
    posted.body = Body("<p>mine</p>", syntax: .html)
    let settled = feed.confirm(pending, as: posted)
    #expect(settled.insertions.isEmpty && settled.deletions.isEmpty)
    #expect(settled.updatesAfter.map { $0 } == [1])
    #expect(texts(feed) == ["a first", "c9 <p>mine</p>", "b reply", "c second"])
    #expect(feed.index(of: "draft") == nil)
    #expect(feed.index(of: "c9") == 1)
  }

  @Test func marksAConfirmedPostAsTheReadersOwnHoweverItArrives() {
    let until = Timestamp(milliseconds: 60_000)
    let own = ViewerState(isOwn: true, editableUntil: until)
    var arrivals: [(inout CommentFeed) -> Void] = [{ _ in }]
    arrivals.append { feed in feed.insert(self.draft("c9")) }
    arrivals.append { feed in feed.reload(self.feed().story) }
    arrivals.append { feed in
      feed.reload(self.feed().story)
      feed.insert(self.draft("c9"))
    }
    for arrive in arrivals {
      var feed = feed()
      let pending = feed.begin(.post(draft()))
      arrive(&feed)
      let changes = feed.confirm(pending, as: draft("c9"), editableUntil: until)
      #expect(!changes.isEmpty)
      #expect(feed.story.viewerState(of: "c9") == own)
      #expect(feed.story.viewerState(of: "c9").canEdit(at: Timestamp(milliseconds: 59_999)))
      #expect(!feed.story.viewerState(of: "c9").canEdit(at: until))
      #expect(feed.story.viewerState(of: "draft") == ViewerState())

      let edit = feed.begin(.edit("c9", to: Body("mine", syntax: .plain)))
      feed.confirm(edit, as: draft("c9"))
      #expect(feed.story.viewerState(of: "c9") == own, "an answer without a time keeps the time")
    }
  }

  @Test func doesNotMarkATombstoneAsTheReadersOwn() {
    var feed = feed()
    let edit = feed.begin(.edit("a", to: Body("mine", syntax: .plain)))
    feed.remove("a")
    #expect(feed.confirm(edit, as: draft("a"), editableUntil: Timestamp(milliseconds: 1)).isEmpty)
    #expect(feed.story.viewerState(of: "a") == ViewerState())
  }

  @Test func removesARejectedPost() {
    var feed = feed()
    let before = texts(feed)
    let pending = feed.begin(.post(draft()))
    #expect(feed.count == 4)
    let changes = feed.rollBack(pending)
    #expect(changes.deletions.map { $0 } == [0])
    #expect(texts(feed) == before)
  }

  @Test func leavesACommentUnchangedIfADraftHasItsID() {
    var feed = feed()
    let before = texts(feed)
    let (rejected, accepted) = (feed.begin(.post(draft("b"))), feed.begin(.post(draft("c"))))
    #expect(rejected.changes.isEmpty && accepted.changes.isEmpty)
    #expect(feed.rollBack(rejected).isEmpty)
    #expect(texts(feed) == before)
    #expect(feed.confirm(accepted, as: draft("c9")).insertions.map { $0 } == [0])
    #expect(texts(feed) == ["c9 mine"] + before)
  }

  @Test func removesADraftIfItsCommentHasAlreadyArrived() {
    var feed = feed()
    let pending = feed.begin(.post(draft()))
    feed.insert(draft("c9"))
    let changes = feed.confirm(pending, as: draft("c9"))
    #expect(changes.deletions.map { $0 } == [0])
    #expect(feed.index(of: "draft") == nil)
    #expect(feed.count == 4)
  }

  @Test(arguments: TableDouble<String>.Refreshing.allCases)
  func refreshesAnArrivedCommentThatDiffersFromTheConfirmation(
    refreshing: TableDouble<String>.Refreshing
  ) throws {
    for (own, brought) in [(Placement.first, Placement.inOrder), (.inOrder, .first)] {
      for parent in [nil, "a"] {
        var feed = feed()
        let pending = feed.begin(.post(draft(parent: parent)))
        if case .inOrder = own {
          feed.remove("draft")
          feed.insert(draft(parent: parent), placed: .inOrder)
        }
        feed.insert(draft("c9", parent: parent), placed: brought)
        var table = TableDouble(texts(feed), refreshing: refreshing)
        var posted = draft("c9", parent: parent)
        posted.body = Body("<p>mine</p>", syntax: .html)
        let changes = feed.confirm(pending, as: posted)
        try table.perform(changes, dataSource: texts(feed))
        #expect(texts(feed).contains("c9 <p>mine</p>"))
        #expect(changes.updatesAfter.contains(try #require(feed.index(of: "c9"))))
      }
    }
  }

  @Test func replacesATombstoneWithTheConfirmedDraftOfTheSameID() throws {
    var gap = draft("c9")
    gap.tombstone = .withheld
    var feed = feed()
    feed.insert(gap, placed: .first)
    let pending = feed.begin(.post(draft(parent: "c9")))
    var table = TableDouble(texts(feed), refreshing: .inside)
    let changes = feed.confirm(pending, as: draft("c9"))
    try table.perform(changes, dataSource: texts(feed))
    #expect(feed.index(of: "draft") == nil)
    #expect(feed.comment(at: 0) == draft("c9"))
  }

  @Test(arguments: [nil, "a"])
  func movesOrphansBelowTheirParentWhenItsPostIsConfirmed(parent: String?) throws {
    for refreshing in TableDouble<String>.Refreshing.allCases {
      var feed = feed()
      let pending = feed.begin(.post(draft(parent: parent)))
      feed.insert(draft("r1", parent: "draft"))
      feed.insert(draft("r2", parent: "c9"))
      feed.insert(draft("r3", parent: "r2"))
      var table = TableDouble(texts(feed), refreshing: refreshing)
      let changes = feed.confirm(pending, as: draft("c9", parent: parent))
      try table.perform(changes, dataSource: texts(feed))
      let index = try #require(feed.index(of: "c9"))
      #expect((0..<feed.count).count { feed.comment(at: $0).parentID == "c9" } == 2)
      for reply in ["r1", "r2"] {
        #expect(
          feed.row(at: try #require(feed.index(of: reply))).depth == feed.row(at: index).depth + 1)
      }
      #expect(feed.index(of: "r3") == feed.index(of: "r2").map { $0 + 1 })
    }
  }

  @Test func insertsAConfirmedCommentAfterAReloadRemovedItsDraft() {
    var feed = feed()
    let fresh = feed.story
    let pending = feed.begin(.post(draft()))
    feed.reload(fresh)
    #expect(feed.count == 3)
    feed.confirm(pending, as: draft("c9"))
    #expect(feed.index(of: "c9") == 0)
  }

  @Test func countsALikeImmediatelyThenUsesTheServersCount() {
    var feed = feed()
    let pending = feed.begin(.like("a"))
    let changes = pending.changes
    #expect(changes.updatesAfter.map { $0 } == [0])
    #expect(feed.comment(at: 0).likes == 1)
    feed.confirm(pending, likes: 7)
    #expect(feed.comment(at: 0).likes == 7)
    #expect(feed.story.viewerState(of: "a").hasLiked)
  }

  @Test func keepsTheServersCountWhenALikeIsRolledBack() {
    var feed = feed()
    let pending = feed.begin(.like("a"))
    var newer = feed.comment(at: 0)
    newer.likes = 7
    feed.update(newer)
    #expect(feed.rollBack(pending).updatesAfter.map { $0 } == [0])
    #expect(feed.comment(at: 0).likes == 7)
    #expect(!feed.story.viewerState(of: "a").hasLiked)
  }

  @Test func refreshesRepliesToAPostThatGetsItsRealID() {
    var feed = feed()
    let pending = feed.begin(.post(draft()))
    feed.insert(draft("r1", parent: "draft"))
    feed.insert(draft("r2", parent: "r1"))
    feed.insert(draft("r3", parent: "draft"))
    #expect(feed.confirm(pending, as: draft("c9")).updatesAfter.map { $0 } == [0, 1, 3])
    #expect(feed.comment(at: 3).parentID == "c9")
  }

  @Test func rollsBackLikesAndEdits() {
    var feed = feed()
    let before = feed.comment(at: 2)
    let like = feed.begin(.like("c"))
    let edit = feed.begin(.edit("c", to: Body("better", syntax: .plain)))
    #expect(feed.comment(at: 2).body.text == "better")
    #expect(feed.comment(at: 2).isEdited)
    feed.rollBack(edit)
    feed.rollBack(like)
    #expect(feed.comment(at: 2) == before)
  }

  @Test func keepsLaterServerChangesWhenAnEditIsRolledBack() {
    var feed = feed()
    let edit = feed.begin(.edit("c", to: Body("better", syntax: .plain)))
    var newer = feed.comment(at: 2)
    newer.body = Body("best", syntax: .plain)
    feed.update(newer)
    #expect(feed.comment(at: 2).body.text == "better")
    #expect(feed.rollBack(edit).updatesAfter.map { $0 } == [2])
    #expect(feed.comment(at: 2) == newer)
  }

  @Test func refreshesTheHeartWhenALikeIsRolledBack() {
    var feed = feed()
    let before = feed.comment(at: 2)
    let pending = feed.begin(.like("c"))
    // The server's version of the comment, from before the like.
    feed.update(before)
    #expect(feed.rollBack(pending).updatesAfter.map { $0 } == [2])
    #expect(!feed.story.viewerState(of: "c").hasLiked)
  }

  @Test func refreshesTheHeartWhenTheLikeCountStaysZero() {
    var feed = feed()
    let pending = feed.begin(.unlike("c"))
    let changes = pending.changes
    #expect(changes.isEmpty)
    _ = feed.begin(.like("a"))
    feed.update(AtollComments.Comment(id: "a", body: Body("first", syntax: .plain)))
    #expect(feed.begin(.unlike("a")).changes.updatesAfter.map { $0 } == [0])
    #expect(feed.rollBack(pending).isEmpty)
  }

  @Test func ignoresActionsOnMissingComments() {
    var feed = feed()
    let pending = feed.begin(.like("nowhere"))
    let changes = pending.changes
    #expect(changes.isEmpty)
    #expect(feed.rollBack(pending).isEmpty)
    #expect(feed.confirm(pending, likes: 3).isEmpty)
  }
}
