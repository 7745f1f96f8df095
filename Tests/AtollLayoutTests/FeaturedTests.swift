import AtollComments
import Testing

@testable import AtollLayout

@Suite("Featured comments") struct FeaturedTests {
  /// Seven comments in one chain, each a minute older than its parent.
  static var chain: Sketch { Sketch("a b<a c<b d<c e<d f<e g<f") }

  static func feature(_ ids: [String], in sketch: inout Sketch) {
    for id in ids { sketch.change(id) { $0.tags.insert(.featured) } }
  }

  @Test func quotesFeaturedCommentsAtAnyDepthNewestFirst() {
    var sketch = Self.chain
    Self.feature(["f", "b"], in: &sketch)
    #expect(sketch.list().outline.prefix(3) == ["featured b", "featured f", "heading 7"])
    #expect(sketch.list().blocks.prefix(2).map(\.level) == [2, 6])
  }

  @Test func keepsFeaturedCommentsInTheThread() {
    var sketch = Self.chain
    Self.feature(["b"], in: &sketch)
    let list = sketch.list()
    #expect(list.thread.filter { $0.hasSuffix("@2") } == ["b@2"])
    let inThread = list.blocks.filter { $0.kind == .comment && $0.level == 2 }
    #expect(inThread.map { list.view(of: $0).marks.contains(.featured) } == [true])
  }

  @Test func quotesAtMostFiveFeaturedComments() {
    var sketch = Self.chain
    Self.feature(["a", "b", "c", "d", "e", "f", "g"], in: &sketch)
    #expect(
      sketch.list().outline.prefix(6) == [
        "featured a", "featured b", "featured c", "featured d", "featured e", "heading 7",
      ])
  }

  @Test func keepsInputOrderForFeaturedCommentsWithTheSameTime() {
    var sketch = Self.chain
    Self.feature(["d", "b", "f"], in: &sketch)
    for id in ["b", "d", "f"] {
      sketch.change(id) { $0.createdAt = Timestamp(milliseconds: 7) }
    }
    #expect(sketch.list().outline.prefix(3) == ["featured b", "featured d", "featured f"])
  }

  @Test func neverQuotesTombstones() {
    var sketch = Self.chain
    Self.feature(["a", "b"], in: &sketch)
    sketch.change("a") { $0.tombstone = .deleted }
    #expect(sketch.list().outline.prefix(3) == ["featured b", "heading 7", "gap a@1"])
  }

  @Test func countsRepliesToAFeaturedComment() {
    var sketch = Self.chain
    Self.feature(["b"], in: &sketch)
    #expect(sketch.list().first(.featured)?.count == 5)
    #expect(sketch.list { $0.maxDepth = 3 }.first(.featured)?.count == 5)
    #expect(sketch.list { $0.maxDepth = 1 }.first(.featured)?.count == -1)
  }

  @Test func placesFeaturedCommentsBetweenTheQuestionAndTheClosedNotice() {
    var sketch = Sketch("a")
    Self.feature(["a"], in: &sketch)
    sketch.set(\.questionBox, "?")
    sketch.builder.metadata.commentingStatus = .closed
    #expect(sketch.list().outline == ["questionBox", "featured a", "closed", "heading 1", "a@1"])
  }
}

@Suite("One comment with its ancestors") struct FocusTests {
  let sketch = Sketch("a b<a c<b d<c e<d x")

  @Test(arguments: [
    (0, ["d@4"]), (1, ["above c@3", "d@1"]), (3, ["above a@1", "above b@1", "above c@1", "d@1"]),
    (99, ["above a@1", "above b@1", "above c@1", "d@1"]), (-1, ["d@4"]),
  ])
  func laysOutTheRequestedNumberOfAncestors(ancestors: Int, expected: [String]) {
    let list = sketch.list(about: "d") { $0.ancestorCount = ancestors }
    #expect(list.outline == expected)
    #expect(list.blocks.allSatisfy { $0.depth == 1 })
    #expect(list.blocks.map { list.view(of: $0).isHighlighted }.last == true)
    #expect(list.blocks.dropLast().allSatisfy { !list.view(of: $0).isHighlighted })
  }

  @Test func omitsNoticesForASingleComment() {
    let list = NoticeTests.sketch(.closed).list(about: "a") { $0.ancestorCount = 1 }
    #expect(list.outline == ["a@1"])
  }
}
