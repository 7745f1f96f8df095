import AtollComments
import AtollRows
import TestSupport
import Testing

@testable import AtollLayout

@Suite("Blocks of random threads") struct ThreadPropertyTests {
  static func story(_ random: inout SeededGenerator) -> Story {
    var sketch = Sketch()
    let count = Int.random(in: 0...40, using: &random)
    let reach = Int.random(in: 1...12, using: &random)
    for index in 0..<count {
      let isRoot = index == 0 || Int.random(in: 0..<4, using: &random) == 0
      let parent = max(0, index - Int.random(in: 1...reach, using: &random))
      sketch.add("c\(index)", under: isRoot ? nil : "c\(parent)") {
        $0.likes = Int32.random(in: 0..<5, using: &random)
        if Int.random(in: 0..<6, using: &random) == 0 { $0.tombstone = .deleted }
        if Int.random(in: 0..<6, using: &random) == 0 { $0.tags.insert(.featured) }
        if Bool.random(using: &random) { $0.replyCount = Int32.random(in: -1..<8, using: &random) }
      }
    }
    if Bool.random(using: &random) {
      sketch.builder.metadata.commentCount = Int.random(in: 0...60, using: &random)
    }
    return sketch.story()
  }

  static func options(_ random: inout SeededGenerator) -> LayoutOptions {
    var options = LayoutOptions()
    func sometimes(_ range: ClosedRange<Int>) -> Int? {
      Bool.random(using: &random) ? Int.random(in: range, using: &random) : nil
    }
    options.sort = CommentOrder.allCases.randomElement(using: &random) ?? .newest
    options.depthCap = Int.random(in: -1...7, using: &random)
    options.maxDepth = sometimes(-1...6)
    options.maxComments = sometimes(-1...45)
    if let first = sometimes(0...9) {
      options.roots = first..<first + Int.random(in: 0...9, using: &random)
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: options.folding = .deeperThan(Int.random(in: 0...5, using: &random))
    case 1: options.folding = .moreReplies(than: Int.random(in: 0...9, using: &random))
    case 2: options.folding = .comments((0..<8).map { "c\($0 * 3)" })
    default: break
    }
    return options
  }

  @Test(arguments: 0..<400) func countsEveryCommentOnce(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let story = Self.story(&random)
    let list = BlockList(story, options: Self.options(&random))
    func sum(_ kind: Block.Kind) -> Int {
      list.blocks.reduce(0) { $0 + ($1.kind == kind ? Int($1.count) : 0) }
    }
    let shown = list.blocks.filter { $0.kind == .comment || $0.kind == .tombstone }
    let total = max(story.metadata.commentCount, story.count)
    #expect(shown.count + sum(.hiddenReplies) + sum(.moreComments) == total)
    #expect(Set(shown.map(\.position)).count == shown.count)
    #expect(
      list.blocks.allSatisfy { $0.count >= 0 || $0.kind == .featured },
      "nothing is counted below zero")
    #expect(
      list.blocks.allSatisfy {
        ($0.kind != .hiddenReplies && $0.kind != .moreComments) || $0.count > 0
      })
  }

  @Test(arguments: 0..<400) func increasesDepthByAtMostOne(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let story = Self.story(&random)
    let options = Self.options(&random)
    let list = BlockList(story, options: options)
    var depth = 0
    for block in list.blocks where block.level > 0 && block.kind != .featured {
      #expect(Int(block.depth) <= max(options.depthCap, 1))
      #expect(Int(block.depth) <= depth + 1, "a depth jumps")
      #expect(
        block.depth >= 1 && Int(block.depth) == min(Int(block.level), max(options.depthCap, 1)))
      if block.kind != .hiddenReplies {
        #expect(story.level(of: block.position) == Int(block.level))
        #expect(Int(block.level) <= max(options.maxDepth ?? .max, 1))
      }
      depth = Int(block.depth)
    }
  }

  @Test(arguments: 0..<400) func showsTheSameCommentsAsTheVisibleTree(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let story = Self.story(&random)
    let options = Self.options(&random)
    let list = BlockList(story, options: options)
    let tree = CommentTree(of: story, sortedBy: options.sort, replies: options.replySort)
    let visible = VisibleTree(of: tree, in: story, folding: options.folding)
    var root = -1
    var expected: [Int32] = []
    for row in visible {
      if row.depth == 0 { root += 1 }
      guard options.roots?.contains(root) ?? true else { continue }
      if row.depth < max(options.maxDepth ?? .max, 1) { expected.append(row.position.index) }
    }
    expected = Array(expected.prefix(max(options.maxComments ?? .max, 0)))
    let shown = list.blocks.filter { $0.kind == .comment || $0.kind == .tombstone }
    #expect(shown.map(\.position) == expected)
  }

  /// All replies are counted, also those that are left out, except where none is shown.
  @Test(arguments: 0..<200) func countsRepliesThatAreLeftOut(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let list = BlockList(Self.story(&random), options: Self.options(&random))
    let shown = list.blocks.filter { $0.kind == .comment || $0.kind == .tombstone }
    for index in shown.indices {
      let below = shown[(index + 1)...].prefix { $0.level > shown[index].level }
      let answers = below.filter { $0.level == shown[index].level + 1 }
      let least = max(below.count, answers.reduce(0) { $0 + Int($1.count) + 1 })
      #expect(Int(shown[index].count) >= least && (shown[index].count == 0) == below.isEmpty)
    }
    for quote in list.blocks where quote.kind == .featured {
      let inThread = shown.first { $0.position == quote.position }
      #expect(quote.count == inThread?.count ?? -1)
    }
  }

  @Test func laysOutAThreadNestedAHundredThousandLevelsDeep() {
    var sketch = Sketch()
    sketch.builder.comments.reserveCapacity(100_000)
    for index in 0..<100_000 {
      var record = CommentRecord()
      record.id = sketch.builder.add(text: "c\(index)")
      if index > 0 { record.parentID = sketch.builder.comments[index - 1].id }
      sketch.builder.comments.append(record)
    }
    let list = sketch.list()
    #expect(list.blocks.count == 100_001)
    #expect(list.blocks.last?.level == 100_000)
    #expect(list.blocks.last?.depth == 6)
    #expect(list.blocks[1].count == 99_999)
  }
}
