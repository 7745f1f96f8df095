import AtollBytes
import AtollComments
import AtollRows
import TestSupport
import Testing

@testable import AtollLayout

@Suite("Folded replies") struct FoldTests {
  /// Lays out a list that includes folded replies; `change` decides what is folded.
  private func list(
    _ sketch: Sketch, _ change: (inout LayoutOptions) -> Void = { _ in }
  ) -> BlockList {
    sketch.list {
      $0.includesFoldedReplies = true
      change(&$0)
    }
  }

  private func folded(_ list: BlockList) -> [String] {
    list.blocks.filter { $0.isFolded && $0.isThreadComment }.map {
      list.bytes.string(list.id(of: $0))
    }
  }

  @Test func includesFoldedRepliesInThreadOrder() {
    let sketch = Sketch("a a1<a a2<a1 b b1<b")
    let list = list(sketch) { $0.folding = .comments(["a", "a1"]) }
    #expect(list.thread == ["a@1", "a1@2", "a2@3", "b@1", "b1@2"])
    #expect(folded(list) == ["a", "a1"], "a branch in a closed one stays closed")
    #expect(list.first(.heading)?.count == 5)
  }

  @Test func doesNotFoldCommentsWithoutVisibleReplies() {
    let sketch = Sketch("a a1<a a2<a1 b b1<b")
    let list = list(sketch) {
      $0.folding = .all
      $0.maxDepth = 1
    }
    #expect(list.thread == ["a@1", "hidden 2 of a@2", "b@1", "hidden 1 of b@2"])
    #expect(folded(list) == [])
  }

  /// Returns root comments, each with a chain of replies down to level 5.
  private func chains(of comments: Int) -> Sketch {
    var sketch = Sketch()
    for index in 0..<comments {
      sketch.add("c\(index)", under: index % 5 == 0 ? nil : "c\(index - 1)")
    }
    return sketch
  }

  @Test func foldsLongThreadsBelowTheThirdLevel() {
    let long = list(chains(of: 205)) { $0.foldsLongThreads = true }
    #expect(folded(long).count == 41)
    #expect(folded(long).first == "c2")
    #expect(long.blocks.filter(\.isFolded).allSatisfy { $0.level == 3 && $0.count == 2 })
    #expect(folded(list(chains(of: 200)) { $0.foldsLongThreads = true }) == [])
    #expect(folded(list(chains(of: 205))) == [])
    let short = list(chains(of: 205)) {
      $0.foldsLongThreads = true
      $0.maxComments = 200
    }
    #expect(folded(short) == [], "a page of 200 comments is not long")
  }

  @Test func keepsLongThreadsExpandedInFormatsWithoutFolding() {
    let list = chains(of: 205).list { $0.foldsLongThreads = true }
    #expect(list.first(.hiddenReplies) == nil)
    #expect(folded(list) == [])
  }

  @Test func namesTheFirstAuthorsOfFoldedReplies() {
    var sketch = Sketch()
    sketch.add("a")
    for (index, author) in ["Ana", "Ben", "Ana", "", "Chloe"].enumerated() {
      sketch.add("r\(index)", under: "a", by: author)
    }
    sketch.change("r1") { $0.tombstone = .deleted }
    #expect(names(list(sketch) { $0.replySort = .newest }, of: "a") == "Ana, Chloe")
    #expect(names(list(sketch), of: "r0") == "")
    for author in ["Dee", "Eli"] { sketch.add(author, under: "r0", by: author) }
    #expect(names(list(sketch) { $0.replySort = .newest }, of: "a") == "Ana, Dee, Eli, …")
  }

  @Test func isolatesNamesInTheOppositeWritingDirection() {
    let sketch = {
      var sketch = Sketch()
      sketch.add("a")
      sketch.add("b", under: "a", by: "سلمى")
      sketch.add("c", under: "a", by: "Ben")
      return sketch
    }()
    #expect(names(list(sketch) { $0.replySort = .newest }, of: "a") == "\u{2068}سلمى\u{2069}, Ben")
  }

  private func names(_ list: BlockList, of id: String) -> String {
    let index = list.blocks.firstIndex {
      $0.position >= 0 && list.bytes.string(list.id(of: $0)) == id
    }
    return written {
      list.appendReplyAuthors(below: index ?? 0, to: &$0) { name, out in
        out.append(name, of: list.bytes)
      }
    }
  }

  /// Folding changes only what is expanded.
  @Test(arguments: 0..<200) func laysOutTheSameCommentsWithAndWithoutFolding(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let story = ThreadPropertyTests.story(&random)
    var options = ThreadPropertyTests.options(&random)
    options.includesFoldedReplies = true
    let folded = BlockList(story, options: options)
    let folding = options.folding
    options.folding = .none
    let open = BlockList(story, options: options)
    #expect(
      folded.blocks.map {
        var block = $0
        if block.isThreadComment { block.isFolded = false }
        return block
      } == open.blocks)
    let tree = CommentTree(of: story, sortedBy: options.sort, replies: options.replySort)
    let visible = VisibleTree(of: tree, in: story, folding: folding)
    for block in folded.blocks where block.isThreadComment && block.count > 0 {
      #expect(block.isFolded == !visible.isExpanded(Position(Int(block.position))))
    }
  }
}
