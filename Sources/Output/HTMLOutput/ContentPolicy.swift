import Bytes
import Layout
import MarkupWriting

/// The content security policy of a page: a browser may draw it with this one style sheet, and with pictures if
/// readers load them, and nothing else (CSP 3).
package struct ContentPolicy: Sendable {
  private let styleSource: String
  /// A Boolean value indicating that style attributes are allowed, which only the ranks of sort controls are.
  let allowsStyleAttributes: Bool
  /// A Boolean value indicating that pictures are loaded from any server, with `https`.
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

  /// The policy as a `<meta>` element can carry it.
  var meta: String {
    var text = "default-src 'none'; "
    text += styleSource.isEmpty ? "style-src 'none'; " : "style-src-elem \(styleSource); "
    text += "style-src-attr \(allowsStyleAttributes ? "'unsafe-inline'" : "'none'"); "
    if allowsImages { text += "img-src https:; " }
    return text + "base-uri 'none'; form-action 'none'"
  }

  /// The policy as a header, which can also keep the page out of frames on other sites.
  package var header: String { meta + "; frame-ancestors 'self'" }
}

extension HTMLWriter {
  /// Writes the elements of `<head>` that no template decides about, up to the style.
  func writeHead(_ out: inout OutputBuffer) {
    out.append("<meta http-equiv=\"Content-Security-Policy\" content=\"")
    out.append(contentsOf: options.style.policies[options.sortControls ? 1 : 0])
    out.append("\">")
  }
}
