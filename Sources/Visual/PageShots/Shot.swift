package import Snapshots

/// What is to be drawn, and how wide.
package struct PageRequest: Hashable, Sendable {
  /// The path of the page's file; what it names beside itself is loaded from there.
  package var path: String
  package var width: Int
  package var isDark = false
  /// For readers who ask for more contrast.
  package var hasContrast = false
  /// For readers whose system has a few colours of its own for everything.
  package var hasForcedColors = false
  package var medium = SuiteCase.Medium.screen
  /// How many pixels of the picture a CSS pixel is wide.
  package var scale = 1
  /// What a reader does to all of it at once.
  package var state = SuiteCase.State.rest
  /// Turns the page to be written from right to left.
  package var isMirrored = false
  /// Whether the picture itself is wanted.
  package var wantsPicture = true
  /// Whether the layout and what each element looks like are wanted too.
  package var wantsLayout = false
  /// Whether the accessibility tree is wanted too.
  package var wantsAccessibility = false
  /// Whether it is wanted what the page has the browser load.
  package var wantsFiles = false

  package init(path: String, width: Int) {
    self.path = path
    self.width = width
  }
}

/// A picture of a page, and what was taken beside it.
package struct Shot: Sendable {
  /// The picture as a PNG file; empty where it is not wanted.
  package var file: [UInt8]
  package var layout: KeptLayout?
  /// Every character that is drawn, once, where the layout is wanted.
  package var characters = ""
  /// The accessibility tree as text, a line for each of its parts.
  package var accessibility: String?
  package var files: LoadedFiles?
}
