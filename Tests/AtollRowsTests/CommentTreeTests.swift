import AtollComments
import AtollRows
import TestSupport
import Testing

@Suite struct CommentTreeTests {
  @Test(arguments: CommentOrder.allCases, CommentOrder.allCases)
  func ordersCommentsLikeTheReferenceImplementation(roots: CommentOrder, replies: CommentOrder) {
    var generator = SeededGenerator(seed: roots.hashSeed * 10 + replies.hashSeed)
    for count in [0, 1, 2, 3, 10, 40, 150] {
      let story = story(randomSketches(count: count, using: &generator))
      let tree = CommentTree(of: story, sortedBy: roots, replies: replies)
      let naive = NaiveTree(of: story, roots: roots, replies: replies)
      let found = lines(of: VisibleTree(of: tree, in: story), in: story)
      #expect(found == naive.lines())
      #expect(tree.rootCount == naive.roots.count)
      for ordinal in 0..<tree.count {
        #expect(tree.ordinal(of: tree.position(at: ordinal)) == ordinal)
        let id = story.id(tree.position(at: ordinal))
        #expect(tree.branch(at: ordinal).count == naive.size(of: id))
      }
    }
  }

  @Test func sortsIndependentlyOfArrivalOrder() {
    var generator = SeededGenerator(seed: 7)
    var sketches = randomSketches(count: 200, using: &generator)
    for index in sketches.indices where sketches[index].time == nil { sketches[index].time = 5 }
    let first = story(sketches)
    for order in CommentOrder.allCases {
      sketches.shuffle(using: &generator)
      let second = story(sketches)
      let one = CommentTree(of: first, sortedBy: order, replies: order)
      let other = CommentTree(of: second, sortedBy: order, replies: order)
      #expect(
        one.order.map { first.id(Position(Int($0))) }
          == other.order.map { second.id(Position(Int($0))) })
    }
  }

  @Test func breaksTiesByTimeThenByIDs() {
    let story = story([
      Sketch(id: "b", time: 1, likes: 2), Sketch(id: "B", time: 1, likes: 2),
      Sketch(id: "late", time: 2, likes: 2), Sketch(id: "ba", time: 1, likes: 2),
      Sketch(id: "é", time: 1, likes: 2), Sketch(id: "e\u{301}", time: 1, likes: 2),
    ])
    let tree = CommentTree(of: story, sortedBy: .mostLiked)
    #expect(ids(tree, story) == ["late", "B", "b", "ba", "e\u{301}", "é"])
  }

  @Test(arguments: CommentOrder.allCases)
  func sortsNumbersByValueAndBeforeOtherIDs(order: CommentOrder) {
    let expected = [
      "0", "01", "1", "2", "10", "11", "99999999999999999999", "10a", "1a", "9a", "a",
    ]
    for arrival in [expected, expected.reversed(), expected.sorted()] {
      let story = story(arrival.map { Sketch(id: $0, time: 1) })
      #expect(ids(CommentTree(of: story, sortedBy: order), story) == expected)
    }
  }

  @Test func sortsUndatedCommentsLastInArrivalOrder() {
    let story = story([
      Sketch(id: "z"), Sketch(id: "a"), Sketch(id: "old", time: 1), Sketch(id: "m"),
      Sketch(id: "new", time: 2),
    ])
    #expect(ids(CommentTree(of: story, sortedBy: .newest), story) == ["new", "old", "z", "a", "m"])
    #expect(ids(CommentTree(of: story, sortedBy: .oldest), story) == ["old", "new", "z", "a", "m"])
  }

  @Test func sortsByTheServersReplyCountIfItIsHigher() {
    let story = story([
      Sketch(id: "two", time: 1), Sketch(id: "r1", parent: "two", time: 2),
      Sketch(id: "r2", parent: "two", time: 3), Sketch(id: "claimed", time: 4, replyCount: 3),
      Sketch(id: "none", time: 5), Sketch(id: "fewer", time: 6, replyCount: 1),
    ])
    let tree = CommentTree(of: story, sortedBy: .mostReplies)
    #expect(ids(tree, story) == ["claimed", "two", "r1", "r2", "fewer", "none"])
  }

  @Test func sortsOrphansAmongTheRoots() {
    let story = story([
      Sketch(id: "late", time: 9), Sketch(id: "orphan", parent: "gone", time: 5),
      Sketch(id: "reply", parent: "orphan", time: 6), Sketch(id: "early", time: 1),
    ])
    #expect(ids(CommentTree(of: story), story) == ["late", "orphan", "reply", "early"])
  }

  @Test func ranksRootCommentsAsTheyAreSortedInEachOrder() {
    var generator = SeededGenerator(seed: 3)
    let story = story(randomSketches(count: 300, using: &generator))
    var scratch = TreeScratch()
    scratch.makeTree(of: story, sortedBy: .mostReplies, replies: .oldest)
    let tree = scratch.tree
    let roots = (0..<tree.count).filter { tree.depth(at: $0) == 0 }.map { tree.position(at: $0) }
    let table = scratch.rankRoots(in: story)
    let ranks = roots.compactMap { table[Int32($0.index)] }
    #expect(ranks.count == roots.count)
    #expect((0..<tree.count).filter { table[tree.order[$0]] != nil }.count == roots.count)
    for order in CommentOrder.allCases {
      let expected = NaiveTree(of: story, roots: order, replies: .oldest).roots
      let found = zip(ranks, roots).sorted { $0.0[order] < $1.0[order] }.map { story.id($0.1) }
      #expect(found == expected)
    }
  }

  @Test(arguments: CommentOrder.allCases)
  func walksAChainOfAHundredThousandRepliesOnASmallStack(order: CommentOrder) async {
    let depth = await Task.detached {
      let story = story(
        (0..<100_000).map {
          Sketch(id: "\($0)", parent: $0 == 0 ? nil : "\($0 - 1)", time: Int64($0))
        })
      let tree = CommentTree(of: story, sortedBy: order)
      let visible = VisibleTree(of: tree, in: story)
      #expect(visible.count == 100_000)
      return visible[99_999].depth
    }.value
    #expect(depth == 99_999)
  }

  private func ids(_ tree: CommentTree, _ story: Story) -> [String] {
    (0..<tree.count).map { story.id(tree.position(at: $0)) }
  }
}

extension CommentOrder {
  var hashSeed: Int { CommentOrder.allCases.firstIndex(of: self) ?? 0 }
}
