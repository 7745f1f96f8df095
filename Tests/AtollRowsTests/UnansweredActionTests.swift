import AtollComments
import AtollRows
import TestSupport
import Testing

/// Several actions wait for the server's answers at the same time.
@Suite struct UnansweredActionTests {
  /// A server with the texts and likes of two comments, and the answers that are on their way.
  private struct Server {
    var comments: [String: AtollComments.Comment]
    var liked: Set<String> = []
    var answers: [(pending: PendingAction, comment: AtollComments.Comment?)] = []

    func story() throws -> Story {
      var story = Story(comments: comments.values.sorted { $0.id < $1.id })
      for id in comments.keys {
        story.setViewerState(ViewerState(hasLiked: liked.contains(id)), of: id)
      }
      return story
    }

    /// Carries out an action or refuses it, and queues the answer.
    mutating func receive(_ pending: PendingAction, isAccepted: Bool) throws {
      let id = pending.action.commentID
      guard isAccepted else { return answers.append((pending, nil)) }
      var comment = try #require(comments[id])
      switch pending.action {
      case .edit(_, to: let body):
        comment.body = body
        comment.isEdited = true
      case .like: if liked.insert(id).inserted { comment.likes += 1 }
      case .unlike: if liked.remove(id) != nil { comment.likes -= 1 }
      case .post: break
      }
      comments[id] = comment
      answers.append((pending, comment))
    }
  }

  private func deliver(
    _ answer: (pending: PendingAction, comment: AtollComments.Comment?), to feed: inout CommentFeed
  ) {
    switch (answer.pending.action, answer.comment) {
    case (_, nil): feed.rollBack(answer.pending)
    case (.edit, let comment?), (.post, let comment?):
      // The response to an edit has the like count of that moment.
      feed.confirm(answer.pending, as: comment)
    case (.like, let comment?), (.unlike, let comment?):
      feed.confirm(answer.pending, likes: comment.likes)
    }
  }

  @Test(arguments: 0..<200)
  func matchesTheServerOnceAllActionsAreAnswered(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let start = ["a", "b"].map { AtollComments.Comment(id: $0, body: Body("text", syntax: .plain)) }
    var server = Server(comments: Dictionary(uniqueKeysWithValues: start.map { ($0.id, $0) }))
    var feed = CommentFeed(try server.story())
    var sent: [PendingAction] = []
    for step in 0..<60 {
      let id = generator.next(below: 2) == 0 ? "a" : "b"
      switch generator.next(below: 8) {
      case 0: sent.append(feed.begin(.edit(id, to: Body("edit \(step)", syntax: .plain))))
      case 1: sent.append(feed.begin(.like(id)))
      case 2: sent.append(feed.begin(.unlike(id)))
      case 3 where server.answers.isEmpty: feed.reload(try server.story())
      case 4 where server.answers.isEmpty: feed.add(try server.story())
      case 5, 6:
        if sent.isEmpty { continue }
        try server.receive(sent.removeFirst(), isAccepted: generator.next(below: 3) > 0)
      default:
        if server.answers.isEmpty { continue }
        let index = generator.next(below: server.answers.count)
        deliver(server.answers.remove(at: index), to: &feed)
      }
    }
    for pending in sent { try server.receive(pending, isAccepted: generator.next(below: 2) == 0) }
    for answer in server.answers.shuffled(using: &generator) { deliver(answer, to: &feed) }
    for (id, comment) in server.comments {
      let index = try #require(feed.index(of: id))
      #expect(feed.comment(at: index) == comment)
      #expect(feed.story.viewerState(of: id).hasLiked == server.liked.contains(id))
    }
  }

  private func feed() -> CommentFeed {
    CommentFeed(story([Sketch(id: "a", time: 1, likes: 4, text: "first")]))
  }

  private func edit(_ text: String) -> UserAction { .edit("a", to: Body(text, syntax: .plain)) }

  @Test(arguments: [[0, 1], [1, 0]])
  func restoresTheServersTextWhenTwoEditsFailInAnyOrder(order: [Int]) {
    var feed = feed()
    let before = feed.comment(at: 0)
    let pending = [feed.begin(edit("one")), feed.begin(edit("two"))]
    feed.rollBack(pending[order[0]])
    #expect(feed.comment(at: 0).body.text == (order[0] == 0 ? "two" : "one"))
    feed.rollBack(pending[order[1]])
    #expect(feed.comment(at: 0) == before)
  }

  @Test func keepsALikeIfAReloadIsOlderThanTheLike() {
    var feed = feed()
    let old = feed.story
    let pending = feed.begin(.like("a"))
    #expect(feed.reload(old).isEmpty)
    #expect(feed.comment(at: 0).likes == 5)
    #expect(feed.confirm(pending, likes: 5).isEmpty)
    #expect(feed.story.viewerState(of: "a").hasLiked)
    #expect(feed.reload(old).updatesAfter.map { $0 } == [0], "the server's word counts again")
  }

  @Test func countsALikeOnceIfAReloadAlreadyIncludesTheLike() {
    var feed = feed()
    let pending = feed.begin(.like("a"))
    var newer = story([Sketch(id: "a", time: 1, likes: 5, text: "first")])
    newer.setViewerState(ViewerState(hasLiked: true), of: "a")
    #expect(feed.reload(newer).isEmpty)
    #expect(feed.comment(at: 0).likes == 5)
    feed.rollBack(pending)
    #expect(feed.comment(at: 0).likes == 5 && feed.story.viewerState(of: "a").hasLiked)
  }

  @Test func keepsALikeIfAPageArrivesBeforeTheConfirmation() {
    var feed = feed()
    let old = feed.story
    let pending = feed.begin(.like("a"))
    feed.add(old)
    feed.confirm(pending, likes: 5)
    #expect(feed.story.viewerState(of: "a").hasLiked)
    #expect(feed.comment(at: 0).likes == 5)
  }

  @Test func ignoresAConfirmationOfAnotherKindOfAction() {
    var feed = feed()
    let like = feed.begin(.like("a"))
    let edit = feed.begin(.edit("a", to: Body("new", syntax: .plain)))
    #expect(feed.confirm(edit, likes: nil).isEmpty)
    #expect(feed.confirm(like, as: Comment(id: "a", body: Body("x", syntax: .plain))).isEmpty)
    feed.rollBack(like)
    feed.rollBack(edit)
    #expect(feed.comment(at: 0).likes == 4 && feed.comment(at: 0).body.text == "first")
    #expect(!feed.story.viewerState(of: "a").isOwn)
  }

  @Test func insertsAConfirmedPostThatAReloadRemovedEvenIfItKeepsItsID() {
    var feed = feed()
    let old = feed.story
    let draft = Comment(id: "draft", body: Body("x", syntax: .plain))
    let pending = feed.begin(.post(draft))
    feed.reload(old)
    #expect(feed.index(of: draft.id) == nil)
    feed.confirm(pending, as: draft)
    #expect(feed.index(of: draft.id) != nil && feed.story.count == old.count + 1)
  }

  @Test(arguments: [Int.max, .min])
  func limitsTheLikesThatAnAppSets(likes: Int) {
    var feed = feed()
    let edit = feed.begin(.edit("a", to: Body("new", syntax: .plain)))
    let comment = AtollComments.Comment(id: "a", body: Body("x", syntax: .plain), likes: likes)
    feed.update(comment)
    _ = feed.begin(.like("a"))
    _ = feed.begin(.unlike("a"))
    feed.confirm(feed.begin(.like("a")), likes: likes)
    feed.confirm(edit, as: comment)
    #expect((Int(Int32.min)...Int(Int32.max)).contains(feed.comment(at: 0).likes))
  }

  @Test func keepsTheLikeThatAServerConfirmsWithoutACount() {
    var feed = feed()
    let pending = feed.begin(.like("a"))
    #expect(feed.confirm(pending, likes: nil).isEmpty)
    #expect(feed.comment(at: 0).likes == 5)
  }

  @Test func keepsTheLastEditIfItsConfirmationArrivesFirst() {
    var feed = feed()
    let first = feed.begin(edit("one"))
    let second = feed.begin(edit("two"))
    var comment = feed.comment(at: 0)
    feed.confirm(second, as: comment)
    comment.body.text = "one"
    #expect(feed.confirm(first, as: comment).isEmpty)
    #expect(feed.comment(at: 0).body.text == "two")
  }

  @Test func neverAddsLikesToATombstone() {
    var feed = feed()
    feed.insert(
      AtollComments.Comment(id: "reply", parentID: "a", body: Body("text", syntax: .plain)))
    let pending = feed.begin(.like("a"))
    feed.remove("a")
    #expect(feed.confirm(pending, likes: 3).isEmpty)
    #expect(feed.begin(.like("a")).changes.isEmpty)
    #expect(feed.comment(at: 0).likes == 0 && !feed.story.viewerState(of: "a").hasLiked)
  }

  @Test func doesNotBringBackARemovedComment() {
    var feed = feed()
    feed.insert(
      AtollComments.Comment(id: "reply", parentID: "a", body: Body("text", syntax: .plain)))
    let pending = feed.begin(edit("better"))
    feed.remove("a")
    #expect(feed.rollBack(pending).isEmpty)
    #expect(feed.comment(at: 0).tombstone == .deleted)
  }
}
