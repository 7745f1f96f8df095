package import Snapshots

/// A request for a picture: the page, its width, and the conditions under which it is drawn.
package struct PageRequest: Hashable, Sendable {
  /// The path of the page's file, which relative URLs in it are resolved against.
  package var path: String
  /// The folder where addresses that begin with `/` start; `nil` for the root of the file system.
  package var siteRoot: String?
  package var width: Int
  /// The height of the browser's window in CSS pixels, and the minimum height of a picture.
  package var viewportHeight = 800
  /// The width, in CSS pixels, at which the page's height is measured first; `nil` to skip this.
  ///
  /// For this measurement, the window is 1 pixel tall. Then the page gets its own width.
  package var embedWidth: Int?
  package var scheme = SuiteCase.Scheme.light
  package var medium = SuiteCase.Medium.screen
  /// The number of picture pixels per CSS pixel.
  package var scale = 1
  /// The state of all elements.
  package var state = SuiteCase.State.rest
  /// Whether the page's direction is set to right-to-left.
  package var isRightToLeft = false
  package var wantsPicture = true
  /// Whether cards get the largest type that fits; this also requests the page's characters.
  package var fitsCards = false
  package var wantsLayout = false
  package var wantsAccessibilityTree = false
  package var wantsFiles = false

  package init(path: String, width: Int) {
    self.path = path
    self.width = width
  }
}

/// A picture of a page, with its layout, characters, accessibility tree and files if they were
/// requested.
package struct Screenshot: Sendable {
  /// The picture as a PNG file; empty if it was not requested.
  package var file: [UInt8]
  /// The height of the page in CSS pixels.
  package var height: Int
  /// The height of the page at `PageRequest.embedWidth`, in CSS pixels; `nil` if that was not
  /// given.
  package var embedHeight: Int?
  /// Whether part of a card is outside of the picture, because it does not fit in the smallest
  /// type.
  package var isCutOff = false
  package var layout: UnparsedLayout?
  /// Each character on the page once, if the characters or the layout were requested.
  package var characters = ""
  /// The accessibility tree as text, one line per node.
  package var accessibility: String?
  package var files: LoadedFiles?
}
