import AtollBytes
import AtollComments
import AtollRows
import TestSupport
import Testing

@Suite struct RowChangesTests {
  /// Returns a feed of root comments with these likes, so that sorting can produce any order.
  private func feed(likes: [Int32]) -> CommentFeed {
    CommentFeed(
      story(
        likes.indices.map { Sketch(id: "c\($0)", time: Int64($0), likes: likes[$0]) }),
      sortedBy: .oldest)
  }

  @Test(arguments: 0..<40)
  func movesTheFewestPossibleRows(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let order = (0..<Int32(seed)).shuffled(using: &generator)
    var feed = feed(likes: order)
    let changes = feed.sort(by: .mostLiked)
    // The textbook algorithm for the longest increasing subsequence, from the most liked comment
    // down.
    let sequence = order.indices.sorted { order[$0] > order[$1] }
    var longest = [Int](repeating: 1, count: seed)
    for end in sequence.indices {
      for before in 0..<end where sequence[before] < sequence[end] {
        longest[end] = max(longest[end], longest[before] + 1)
      }
    }
    #expect(changes.moves.count == seed - (longest.max() ?? 0))
  }

  @Test func eachRunOfMovesHasAsManySourcesAsDestinations() {
    var feed = feed(likes: [0, 0, 0, 0, 5, 5])
    feed.sort(by: .oldest)
    let changes = feed.sort(by: .mostLiked, replies: .oldest)
    #expect(changes.moves.count == changes.moves.map(\.to).count)
    for run in changes.moves.runs { #expect(run.from.count == run.to.count) }
  }

  @Test func describesTheChangedRows() {
    var feed = feed(likes: [0, 2, 1])
    #expect(feed.collapseAll().description == "3 rows, now 3")
    #expect(feed.remove("c0").description == "3 rows, now 2; deleted 0..<1")
    let swap = story([Sketch(id: "c2", time: 0, likes: 1), Sketch(id: "c1", time: 1, likes: 3)])
    #expect(
      feed.reload(swap).description == "2 rows, now 2; moved 1..<2 to 0..<1; updated 0..<2")
  }

  @Test func describesALargeCollapseAsOneRange() {
    let count = 100_000
    var feed = CommentFeed(
      story(
        (0...count).map { Sketch(id: "\($0)", parent: $0 == 0 ? nil : "0", time: Int64($0)) }))
    let changes = feed.collapse("0")
    #expect(changes.deletions.ranges == [1..<count + 1])
    #expect(changes.deletions.count == count)
    #expect(changes.deletions.contains(count))
    #expect(!changes.deletions.contains(0) && !changes.deletions.contains(count + 1))
  }

  @Test func findsIndicesInManyRanges() {
    var feed = CommentFeed(
      story(
        (0..<90).map {
          Sketch(id: "\($0)", parent: $0 % 3 == 0 ? nil : "\($0 - $0 % 3)", time: Int64($0))
        }),
      sortedBy: .oldest)
    let deletions = feed.collapseAll().deletions
    #expect(deletions.ranges.count == 30)
    for index in 0..<90 { #expect(deletions.contains(index) == (index % 3 != 0)) }
    #expect(Array(deletions) == (0..<90).filter { $0 % 3 != 0 })
  }

  @Test func theTestDoubleOfATableDetectsInconsistentChanges() throws {
    var feed = feed(likes: [3, 1, 2])
    let old = ["a", "b", "c"]
    let changes = feed.sort(by: .mostLiked)
    var table = TableDouble(old, refreshing: .inside)
    #expect(throws: TableDouble<String>.Inconsistency.staleCell(1)) {
      try table.perform(changes, dataSource: old)
    }
    let removal = feed.remove("c1")
    table = TableDouble(old, refreshing: .inside)
    #expect(throws: TableDouble<String>.Inconsistency.self) {
      try table.perform(removal, dataSource: old)
    }
    try table.perform(removal, dataSource: ["a", "b"])
    #expect(throws: TableDouble<String>.Inconsistency.self) {
      try table.perform(removal, dataSource: ["a"])
    }
  }

  @Test func collapsesAndExpandsABranchInTimeProportionalToItsSize() {
    // A million comments: a branch of 100,000, one of 10, and roots.
    var builder = StoryBuilder(bytes: [])
    builder.comments.reserveCapacity(1_000_000)
    let large = builder.add(text: "large")
    let small = builder.add(text: "small")
    for index in 0..<1_000_000 {
      var record = CommentRecord()
      if index == 0 { record.id = large }
      if index == 500_000 { record.id = small }
      if index > 0 && index < 100_000 { record.parentID = large }
      if index > 500_000 && index < 500_010 { record.parentID = small }
      if record.id.isEmpty { record.id = builder.add(text: String(index)) }
      builder.comments.append(record)
    }
    var feed = CommentFeed(builder.finish())
    for (id, branch) in [("large", 100_000), ("small", 10)] {
      var visited = feed.visible.visitedWordCount
      #expect(feed.collapse(id).deletions.count == branch - 1)
      #expect(feed.visible.visitedWordCount - visited <= branch / 64 + 4)
      visited = feed.visible.visitedWordCount
      #expect(feed.expand(id).insertions.count == branch - 1)
      #expect(feed.visible.visitedWordCount - visited <= branch / 64 + 4)
    }
  }
}
