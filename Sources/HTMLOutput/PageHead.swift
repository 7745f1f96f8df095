import Bytes
import MarkupWriting

/// A style sheet as it stands in a document, and the hash by which the document's policy knows it.
package struct StyleElement: Sendable {
  /// The whole element, or nothing when there is no style.
  let element: [UInt8]
  /// The style sheet's SHA-256 in base 64.
  let hash: String

  package init() {
    element = []
    hash = ""
  }

  /// The element for a style sheet, which must not hold `</style`.
  package init(css: [UInt8]) {
    var out = OutputBuffer(capacity: css.count + 32)
    out.append("<style>")
    out.append(contentsOf: css)
    out.append("</style>")
    element = out.bytes()
    hash = base64(SHA256.digest(css))
  }

  func appendElement(to out: inout OutputBuffer) { out.append(contentsOf: element) }
}

/// What a page allows a browser to do: draw, with this one style sheet, and nothing else.
package struct ContentPolicy: Sendable {
  let styleHash: String
  /// The ranks of sort controls are the only style attributes there ever are.
  let allowsStyleAttributes: Bool

  package init(style: StyleElement, allowsStyleAttributes: Bool) {
    styleHash = style.hash
    self.allowsStyleAttributes = allowsStyleAttributes
  }

  /// The policy as a `<meta>` element can carry it.
  var meta: String {
    var text = "default-src 'none'; "
    text += styleHash.isEmpty ? "style-src 'none'; " : "style-src-elem 'sha256-\(styleHash)'; "
    text += "style-src-attr \(allowsStyleAttributes ? "'unsafe-inline'" : "'none'"); "
    return text + "base-uri 'none'; form-action 'none'"
  }

  /// The policy as a header, which can also keep the page out of other people's frames.
  package var header: String { meta + "; frame-ancestors 'self'" }
}

extension HTMLWriter {
  /// Writes what belongs in `<head>` and is not a template's business.
  func writeHead(_ out: inout OutputBuffer) {
    let policy = ContentPolicy(
      style: options.style, allowsStyleAttributes: options.sortControls)
    out.append("<meta http-equiv=\"Content-Security-Policy\" content=\"")
    out.append(verbatim: policy.meta)
    out.append("\">")
    if let story = filler.permalinks.story {
      out.append("<link rel=\"canonical\" href=\"")
      story.append(to: &out)
      out.append("\">")
    }
    options.style.appendElement(to: &out)
  }
}
