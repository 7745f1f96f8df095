import Testing

/// Elements and attributes that the HTML of the built-in templates may contain.
enum Vocabulary {
  static let elements: Set<String> = [
    "html", "head", "meta", "title", "link", "style", "script", "body", "main", "section", "div",
    "h1", "h2", "h3", "p", "a", "span", "time", "article", "header", "footer", "ol", "ul", "li",
    "details", "summary", "form", "fieldset", "legend", "label", "input", "button", "bdi", "i",
    "em", "strong", "s", "code", "pre", "blockquote", "br", "hr", "wbr",
  ]

  static let attributes: Set<String> = [
    "lang", "dir", "charset", "name", "content", "http-equiv", "rel", "href", "class", "id",
    "style", "datetime", "tabindex", "role", "aria-label", "aria-hidden", "type", "value",
    "checked", "disabled", "hidden", "open", "start", "title", "data-nosnippet",
  ]

  /// Returns the parts of the markup that the writers never produce.
  static func offences(in markup: Markup) -> [String] {
    var found: [String] = []
    for element in markup.elements {
      if !elements.contains(element.name) { found.append("<\(element.name)>") }
      for (name, value) in element.attributes where !isOurs(name, value) {
        found.append("<\(element.name) \(name)=\"\(value)\">")
      }
    }
    return found.sorted()
  }

  private static func isOurs(_ name: String, _ value: String) -> Bool {
    switch name {
    case "property": value.wholeMatch(of: /og:[a-z_]+/) != nil
    case "href":
      ["http://", "https://", "mailto:", "#c-"].contains { value.utf8.starts(with: $0.utf8) }
    case "id": value.wholeMatch(of: /c-[A-Za-z0-9_-]*/) != nil
    case "style": value.wholeMatch(of: /--n:[0-9]+;--o:[0-9]+;--l:[0-9]+;--r:[0-9]+/) != nil
    case "class": value.wholeMatch(of: /[a-zA-Z0-9 _-]*/) != nil
    // The initials of an author.
    case "data-i": value.wholeMatch(of: /(&#?[a-z0-9]+;|[^&<>"']){0,2}/) != nil
    case "datetime": value.wholeMatch(of: /[0-9TZ:.+-]+/) != nil
    case "start", "tabindex": value.wholeMatch(of: /[0-9]+/) != nil
    case _: attributes.contains(name)
    }
  }
}
