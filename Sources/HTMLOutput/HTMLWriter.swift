package import BodyText
package import Bytes
package import Layout

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
package struct HTMLWriter: ~Copyable {
  /// What can differ from story to story without new templates.
  package struct Options: Sendable {
    /// The style sheet that goes with the blocks; empty writes none.
    package var style = StyleElement()
    package var sortControls = false
    package var writesJSONLD = true
    /// From how many blocks on a story's comments are written without sections; tests set it.
    package var straightFrom = StraightPrograms.worthwhileBlockCount

    package init() {}
  }

  let templates: HTMLTemplates
  let list: BlockList
  // Kept beside the list: every field asks for them.
  let bytes: [UInt8]
  let wording: Wording
  let options: Options
  let permalinks: Permalinks
  let storyFlags: FlagSet
  /// Reused for wording that holds a server's own words, which must be escaped.
  var scratch = OutputBuffer(capacity: 256)
  /// The block being written, and its comment's face.
  var scope = Scope()
  var data = StructuredData()
  /// Nothing in short stories.
  private var straightComments: StraightPrograms?
  private let comments: BodyMarkup
  private let notices: BodyMarkup
  private var openComments: [OpenComment] = []
  private var isListOpen = false

  /// A comment whose replies may still follow.
  private struct OpenComment {
    var block: Int32
    var depth: UInt16
    var hasOpenGroup: Bool
  }

  /// What fields are asked of while one block is written.
  struct Scope {
    var index = 0
    var block = Block(.heading)
    var face = CommentFace()
    var ranks: RootRanks?
    var badge = 0
    var flags = FlagSet()
    /// Whether the comment's id can stand in anchors and addresses as it is.
    var isIDPlain = false
  }

  package init(
    _ templates: HTMLTemplates, _ list: BlockList, _ options: Options
  ) {
    self.templates = templates
    self.list = list
    bytes = list.bytes
    wording = list.wording
    self.options = options
    permalinks = Permalinks(list)
    if list.blocks.count >= options.straightFrom {
      straightComments = StraightPrograms(templates.comment.head)
    }
    comments = BodyMarkup(isUsers: true, spoilerLabel: templates.spoilerLabel)
    notices = BodyMarkup(isUsers: false, spoilerLabel: templates.spoilerLabel)
    storyFlags = Self.storyFlags(list, options, permalinks)
    scope.flags = storyFlags
  }

  // MARK: The frame

  /// Writes what comes before the first block.
  package mutating func begin(_ out: inout OutputBuffer) {
    run(templates.frame.before, emptyBody, &out)
    switch templates.settings.form {
    case .page: writeHead(&out)
    case .fragment, .card: options.style.appendElement(to: &out)
    }
    run(templates.frame.between, emptyBody, &out)
  }

  /// Writes what is still open, and what comes after the last block.
  package mutating func finish(_ out: inout OutputBuffer) {
    closeList(&out)
    if options.writesJSONLD, templates.settings.form == .page {
      data.finish(list, permalinks, &out)
    }
    run(templates.frame.after, emptyBody, &out)
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
    enter(index, block)
    switch block.kind {
    case .announcement: run(templates.announcement, body, &out)
    case .infobox: run(templates.infobox, body, &out)
    case .questionBox: run(templates.questionBox, body, &out)
    case .closed: run(templates.closed, body, &out)
    case .featured: run(templates.featured, body, &out)
    case .heading:
      guard !isFollowed(index, by: .noComments) else { return }
      run(templates.comments.head, body, &out)
      isListOpen = true
    case .noComments: run(templates.noComments, body, &out)
    case .comment:
      scope.flags.set(.hasBody, !body.isEmpty)
      if let head = straightComments?.straight(for: scope.flags) {
        open(head, body, &out)
      } else {
        open(templates.comment.head, body, &out)
      }
    case .tombstone: open(templates.tombstone.head, body, &out)
    case .hiddenReplies: run(templates.hiddenReplies, body, &out)
    case .moreComments: run(templates.moreComments, body, &out)
    }
  }

  private func isFollowed(_ index: Int, by kind: Block.Kind) -> Bool {
    index + 1 < list.blocks.count && list.blocks[index + 1].kind == kind
  }

  private mutating func enter(_ index: Int, _ block: Block) {
    scope.index = index
    scope.block = block
    guard block.position >= 0 else {
      scope.face = CommentFace()
      scope.ranks = nil
      scope.flags = storyFlags
      return
    }
    scope.face = list.face(of: block)
    scope.isIDPlain = isPlainID(scope.face.id, of: bytes)
    let isRankable = options.sortControls && block.level == 1
    scope.ranks = isRankable ? list.ranks(of: block) : nil
    setCommentFlags()
  }

  // MARK: Nesting

  private mutating func open(
    _ head: Program, _ body: RichText, _ out: inout OutputBuffer
  ) {
    let block = scope.block
    if options.writesJSONLD, templates.settings.form == .page {
      data.add(block, scope.face, body, list, permalinks)
    }
    run(head, body, &out)
    openComments.append(
      OpenComment(
        block: Int32(truncatingIfNeeded: scope.index), depth: block.depth, hasOpenGroup: false))
  }

  /// Closes the comments that a block at this depth does not answer, and opens the group of replies
  /// it belongs to.
  private mutating func makeRoom(for block: Block, _ out: inout OutputBuffer) {
    while let last = openComments.last, last.depth >= block.depth { closeLast(&out) }
    guard let last = openComments.indices.last, !openComments[last].hasOpenGroup else { return }
    openComments[last].hasOpenGroup = true
    let parent = Int(openComments[last].block)
    if templates.repliesAreCounts {
      scope.index = parent
      scope.block = list.blocks[parent]
    } else {
      enter(parent, list.blocks[parent])
    }
    run(templates.replies.head, emptyBody, &out)
  }

  private mutating func closeLast(_ out: inout OutputBuffer) {
    guard let last = openComments.popLast() else { return }
    let index = Int(last.block)
    var isTombstone = false
    if case .tombstone = list.blocks[index].kind { isTombstone = true }
    let tailIsConstant =
      isTombstone ? templates.tombstone.plainTail != nil : templates.comment.plainTail != nil
    if !tailIsConstant || last.hasOpenGroup && templates.replies.plainTail == nil {
      enter(index, list.blocks[index])
    }
    if last.hasOpenGroup, !finishPlainly(templates.replies, &out) {
      run(templates.replies.tail, emptyBody, &out)
    }
    if isTombstone {
      if !finishPlainly(templates.tombstone, &out) {
        run(templates.tombstone.tail, emptyBody, &out)
      }
    } else if !finishPlainly(templates.comment, &out) {
      run(templates.comment.tail, emptyBody, &out)
    }
  }

  /// Writes what stands behind the mark of a template, if it is nothing but literals.
  ///
  /// Changes nothing of the writer, so that the template is lent and not copied.
  private func finishPlainly(
    _ split: borrowing HTMLTemplates.Split, _ out: inout OutputBuffer
  ) -> Bool {
    guard let tail = split.plainTail else { return false }
    out.append(contentsOf: tail)
    return true
  }

  private mutating func closeList(_ out: inout OutputBuffer) {
    while !openComments.isEmpty { closeLast(&out) }
    if isListOpen {
      isListOpen = false
      run(templates.comments.tail, emptyBody, &out)
    }
  }

  // MARK: Programs

  /// Carries out a compiled template.
  private mutating func run(
    _ program: Program, _ body: borrowing RichText, _ out: inout OutputBuffer
  ) {
    // One look at the arrays for the whole run: a comment's template has some fifty steps.
    unsafe program.ops.withUnsafeBufferPointer { ops in
      unsafe program.literals.withUnsafeBufferPointer { literals in
        unsafe run(ops, literals, body, &out)
      }
    }
  }

  private mutating func run(
    _ ops: UnsafeBufferPointer<Op>, _ literals: UnsafeBufferPointer<UInt8>,
    _ body: borrowing RichText, _ out: inout OutputBuffer
  ) {
    var next = 0
    while next < ops.count {
      switch unsafe ops[next] {
      case .literal(let slice):
        unsafe out.append(contentsOf: UnsafeBufferPointer(rebasing: literals[slice.range]))
        next &+= 1
      case .field(let id, _, _):
        if let field = HTMLField(rawValue: id) {
          write(field, &out)
        } else if let phrase = ConstantFields.phrase(id) {
          write(phrase, &out)
        }
        next &+= 1
      case .html:
        appendBody(body, &out)
        next &+= 1
      case .mark:
        next &+= 1
      case .sectionBegin(let id, let end):
        next = isSet(id, body) ? next &+ 1 : Int(end)
      case .invertedBegin(let id, let end):
        next = isSet(id, body) ? Int(end) : next &+ 1
      case .listBegin(_, let end):
        scope.badge = 0
        next = badgeCount > 0 ? next &+ 1 : Int(end)
      case .listEnd(_, let begin):
        scope.badge &+= 1
        next = scope.badge < badgeCount ? Int(begin) : next &+ 1
      }
    }
  }

  @inline(__always)
  private func isSet(_ id: UInt16, _ body: borrowing RichText) -> Bool {
    guard id == HTMLField.hasBody.rawValue else { return scope.flags.contains(id) }
    if case .closed = scope.block.kind { return true }
    return !body.isEmpty
  }

  private func appendBody(_ body: borrowing RichText, _ out: inout OutputBuffer) {
    // A notice belongs to the page, a comment to a user.
    if case .closed = scope.block.kind, body.isEmpty {
      // The server gave no words.
      out.append("<p>")
      wording.append(list.closedPhrase, to: &out)
      out.append("</p>")
    } else if scope.block.position >= 0 {
      comments.append(body, to: &out)
    } else {
      notices.append(body, to: &out)
    }
  }
}

/// What is handed to the templates of blocks without a body.
private let emptyBody = RichText()
