package import Snapshots

/// A request for a picture: the page, its width, and the conditions under which it is drawn.
package struct PageRequest: Hashable, Sendable {
  /// The path of the page's file; relative URLs in it are resolved against the path.
  package var path: String
  package var width: Int
  /// The height of the browser's window, and the least height of a picture.
  package var viewportHeight = 800
  /// The width at which the height of the page is measured in a window 1 pixel tall, before the page gets its own width.
  package var embedWidth: Int?
  package var scheme = SuiteCase.Scheme.light
  package var medium = SuiteCase.Medium.screen
  /// The pixels of the picture for each CSS pixel.
  package var scale = 1
  /// The state of all elements.
  package var state = SuiteCase.State.rest
  /// The page's direction is set to right to left.
  package var isMirrored = false
  /// The picture is requested.
  package var wantsPicture = true
  /// Cards get the largest type that fits, and the characters of the page are requested.
  package var fitsCards = false
  /// The layout with the computed styles is requested.
  package var wantsLayout = false
  /// The accessibility tree is requested.
  package var wantsAccessibility = false
  /// The list of files that the page loads is requested.
  package var wantsFiles = false

  package init(path: String, width: Int) {
    self.path = path
    self.width = width
  }
}

/// A picture of a page, with its layout, characters, accessibility tree and files if they were wanted.
package struct Shot: Sendable {
  /// The picture as a PNG file; empty if it is not wanted.
  package var file: [UInt8]
  /// The height of the page in CSS pixels.
  package var height: Int
  /// The height of the page at the width of an embed, if that is requested.
  package var embedHeight: Int?
  package var layout: KeptLayout?
  /// Every character on the page, once, if they or the layout are requested.
  package var characters = ""
  /// The accessibility tree as text, a line for each node.
  package var accessibility: String?
  package var files: LoadedFiles?
}
