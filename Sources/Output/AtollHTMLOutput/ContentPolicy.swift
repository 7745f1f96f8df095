/// The content security policy of a page (CSP 3).
///
/// It allows only the style sheet and, depending on the settings, style attributes and pictures.
package struct ContentPolicy: Sendable {
  private let styleSource: String
  /// True if style attributes are allowed; only pages with sort controls need them.
  let allowsStyleAttributes: Bool
  /// True if pictures may be loaded from any server, with `https`.
  let allowsImages: Bool

  package init(style: StyleElement, allowsStyleAttributes: Bool) {
    self.init(
      source: style.source, allowsStyleAttributes: allowsStyleAttributes,
      allowsImages: style.allowsImages)
  }

  init(source: String, allowsStyleAttributes: Bool, allowsImages: Bool) {
    styleSource = source
    self.allowsStyleAttributes = allowsStyleAttributes
    self.allowsImages = allowsImages
  }

  /// The policy for a `<meta>` element.
  var meta: String {
    var text = "default-src 'none'; "
    text += styleSource.isEmpty ? "style-src 'none'; " : "style-src-elem \(styleSource); "
    text += "style-src-attr \(allowsStyleAttributes ? "'unsafe-inline'" : "'none'"); "
    if allowsImages { text += "img-src https:; " }
    return text + "base-uri 'none'; form-action 'none'"
  }

  /// The policy for an HTTP header, which can also keep the page out of frames on other sites.
  package var header: String { meta + "; frame-ancestors 'self'" }
}
