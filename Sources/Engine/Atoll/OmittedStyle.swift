import AtollHTMLOutput

/// A style element that was left out of the output, and the offset where it belongs.
package struct OmittedStyle: Sendable {
  package let offset: Int
  /// The element: it contains the sheet, or links to it.
  package let element: [UInt8]
  /// The source of the sheet in a content security policy: its hash, or the address or host of a
  /// linked sheet.
  ///
  /// Different elements of one renderer have different sources.
  package let source: String

  init(_ style: StyleElement, at offset: Int) {
    self.offset = offset
    element = style.element
    source = style.source
  }
}
