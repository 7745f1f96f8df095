package import AtollSnapshots

/// A request for a screenshot: the page, its width, and the conditions under which it is drawn.
package struct PageRequest: Hashable, Sendable {
  /// The path of the page's file; relative URLs in the page start from this file.
  package var path: String
  /// The folder that a leading `/` of an address stands for, and outside of which the page loads no
  /// files except those in its own folder; `nil` for the root of the file system.
  package var siteRoot: String?
  package var width: Int
  /// The height of the browser's window in CSS pixels, and the minimum height of a screenshot.
  package var viewportHeight = 800
  /// The width, in CSS pixels, for a first measurement of the page's height; `nil` to skip this.
  ///
  /// During the measurement, the window is 1 pixel tall. Then the page gets its own width.
  package var embedWidth: Int?
  package var scheme = SuiteCase.Scheme.light
  package var medium = SuiteCase.Medium.screen
  /// The number of screenshot pixels per CSS pixel.
  package var scale = 1
  /// The state into which elements are put, such as `hover`.
  package var state = SuiteCase.State.rest
  package var isRightToLeft = false
  package var wantsScreenshot = true
  /// True if the text of cards gets the largest font size that fits; this also requests the page's
  /// characters.
  package var fitsCards = false
  package var wantsLayout = false
  package var wantsAccessibilityTree = false
  package var wantsFiles = false

  package init(path: String, width: Int) {
    self.path = path
    self.width = width
  }

  var site: SiteFiles? { siteRoot.map { SiteFiles(root: $0, page: path) } }
}

/// The result of a `PageRequest`.
///
/// It has the screenshot, layout, characters, accessibility tree and files that were requested.
package struct Screenshot: Sendable {
  /// The screenshot as a PNG file; empty if it was not requested.
  package var file: [UInt8]
  /// The height of the page in CSS pixels.
  package var height: Int
  /// The height of the page at `PageRequest.embedWidth`, in CSS pixels; `nil` without an
  /// `embedWidth`.
  package var embedHeight: Int?
  /// True if a part of a card is outside of the screenshot, because the card is too large even at
  /// the smallest font size.
  package var isCutOff = false
  package var layout: UnparsedLayout?
  /// Each character on the page once, if the characters or the layout were requested.
  package var characters = ""
  /// The accessibility tree as text, one line per node.
  package var accessibilityTree: String?
  package var loadedFiles: LoadedFiles?
}
