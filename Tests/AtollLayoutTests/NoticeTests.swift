import AtollBytes
import AtollComments
import Testing

@testable import AtollLayout

@Suite("Notices of open and closed stories") struct NoticeTests {
  static func sketch(_ closing: StoryMetadata.CommentingStatusKind) -> Sketch {
    var sketch = Sketch("a")
    sketch.set(\.announcement, "Maintenance tonight")
    sketch.set(\.infobox, "Be *kind*.")
    sketch.set(\.questionBox, "What was your first game?")
    sketch.set(\.closedMessage, "Thanks, all.")
    sketch.set(\.disabledMessage, "Site-wide stop.")
    sketch.builder.metadata.commentingStatus = closing
    sketch.builder.metadata.closedAt = Timestamp(milliseconds: 1000)
    return sketch
  }

  @Test func showsEveryNoticeOfAnOpenStory() {
    let list = Self.sketch(.open).list()
    #expect(list.outline == ["announcement", "infobox", "questionBox", "heading 1", "a@1"])
    #expect(!list.header.isClosed)
  }

  @Test func replacesTheInfoboxOfAClosedStoryWithItsClosedMessage() throws {
    let list = Self.sketch(.closed).list()
    #expect(list.outline == ["announcement", "questionBox", "closed", "heading 1", "a@1"])
    #expect(list.header.isClosed)
    let body = try #require(list.firstBody(.closed))
    #expect(list.bytes.string(body.text) == "Thanks, all.")
    #expect(body.syntax == .markdown)
  }

  @Test func keepsTheInfoboxOfAClosedStoryOnRequest() {
    let list = Self.sketch(.closed).list { $0.keepsInfoboxWhenClosed = true }
    #expect(
      list.outline == ["announcement", "infobox", "questionBox", "closed", "heading 1", "a@1"])
  }

  @Test func showsTheSitesMessageWhenCommentingIsDisabled() throws {
    let list = Self.sketch(.siteWide).list()
    #expect(list.outline == ["announcement", "questionBox", "closed", "heading 1", "a@1"])
    let body = try #require(list.firstBody(.closed))
    #expect(list.bytes.string(body.text) == "Site-wide stop.")
  }

  @Test(arguments: [
    (StoryMetadata.CommentingStatusKind.closed, Phrase.closedMessage),
    (.siteWide, .stoppedMessage),
  ])
  func showsADefaultMessageForAClosedStory(
    closing: StoryMetadata.CommentingStatusKind, phrase: Phrase
  )
    throws
  {
    var sketch = Sketch("a")
    sketch.builder.metadata.commentingStatus = closing
    let list = sketch.list()
    #expect(list.outline == ["closed", "heading 1", "a@1"])
    #expect(list.firstBody(.closed) == nil)
    #expect(list.closedPhrase == phrase)
  }

  @Test func closesAStoryAtItsClosingTime() {
    let sketch = Self.sketch(.timed)
    #expect(!sketch.list { $0.now = Timestamp(milliseconds: 999) }.header.isClosed)
    #expect(sketch.list { $0.now = Timestamp(milliseconds: 1000) }.header.isClosed)
    #expect(sketch.list { $0.now = Timestamp(milliseconds: 1001) }.header.isClosed)
    #expect(sketch.list { $0.now = Timestamp(milliseconds: 5) }.diagnostics.isEmpty)
  }

  @Test func reportsThatAClosingTimeNeedsTheCurrentTime() {
    let list = Self.sketch(.timed).list()
    #expect(!list.header.isClosed)
    #expect(list.diagnostics.count(of: .undecidedClosing) == 1)
  }

  @Test func keepsAStoryOpenWithoutAClosingTime() {
    var sketch = Self.sketch(.timed)
    sketch.builder.metadata.closedAt = .unknown
    let list = sketch.list { $0.now = Timestamp(milliseconds: 5) }
    #expect(!list.header.isClosed)
    #expect(list.diagnostics.isEmpty)
  }

  @Test(arguments: ["", " ", "\n\t \r\n"])
  func omitsEmptyNotices(text: String) {
    var sketch = Sketch("a")
    sketch.set(\.announcement, text)
    sketch.set(\.infobox, text)
    sketch.set(\.questionBox, text)
    sketch.set(\.closedMessage, text)
    #expect(sketch.list().outline == ["heading 1", "a@1"])
    sketch.builder.metadata.commentingStatus = .closed
    #expect(sketch.list().outline == ["closed", "heading 1", "a@1"])
  }

  @Test func showsANoticeForAStoryWithoutComments() {
    #expect(Sketch("").list().outline == ["heading 0", "noComments"])
  }

  @Test func readsAnnouncementsAsPlainTextAndOtherNoticesAsMarkdown() throws {
    let list = Self.sketch(.open).list()
    let announcement = try #require(list.firstBody(.announcement))
    #expect(announcement.syntax == .plain)
    for kind in [Block.Kind.infobox, .questionBox] {
      let body = try #require(list.firstBody(kind))
      #expect(body.syntax == .markdown)
    }
    #expect(list.firstBody(.heading) == nil)
  }
}

@Suite("Comment counts of the server") struct ServerCountTests {
  @Test func reportsMissingComments() {
    var sketch = Sketch("a b<a")
    sketch.builder.metadata.commentCount = 10
    let list = sketch.list()
    #expect(list.outline == ["heading 10", "a@1", "b@2", "more 8"])
    #expect(list.diagnostics.count(of: .incompleteStory) == 1)
    #expect(list.header.commentCount == 10)
  }

  @Test func ignoresAServerCountLowerThanTheActualCount() {
    var sketch = Sketch("a b<a")
    sketch.builder.metadata.commentCount = 1
    let list = sketch.list()
    #expect(list.outline == ["heading 2", "a@1", "b@2"])
    #expect(list.diagnostics.isEmpty)
  }

  @Test func saysThatThereAreMoreCommentsEvenIfTheirNumberIsUnknown() {
    var sketch = Sketch("a")
    sketch.builder.metadata.hasMoreRoots = true
    #expect(sketch.list().thread == ["a@1", "more 0"])
  }

  @Test func countsMissingCommentsIfTheInputHasNoComments() {
    var sketch = Sketch("")
    sketch.builder.metadata.commentCount = 3
    #expect(sketch.list().thread == ["more 3"])
  }

  @Test func countsMissingRepliesBelowTheirParent() {
    var sketch = Sketch("a b<a c<b d")
    sketch.builder.metadata.commentCount = 9
    sketch.change("a") { $0.replyCount = 3 }
    sketch.change("c") { $0.replyCount = 1 }
    sketch.change("d") { $0.replyCount = 0 }
    #expect(
      sketch.list().thread == [
        "a@1", "b@2", "c@3", "hidden 1 of c@4", "hidden 2 of a@2", "d@1", "more 2",
      ])
  }

  @Test func limitsTheCountOfMissingRepliesByTheCountOfMissingComments() {
    var sketch = Sketch("a b")
    sketch.builder.metadata.commentCount = 5
    sketch.change("a") { $0.replyCount = 100 }
    sketch.change("b") { $0.replyCount = 100 }
    #expect(sketch.list().thread == ["a@1", "hidden 3 of a@2", "b@1"])
    sketch.builder.metadata.commentCount = 2
    #expect(sketch.list().thread == ["a@1", "b@1"])
  }
}
