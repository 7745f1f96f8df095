package import AtollBytes

/// One element of a body: the beginning or end of a container, or content such as text.
///
/// The vocabulary is closed: whatever a body contains, the parser makes only tokens of these kinds.
/// Every writer switches over `Kind` without a default. So after a new kind is added, a writer does
/// not compile until it handles that kind.
package struct Token: Hashable, Sendable {
  package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    // Blocks. Every `…Open` has its `…Close`, properly nested.
    case paragraphOpen, paragraphClose
    /// `number` is the level, 1 to 6.
    case headingOpen, headingClose
    case quoteOpen, quoteClose
    case bulletListOpen, bulletListClose
    /// `number` of the opening token is the first item's number.
    case orderedListOpen, orderedListClose
    case itemOpen, itemClose
    /// Tables have rows, and rows have cells; comments of Coral and Talk have none. A cell's `number`
    /// is 1 if the cell is a heading.
    case tableOpen, tableClose, rowOpen, rowClose, cellOpen, cellClose
    /// `text` is the whole code, with lines separated by LF.
    case codeBlock
    case thematicBreak

    // Inside a line.
    /// `text` is the words, unescaped, not yet sanitized.
    case text
    case lineBreak
    /// `text` is the code.
    case code
    case emphasisOpen, emphasisClose
    case strongOpen, strongClose
    case strikethroughOpen, strikethroughClose
    case spoilerOpen, spoilerClose
    case sarcasmOpen, sarcasmClose
    /// `text` of the opening token is the address; `SafeURL` always accepts it.
    case linkOpen, linkClose
    /// Comes after a link whose words do not show where it leads: `text` is the host of the
    /// address.
    case linkHost
  }

  /// True if `text` is shown as it is: words or code.
  var isShownText: Bool {
    switch kind {
    case .text, .code, .codeBlock: true
    case .lineBreak, .thematicBreak, .paragraphOpen, .paragraphClose, .headingOpen, .headingClose,
      .quoteOpen, .quoteClose, .bulletListOpen, .bulletListClose, .orderedListOpen,
      .orderedListClose, .itemOpen, .itemClose, .tableOpen, .tableClose, .rowOpen, .rowClose,
      .cellOpen, .cellClose, .emphasisOpen, .emphasisClose, .strongOpen, .strongClose,
      .strikethroughOpen, .strikethroughClose, .sarcasmOpen, .sarcasmClose, .linkOpen, .linkClose,
      .linkHost, .spoilerOpen, .spoilerClose:
      false
    }
  }

  package var kind: Kind
  package var number: Int32
  /// A slice of `RichText.text`.
  package var text: Slice

  @inlinable package init(_ kind: Kind, text: Slice = .empty, number: Int32 = 0) {
    self.kind = kind
    self.number = number
    self.text = text
  }
}
