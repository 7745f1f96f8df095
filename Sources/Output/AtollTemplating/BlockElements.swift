extension MarkupTokenizer {
  /// True if white space next to the current tag or doctype is never visible.
  var isInBlockTag: Bool { phase == .doctype || isBlock(tag.name) }
}

/// Returns whether white space next to an element's tags is never visible.
///
/// Unknown elements are treated as inline, where white space separates words. So are most
/// elements that show nothing, such as `<style>`: the words on both sides may be neighbors.
func isBlock(_ element: some Collection<UInt8>) -> Bool {
  let name = Array(element)
  return blockElements.contains { name.isExactly($0) }
}

private let blockElements: [StaticString] = [
  "address", "article", "aside", "base", "blockquote", "body", "br", "caption", "col", "colgroup",
  "dd", "details", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer",
  "form", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hgroup", "hr", "html", "legend",
  "li", "main", "menu", "nav", "ol", "optgroup", "option", "p", "pre", "script",
  "search", "section", "summary", "table", "tbody", "td", "tfoot", "th",
  "thead", "title", "tr", "ul",
]
