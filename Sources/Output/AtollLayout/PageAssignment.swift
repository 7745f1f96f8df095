import AtollBytes
import AtollComments

/// The sizes of the pages of a thread, in comments or in bytes.
package struct PageSizes: Sendable {
  /// The size up to which a page takes root comments; the rest of the page is for their replies.
  let rootLimit: Int
  /// The size beyond which a branch continues on its own pages.
  ///
  /// Those pages have at most this size too, unless a single comment is larger.
  let branchLimit: Int
  /// The page size beyond which further replies go to the pages of their own branches.
  let pageLimit: Int
  /// The size of a comment that is repeated in abbreviated form above a reply.
  let repeatedCommentSize: Int

  /// Creates the sizes for pages of about `comments` comments.
  ///
  /// In threads with a few replies to each comment, a page reaches about this size once the replies
  /// are written. A page may grow to four times this size if many replies come late: without that
  /// room, each of their branches would get its own tiny pages.
  package init(comments: Int) {
    rootLimit = (comments - 1) / 2 + 1
    branchLimit = comments
    let (limit, overflows) = comments.multipliedReportingOverflow(by: 4)
    pageLimit = overflows ? Int.max : limit
    repeatedCommentSize = 0
  }

  /// Creates the sizes for pages of at most `bytes` bytes; only a single comment can exceed that.
  package init(bytes: Int, repeatedCommentSize: Int) {
    rootLimit = max(1, bytes / 4)
    branchLimit = max(1, bytes)
    pageLimit = branchLimit
    self.repeatedCommentSize = repeatedCommentSize
  }
}

/// The page of every comment of a thread, chosen so that a later comment never moves an earlier one
/// to another page.
///
/// The comments are assigned in the order in which they were written, each as if it were the last:
///
/// - A root comment goes to the last page, or begins a new one if the last page is full.
/// - A reply goes to the page of its root. If the branch or the page is too large, this reply and
///   all later ones in the branch go to the branch's own pages: each to the last of them, or to a
///   new page if the last is full.
///
/// Comments with the same time are ordered by level, then by the length of their ids, then by the
/// ids themselves. A comment without a time, or older than its parent, counts as being as old as
/// its parent.
struct PageAssignment {
  /// The page of each comment, by position: for a page of roots, its index; for a page of a branch,
  /// `-2 - index`; for comments on no page, -1.
  private(set) var pagesByPosition: [Int32]
  /// The number of pages of roots; the last page is empty if the page before it is full.
  private(set) var rootPageCount = 0
  /// The root of each page of a branch, in the order in which the pages were begun.
  private(set) var branchRoots: [Int32] = []

  private let sizes: PageSizes
  private let thread: Range<Int>
  private let blocks: [Block]
  private let blockSizes: [Int]
  /// The position of the root above each comment, by the position of the comment.
  private var rootsByPosition: [Int32]
  private var pageSizes: [Int] = []
  private var branchPageSizes: [Int] = []
  /// For each root, by its position, the size of the part of its branch that is on the root's page.
  private var branchSizes: [Int]
  /// The index of a branch's last own page, by the position of the root; -1 if it has none.
  private var lastPagesByRoot: [Int32]

  /// Assigns each comment of a thread to a page; `thread` is the range of its blocks in the list.
  ///
  /// `blockSizes` has a size for each block; if it is empty, every comment has the size 1.
  init(_ list: BlockList, thread: Range<Int>, sizes: PageSizes, blockSizes: [Int]) {
    self.sizes = sizes
    self.thread = thread
    self.blockSizes = blockSizes
    blocks = list.blocks
    let count = list.story.comments.count
    pagesByPosition = Array(repeating: -1, count: count)
    rootsByPosition = Array(repeating: -1, count: count)
    branchSizes = Array(repeating: 0, count: count)
    lastPagesByRoot = Array(repeating: -1, count: count)
    for comment in commentsOldestFirst(list) { assign(comment) }
    if pageSizes.last.map({ $0 >= sizes.rootLimit }) ?? true { pageSizes.append(0) }
    rootPageCount = pageSizes.count
  }

  /// The block of a comment, and the values by which the comments are sorted.
  private struct Entry {
    let time: Int64
    let block: Int32
    let level: Int32
  }

  /// Returns the comments in the order in which they were written, and records the root of each.
  private mutating func commentsOldestFirst(_ list: BlockList) -> [Entry] {
    let comments = list.story.comments
    var times = Array(repeating: Int64.min, count: comments.count)
    var entries: [Entry] = []
    entries.reserveCapacity(thread.count)
    var root: Int32 = -1
    for index in thread where blocks[index].isThreadComment {
      let block = blocks[index]
      let position = Int(block.position)
      if block.level == 1 { root = block.position }
      rootsByPosition[position] = root
      // Clocks differ, but no reply is older than what it answers.
      let parent = comments[position].parent
      let above = block.level > 1 && parent >= 0 ? times[Int(parent)] : Int64.min
      times[position] = max(comments[position].createdAt.displayableMilliseconds ?? above, above)
      entries.append(
        Entry(time: times[position], block: Int32(truncatingIfNeeded: index), level: block.level))
    }
    entries.sort { first, second in
      if first.time != second.time { return first.time < second.time }
      if first.level != second.level { return first.level < second.level }
      return idPrecedes(first, second, in: list)
    }
    return entries
  }

  /// Returns whether a comment's id is shorter than another's, or as long and lexicographically
  /// smaller.
  private func idPrecedes(_ first: Entry, _ second: Entry, in list: BlockList) -> Bool {
    let (a, b) = (list.id(of: blocks[Int(first.block)]), list.id(of: blocks[Int(second.block)]))
    if a.count != b.count { return a.count < b.count }
    return list.bytes[a.range].lexicographicallyPrecedes(list.bytes[b.range])
  }

  private mutating func assign(_ entry: Entry) {
    let position = Int(blocks[Int(entry.block)].position)
    let size = blockSizes.isEmpty ? 1 : blockSizes[Int(entry.block)]
    let root = Int(rootsByPosition[position])
    if root == position {
      pagesByPosition[position] = assignRoot(ofSize: size)
      branchSizes[root] = size
      return
    }
    let page = Int(pagesByPosition[root])
    let fitsRootPage =
      lastPagesByRoot[root] < 0 && branchSizes[root] + size <= sizes.branchLimit
      && pageSizes[page] + size <= sizes.pageLimit
    if fitsRootPage {
      branchSizes[root] += size
      pageSizes[page] += size
      pagesByPosition[position] = pagesByPosition[root]
    } else {
      let above = min(Int(entry.level) - 1, ThreadPages.ancestorLimit) * sizes.repeatedCommentSize
      pagesByPosition[position] = -2 - assignReply(ofSize: size + above, to: root)
    }
  }

  /// Adds a root comment, and returns the index of its page among the pages of roots.
  private mutating func assignRoot(ofSize size: Int) -> Int32 {
    if let last = pageSizes.last, last < sizes.rootLimit,
      last == 0 || last + size <= sizes.pageLimit
    {
      pageSizes[pageSizes.count - 1] += size
    } else {
      pageSizes.append(size)
    }
    return Int32(truncatingIfNeeded: pageSizes.count - 1)
  }

  /// Adds a reply to a page of its branch, and returns the index of that page.
  private mutating func assignReply(ofSize size: Int, to root: Int) -> Int32 {
    let last = Int(lastPagesByRoot[root])
    if last >= 0, branchPageSizes[last] + size <= sizes.branchLimit {
      branchPageSizes[last] += size
    } else {
      lastPagesByRoot[root] = Int32(truncatingIfNeeded: branchRoots.count)
      branchRoots.append(Int32(truncatingIfNeeded: root))
      branchPageSizes.append(size)
    }
    return lastPagesByRoot[root]
  }
}
