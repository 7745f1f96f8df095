import Bytes
import MarkupWriting

/// What a page allows a browser to do: draw, with this one style sheet, and nothing else.
package struct ContentPolicy: Sendable {
  private let styleSource: String
  /// The ranks of sort controls are the only style attributes there ever are.
  let allowsStyleAttributes: Bool

  package init(style: StyleElement, allowsStyleAttributes: Bool) {
    self.init(source: style.source, allowsStyleAttributes: allowsStyleAttributes)
  }

  init(source: String, allowsStyleAttributes: Bool) {
    styleSource = source
    self.allowsStyleAttributes = allowsStyleAttributes
  }

  /// The policy as a `<meta>` element can carry it.
  var meta: String {
    var text = "default-src 'none'; "
    text += styleSource.isEmpty ? "style-src 'none'; " : "style-src-elem \(styleSource); "
    text += "style-src-attr \(allowsStyleAttributes ? "'unsafe-inline'" : "'none'"); "
    return text + "base-uri 'none'; form-action 'none'"
  }

  /// The policy as a header, which can also keep the page out of other people's frames.
  package var header: String { meta + "; frame-ancestors 'self'" }
}

extension HTMLWriter {
  /// Writes what belongs in `<head>` and is not a template's business.
  func writeHead(_ out: inout OutputBuffer) {
    out.append("<meta http-equiv=\"Content-Security-Policy\" content=\"")
    out.append(contentsOf: options.style.policies[options.sortControls ? 1 : 0])
    out.append("\">")
    if let story = filler.permalinks.story {
      out.append("<link rel=\"canonical\" href=\"")
      story.append(to: &out)
      out.append("\">")
    }
    options.style.appendElement(to: &out)
  }
}
