import AtollBytes

/// The kind of markup that a writer inserts into a template, which decides where it may be
/// inserted.
package enum InsertedContent: Hashable, Sendable {
  /// Paragraphs, links, lists and other blocks.
  case blocks
  /// Blocks that may be the entries of a list or the rows of a table.
  case entries
}

/// An element, a field or inserted markup in a template, with the rules of HTML for where it may
/// be.
enum NestedContent {
  case element([UInt8])
  /// A field that is text.
  case text
  case inserted(InsertedContent)

  /// True if a parser ends an open `<p>` before the content.
  var endsParagraph: Bool {
    switch self {
    case .element(let name): name.isExactly("p") || name.isOne(of: Self.paragraphClosers)
    case .text: false
    case .inserted: true
    }
  }

  /// True if the content is, or may contain, something that a reader can click or type into.
  ///
  /// `<input>` is not counted: it may be hidden.
  var isInteractive: Bool {
    switch self {
    case .element(let name): name.isOne(of: Self.interactiveElements)
    case .text: false
    case .inserted: true
    }
  }

  /// True if the content is part of a table; outside of a table, its tags are ignored (HTML,
  /// 13.2.6.4.7).
  var isPartOfTable: Bool {
    guard case .element(let name) = self else { return false }
    return name.isOne(of: Self.partsOfTables)
  }

  /// Returns whether any part of a table ends an open element of this name (HTML, 13.2.6.4.11 and
  /// 13.2.6.4.15).
  static func isEndedByPartsOfTables(_ name: [UInt8]) -> Bool {
    name.isOne(of: ["caption", "td", "th"])
  }

  /// Returns what browsers do with the content inside a parent that does not allow it; `nil` if they
  /// leave it there.
  ///
  /// They keep a form in its place in a table, but without content (HTML, 13.2.6.4.9).
  func effect(directlyIn parent: RestrictiveParent) -> String? {
    switch (parent, self) {
    case (.list, _): nil
    case (.tablePart, .element(let name)) where name.isExactly("form"): "end it at once"
    case (.tablePart, _): "move it before the table"
    }
  }

  /// Returns whether the content is a heading directly inside another heading, which it ends.
  func endsHeading(directlyAround parent: [UInt8]) -> Bool {
    guard case .element(let name) = self else { return false }
    return name.isOne(of: Self.headings) && parent.isOne(of: Self.headings)
  }

  /// Returns whether the content ends an open element of this name, as an `<li>` ends another
  /// `<li>`, and a `<dt>` or `<dd>` ends another `<dt>` or `<dd>`.
  func endsOpenEntry(_ outer: [UInt8]) -> Bool {
    guard case .element(let name) = self else { return false }
    if name.isExactly("li") { return outer.isExactly("li") }
    return name.isOne(of: Self.termsAndDescriptions) && outer.isOne(of: Self.termsAndDescriptions)
  }

  /// Returns whether an element shields the open entry around it, so that content inside the
  /// element does not end that entry.
  static func isEntryBoundary(_ name: [UInt8]) -> Bool {
    isParagraphBoundary(name) || isBlock(name) && !name.isOne(of: ["address", "div", "p"])
  }

  /// Returns whether an element allows the content as its child.
  ///
  /// A parser moves content that a part of a table does not allow before the table (HTML,
  /// 13.2.6.4.9). `<input>` is allowed if it is hidden, which is not known here.
  func isAllowed(directlyIn parent: RestrictiveParent) -> Bool {
    switch self {
    case .element(let name):
      switch parent {
      case .tablePart:
        name.isOne(of: Self.partsOfTables) || name.isExactly("input")
          || name.isOne(of: Self.allowedInTablesAndLists)
      case .list: name.isExactly("li") || name.isOne(of: Self.allowedInTablesAndLists)
      }
    case .text: parent == .list
    case .inserted(.blocks): parent == .list
    case .inserted(.entries): true
    }
  }

  /// An element that allows only few children.
  enum RestrictiveParent {
    case tablePart
    case list

    init?(_ name: [UInt8]) {
      if name.isOne(of: NestedContent.tables) {
        self = .tablePart
      } else if name.isOne(of: NestedContent.lists) {
        self = .list
      } else {
        return nil
      }
    }

    /// The element that has to be around content which the parent does not allow.
    var requiredChild: String {
      switch self {
      case .tablePart: "a <td>"
      case .list: "an <li>"
      }
    }
  }

  /// Returns whether an element shields the open `<p>` around it, so that content inside the
  /// element does not end that `<p>` (HTML, 13.2.4.2: button scope).
  static func isParagraphBoundary(_ name: [UInt8]) -> Bool { name.isOne(of: boundaries) }

  private static let boundaries: [StaticString] = [
    "annotation-xml", "applet", "button", "caption", "foreignobject", "html", "marquee", "object",
    "table", "td", "template", "th",
  ]

  /// The elements that close an open paragraph before them (HTML, section 13.2.6.4.7).
  private static let paragraphClosers: [StaticString] = [
    "address", "article", "aside", "blockquote", "center", "dd", "details", "dialog", "dir", "div",
    "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5",
    "h6", "header", "hgroup", "hr", "li", "listing", "main", "menu", "nav", "ol", "pre", "search",
    "section", "summary", "table", "ul", "xmp",
  ]

  /// Returns whether an element must not contain anything interactive (HTML, 4.5.1 and 4.10.6).
  static func excludesInteractiveContent(_ name: [UInt8]) -> Bool {
    name.isExactly("a") || name.isExactly("button")
  }

  private static let interactiveElements: [StaticString] = [
    "a", "button", "details", "embed", "iframe", "label", "select", "textarea",
  ]

  private static let lists: [StaticString] = ["menu", "ol", "ul"]
  private static let tables: [StaticString] = [
    "colgroup", "table", "tbody", "tfoot", "thead", "tr",
  ]
  private static let partsOfTables: [StaticString] = [
    "caption", "col", "colgroup", "tbody", "td", "tfoot", "th", "thead", "tr",
  ]
  private static let headings: [StaticString] = ["h1", "h2", "h3", "h4", "h5", "h6"]
  private static let termsAndDescriptions: [StaticString] = ["dd", "dt"]
  private static let allowedInTablesAndLists: [StaticString] = ["script", "style", "template"]
}

extension [UInt8] {
  func isOne(of names: [StaticString]) -> Bool { names.contains { isExactly($0) } }
}
