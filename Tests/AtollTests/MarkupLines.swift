import Foundation

/// Returns HTML with a line break before every block, so that diffs are readable.
///
/// Nothing else is changed, and nothing inside `<pre>`: two results are equal only if the inputs were equal, apart
/// from line breaks between blocks.
func onLines(_ html: String) -> String {
  var out: [UInt8] = []
  let bytes = Array(html.utf8)
  var isVerbatim = false
  for index in bytes.indices {
    if bytes[index] == UInt8(ascii: "<") {
      let tag = bytes[index...].dropFirst().prefix {
        $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ">")
      }
      let name = String(decoding: tag, as: UTF8.self)
      if name == "/pre" { isVerbatim = false }
      if !isVerbatim, startsLine.contains(name), out.last != UInt8(ascii: "\n"), !out.isEmpty {
        out.append(UInt8(ascii: "\n"))
      }
      if name == "pre" { isVerbatim = true }
    }
    out.append(bytes[index])
  }
  if out.last != UInt8(ascii: "\n") { out.append(UInt8(ascii: "\n")) }
  return String(decoding: out, as: UTF8.self)
}

private let startsLine: Set<String> = [
  "html", "/html", "head", "/head", "body", "/body", "meta", "link", "title", "style", "script",
  "main", "/main", "section", "/section", "div", "/div", "article", "/article", "header", "/header",
  "footer", "/footer", "details", "/details", "summary", "form", "/form", "fieldset", "/fieldset",
  "legend", "label", "button", "h1", "h2", "h3", "p", "pre", "blockquote", "/blockquote", "ul",
  "/ul", "ol", "/ol", "li", "/li", "hr", "table", "td", "/table",
]

/// Returns the text without what is between the two markers, wherever both occur; the markers
/// themselves are kept.
func emptied(_ text: String, from start: String, to end: String) -> String {
  var rest = text[...]
  var out = ""
  while let open = rest.range(of: start), let close = rest[open.upperBound...].range(of: end) {
    out += rest[..<open.upperBound]
    rest = rest[close.lowerBound...]
  }
  return out + rest
}
