import BodyText
import Bytes
import CArena
import CCmark

/// A parser that reads CommonMark with libcmark, and turns its tree into tokens.
enum Markdown {
  /// Appends the tokens of a body; bare addresses are searched for only if `mayHoldAddress` is
  /// `true`.
  static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, mayHoldAddress: Bool, into richText: inout RichText,
    report: inout BodyReport
  ) {
    defer { atoll_arena_reset() }
    guard let base = bytes.baseAddress,
      let parser = unsafe cmark_parser_new_with_mem(CMARK_OPT_DEFAULT, atoll_arena_memory())
    else { return }
    unsafe base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
      unsafe cmark_parser_feed(parser, $0, bytes.count)
    }
    guard let root = unsafe cmark_parser_finish(parser), let events = unsafe cmark_iter_new(root)
    else { return }
    var reader = TreeReader(
      mayHoldAddress: mayHoldAddress,
      addressBudget: bytes.count + BodyLimits.maximumExtraAddressBytes)
    while true {
      let event = unsafe cmark_iter_next(events)
      if event == CMARK_EVENT_DONE { break }
      guard let node = unsafe cmark_iter_get_node(events) else { break }
      if event == CMARK_EVENT_ENTER {
        unsafe reader.enter(node, into: &richText, report: &report)
      } else {
        unsafe reader.leave(node, in: &richText, report: &report)
      }
    }
  }
}

/// The state of a walk over libcmark's tree.
///
/// libcmark walks without recursion, and so do we.
private struct TreeReader {
  /// The number of containers open in the tree, including those beyond the limit.
  private var blockDepth = 0
  private var inlineDepth = 0
  /// The inline depth of the open link, or `nil` if there is none.
  private var linkDepth: Int?
  /// The offset in the rich text at which the words without a token begin; `nil` if there are none.
  ///
  /// Adjacent words become one token, because libcmark splits text at every special character.
  private var textStart: Int?
  private var addressBudget: Int
  private let mayHoldAddress: Bool

  init(mayHoldAddress: Bool, addressBudget: Int) {
    self.mayHoldAddress = mayHoldAddress
    self.addressBudget = addressBudget
  }

  mutating func enter(
    _ node: OpaquePointer, into richText: inout RichText, report: inout BodyReport
  ) {
    switch unsafe cmark_node_get_type(node) {
    case CMARK_NODE_TEXT, CMARK_NODE_HTML_INLINE: unsafe copyText(node, into: &richText)
    case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK:
      flush(&richText, report: &report)
      richText.append(.lineBreak)
    case CMARK_NODE_CODE:
      flush(&richText, report: &report)
      unsafe richText.append(code: literal(of: node))
    case CMARK_NODE_PARAGRAPH: if unsafe !isTight(node) { richText.append(.paragraphOpen) }
    case CMARK_NODE_HEADING:
      unsafe richText.append(.headingOpen, number: cmark_node_get_heading_level(node))
    case CMARK_NODE_BLOCK_QUOTE: openBlock(.quoteOpen, into: &richText, report: &report)
    case CMARK_NODE_LIST:
      let isOrdered = unsafe cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
      let first = unsafe isOrdered ? cmark_node_get_list_start(node) : 0
      openBlock(
        isOrdered ? .orderedListOpen : .bulletListOpen, number: first, needing: 2, into: &richText,
        report: &report)
    case CMARK_NODE_ITEM: openBlock(.itemOpen, into: &richText, report: &report)
    case CMARK_NODE_CODE_BLOCK: unsafe richText.append(codeBlock: literal(of: node))
    case CMARK_NODE_THEMATIC_BREAK: richText.append(.rule)
    case CMARK_NODE_HTML_BLOCK:
      unsafe PlainText.parse(htmlBlock: literal(of: node), into: &richText)
    case CMARK_NODE_EMPH: openInline(.emphasisOpen, into: &richText, report: &report)
    case CMARK_NODE_STRONG: openInline(.strongOpen, into: &richText, report: &report)
    case CMARK_NODE_LINK, CMARK_NODE_IMAGE: unsafe openLink(node, into: &richText, report: &report)
    default: break
    }
  }

  mutating func leave(
    _ node: OpaquePointer, in richText: inout RichText, report: inout BodyReport
  ) {
    flush(&richText, report: &report)
    switch unsafe cmark_node_get_type(node) {
    case CMARK_NODE_PARAGRAPH: if unsafe !isTight(node) { richText.append(.paragraphClose) }
    case CMARK_NODE_HEADING:
      unsafe richText.append(.headingClose, number: cmark_node_get_heading_level(node))
    case CMARK_NODE_BLOCK_QUOTE: closeBlock(.quoteClose, in: &richText)
    case CMARK_NODE_LIST:
      let isOrdered = unsafe cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
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

  /// Opens a block if the limit allows it.
  ///
  /// A list also needs room for its items; otherwise there could be a list without items.
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

  /// Returns whether a paragraph becomes the direct text of a list item in the tokens.
  private func isTight(_ paragraph: OpaquePointer) -> Bool {
    guard blockDepth > 0, blockDepth <= BodyLimits.maximumBlockDepth,
      let item = unsafe cmark_node_parent(paragraph),
      unsafe cmark_node_get_type(item) == CMARK_NODE_ITEM,
      let list = unsafe cmark_node_parent(item)
    else { return false }
    return unsafe cmark_node_get_list_tight(list) != 0
  }

  // MARK: Inside a line

  private mutating func copyText(_ node: OpaquePointer, into richText: inout RichText) {
    let slice = unsafe richText.copy(literal(of: node))
    if textStart == nil { textStart = Int(slice.start) }
  }

  /// Turns the words collected so far into a token, or into multiple tokens if they contain an
  /// address.
  private mutating func flush(_ richText: inout RichText, report: inout BodyReport) {
    guard let start = textStart else { return }
    textStart = nil
    let slice = Slice(start..<richText.textCount)
    if mayHoldAddress, linkDepth == nil, BareLinks.mayContainLink(in: richText.text, slice: slice) {
      let words = Array(richText.text[slice.range])
      unsafe words.withUnsafeBufferPointer {
        unsafe BareLinks.append($0, at: slice, to: &richText, report: &report)
      }
    } else {
      richText.append(text: slice)
    }
  }

  private mutating func openInline(
    _ kind: Token.Kind, into richText: inout RichText, report: inout BodyReport
  ) {
    flush(&richText, report: &report)
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
    _ node: OpaquePointer, into richText: inout RichText, report: inout BodyReport
  ) {
    flush(&richText, report: &report)
    if linkDepth == nil {
      let address = unsafe bytes(of: cmark_node_get_url(node))
      if richText.linkCount < BodyLimits.maximumLinkCount, address.count <= addressBudget,
        unsafe richText.openLink(checking: address)
      {
        addressBudget -= address.count
        linkDepth = inlineDepth
      } else {
        report.refusedLinkCount += 1
      }
    }
    inlineDepth &+= 1
  }
}

private func literal(of node: OpaquePointer) -> UnsafeBufferPointer<UInt8> {
  unsafe bytes(of: cmark_node_get_literal(node))
}

private func bytes(of text: UnsafePointer<CChar>?) -> UnsafeBufferPointer<UInt8> {
  guard let text = unsafe text else { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
  return unsafe bytes(ofCString: text)
}
