import HTMLOutput

/// A style element that is not in the output, and its place there.
package struct OmittedStyle: Sendable {
  /// The number of bytes before the element.
  package let place: Int
  /// The sheet, or the link to it.
  package let element: [UInt8]
  /// The hash of the sheet or its address, by which elements differ.
  package let source: String

  init(_ style: StyleElement, at place: Int) {
    self.place = place
    element = style.element
    source = style.source
  }
}
