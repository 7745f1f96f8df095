import AtollBodyText
import AtollBytes
import CAtollArena
import CAtollCmark

/// A parser that reads CommonMark with libcmark, and turns its tree into tokens.
enum Markdown {
  /// Appends the tokens of a body; looks for bare addresses only if `mayHoldAddress` is `true`.
  static func parse(
    _ bytes: Span<UInt8>, mayHoldAddress: Bool, into richText: inout RichText,
    report: inout BodyReport
  ) {
    defer { atoll_arena_reset() }
    guard let root = unsafe MarkdownElement.tree(of: bytes),
      let events = unsafe cmark_iter_new(root)
    else { return }
    var reader = TreeReader(
      mayHoldAddress: mayHoldAddress,
      addressBudget: bytes.count + BodyLimits.maximumExtraAddressBytes)
    while true {
      let event = unsafe cmark_iter_next(events)
      if event == CMARK_EVENT_DONE { break }
      guard let node = unsafe cmark_iter_get_node(events) else { break }
      if event == CMARK_EVENT_ENTER {
        unsafe reader.enter(MarkdownElement(node), into: &richText, report: &report)
      } else {
        unsafe reader.leave(MarkdownElement(node), in: &richText)
      }
    }
  }
}

/// The state of a walk over libcmark's tree, which needs no recursion.
private struct TreeReader {
  /// The numbers of open containers and inline nodes, including those beyond the limits.
  private var blockDepth = 0
  private var inlineDepth = 0
  /// The inline depth of the open link, or `nil` if there is none.
  private var linkDepth: Int?
  /// The offset in `RichText.text` of the first word without a token; `nil` if all words have one.
  ///
  /// libcmark splits text at every special character; adjacent pieces become one token.
  private var textStart: Int?
  private var addressBudget: Int
  private let mayHoldAddress: Bool

  init(mayHoldAddress: Bool, addressBudget: Int) {
    self.mayHoldAddress = mayHoldAddress
    self.addressBudget = addressBudget
  }

  mutating func enter(
    _ node: MarkdownElement, into richText: inout RichText, report: inout BodyReport
  ) {
    switch node.type {
    case CMARK_NODE_TEXT, CMARK_NODE_HTML_INLINE: copyText(node, into: &richText)
    case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK:
      flush(&richText)
      richText.append(.lineBreak)
    case CMARK_NODE_CODE:
      flush(&richText)
      node.withLiteral { richText.append(code: $0) }
    case CMARK_NODE_PARAGRAPH: if !isTight(node) { richText.append(.paragraphOpen) }
    case CMARK_NODE_HEADING:
      richText.append(.headingOpen, number: node.headingLevel)
    case CMARK_NODE_BLOCK_QUOTE: openBlock(.quoteOpen, into: &richText, report: &report)
    case CMARK_NODE_LIST:
      let isOrdered = node.isOrderedList
      let first = isOrdered ? node.firstNumber : 0
      openBlock(
        isOrdered ? .orderedListOpen : .bulletListOpen, number: first, needing: 2, into: &richText,
        report: &report)
    case CMARK_NODE_ITEM: openBlock(.itemOpen, into: &richText, report: &report)
    case CMARK_NODE_CODE_BLOCK: node.withLiteral { richText.append(codeBlock: $0) }
    case CMARK_NODE_THEMATIC_BREAK: richText.append(.thematicBreak)
    case CMARK_NODE_HTML_BLOCK:
      node.withLiteral { PlainText.parse($0, isHTMLBlock: true, into: &richText) }
    case CMARK_NODE_EMPH: openInline(.emphasisOpen, into: &richText, report: &report)
    case CMARK_NODE_STRONG: openInline(.strongOpen, into: &richText, report: &report)
    case CMARK_NODE_LINK, CMARK_NODE_IMAGE: openLink(node, into: &richText, report: &report)
    default: break
    }
  }

  mutating func leave(_ node: MarkdownElement, in richText: inout RichText) {
    flush(&richText)
    switch node.type {
    case CMARK_NODE_PARAGRAPH: if !isTight(node) { richText.append(.paragraphClose) }
    case CMARK_NODE_HEADING:
      richText.append(.headingClose, number: node.headingLevel)
    case CMARK_NODE_BLOCK_QUOTE: closeBlock(.quoteClose, in: &richText)
    case CMARK_NODE_LIST:
      let isOrdered = node.isOrderedList
      closeBlock(isOrdered ? .orderedListClose : .bulletListClose, needing: 2, in: &richText)
    case CMARK_NODE_ITEM: closeBlock(.itemClose, in: &richText)
    case CMARK_NODE_EMPH: closeInline(.emphasisClose, in: &richText)
    case CMARK_NODE_STRONG: closeInline(.strongClose, in: &richText)
    case CMARK_NODE_LINK, CMARK_NODE_IMAGE:
      inlineDepth &-= 1
      if linkDepth == inlineDepth {
        linkDepth = nil
        richText.closeLink()
      }
    default: break
    }
  }

  // MARK: Blocks

  /// Opens a block if the limit allows `levels` more; a list needs two, because it has items.
  private mutating func openBlock(
    _ kind: Token.Kind, number: Int32 = 0, needing levels: Int = 1, into richText: inout RichText,
    report: inout BodyReport
  ) {
    if blockDepth &+ levels <= BodyLimits.maximumBlockDepth {
      richText.append(kind, number: number)
    } else {
      report.isSimplified = true
    }
    blockDepth &+= 1
  }

  private mutating func closeBlock(
    _ kind: Token.Kind, needing levels: Int = 1, in richText: inout RichText
  ) {
    blockDepth &-= 1
    if blockDepth &+ levels <= BodyLimits.maximumBlockDepth { richText.append(kind) }
  }

  /// Returns whether a paragraph is written without paragraph tokens: directly in a tight list
  /// item.
  private func isTight(_ paragraph: MarkdownElement) -> Bool {
    guard blockDepth > 0, blockDepth <= BodyLimits.maximumBlockDepth,
      let item = paragraph.parent, item.type == CMARK_NODE_ITEM, let list = item.parent
    else { return false }
    return list.isTightList
  }

  // MARK: Inside a line

  private mutating func copyText(_ node: MarkdownElement, into richText: inout RichText) {
    let slice = node.withLiteral { richText.copy($0) }
    if textStart == nil { textStart = Int(slice.start) }
  }

  /// Turns the words collected so far into a token, or into multiple tokens if they contain an
  /// address.
  private mutating func flush(_ richText: inout RichText) {
    guard let start = textStart else { return }
    textStart = nil
    let slice = Slice(start..<richText.textCount)
    if mayHoldAddress, linkDepth == nil {
      BareLinks.append(slice, to: &richText)
    } else {
      richText.append(text: slice)
    }
  }

  private mutating func openInline(
    _ kind: Token.Kind, into richText: inout RichText, report: inout BodyReport
  ) {
    flush(&richText)
    if inlineDepth < BodyLimits.maximumInlineDepth {
      richText.append(kind)
    } else {
      report.isSimplified = true
    }
    inlineDepth &+= 1
  }

  private mutating func closeInline(_ kind: Token.Kind, in richText: inout RichText) {
    inlineDepth &-= 1
    if inlineDepth < BodyLimits.maximumInlineDepth { richText.append(kind) }
  }

  /// Opens a link or an image.
  ///
  /// An image becomes a link to its source, with the alternative text as the link's text. Inside
  /// another link, only the alternative text is kept.
  private mutating func openLink(
    _ node: MarkdownElement, into richText: inout RichText, report: inout BodyReport
  ) {
    flush(&richText)
    if linkDepth == nil {
      node.withAddress { address in
        if richText.linkCount < BodyLimits.maximumLinkCount, address.count <= addressBudget,
          richText.openLink(checking: address)
        {
          addressBudget -= address.count
          linkDepth = inlineDepth
        } else {
          report.refusedLinkCount += 1
        }
      }
    }
    inlineDepth &+= 1
  }
}
