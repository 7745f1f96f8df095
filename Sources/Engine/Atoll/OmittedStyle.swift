import HTMLOutput

/// A style element that was left out of the output, and the position where it belongs.
package struct OmittedStyle: Sendable {
  /// The number of bytes before the element.
  package let place: Int
  /// The sheet, or the link to it.
  package let element: [UInt8]
  /// The hash of the sheet or its address, which distinguishes elements.
  package let source: String

  init(_ style: StyleElement, at place: Int) {
    self.place = place
    element = style.element
    source = style.source
  }
}
