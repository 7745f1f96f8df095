import AtollBytes
import CAtollArena
import CAtollCmark

/// A node of the tree that libcmark makes; it must not be used after the tree is freed.
@safe struct MarkdownElement {
  private let node: OpaquePointer

  init(_ node: OpaquePointer) { unsafe self.node = node }

  /// Returns the tree of a Markdown text, on the arena.
  @unsafe static func tree(of text: Span<UInt8>) -> OpaquePointer? {
    guard let parser = unsafe cmark_parser_new_with_mem(CMARK_OPT_DEFAULT, atoll_arena_memory())
    else { return nil }
    unsafe text.withUnsafeBytes {
      guard let base = unsafe $0.bindMemory(to: CChar.self).baseAddress else { return }
      unsafe cmark_parser_feed(parser, base, $0.count)
    }
    return unsafe cmark_parser_finish(parser)
  }

  var type: cmark_node_type { unsafe cmark_node_get_type(node) }
  var parent: MarkdownElement? { unsafe cmark_node_parent(node).map { unsafe MarkdownElement($0) } }

  var headingLevel: Int32 { unsafe cmark_node_get_heading_level(node) }
  var isOrderedList: Bool { unsafe cmark_node_get_list_type(node) == CMARK_ORDERED_LIST }
  var isTightList: Bool { unsafe cmark_node_get_list_tight(node) != 0 }
  /// The number of the first item of an ordered list.
  var firstNumber: Int32 { unsafe cmark_node_get_list_start(node) }

  /// Calls `body` with the text of a node without children.
  func withLiteral<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    unsafe body(bytes(of: cmark_node_get_literal(node)).span)
  }

  func withAddress<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    unsafe body(bytes(of: cmark_node_get_url(node)).span)
  }

  private func bytes(of text: UnsafePointer<CChar>?) -> UnsafeBufferPointer<UInt8> {
    guard let text = unsafe text else { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
    return unsafe AtollBytes.bytes(ofCString: text)
  }
}
