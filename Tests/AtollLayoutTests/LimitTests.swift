import AtollBytes
import AtollComments
import AtollRows
import Testing

@testable import AtollLayout

@Suite("Limits of the thread") struct LimitTests {
  let sketch = Sketch("a a1<a a2<a1 a3<a2 a4<a b b1<b c")

  /// A character may have several scalars, which mean something else one by one.
  @Test(arguments: [("👨‍👩‍👧‍👦", 250), ("é", 256), ("e\u{301}", 255), ("字", 255)])
  func cutsNamesBetweenCharacters(character: String, count: Int) {
    let name = Array(String(repeating: character, count: 200).utf8)
    #expect(name.truncated(Slice(0..<name.count), to: 256).count == count)
    let marks = Array(("e" + String(repeating: "\u{301}", count: 200)).utf8)
    #expect(marks.truncated(Slice(0..<marks.count), to: 256).count == 255)
  }

  @Test func laysOutCommentsInPreorder() {
    #expect(
      sketch.list().outline == [
        "heading 8", "a@1", "a4@2", "a1@2", "a2@3", "a3@4", "b@1", "b1@2", "c@1",
      ])
  }

  @Test func countsAllDescendants() throws {
    let list = sketch.list()
    let counts = list.blocks.filter { $0.kind == .comment }.map(\.count)
    #expect(counts == [4, 0, 2, 1, 0, 1, 0, 0])
  }

  @Test func countsRepliesThatAreLeftOut() throws {
    let limited = sketch.list { $0.maxComments = 3 }
    #expect(limited.blocks.filter { $0.kind == .comment }.map(\.count) == [4, 0, 0])
    let shallow = sketch.list { $0.maxDepth = 2 }
    #expect(shallow.blocks.filter { $0.kind == .comment }.map(\.count) == [4, 0, 0, 1, 0, 0])
  }

  @Test func callsHiddenRepliesMoreRepliesIfOthersAreShown() throws {
    func label(_ change: (inout LayoutOptions) -> Void) throws -> String {
      let list = sketch.list(change)
      let block = try #require(list.blocks.first { $0.kind == .hiddenReplies })
      return written { list.appendHiddenCount(of: block, to: &$0) }
    }
    #expect(try label { $0.maxComments = 3 } == "2 more replies")
    #expect(try label { $0.maxComments = 1 } == "4 replies hidden")
    #expect(try label { $0.folding = .comments(["a"]) } == "4 replies hidden")
  }

  @Test func flattensRepliesAtTheDepthCap() {
    let list = sketch.list { $0.depthCap = 2 }
    let comments = list.blocks.filter { $0.kind == .comment }
    #expect(comments.map(\.depth) == [1, 2, 2, 2, 2, 1, 2, 1])
    #expect(comments.map(\.level) == [1, 2, 2, 3, 4, 1, 2, 1])
  }

  @Test func hidesRepliesBeyondTheMaximumDepth() {
    let list = sketch.list { $0.maxDepth = 2 }
    #expect(
      list.thread == ["a@1", "a4@2", "a1@2", "hidden 2 of a1@3", "b@1", "b1@2", "c@1"])
  }

  @Test func hidesFoldedReplies() {
    let list = sketch.list { $0.folding = .comments(["a", "c"]) }
    #expect(list.thread == ["a@1", "hidden 4 of a@2", "b@1", "b1@2", "c@1"])
  }

  @Test func stopsAtTheMaximumNumberOfComments() {
    let list = sketch.list { $0.maxComments = 3 }
    #expect(list.thread == ["a@1", "a4@2", "a1@2", "hidden 2 of a@2", "more 3"])
  }

  @Test func laysOutNoCommentsWhenTheLimitIsZero() {
    #expect(sketch.list { $0.maxComments = 0 }.thread == ["more 8"])
    #expect(sketch.list { $0.maxComments = -5 }.thread == ["more 8"])
  }

  @Test func laysOutARangeOfRoots() {
    #expect(sketch.list { $0.roots = 1..<2 }.thread == ["b@1", "b1@2", "more 6"])
    #expect(sketch.list { $0.roots = 2..<9 }.thread == ["c@1", "more 7"])
    #expect(sketch.list { $0.roots = 7..<9 }.thread == ["more 8"])
  }

  @Test(
    arguments: [
      (-1..<1, 0..<1), (-5 ..< -1, 0..<0), (.min..<2, 0..<2), (-1 ..< .max, 0..<3),
      (.min ..< .max, 0..<3),
    ] as [(Range<Int>, Range<Int>)])
  func clampsTheRangeOfRootsToExistingRoots(requested: Range<Int>, meant: Range<Int>) {
    #expect(
      sketch.list { $0.roots = requested }.thread == sketch.list { $0.roots = meant }.thread)
  }

  // MARK: Only new comments

  /// Returns the layout of only the new comments, and those that they answer.
  private func news(_ ids: [String], _ change: (inout LayoutOptions) -> Void) -> BlockList {
    var options = LayoutOptions()
    options.showsOnlyNewComments = true
    change(&options)
    let story = sketch.story()
    let new = CommentSet(ids, in: story)
    var selection = StorySelection()
    selection.newComments = new
    selection.kept = new.withAncestors(in: story)
    selection.countedRoots = selection.kept
    return BlockList(story, options: options, selecting: selection)
  }

  private func label(ofLastBlockOf list: BlockList) throws -> String {
    let last = try #require(list.blocks.last)
    return written { list.appendHiddenCount(of: last, to: &$0) }
  }

  @Test(arguments: [
    (0, ["more 8"], "3 more new comments"),
    (1, ["a@1", "hidden 4 of a@2", "more 3"], "1 more new comment"),
    (4, ["a@1", "a1@2", "a2@3", "a3@4", "hidden 1 of a@2", "more 3"], "1 more new comment"),
    (5, ["a@1", "a1@2", "a2@3", "a3@4", "hidden 1 of a@2", "c@1", "more 2"], "2 earlier comments"),
  ])
  func countsEachNewCommentAtMostOnce(limit: Int, thread: [String], label: String) throws {
    let list = news(["a1", "a3", "c"]) { $0.maxComments = limit }
    #expect(list.thread == thread)
    #expect(try self.label(ofLastBlockOf: list) == label)
  }

  @Test func numbersOnlyRootsWithNewCommentsForARootRange() throws {
    let first = news(["b1", "c"]) { $0.roots = 0..<1 }
    #expect(first.thread == ["b@1", "b1@2", "more 6"])
    #expect(try label(ofLastBlockOf: first) == "1 more new comment")
    #expect(news(["b1", "c"]) { $0.roots = 1..<9 }.thread == ["c@1", "more 7"])
    #expect(news(["b1", "c"]) { $0.roots = 2..<9 }.thread == ["more 8"])
  }
}
