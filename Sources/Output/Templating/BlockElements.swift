extension Markup {
  /// An assertion that white space next to the current tag, or the doctype, is never visible.
  var isInBlockTag: Bool { phase == .doctype || isBlock(tag.name) }
}

/// Returns whether white space next to the tags of an element is never visible.
///
/// Everything unknown is taken for inline, where white space parts words, and so is what shows
/// nothing at all, such as `<script>`: the words on its two sides may be neighbours.
func isBlock(_ element: some Collection<UInt8>) -> Bool {
  let name = Array(element)
  return blocks.contains { name.isExactly($0) }
}

private let blocks: [StaticString] = [
  "address", "article", "aside", "base", "blockquote", "body", "br", "caption", "col", "colgroup",
  "dd", "details", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer",
  "form", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hgroup", "hr", "html", "legend",
  "li", "main", "menu", "nav", "ol", "optgroup", "option", "p", "pre", "script",
  "search", "section", "summary", "table", "tbody", "td", "tfoot", "th",
  "thead", "title", "tr", "ul",
]
