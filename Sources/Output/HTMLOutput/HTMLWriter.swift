package import BodyText
package import Bytes
package import Layout
package import MarkupWriting

import Templating

/// Writes the blocks of one story as HTML, one block after another.
///
/// Nested lists come from a flat run of blocks: an explicit stack remembers which comments are still
/// open, so no depth of replies costs any recursion. The writer is told each block's parsed body and
/// keeps none of them.
///
///     var writer = HTMLWriter(templates, blocks, options)
///     writer.begin(&out)
///     for index in blocks.blocks.indices { …parse…; writer.write(index, body, &out) }
///     writer.finish(&out)
package struct HTMLWriter: ~Copyable, BlockWriter {
  /// What can differ from story to story without new templates.
  package struct Options: Sendable {
    /// The style sheet that goes with the blocks; empty writes none.
    package var style = StyleElement.none
    package var sortControls = false
    package var writesJSONLD = true

    package init() {}
  }

  let templates: HTMLTemplates
  let list: BlockList
  let options: Options
  var filler: TemplateFiller
  var data = StructuredData()
  /// The comments' template; shared with the stories before this one.
  private var straightComments: StraightPrograms
  /// What closes a comment, a tombstone and a group of replies, where nothing but literals does.
  ///
  /// Kept beside the templates: these would be retained for each.
  private let plainTails: PlainTails
  private let comments: BodyMarkup
  private let notices: BodyMarkup
  private var openComments: [OpenComment] = []
  private var isListOpen = false
  /// Whether the page describes itself for search engines.
  private let describesItself: Bool
  /// Whether the block being written shows a comment, and whether it has our words for a body.
  private var isComment = false
  private var hasOwnWords = false

  /// Few threads are deeper.
  private static let usualDepth = 12

  /// A comment whose replies may still follow.
  private struct OpenComment {
    var block: Int32
    var depth: UInt16
    var hasOpenGroup: Bool
  }

  package init(
    _ templates: HTMLTemplates, _ list: BlockList, _ options: Options,
    straight: consuming StraightPrograms? = nil
  ) {
    self.templates = templates
    self.list = list
    self.options = options
    var filling = TemplateFiller.Options()
    var isPage = false
    if case .page = templates.settings.form { isPage = true }
    describesItself = isPage && options.writesJSONLD
    filling.hasAnchors = isPage
    filling.sortControls = options.sortControls
    filler = TemplateFiller(list, filling)
    straightComments = straight ?? templates.straightComments()
    plainTails = templates.plainTails
    openComments.reserveCapacity(Self.usualDepth)
    comments = BodyMarkup(isUsers: true, spoilerLabel: templates.spoilerLabel)
    notices = BodyMarkup(isUsers: false, spoilerLabel: templates.spoilerLabel)
  }

  /// Hands out what was made of the comments' template, for the next story.
  package consuming func takeStraightComments() -> StraightPrograms { straightComments }

  // MARK: The frame

  /// Writes what comes before the first block.
  package mutating func begin(_ out: inout OutputBuffer) {
    run(templates.frame.before, &out)
    switch templates.settings.form {
    case .page: writeHead(&out)
    case .fragment, .card: options.style.appendElement(to: &out)
    }
    run(templates.frame.between, &out)
  }

  /// Writes what is still open, and what comes after the last block.
  package mutating func finish(_ out: inout OutputBuffer) {
    closeList(&out)
    if describesItself {
      data.finish(list, filler.permalinks, &out)
    }
    run(templates.frame.after, &out)
  }

  // MARK: Blocks

  /// Writes one block.
  ///
  /// `body` is its parsed body, empty for blocks without one.
  package mutating func write(_ index: Int, _ body: RichText, _ out: inout OutputBuffer) {
    let block = list.blocks[index]
    switch block.kind {
    case .comment, .tombstone, .hiddenReplies: makeRoom(for: block, &out)
    case .moreComments: closeList(&out)
    case .announcement, .infobox, .questionBox, .featured, .closed, .heading, .noComments: break
    }
    // A notice of closing always has words: ours, where the server gave none.
    var isClosing = false
    if case .closed = block.kind { isClosing = true }
    filler.enter(index, block, hasBody: isClosing || !body.isEmpty)
    isComment = block.position >= 0
    hasOwnWords = isClosing && body.isEmpty
    switch block.kind {
    case .announcement: run(templates.announcement, body, &out)
    case .infobox: run(templates.infobox, body, &out)
    case .questionBox: run(templates.questionBox, body, &out)
    case .closed: run(templates.closed, body, &out)
    case .featured: run(templates.featured, body, &out)
    case .heading:
      guard !isFollowedByNone(index) else { return }
      run(templates.comments.head, &out)
      isListOpen = true
    case .noComments: run(templates.noComments, &out)
    case .comment:
      filler.choose(among: &straightComments)
      describe(block, body)
      var step = filler.run(straightComments, from: 0, &out)
      while let next = step {
        appendBody(body, &out)
        step = filler.run(straightComments, from: next, &out)
      }
      open(index, block)
    case .tombstone:
      describe(block, body)
      run(templates.tombstone.head, body, &out)
      open(index, block)
    case .hiddenReplies: run(templates.hiddenReplies, &out)
    case .moreComments: run(templates.moreComments, &out)
    }
  }

  /// Whether the heading is that of a story without comments, which needs none.
  private func isFollowedByNone(_ index: Int) -> Bool {
    guard index + 1 < list.blocks.count else { return false }
    if case .noComments = list.blocks[index + 1].kind { return true }
    return false
  }

  // MARK: Nesting

  /// Tells search engines of a comment.
  private mutating func describe(_ block: Block, _ body: borrowing RichText) {
    if describesItself {
      data.add(block, filler.scope.face, body, list, filler.permalinks)
    }
  }

  private mutating func open(_ index: Int, _ block: Block) {
    openComments.append(
      OpenComment(
        block: Int32(truncatingIfNeeded: index), depth: block.depth,
        hasOpenGroup: false))
  }

  /// Closes the comments that a block at this depth does not answer, and opens the group of replies
  /// it belongs to.
  private mutating func makeRoom(for block: Block, _ out: inout OutputBuffer) {
    while let last = openComments.last, last.depth >= block.depth { closeLast(&out) }
    guard let last = openComments.indices.last, !openComments[last].hasOpenGroup else { return }
    openComments[last].hasOpenGroup = true
    let parent = Int(openComments[last].block)
    if templates.repliesAreCounts {
      filler.enterCounts(parent, list.blocks[parent])
    } else {
      filler.enter(parent, list.blocks[parent])
    }
    _ = filler.run(templates.replies.head, from: 0, &out)
  }

  private mutating func closeLast(_ out: inout OutputBuffer) {
    guard let last = openComments.popLast() else { return }
    let index = Int(last.block)
    var isTombstone = false
    if case .tombstone = list.blocks[index].kind { isTombstone = true }
    let tail = isTombstone ? plainTails.tombstone : plainTails.comment
    if tail == nil || last.hasOpenGroup && plainTails.replies == nil {
      filler.enter(index, list.blocks[index])
    }
    if last.hasOpenGroup {
      if let replies = plainTails.replies {
        out.append(replies, of: plainTails.bytes)
      } else {
        run(templates.replies.tail, &out)
      }
    }
    if let tail {
      out.append(tail, of: plainTails.bytes)
    } else {
      run(isTombstone ? templates.tombstone.tail : templates.comment.tail, &out)
    }
  }

  private mutating func closeList(_ out: inout OutputBuffer) {
    while !openComments.isEmpty { closeLast(&out) }
    if isListOpen {
      isListOpen = false
      run(templates.comments.tail, &out)
    }
  }

  // MARK: Programs

  /// Carries out a compiled template that has a place for a body.
  private mutating func run(
    _ program: borrowing Program, _ body: borrowing RichText, _ out: inout OutputBuffer
  ) {
    var step = filler.run(program, from: 0, &out)
    while let next = step {
      appendBody(body, &out)
      step = filler.run(program, from: next, &out)
    }
  }

  /// Carries out a compiled template without a body.
  private mutating func run(_ program: borrowing Program, _ out: inout OutputBuffer) {
    run(program, emptyBody, &out)
  }

  private mutating func appendBody(_ body: borrowing RichText, _ out: inout OutputBuffer) {
    // A notice belongs to the page, a comment to a user.
    if hasOwnWords {
      // The server gave no words.
      out.append("<p>")
      list.wording.append(list.closedPhrase, to: &out)
      out.append("</p>")
    } else if isComment {
      comments.append(body, to: &out)
    } else {
      notices.append(body, to: &out)
    }
  }
}

/// What is handed to the templates of blocks without a body.
private let emptyBody = RichText()
