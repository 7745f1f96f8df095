package import AtollBodyText
package import AtollBytes
package import AtollLayout
package import AtollMarkupWriting

import AtollTemplating

/// Writes the blocks of one story as HTML, one block after another.
///
/// Nested lists are made from a flat sequence of blocks: a stack holds the comments that are still
/// open, so even deep replies need no recursion. The writer gets each block's parsed body, and does
/// not keep it.
///
///     var writer = HTMLWriter(templates, list: list, options: options)
///     writer.begin(&out)
///     for index in list.blocks.indices {
///       …parse…; writer.write(blockAt: index, body: body, to: &out)
///     }
///     writer.finish(&out)
package struct HTMLWriter: ~Copyable, BlockWriter {
  /// The options that can differ from story to story without new templates.
  package struct Options: Sendable {
    /// The style sheet for the blocks; if it is empty, none is written.
    package var style = StyleElement.none
    /// True if the style element is left out; `styleOffset` says where it belongs.
    package var omitsStyle = false
    package var hasSortControls = false
    /// The kind of structured data for a page; if `nil`, none is written.
    package var structuredDataKind: StructuredDataKind?
    /// The `@id` of what the structured data describes.
    package var subject = AddressTemplate.story
    /// The address of the folder for a thread that is divided into pages; `nil` if it is unknown.
    package var pagesAddress: SafeURL?

    package init() {}
  }

  let templates: HTMLTemplates
  let list: BlockList
  let options: Options
  var filler: TemplateFiller
  /// The structured data for search engines, gathered while comments are written; `nil` if the page
  /// has none.
  private var structuredData: StructuredData?
  /// The programs for the comments' template, shared with the previous stories.
  private var commentPrograms: SpecializedPrograms
  /// The closing markup that consists only of literals.
  ///
  /// This is a copy of the templates' own value: the templates are a class instance, which would be
  /// retained at each use.
  private let literalTails: LiteralTails
  private var openComments: [OpenComment] = []
  private var isListOpen = false
  private var isDigestStory = false
  /// The position of the style element in the output, in bytes; set by `begin`.
  package private(set) var styleOffset = 0

  /// The depth for which memory is reserved; few threads exceed it.
  private static let reservedDepth = 12

  /// A comment whose replies may still follow.
  private struct OpenComment {
    var block: Int32
    var depth: UInt16
    /// The comment's level if its replies are the outermost folded group; otherwise `.max`.
    ///
    /// A folded group contains the replies on all deeper levels, even those beyond the depth cap.
    var foldedLevel: Int32
    var hasOpenGroup: Bool
  }

  package init(
    _ templates: HTMLTemplates, list: BlockList, options: Options,
    in scratch: consuming HTMLScratch = HTMLScratch()
  ) {
    self.templates = templates
    self.list = list
    self.options = options
    var fillerOptions = TemplateFiller.Options()
    fillerOptions.hasAnchors = templates.settings.hasAnchors
    if case .card = templates.settings.form { fillerOptions.isCard = true }
    fillerOptions.addresses = templates.settings.addresses
    fillerOptions.robots = templates.settings.robots
    fillerOptions.pagesAddress = options.pagesAddress
    fillerOptions.hasSortControls = options.hasSortControls
    fillerOptions.wideDepth = templates.settings.wideDepth
    fillerOptions.narrowDepth = templates.settings.narrowDepth
    filler = TemplateFiller(list, options: fillerOptions)
    commentPrograms = scratch.takePrograms(of: templates)
    if case .page = templates.settings.form, let kind = options.structuredDataKind {
      structuredData = StructuredData(
        kind, subject: options.subject, permalinks: filler.permalinks,
        isPaged: list.pagination != nil, in: scratch.takeStructuredData())
    } else {
      structuredData = nil
    }
    literalTails = templates.literalTails
    openComments.reserveCapacity(Self.reservedDepth)
  }

  /// Returns the memory that the next story can reuse.
  package consuming func takeScratch() -> HTMLScratch {
    HTMLScratch(commentPrograms, of: templates, structuredData: structuredData?.takeBuffer())
  }

  // MARK: The frame

  package mutating func begin(_ out: inout OutputBuffer) {
    filler.write(templates.frame.before, to: &out)
    if case .page = templates.settings.form { writePolicy(&out) }
    styleOffset = out.count
    if !options.omitsStyle { options.style.appendElement(to: &out) }
    filler.write(templates.frame.between, to: &out)
  }

  package mutating func writePageList(_ out: inout OutputBuffer) {
    filler.write(templates.pageList.head, to: &out)
    writePolicy(&out)
    options.style.appendElement(to: &out)
    filler.write(templates.pageList.tail, to: &out)
  }

  private func writePolicy(_ out: inout OutputBuffer) {
    options.style.appendPolicy(allowingStyleAttributes: options.hasSortControls, to: &out)
  }

  package mutating func finish(_ out: inout OutputBuffer) {
    closeList(&out)
    writeStructuredData(&out)
    filler.write(templates.frame.after, to: &out)
  }

  private mutating func writeStructuredData(_ out: inout OutputBuffer) {
    guard structuredData != nil else { return }
    let start = out.count
    out.append("<script type=\"application/ld+json\">")
    let begin = out.count
    structuredData?.finish(list, permalinks: filler.permalinks, to: &out)
    if out.count == begin { out.truncate(to: start) } else { out.append("</script>") }
  }

  // MARK: One of multiple stories

  /// Writes the heading of a story in a digest.
  package mutating func beginStory(_ out: inout OutputBuffer) {
    filler.write(templates.story.head, to: &out)
    isDigestStory = true
    isListOpen = true
  }

  package mutating func finishStory(_ out: inout OutputBuffer) { closeList(&out) }

  // MARK: Blocks

  package mutating func write(blockAt index: Int, body: RichText, to out: inout OutputBuffer) {
    let block = list.blocks[index]
    switch block.kind {
    case .comment, .tombstone, .ancestor, .hiddenReplies: prepareNesting(for: block, to: &out)
    case .moreComments, .heading: closeList(&out)
    case .announcement, .infobox, .questionBox, .featured, .closed, .noComments: break
    }
    filler.enter(index, block: block, body: body)
    switch block.kind {
    case .announcement: writeNotice(templates.announcement, body: body, to: &out)
    case .infobox: writeNotice(templates.infobox, body: body, to: &out)
    case .questionBox: writeNotice(templates.questionBox, body: body, to: &out)
    case .closed: writeNotice(templates.closed, body: body, to: &out)
    case .featured:
      filler.write(templates.featured, body: body, as: templates.commentBody, to: &out)
    case .heading:
      guard !list.isHeadingOfEmptyThread(index) else { return }
      filler.write(templates.comments.head, to: &out)
      isListOpen = true
    case .noComments: filler.write(templates.noComments, to: &out)
    case .comment:
      filler.choose(among: &commentPrograms)
      structuredData?.add(&filler, body: body)
      filler.write(commentPrograms, body: body, as: templates.commentBody, to: &out)
      open(index, block: block)
    case .tombstone:
      structuredData?.add(&filler, body: body)
      filler.write(templates.tombstone.head, body: body, as: templates.commentBody, to: &out)
      open(index, block: block)
    case .ancestor:
      filler.setExcerpt(of: body)
      filler.write(templates.ancestor.head, to: &out)
      open(index, block: block)
    case .hiddenReplies: filler.write(templates.hiddenReplies, to: &out)
    case .moreComments: filler.write(templates.moreComments, to: &out)
    }
  }

  /// Writes one block alone, with its structured data, so that its size can be measured.
  package mutating func writeAlone(blockAt index: Int, body: RichText, to out: inout OutputBuffer) {
    structuredData?.removeAllComments()
    write(blockAt: index, body: body, to: &out)
    closeList(&out)
    structuredData?.appendComments(to: &out)
  }

  /// Writes a notice; its text is the publisher's, not a user's.
  private mutating func writeNotice(
    _ program: borrowing Program, body: borrowing RichText, to out: inout OutputBuffer
  ) {
    filler.write(program, body: body, as: templates.noticeBody, to: &out)
  }

  // MARK: Nesting

  private mutating func open(_ index: Int, block: Block) {
    // Groups that are not indented are not nested: their number has no limit.
    let isAtDepthOfParent = openComments.last?.depth == block.depth
    openComments.append(
      OpenComment(
        block: Int32(truncatingIfNeeded: index), depth: block.depth,
        foldedLevel: block.isFolded && !isAtDepthOfParent ? block.level : .max,
        hasOpenGroup: false))
  }

  /// Closes the comments that are not ancestors of the block, and opens the group of replies around
  /// the block.
  private mutating func prepareNesting(for block: Block, to out: inout OutputBuffer) {
    while let last = openComments.last, last.depth >= block.depth, block.level <= last.foldedLevel {
      closeLast(&out)
    }
    guard let last = openComments.indices.last, !openComments[last].hasOpenGroup else { return }
    openComments[last].hasOpenGroup = true
    let parent = Int(openComments[last].block)
    if templates.repliesUseOnlyCounts {
      filler.enterWithReplyFlagsOnly(parent, block: list.blocks[parent])
    } else {
      filler.enter(parent, block: list.blocks[parent])
    }
    filler.write(templates.replies.head, to: &out)
  }

  private mutating func closeLast(_ out: inout OutputBuffer) {
    guard let last = openComments.popLast() else { return }
    let index = Int(last.block)
    let tail = literalTail(of: list.blocks[index])
    if tail == nil || last.hasOpenGroup && literalTails.replies == nil {
      filler.enter(index, block: list.blocks[index])
    }
    if last.hasOpenGroup {
      if let replies = literalTails.replies {
        out.append(replies, of: literalTails.bytes)
      } else {
        filler.write(templates.replies.tail, to: &out)
      }
    }
    if let tail {
      out.append(tail, of: literalTails.bytes)
    } else {
      writeTail(of: list.blocks[index], to: &out)
    }
  }

  /// Returns a block's closing markup; `nil` for an ancestor, or if the markup is not constant.
  private func literalTail(of block: Block) -> Slice? {
    switch block.kind {
    case .tombstone: literalTails.tombstone
    case .ancestor: nil
    case .comment, .announcement, .infobox, .questionBox, .featured, .closed, .heading,
      .hiddenReplies, .moreComments, .noComments:
      literalTails.comment
    }
  }

  private mutating func writeTail(of block: Block, to out: inout OutputBuffer) {
    switch block.kind {
    case .tombstone: filler.write(templates.tombstone.tail, to: &out)
    case .ancestor: filler.write(templates.ancestor.tail, to: &out)
    case .comment, .announcement, .infobox, .questionBox, .featured, .closed, .heading,
      .hiddenReplies, .moreComments, .noComments:
      filler.write(templates.comment.tail, to: &out)
    }
  }

  private mutating func closeList(_ out: inout OutputBuffer) {
    while !openComments.isEmpty { closeLast(&out) }
    if isListOpen {
      isListOpen = false
      filler.write(isDigestStory ? templates.story.tail : templates.comments.tail, to: &out)
    }
  }
}
