import AtollComments

/// The division of a thread into pages: the blocks of each page, and the page of every comment.
///
/// `PageAssignment` assigns the comments to pages. Every comment that is laid out is on exactly one
/// page, in the order of the whole thread. Above a reply whose parent is on an earlier page, the
/// reply's ancestors are repeated in abbreviated form.
package struct ThreadPages: Sendable {
  package struct Page: Sendable {
    /// The root comment of the branch to which the page belongs, or -1 for a page of root comments.
    package let root: Int32
    /// The page's number, counted from 1: among the pages of root comments, or among the pages of
    /// its branch.
    package let numberInGroup: Int
    /// The number of comments and tombstones, without repeated ones.
    package fileprivate(set) var commentCount = 0
    /// The times of the earliest and of the latest root comment, in milliseconds since 1970.
    ///
    /// `latest` is `nil` on the last page that has comments, since more may follow. Both are `nil`
    /// if no time is known.
    package fileprivate(set) var earliest: Int64?
    package fileprivate(set) var latest: Int64?
    fileprivate var entries: [Entry] = []
    /// True if replies to comments of the page may be on other pages.
    package fileprivate(set) var isPartial: Bool

    /// The numbers of the pages before and after this page of a branch; `nil` if there is none.
    ///
    /// The page before a branch's first own page is the page of its root.
    fileprivate(set) var previousPage: Int?
    fileprivate(set) var nextPage: Int?
  }

  /// A block of the thread that is on a page.
  fileprivate struct Entry: Sendable {
    enum Role { case whole, ancestor, continuation }

    let block: Int
    let role: Role
  }

  /// The pages of root comments, oldest first, followed by the pages of branches.
  package private(set) var pages: [Page] = []
  package let rootPageCount: Int
  /// The number of each branch's first own page, by the position of the branch's root.
  private var branchFirstPages: [Int32: Int] = [:]
  /// The number of the page of each comment, by the comment's position; 0 for comments on no page.
  private var pageNumbers: [Int32]
  /// The indices of the blocks of the thread, without the first heading and the notices.
  private let thread: Range<Int>
  /// The indices of the group headings within the thread.
  private let headingIndices: [Int]
  /// For each block of the thread, the index after the last block of its branch.
  private var branchEnds: [Int] = []

  /// The largest number of comments repeated above a reply.
  package static let ancestorLimit = 8

  /// Creates the pages of a list's thread.
  ///
  /// `blockSizes` has the size of each block; if it is empty, every comment has the size 1.
  package init(_ list: BlockList, sizes: PageSizes, blockSizes: [Int] = []) {
    thread = list.threadRange
    headingIndices = thread.filter { list.blocks[$0].kind == .heading }
    let assignment = PageAssignment(list, thread: thread, sizes: sizes, blockSizes: blockSizes)
    rootPageCount = assignment.rootPageCount
    pages = (1...max(1, rootPageCount)).map { Page(root: -1, numberInGroup: $0, isPartial: false) }
    pageNumbers = assignment.pagesByPosition.map { page in
      page >= 0 ? page + 1 : page == -1 ? 0 : Int32(assignment.rootPageCount) - page - 1
    }
    addBranchPages(of: assignment)
    var filler = PageFiller(
      list, thread: thread, pageNumbers: pageNumbers, branchFirstPages: branchFirstPages)
    filler.fill(&pages)
    branchEnds = filler.branchEnds
    for number in 1...rootPageCount
    where pages[number - 1].mayBeExtended(followedBy: pages.dropFirst(number)) {
      pages[number - 1].latest = nil
    }
  }

  private mutating func addBranchPages(of assignment: PageAssignment) {
    var lastPages: [Int32: Int] = [:]
    for root in assignment.branchRoots {
      var page = Page(root: root, numberInGroup: 1, isPartial: true)
      let pageNumber = pages.count + 1
      if let previousPage = lastPages[root] {
        page = Page(
          root: root, numberInGroup: pages[previousPage - 1].numberInGroup + 1, isPartial: true)
        page.previousPage = previousPage
        pages[previousPage - 1].nextPage = pageNumber
      } else {
        let rootPage = Int(pageNumbers[Int(root)])
        page.previousPage = rootPage
        pages[rootPage - 1].isPartial = true
        branchFirstPages[root] = pageNumber
      }
      lastPages[root] = pageNumber
      pages.append(page)
    }
  }

  /// Returns the number of the page that a comment is on; `nil` if it is on none.
  package func pageNumber(containing position: Int32) -> Int? {
    guard position >= 0, Int(position) < pageNumbers.count else { return nil }
    let number = Int(pageNumbers[Int(position)])
    return number > 0 ? number : nil
  }

  /// Returns the number of a branch's first own page, or `nil` if the branch has none.
  package func firstPage(ofBranch root: Int32) -> Int? { branchFirstPages[root] }

  /// Returns the blocks of a page; its number is counted from 1.
  ///
  /// The first page has everything before the heading; the page shown last has what follows the
  /// thread.
  fileprivate func blocks(of number: Int, in list: BlockList) -> [Block] {
    let page = pages[number - 1]
    let start = thread.lowerBound
    var blocks: [Block] = []
    if number == 1, start > 1 { blocks += list.blocks[..<(start - 1)].map(\.withoutReplyCount) }
    // The heading of the next comment's group, until it is written.
    var heading: Int? = start > 0 ? start - 1 : nil
    var following = headingIndices[...]
    var comments: [PageComment] = []
    for entry in page.entries {
      while let next = following.first, next < entry.block { heading = following.removeFirst() }
      if let heading { blocks.append(list.blocks[heading]) }
      heading = nil
      blocks.append(list.block(entry))
      if page.isPartial, blocks[blocks.count - 1].isThreadComment || entry.role == .ancestor {
        comments.append(
          PageComment(
            index: blocks.count - 1, entry: entry, branchEnd: branchEnds[entry.block - start]))
      }
    }
    if page.entries.isEmpty, let heading { blocks.append(list.blocks[heading]) }
    if page.isPartial { blocks.countReplies(to: comments) }
    if number == lastShownPage(in: list) {
      blocks += list.blocks[thread.upperBound...]
    } else if page.entries.isEmpty {
      blocks.append(Block(.noComments))
    }
    return blocks
  }

  /// Returns the numbers of the pages of root comments in display order: page 1, and all others
  /// that are not empty.
  package func shownPages(in list: BlockList) -> [Int] {
    let shown = (1...rootPageCount).filter { $0 == 1 || !pages[$0 - 1].entries.isEmpty }
    return list.showsLastPageFirst ? shown.reversed() : shown
  }

  private func lastShownPage(in list: BlockList) -> Int {
    if list.showsLastPageFirst { return 1 }
    return pages[rootPageCount - 1].entries.isEmpty ? max(1, rootPageCount - 1) : rootPageCount
  }
}

extension ThreadPages.Page {
  /// Returns whether the page's time range can still grow: the next page has no root comments yet.
  fileprivate func mayBeExtended(followedBy others: ArraySlice<ThreadPages.Page>) -> Bool {
    !(others.first.map { $0.root < 0 && !$0.entries.isEmpty } ?? false)
  }
}

/// The position of one page among all pages of a thread.
package struct Pagination: Sendable {
  /// The number of the page, counted from 1; 0 is the list of all pages.
  package let number: Int
  package let threadPages: ThreadPages
  let showsLastPageFirst: Bool

  /// The number of pages of root comments.
  package var count: Int { threadPages.rootPageCount }

  /// The page; `nil` for the list of all pages.
  package var page: ThreadPages.Page? { number > 0 ? threadPages.pages[number - 1] : nil }

  /// Returns the number of the page that a comment is on, if that is another page; otherwise `nil`.
  package func otherPage(with position: Int32) -> Int? {
    let other = threadPages.pageNumber(containing: position)
    return other == number ? nil : other
  }

  // A page links to another, for example as the last page, only if no later comment can make that
  // link wrong.

  /// The number of the page that readers see before this one.
  package var previous: Int? {
    guard let page else { return nil }
    if page.root >= 0 { return page.previousPage }
    return existingPageNumber(showsLastPageFirst ? number + 1 : number - 1)
  }

  /// The number of the page that readers see after this one.
  package var next: Int? {
    guard let page else { return nil }
    if page.root >= 0 { return page.nextPage }
    return existingPageNumber(showsLastPageFirst ? number - 1 : number + 1)
  }

  /// The number of the page that readers see first; `nil` on that page, or if that may change.
  ///
  /// For the second and later pages of a branch, it is the page of the branch's root.
  package var first: Int? {
    guard let page else { return nil }
    if page.root >= 0 {
      return page.numberInGroup > 1 ? threadPages.pageNumber(containing: page.root) : nil
    }
    return showsLastPageFirst || number == 1 ? nil : 1
  }

  /// The number of the page that readers see last; `nil` on that page, or if that may change.
  package var last: Int? {
    guard let page, page.root < 0 else { return nil }
    return showsLastPageFirst && number > 1 ? 1 : nil
  }

  private func existingPageNumber(_ number: Int) -> Int? {
    (1...count).contains(number) ? number : nil
  }

  /// The number of older pages that are listed next to the current one.
  private static let listedOlderPageCount = 2

  /// Returns the numbers of the pages that this page lists; 0 stands for a gap.
  ///
  /// These are the oldest page, then the two before this one, this one, and the next newer one. For
  /// example, page 7 lists 1 0 5 6 7 8, or the reverse if the last page is shown first. A page of a
  /// branch lists only the page of its root. The list of all pages has no gaps.
  package func listedPages(of list: BlockList) -> [Int] {
    guard let page else { return threadPages.shownPages(in: list) }
    if page.root >= 0 { return threadPages.pageNumber(containing: page.root).map { [$0] } ?? [] }
    let near = max(1, number - Self.listedOlderPageCount)...min(count, number + 1)
    var listed = Array(near)
    if near.lowerBound > 1 {
      // A gap in place of a single page would be no shorter than the page's number.
      let gap = near.lowerBound > 2 ? [near.lowerBound == 3 ? 2 : 0] : []
      listed = [1] + gap + listed
    }
    return showsLastPageFirst ? listed.reversed() : listed
  }
}

extension BlockList {
  /// The indices of the blocks after the first heading and before the note at the end.
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

  /// True if the newest root comments, and therefore the last page, are shown first.
  fileprivate var showsLastPageFirst: Bool { header.sort == .newest }

  /// Returns the block list of one page; 0 is the list of all pages, which has no blocks.
  package func page(_ number: Int, of thread: ThreadPages) -> BlockList {
    BlockList(
      self, blocks: number == 0 ? [] : thread.blocks(of: number, in: self),
      pagination: Pagination(
        number: number, threadPages: thread, showsLastPageFirst: showsLastPageFirst))
  }

  /// The first page with everything up to the heading, but without comments.
  package var pageWithoutComments: BlockList {
    let thread = ThreadPages(self, sizes: PageSizes(comments: Int.max))
    return BlockList(
      self, blocks: Array(blocks[..<threadRange.lowerBound]),
      pagination: Pagination(
        number: 1, threadPages: thread, showsLastPageFirst: showsLastPageFirst))
  }

  fileprivate func block(_ entry: ThreadPages.Entry) -> Block {
    var block = blocks[entry.block]
    switch entry.role {
    case .whole: return block
    case .ancestor:
      block.kind = .ancestor
      block.isFolded = false
      return block
    case .continuation:
      // The block after the root is its first reply, which has the depth of replies.
      let depth = entry.block + 1 < blocks.count ? blocks[entry.block + 1].depth : 1
      return Block(.hiddenReplies, depth: Int(depth), level: 2, position: Int(block.position))
    }
  }
}

extension Block {
  /// True if the block is a comment or a tombstone in the thread.
  package var isThreadComment: Bool {
    // A pattern match, since `==` would go through the type's witness table.
    switch kind {
    case .comment, .tombstone: true
    case .announcement, .infobox, .questionBox, .featured, .closed, .heading, .ancestor,
      .hiddenReplies, .moreComments, .noComments:
      false
    }
  }

  /// True if the block is the link to the pages that have only replies to a root comment.
  package var isContinuation: Bool {
    guard case .hiddenReplies = kind else { return false }
    return count == 0
  }

  /// The block without its number of replies, since the replies may be on other pages.
  fileprivate var withoutReplyCount: Block {
    var block = self
    block.count = min(block.count, 0)
    return block
  }
}

/// A comment that a page shows: one of its own, or one that is repeated above its replies.
private struct PageComment {
  /// The index of its block on the page.
  let index: Int
  let entry: ThreadPages.Entry
  /// The index after the last block of the comment's branch, in the whole thread.
  let branchEnd: Int
}

extension [Block] {
  /// Sets the reply count of each comment to the number of its replies on the page.
  ///
  /// A comment without replies on the page is not folded. A comment is also not folded if a deeper
  /// comment of another branch follows, since that comment would be in the folded group, too.
  fileprivate mutating func countReplies(to comments: [PageComment]) {
    var open: [(comment: PageComment, shownCountBeforeReplies: Int)] = []
    var shown = 0
    for comment in comments {
      while let last = open.last, last.comment.branchEnd <= comment.entry.block {
        endBranch(of: last.comment, count: shown - last.shownCountBeforeReplies)
        if self[comment.index].level > self[last.comment.index].level {
          self[last.comment.index].isFolded = false
        }
        open.removeLast()
      }
      if comment.entry.role == .whole { shown += 1 }
      open.append((comment, shown))
    }
    while let last = open.popLast() {
      endBranch(of: last.comment, count: shown - last.shownCountBeforeReplies)
    }
  }

  private mutating func endBranch(of comment: PageComment, count: Int) {
    self[comment.index].count = Int32(clamping: count)
    if count == 0 { self[comment.index].isFolded = false }
  }
}

// MARK: Filling

/// The distribution of the blocks of a thread among its pages.
private struct PageFiller {
  private let list: BlockList
  private let thread: Range<Int>
  private let pageNumbers: [Int32]
  /// The number of each branch's first own page, by the position of the branch's root.
  private let branchFirstPages: [Int32: Int]
  /// For each block of the thread, the index of the nearest ancestor that is indented less; -1 for
  /// roots.
  private var outerAncestors: [Int]
  /// For each block of the thread, the index after the last block of its branch.
  private(set) var branchEnds: [Int]
  /// The blocks of the comments that are repeated on each page, by the page's number.
  private var repeatedBlocks: [Int: Set<Int>] = [:]
  /// The index of the block of the current root comment, or -1.
  private var root = -1

  /// The largest number of ancestors of a reply that are examined.
  private static let searchLimit = 64

  init(_ list: BlockList, thread: Range<Int>, pageNumbers: [Int32], branchFirstPages: [Int32: Int])
  {
    self.list = list
    self.thread = thread
    self.pageNumbers = pageNumbers
    self.branchFirstPages = branchFirstPages
    outerAncestors = Array(repeating: -1, count: thread.count)
    branchEnds = Array(repeating: thread.upperBound, count: thread.count)
    let blocks = list.blocks
    var open: [Int] = []
    for index in thread where blocks[index].isThreadComment {
      let block = blocks[index]
      while let last = open.last, blocks[last].level >= block.level {
        branchEnds[last - thread.lowerBound] = index
        open.removeLast()
      }
      if let parent = open.last {
        outerAncestors[index - thread.lowerBound] =
          blocks[parent].depth < block.depth ? parent : outerAncestors[parent - thread.lowerBound]
      }
      open.append(index)
    }
  }

  mutating func fill(_ pages: inout [ThreadPages.Page]) {
    for index in thread {
      let block = list.blocks[index]
      guard block.position >= 0 else { continue }
      let number = Int(pageNumbers[Int(block.position)])
      if block.isThreadComment {
        if block.level == 1 {
          endBranch(&pages)
          root = index
          pages[number - 1].extendTimeRange(
            toRootAt: list.story.comments[Int(block.position)].createdAt.displayableMilliseconds)
        } else if pages[number - 1].root >= 0 {
          repeatAncestors(of: index, on: number, in: &pages)
        }
        pages[number - 1].commentCount += 1
      }
      pages[number - 1].entries.append(ThreadPages.Entry(block: index, role: .whole))
    }
    endBranch(&pages)
  }

  /// Adds the link to the current branch's own pages, if it has any.
  private func endBranch(_ pages: inout [ThreadPages.Page]) {
    guard root >= 0, branchFirstPages[list.blocks[root].position] != nil else { return }
    let number = Int(pageNumbers[Int(list.blocks[root].position)])
    pages[number - 1].entries.append(ThreadPages.Entry(block: root, role: .continuation))
  }

  /// Repeats the comments above a reply that are not yet on its page.
  private mutating func repeatAncestors(
    of index: Int, on number: Int, in pages: inout [ThreadPages.Page]
  ) {
    var above: [Int] = []
    var next = outerAncestors[index - thread.lowerBound]
    while next >= 0, above.count < Self.searchLimit, !isShown(next, on: number) {
      above.append(next)
      next = outerAncestors[next - thread.lowerBound]
    }
    if above.count > ThreadPages.ancestorLimit {
      // The topmost ancestor separates the reply from unrelated comments before it.
      let top = above.count < Self.searchLimit ? above.last ?? root : root
      above = above.prefix(ThreadPages.ancestorLimit - 1) + [top]
    }
    for ancestor in above.reversed() {
      repeatedBlocks[number, default: []].insert(ancestor)
      pages[number - 1].entries.append(ThreadPages.Entry(block: ancestor, role: .ancestor))
    }
  }

  private func isShown(_ index: Int, on number: Int) -> Bool {
    Int(pageNumbers[Int(list.blocks[index].position)]) == number
      || repeatedBlocks[number]?.contains(index) ?? false
  }
}

extension ThreadPages.Page {
  fileprivate mutating func extendTimeRange(toRootAt time: Int64?) {
    guard let time else { return }
    earliest = min(earliest ?? time, time)
    latest = max(latest ?? time, time)
  }
}
