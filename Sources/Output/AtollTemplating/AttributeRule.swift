/// The kind of text that a field may write into an attribute; an attribute without a rule must not
/// contain any field.
enum AttributeRule {
  /// Prose that only people read.
  case prose
  /// Tokens and numbers.
  case token
  /// A URL at the beginning of the value, and tokens and numbers after a `#`, `?` or `/`.
  case url
  /// Numbers and tokens as values of custom properties.
  case style
  /// Script, which must not contain any field.
  case event

  /// Creates the rule for an attribute from its name in lower case; `nil` if there is none.
  init?(of name: [UInt8]) {
    if name.starts(with: "on".utf8) {
      self = .event
    } else if name.isExactly("style") {
      self = .style
    } else if Self.urlAttributes.contains(where: { name.isExactly($0.attribute) }) {
      self = .url
    } else if name.isExactly("data-i") {
      // The attribute for the initials that a style sheet shows; no known script reads it.
      self = .prose
    } else if Self.proseAttributes.contains(where: { name.isExactly($0) }) {
      self = .prose
    } else if Self.tokenAttributes.contains(where: { name.isExactly($0) })
      || name.starts(with: "aria-".utf8) || name.starts(with: "data-".utf8)
    {
      // Prose is not allowed in data-*: scripts of the host page could obey it.
      self = .token
    } else {
      return nil
    }
  }

  /// Returns whether an attribute of an element may hold a URL from users.
  ///
  /// It may not if the browser would run the resource or show it in a frame. For the `href` of a
  /// `<link>`, `isHarmless(relation:)` decides, too.
  static func mayHoldURL(_ attribute: [UInt8], of element: [UInt8]) -> Bool {
    urlAttributes.contains { rule in
      attribute.isExactly(rule.attribute) && rule.elements.contains { element.isExactly($0) }
    }
  }

  /// Returns whether a link with this relation loads nothing.
  static func isHarmless(relation: [UInt8]?) -> Bool {
    guard let relation else { return false }
    return relations.contains { relation.isExactly($0) }
  }

  private static let urlAttributes: [(attribute: StaticString, elements: [StaticString])] = [
    ("href", ["a", "area", "link"]),
    ("src", ["img", "audio", "video", "source", "track"]),
    ("cite", ["blockquote", "q", "ins", "del"]),
    ("action", ["form"]),
  ]

  private static let relations: [StaticString] = [
    "canonical", "alternate", "author", "help", "license", "next", "prev", "search",
  ]

  private static let proseAttributes: [StaticString] = [
    "title", "alt", "content", "datetime", "placeholder", "label", "summary", "abbr", "value",
    "aria-label", "aria-description", "aria-roledescription", "aria-valuetext",
    "aria-placeholder",
  ]

  private static let tokenAttributes: [StaticString] = [
    "class", "id", "for", "name", "lang", "xml:lang", "hreflang", "dir", "role", "width", "height",
    "colspan", "rowspan", "span", "start", "scope", "headers", "tabindex", "max", "min", "low",
    "high", "optimum", "align", "valign", "bgcolor", "color", "border", "cellpadding",
    "cellspacing", "itemprop", "property",
  ]
}
