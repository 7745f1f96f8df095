import AtollBodyText
package import AtollBytes
package import AtollComments
package import AtollRows

/// A story laid out as blocks, in the order in which every output writes them.
///
/// Creating a list never fails; problems with the story or the options are in `diagnostics`. A
/// block is a few numbers, and a comment's view is created on demand, so a list needs only a few
/// bytes for each comment and no strings.
///
/// It is a class because it is immutable, large and widely shared: passing it on copies one
/// reference instead of a kilobyte.
package final class BlockList: Sendable {
  /// The bytes of the story; the slices of views, bodies and labels point into them.
  package let bytes: [UInt8]
  package let blocks: [Block]
  /// Badges and tags in the publisher's own words; each view's `CommentBadges` has a range of them.
  package let labels: [Slice]
  package let wording: Wording
  package let header: StoryHeader
  package let diagnostics: DiagnosticList

  let story: Story
  let labelOverrides: LabelOverrides
  let rootRanks: RootRankTable?
  /// The comments that are marked as new.
  ///
  /// `nil` if the new comments are unknown, or if a digest shows only new comments and therefore
  /// marks none.
  let newComments: CommentSet?
  /// The counts of a digest; `nil` for other output.
  package let digest: DigestCounts?
  /// True if the list has only the title of a digest, and no comments.
  let isTitleOfDigest: Bool
  /// True if the list has the chosen comments of one story of a digest.
  package let isStoryOfDigest: Bool
  /// The position of the comment that the rendering is about; -1 if there is none.
  let highlightedPosition: Int32
  /// The notification about the comment that the rendering is about; `nil` if the rendering is not
  /// a notification.
  package let notification: CommentNotification?
  /// The reason for a rejection; shown only in the notification of a rejection.
  let rejection: RejectionReason?
  /// The address of the site's rules; shown only in the notification of a rejection.
  let guidelines: SafeURL?
  let notices: Notices
  let markRules: MarkRules
  let images: ImageDisplay
  /// The names of the editors who featured comments, keyed by the position of the comment.
  let featuredByNames: [Int32: Slice]
  /// The number of featured comments beyond those quoted before the thread; 0 if none are quoted.
  package let moreFeaturedCount: Int
  /// The position of this list among the pages of its thread; `nil` if the thread is not divided.
  package let pagination: Pagination?

  package convenience init(
    _ story: Story, options: LayoutOptions = LayoutOptions(),
    selecting selection: StorySelection = StorySelection()
  ) {
    var scratch = TreeScratch()
    self.init(story, options: options, selecting: selection, in: &scratch)
  }

  /// Creates the layout of a story, using scratch memory that can be reused.
  package init(
    _ story: Story, options: LayoutOptions, selecting selection: StorySelection,
    in scratch: inout TreeScratch
  ) {
    var diagnostics = DiagnosticList()
    let notices = Notices(of: story, options: options, reporting: &diagnostics)
    self.story = story
    bytes = story.bytes
    (self.notices, images) = (notices, options.images)
    wording = Wording(
      language: options.language, zone: options.zone, now: options.now,
      dateStyle: options.dateStyle, labels: ServerLabels(of: story, in: options.language))
    markRules = MarkRules(of: story.metadata)
    featuredByNames = story.featuredByNames()
    header = StoryHeader(of: story, sort: options.sort, isClosed: notices.isClosed)
    labelOverrides = LabelOverrides(of: story)
    labels = (story.labels + labelOverrides.labels).map {
      story.bytes.truncated($0, to: LabelLimits.maximumLabelLength)
    }
    LabelLimits.report(on: story, to: &diagnostics)
    var (ranks, moreFeatured): (RootRankTable?, Int) = (nil, 0)
    if let focus = selection.focus {
      let chain = Self.chain(to: focus.index, in: story, options: options)
      blocks =
        options.isNotification
        ? chain.map(\.forNotification) : chain.map { $0.forCard(isFirst: $0 == chain[0]) }
    } else if let chosen = selection.chosen {
      blocks = Self.flatBlocks(
        of: chosen, in: story, total: selection.countsOthers ? header.commentCount : chosen.count)
    } else {
      let scan = CommentScan(of: story)
      scratch.makeTree(of: story, sortedBy: options.sort, replies: options.replySort)
      var layout = ThreadLayout(
        of: story, tree: scratch.tree, scan: scan, options: options, selection: selection,
        total: header.commentCount)
      let featured =
        options.showsOnlyNewComments ? [] : scan.featured.filter { selection.quotes($0) }
      if !featured.isEmpty {
        moreFeatured = max(scan.featuredCount, story.metadata.featuredCount) - featured.count
      }
      Self.reportRootsOutOfRange(options.roots, among: selection, in: story, to: &diagnostics)
      layout.layOut(after: notices.blocks(featured: featured, in: story))
      Self.reportMissingComments(layout, of: story, to: &diagnostics)
      ranks = selection.ranksRoots ? scratch.rankRoots(in: story) : nil
      blocks = layout.blocks.listed(by: options, in: story)
      scratch.releaseLargeTree()
    }
    moreFeaturedCount = moreFeatured
    digest = DigestCounts(options, selecting: selection, in: blocks, of: story)
    isTitleOfDigest = selection.chosen?.isEmpty == true
    isStoryOfDigest = selection.chosen?.isEmpty == false
    newComments = digest?.hasOnlyNewComments == true ? nil : selection.newComments
    highlightedPosition = selection.focus?.index ?? -1
    notification = selection.focus.flatMap {
      options.isNotification ? CommentNotification(options.notification, about: $0, in: story) : nil
    }
    (rejection, guidelines) = (options.rejection, options.guidelines)
    (rootRanks, pagination) = (ranks, nil)
    self.diagnostics = diagnostics
  }

  /// Creates one page of another list's thread from some of its blocks.
  ///
  /// Only the first page has the diagnostics of the story.
  init(_ whole: BlockList, blocks: [Block], pagination: Pagination) {
    bytes = whole.bytes
    self.blocks = blocks
    labels = whole.labels
    wording = whole.wording
    header = whole.header
    diagnostics = pagination.number == 1 ? whole.diagnostics : DiagnosticList()
    story = whole.story
    labelOverrides = whole.labelOverrides
    rootRanks = nil
    newComments = whole.newComments
    digest = whole.digest
    isTitleOfDigest = false
    isStoryOfDigest = false
    highlightedPosition = whole.highlightedPosition
    notification = whole.notification
    rejection = whole.rejection
    guidelines = whole.guidelines
    notices = whole.notices
    images = whole.images
    markRules = whole.markRules
    featuredByNames = whole.featuredByNames
    moreFeaturedCount = whole.moreFeaturedCount
    self.pagination = pagination
  }

  /// Reports a requested range of root comments that begins after the last one.
  private static func reportRootsOutOfRange(
    _ roots: Range<Int>?, among selection: StorySelection, in story: Story,
    to diagnostics: inout DiagnosticList
  ) {
    guard let roots, roots.lowerBound > 0, selection.countedRoots == nil else { return }
    let rootCount = story.rootCount
    guard roots.lowerBound >= rootCount else { return }
    diagnostics.add(
      .noRoots,
      message: "the story has \(rootCount) root comments, and the requested ones begin at "
        + "\(roots.lowerBound), counted from 0",
      at: .input)
  }

  private static func reportMissingComments(
    _ layout: ThreadLayout, of story: Story, to diagnostics: inout DiagnosticList
  ) {
    // If the server says that it has more root comments, the decoder has reported that.
    guard layout.missingCount > 0, !story.hasMore else { return }
    diagnostics.add(
      .incompleteStory,
      message:
        "the server counts \(layout.totalCount) comments, and the input has "
        + "\(story.comments.count); the others are counted as more comments", at: .input)
  }

  /// Returns the blocks of chosen comments, then a block that counts the others, if there are any.
  ///
  /// If there are no comments at all, the result is a `noComments` block. The comments are not
  /// indented, so each reply names the author that it answers.
  private static func flatBlocks(of chosen: [Int32], in story: Story, total: Int) -> [Block] {
    var blocks = chosen.map { index in
      Block(
        story.comments[Int(index)].blockKind, depth: 1, level: story.level(of: index),
        position: Int(index))
    }
    let otherCount = total - chosen.count
    if otherCount > 0 { blocks.append(Block(.moreComments, count: otherCount)) }
    if blocks.isEmpty { blocks.append(Block(.noComments)) }
    return blocks
  }

  /// Returns the blocks of a comment and up to `ancestorCount` ancestors, the most distant first.
  private static func chain(
    to focus: Int32, in story: Story, options: LayoutOptions
  ) -> [Block] {
    var chain: [Int32] = []
    var distance = 0
    var index = focus
    while index >= 0 {
      if distance <= max(0, options.ancestorCount) { chain.append(index) }
      distance += 1
      index = story.comments[Int(index)].parent
    }
    let cap = options.cappedDepth
    var blocks: [Block] = []
    for (offset, index) in chain.reversed().enumerated() {
      blocks.append(
        Block(
          story.comments[Int(index)].blockKind, depth: min(offset + 1, cap),
          level: distance - chain.count + offset + 1, position: Int(index),
          count: chain.count - offset - 1))
    }
    return blocks
  }
}

extension Block {
  /// The comment as a notification shows it: indented by at most one level, without its reply
  /// count.
  ///
  /// The first comment names the author that it answers, since its parent is not shown above it.
  fileprivate var forNotification: Block {
    var block = self
    block.level = depth == 1 ? level : 2
    block.depth = min(depth, 2)
    block.count = 0
    return block
  }
}

extension Block {
  /// Returns the comment as a card shows it: not indented, and abbreviated if the card also shows a
  /// reply.
  ///
  /// The first comment names the author that it answers, since its parent is not shown above it.
  fileprivate func forCard(isFirst: Bool) -> Block {
    var block = self
    if count > 0 { block.kind = .ancestor }
    if !isFirst { block.level = 1 }
    block.depth = 1
    block.count = 0
    return block
  }
}

extension [Block] {
  /// Returns the blocks unchanged or, if `listsByTime` is set, only the newest comments, the newest
  /// first.
  ///
  /// Of two comments written at the same time, the later one in the thread counts as newer.
  fileprivate func listed(by options: LayoutOptions, in story: Story) -> [Block] {
    guard options.listsByTime else { return self }
    let dated = enumerated().filter { _, block in
      block.kind == .comment && story.comments[Int(block.position)].createdAt.isKnown
    }
    return dated.sorted {
      let time = story.comments[Int($0.element.position)].createdAt
      let other = story.comments[Int($1.element.position)].createdAt
      return time == other ? $0.offset > $1.offset : time > other
    }.prefix(Swift.max(options.maxComments ?? .max, 0)).map(\.element)
  }
}

extension StorySelection {
  fileprivate func quotes(_ index: Int32) -> Bool {
    (quoted ?? kept)?.contains(Int(index)) ?? true
  }
}

extension LayoutOptions {
  /// The depth cap, limited to the range that a block can hold.
  var cappedDepth: Int { min(max(depthCap, 1), Int(UInt16.max)) }
}

extension CommentRecord {
  var blockKind: Block.Kind { tombstone == nil ? .comment : .tombstone }
}

extension BlockList {
  package func isNew(_ block: Block) -> Bool {
    block.position >= 0 && newComments?.contains(Int(block.position)) ?? false
  }
}

extension BlockList {
  /// Returns the ranks of a root comment in every sort order; `nil` for other blocks, and in lists
  /// without ranks.
  package func ranks(of block: Block) -> RootRanks? {
    rootRanks?[block.position]
  }

  /// Returns whether a block is the heading of a thread without comments, which needs no heading.
  package func isHeadingOfEmptyThread(_ index: Int) -> Bool {
    guard case .heading = blocks[index].kind, index + 1 < blocks.count,
      case .noComments = blocks[index + 1].kind
    else { return false }
    return true
  }
}
