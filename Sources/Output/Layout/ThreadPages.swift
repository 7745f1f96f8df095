import Comments

/// The division of a thread into pages: the blocks of each page, and the page of every comment.
///
/// A branch stays whole if it fits on one page. A larger one is continued on the next page, where the comments
/// that it answers are repeated in short. Every block of the thread is on exactly one page.
package struct ThreadPages: Sendable {
  /// One page: consecutive blocks of the thread, and the comments above the first of them.
  package struct Page: Sendable {
    /// The blocks of the comments that are repeated in short, the root first.
    var ancestors: [Int]
    var blocks: Range<Int>
    /// The number of comments and tombstones, without repeated ones.
    package fileprivate(set) var commentCount = 0
    /// The times of the earliest and of the latest comment, in milliseconds since 1970.
    package fileprivate(set) var earliest: Int64?
    package fileprivate(set) var latest: Int64?
  }

  package private(set) var pages: [Page] = []
  /// The number of the page of each comment by its position, counted from 1; 0 for comments on no page.
  private var numbers: [Int32]
  /// For each comment by its position whether it is answered on a later page.
  private var continued: [Bool]
  /// The blocks of the thread, without the heading and the notices.
  private let thread: Range<Int>

  /// The most comments that are repeated above a page that begins within a branch: the nearest ones.
  package static let ancestorLimit = 8

  /// Divides the thread of a list, so that the weights of the blocks of a page add up to at most `capacity`.
  ///
  /// A block that is heavier than that has a page for itself.
  package init(_ list: BlockList, capacity: Int, weights: [Int]) {
    thread = list.threadRange
    numbers = Array(repeating: 0, count: list.story.comments.count)
    continued = Array(repeating: false, count: numbers.count)
    var cutter = PageCutter(list.blocks, thread, capacity: capacity, weights: weights)
    while let page = cutter.nextPage() { add(page, of: list) }
  }

  /// Divides the thread of a list into pages with a limited number of comments.
  package init(_ list: BlockList, comments capacity: Int) {
    self.init(list, capacity: capacity, weights: list.blocks.map { $0.isOfThread ? 1 : 0 })
  }

  private mutating func add(_ page: Page, of list: BlockList) {
    var page = page
    for block in list.blocks[page.blocks] where block.isOfThread {
      page.commentCount += 1
      let record = list.story.comments[Int(block.position)]
      let number = Int32(truncatingIfNeeded: pages.count + 1)
      numbers[Int(block.position)] = number
      if record.parent >= 0, numbers[Int(record.parent)] != number {
        continued[Int(record.parent)] = true
      }
      guard let time = record.createdAt.inCalendar else { continue }
      page.earliest = min(page.earliest ?? time, time)
      page.latest = max(page.latest ?? time, time)
    }
    pages.append(page)
  }

  /// Returns the number of the page that a comment is on; `nil` if it is on none.
  package func number(ofPageWith position: Int32) -> Int? {
    guard position >= 0, Int(position) < numbers.count else { return nil }
    let number = Int(numbers[Int(position)])
    return number > 0 ? number : nil
  }

  /// Returns whether a comment has replies on another page than its own.
  package func isContinued(_ position: Int32) -> Bool { continued[Int(position)] }

  /// Returns the blocks of a page, whose number counts from 1.
  ///
  /// The first page has everything before the heading, and the last one what follows the thread.
  fileprivate func blocks(of number: Int, in list: BlockList) -> [Block] {
    let page = pages[number - 1]
    var blocks: [Block] = []
    let heading = thread.lowerBound - 1
    if number == 1 { blocks += list.blocks[..<max(heading, 0)] }
    if heading >= 0 { blocks.append(list.blocks[heading]) }
    for index in page.ancestors {
      var block = list.blocks[index]
      block.kind = .ancestor
      block.isFolded = false
      blocks.append(block)
    }
    blocks += list.blocks[page.blocks]
    if number == pages.count { blocks += list.blocks[thread.upperBound...] }
    return blocks
  }
}

/// The place of one page among all pages of a thread.
package struct Pagination: Sendable {
  /// The number of the page, counted from 1; 0 is the list of all pages.
  package let number: Int
  package let thread: ThreadPages

  /// The number of pages.
  package var count: Int { thread.pages.count }

  /// Returns the number of another page that a comment is on; `nil` if it is on this page or on none.
  package func otherPage(with position: Int32) -> Int? {
    let other = thread.number(ofPageWith: position)
    return other == number ? nil : other
  }
}

extension BlockList {
  /// The blocks of the thread: those after the heading and before the note on further comments.
  fileprivate var threadRange: Range<Int> {
    let heading = blocks.firstIndex { $0.kind == .heading }
    let start = heading.map { $0 + 1 } ?? 0
    var end = blocks.count
    while end > start, blocks[end - 1].kind == .moreComments || blocks[end - 1].kind == .noComments
    {
      end -= 1
    }
    return start..<end
  }

  /// Returns the list of one page; 0 is the list of all pages, which has no blocks.
  package func page(_ number: Int, of thread: ThreadPages) -> BlockList {
    BlockList(
      self, blocks: number == 0 ? [] : thread.blocks(of: number, in: self),
      pagination: Pagination(number: number, thread: thread))
  }
}

extension Block {
  /// A comment or a tombstone in the thread.
  package var isOfThread: Bool {
    // A pattern, as `==` would go through the type's table of witnesses.
    switch kind {
    case .comment, .tombstone: true
    case .announcement, .infobox, .questionBox, .featured, .closed, .heading, .ancestor,
      .hiddenReplies, .moreComments, .noComments:
      false
    }
  }
}

// MARK: Cutting

/// Takes the blocks of a thread page by page.
private struct PageCutter {
  private let blocks: [Block]
  private let thread: Range<Int>
  private let capacity: Int
  /// The sum of the weights of all blocks before each.
  private var sums: [Int]
  private let branches: BlockBranches
  private var cursor: Int
  private var isDone = false

  /// A branch that fits on no page begins on a page of which at least this share is free.
  private static let freeShare = 4

  init(_ blocks: [Block], _ thread: Range<Int>, capacity: Int, weights: [Int]) {
    self.blocks = blocks
    self.thread = thread
    self.capacity = max(1, capacity)
    sums = [0]
    sums.reserveCapacity(blocks.count + 1)
    for index in blocks.indices { sums.append(sums[index] + weights[index]) }
    branches = BlockBranches(blocks, thread)
    cursor = thread.lowerBound
  }

  /// Returns the next page, or `nil` after the last one; the first one exists even if the thread is empty.
  mutating func nextPage() -> ThreadPages.Page? {
    if isDone { return nil }
    let start = cursor
    takePage()
    isDone = cursor >= thread.upperBound
    let above = thread.contains(start) ? branches.around(start) : []
    return ThreadPages.Page(ancestors: above, blocks: start..<cursor)
  }

  private mutating func takePage() {
    let start = cursor
    while cursor < thread.upperBound {
      let end = branches.ends[cursor - thread.lowerBound]
      let room = capacity - (sums[cursor] - sums[start])
      let branch = sums[end] - sums[cursor]
      if branch <= room {
        cursor = end
      } else if cursor > start, branch <= capacity || room < capacity / Self.freeShare {
        return
      } else if cursor > start, sums[cursor + 1] - sums[cursor] > room {
        return
      } else {
        cursor += 1
      }
    }
  }
}

/// The branches of a thread: where each ends, and the comment around it.
private struct BlockBranches {
  private let first: Int
  /// The index after the last block of each branch; a block that is no comment is a branch by itself.
  private(set) var ends: [Int]
  /// The nearest comment above each block that is indented less; -1 for roots.
  private var outer: [Int]

  init(_ blocks: [Block], _ thread: Range<Int>) {
    first = thread.lowerBound
    ends = thread.map { $0 + 1 }
    outer = Array(repeating: -1, count: thread.count)
    var open: [Int] = []
    for index in thread {
      let block = blocks[index]
      while let last = open.last, blocks[last].level >= block.level {
        ends[last - first] = index
        open.removeLast()
      }
      if let parent = open.last {
        outer[index - first] = blocks[parent].depth < block.depth ? parent : outer[parent - first]
      }
      if block.isOfThread { open.append(index) }
    }
    for last in open { ends[last - first] = thread.upperBound }
  }

  /// Returns the nearest comments above a block that are indented less, the outermost first.
  func around(_ index: Int) -> [Int] {
    var above: [Int] = []
    var next = outer[index - first]
    while next >= 0, above.count < ThreadPages.ancestorLimit {
      above.append(next)
      next = outer[next - first]
    }
    return above.reversed()
  }
}
