import AtollBytes
import AtollComments
import AtollRows
import Testing

@testable import AtollLayout

/// Question-and-answer stories, stories of reviews, and featured comments.
@Suite struct StoryModeTests {

  // MARK: Questions and answers

  private static func questions() -> Sketch {
    var sketch = Sketch("q1 a1<q1 q2 q3")
    sketch.builder.metadata.mode = .questionsAndAnswers
    sketch.set(\.likeLabel, "Respect")
    sketch.change("a1") {
      $0.tags = [.featured, .expert]
      $0.likes = 2
    }
    sketch.change("q2") { $0.tags = .unanswered }
    return sketch
  }

  @Test func quotesAFeaturedAnswerBelowItsQuestion() throws {
    let list = Self.questions().list()
    #expect(list.outline.prefix(2) == ["featured q1", "featured a1"])
    #expect(list.featuredTitle == .answered)
    // Both are in the thread, so that links can point to them.
    #expect(list.blocks.prefix(2).allSatisfy { $0.count >= 0 })
  }

  @Test(arguments: [["q1", "a1"], ["q1", "q2", "a1"], ["q1", "a1", "a2"]])
  func quotesAFeaturedQuestionOnceAboveItsFeaturedAnswer(featured: [String]) {
    var sketch = Sketch("q1 a1<q1 a2<q1 q2")
    sketch.builder.metadata.mode = .questionsAndAnswers
    for id in featured { sketch.change(id) { $0.tags = .featured } }
    let quoted = sketch.list().outline.filter { $0.hasPrefix("featured") }
    #expect(quoted.count == featured.count && Set(quoted).count == featured.count)
    #expect(quoted.prefix { $0 != "featured a1" }.contains("featured q1"))
  }

  @Test func marksAnsweredQuestionsButNotTheirAnswers() throws {
    let list = Self.questions().list()
    var marks: [String: CommentView.Marks] = [:]
    for block in list.blocks where block.kind == .comment {
      let view = list.view(of: block)
      marks[list.bytes.string(view.id)] = view.marks
    }
    #expect(marks == ["q1": .answered, "a1": [], "q2": .unanswered, "q3": .answered])
  }

  @Test func marksNoReplyWhoseQuestionIsMissingAsAnswered() {
    var sketch = Sketch("q1 reply")
    sketch.builder.metadata.mode = .questionsAndAnswers
    sketch.change("reply") { $0.flags.insert(.orphan) }
    let list = sketch.list()
    let views = list.blocks.filter { $0.kind == .comment }.map { list.view(of: $0) }
    #expect(views.map { $0.marks.contains(.answered) } == [true, false])
  }

  @Test func showsLikesAsVotesInQuestionMode() throws {
    let list = Self.questions().list()
    #expect(list.wording.likesPhrase == .votes)
    #expect(list.wording.serverLabel(for: .like).isEmpty)
    #expect(list.wording.text(.mostLiked) == "Most voted")
  }

  // MARK: Reviews

  private static func reviews() -> Sketch {
    var sketch = Sketch("r1 x r2 answer<r2 q1 stars")
    sketch.builder.metadata.mode = .ratingsAndReviews
    sketch.builder.metadata.server = .coral
    for id in ["r1", "r2"] {
      sketch.change(id) {
        $0.tags = .review
        $0.rating = 4
      }
    }
    sketch.change("q1") { $0.tags = .question }
    sketch.change("stars") {
      $0.rating = 3
      $0.body = .empty
    }
    return sketch
  }

  @Test func listsReviewsAndQuestionsInSeparateGroups() {
    let list = Self.reviews().list()
    #expect(
      list.outline == ["heading 2", "r1@1", "r2@1", "answer@2", "heading 1", "q1@1"])
    #expect(list.blocks.filter { $0.kind == .heading }.map(\.group) == [.reviews, .questions])
  }

  @Test func foldsRepliesToReviewsAndToQuestions() {
    var sketch = Sketch("q1 q1-answer<q1 r1 r1-answer<r1 q2 q2-answer<q2 r2 r2-answer<r2")
    sketch.builder.metadata.mode = .ratingsAndReviews
    for id in ["r1", "r2"] { sketch.change(id) { $0.tags = .review } }
    for id in ["q1", "q2"] { sketch.change(id) { $0.tags = .question } }
    let list = sketch.list {
      $0.folding = .all
      $0.includesFoldedReplies = true
    }
    let roots = list.blocks.filter { $0.kind == .comment && $0.level == 1 }
    #expect(roots.filter(\.isFolded).count == 4)
  }

  @Test(arguments: [StoryMetadata.Server.unknown, .coral, .talk4])
  func listsAnOrphanedReplyAmongTheQuestionsOnlyIfItIsTaggedAsAQuestion(
    server: StoryMetadata.Server
  ) {
    var sketch = Sketch("review question reply tagged")
    sketch.builder.metadata.mode = .ratingsAndReviews
    sketch.builder.metadata.server = server
    sketch.change("review") {
      $0.tags = .review
      $0.rating = 4
    }
    for id in ["question", "tagged"] { sketch.change(id) { $0.tags = .question } }
    for id in ["reply", "tagged"] { sketch.change(id) { $0.flags.insert(.orphan) } }
    let outline = ["heading 1", "review@1", "reply@1", "heading 2", "question@1", "tagged@1"]
    #expect(sketch.list().outline == outline)
  }

  @Test func omitsAnEmptyGroup() {
    var sketch = Sketch("r1")
    sketch.builder.metadata.mode = .ratingsAndReviews
    sketch.change("r1") { $0.tags = .review }
    #expect(sketch.list().outline == ["heading 1", "r1@1"])
    #expect(sketch.list().first(.heading)?.group == .reviews)
  }

  @Test func omitsTheHeadingOfAGroupOutsideTheRequestedRange() {
    func outline(_ roots: Range<Int>) -> [String] {
      Self.reviews().list { $0.roots = roots }.outline
    }
    #expect(outline(0..<1) == ["heading 2", "r1@1", "more 3"])
    #expect(outline(2..<3) == ["heading 1", "q1@1", "more 3"])
    #expect(outline(1..<3) == ["heading 2", "r2@1", "answer@2", "heading 1", "q1@1", "more 1"])
  }

  @Test func countsOmittedCommentsOfBothGroups() {
    let list = Self.reviews().list { $0.maxComments = 1 }
    #expect(list.outline == ["heading 2", "r1@1", "more 3"])
  }

  @Test(arguments: [
    (StoryMode.comments, Phrase.noComments), (.questionsAndAnswers, .noQuestions),
    (.ratingsAndReviews, .noReviews), (.chat, .noComments),
  ])
  func choosesTheMessageForAnEmptyStoryByTheStoryMode(mode: StoryMode, phrase: Phrase) {
    var sketch = Sketch("")
    sketch.builder.metadata.mode = mode
    let list = sketch.list()
    #expect(list.blocks.last?.kind == .noComments)
    #expect(list.noCommentsPhrase == phrase)
  }

  // MARK: Featured comments

  @Test func countsTheFeaturedCommentsThatAreNotQuoted() {
    var sketch = Sketch((0..<8).map { "c\($0)" }.joined(separator: " "))
    for number in 0..<8 { sketch.change("c\(number)") { $0.tags = .featured } }
    #expect(sketch.list().moreFeaturedCount == 3)
    sketch.builder.metadata.featuredCount = 20
    #expect(sketch.list().moreFeaturedCount == 15)
    #expect(Sketch("a").list().moreFeaturedCount == 0)
  }

  // MARK: Notices

  @Test func keepsTheInfoboxOfAClosedStoryOnlyOnCoral() {
    for (server, isShown) in [(StoryMetadata.Server.coral, true), (.talk4, false)] {
      var sketch = NoticeTests.sketch(.closed)
      sketch.builder.metadata.server = server
      #expect((sketch.list().first(.infobox) != nil) == isShown)
    }
  }

  @Test func showsThatAStoryIsArchived() {
    var sketch = Sketch("a")
    sketch.builder.metadata.commentingStatus = .archived
    let list = sketch.list()
    #expect(list.header.isClosed)
    #expect(list.closedTitle == .archived)
    #expect(list.closedPhrase == .archivedMessage)
    sketch.builder.metadata.commentingStatus = .closed
    #expect(sketch.list().closedTitle == .closed)
  }
}
