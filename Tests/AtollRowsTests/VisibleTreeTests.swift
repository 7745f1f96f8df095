import AtollComments
import AtollRows
import TestSupport
import Testing

@Suite struct VisibleTreeTests {
  @Test(arguments: 0..<20)
  func showsTheSameRowsAsTheReferenceImplementation(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 0...300, using: &generator)
    let story = story(randomSketches(count: count, using: &generator))
    let tree = CommentTree(of: story)
    var naive = NaiveTree(of: story, roots: .newest, replies: .oldest)
    let folded = Set(
      (0..<count).map { "c\($0)" }.filter { _ in Int.random(in: 0..<4, using: &generator) == 0 })
    let visible = VisibleTree(of: tree, in: story, folding: .comments(folded))
    naive.folded = folded
    let expected = naive.lines()
    #expect(lines(of: visible, in: story) == expected)
    #expect(visible.count == expected.count)
    #expect(lines(of: visible.indices.map { visible[$0] }, in: story) == expected)
    for (index, line) in expected.enumerated() {
      #expect(visible.index(of: try story.place(line.id)) == index)
      #expect(visible.isExpanded(try story.place(line.id)) == (line.hiddenReplies == 0))
    }
    let shown = Set(expected.map(\.id))
    for position in story.positions where !shown.contains(story.id(position)) {
      #expect(visible.index(of: position) == nil)
    }
    var iterator = visible.makeIterator()
    for index in visible.indices { #expect(iterator.next() == visible[index]) }
    #expect(iterator.next() == nil)
    #expect(iterator.next() == nil)
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

  private func shown(_ folding: Folding) -> String {
    let tree = CommentTree(of: Self.forest, sortedBy: .oldest)
    let visible = VisibleTree(of: tree, in: Self.forest, folding: folding)
    return lines(of: visible, in: Self.forest).map(\.description).joined(separator: "\n")
  }

  @Test func foldsRepliesBelowADepth() {
    #expect(shown(.deeperThan(0)) == "a +5\ng +1\ni")
    #expect(shown(.deeperThan(1)) == "a\n  b +3\n  f\ng\n  h\ni")
    #expect(shown(.deeperThan(9)) == shown(.none))
    #expect(shown(.all) == shown(.deeperThan(0)))
  }

  @Test func foldsLargeBranches() {
    #expect(shown(.moreReplies(than: 3)) == "a +5\ng\n  h\ni")
    #expect(shown(.moreReplies(than: 5)) == shown(.none))
  }

  @Test func combinesFoldingRulesWithSetOperations() {
    let named = Folding.comments(["b", "g", "i", "nobody"])
    #expect(shown(named) == "a\n  b +3\n  f\ng +1\ni")
    #expect(shown(named.union(.moreReplies(than: 4))) == "a +5\ng +1\ni")
    #expect(shown(named.intersection(.moreReplies(than: 2))) == "a\n  b +3\n  f\ng\n  h\ni")
    #expect(shown(Folding.all.subtracting(.comments(["a"]))) == "a\n  b +3\n  f\ng +1\ni")
    #expect(shown(Folding.all.subtracting(.all)) == shown(.none))
    #expect(
      shown(Folding.none.union(named).subtracting(.comments(["b"])).union(.deeperThan(2)))
        == "a\n  b\n    c +1\n    e\n  f\ng +1\ni")
  }

  @Test func distinguishesIDsByTheirBytes() {
    let story = story([
      Sketch(id: "é", time: 1), Sketch(id: "x", parent: "é", time: 2),
      Sketch(id: "e\u{301}", time: 3), Sketch(id: "y", parent: "e\u{301}", time: 4),
    ])
    let tree = CommentTree(of: story, sortedBy: .oldest)
    let visible = VisibleTree(of: tree, in: story, folding: .comments(["e\u{301}"]))
    #expect(visible.map { story.id($0.position).utf8.count } == [2, 1, 3])
  }
}
