import HTMLOutput

/// A style element that was left out of the output, and the position where it belongs.
package struct OmittedStyle: Sendable {
  /// The position of the element in the output, in bytes.
  package let offset: Int
  /// The element: it contains the sheet, or links to it.
  package let element: [UInt8]
  /// The hash of the sheet or its address, which distinguishes elements.
  package let source: String

  init(_ style: StyleElement, at offset: Int) {
    self.offset = offset
    element = style.element
    source = style.source
  }
}
