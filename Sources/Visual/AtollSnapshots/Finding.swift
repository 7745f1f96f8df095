package import AtollBytes

/// One difference in a page or text, described by an element or a rule rather than by pixels.
package struct Finding: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A declaration in a style sheet.
    case declaration
    /// Declarations whose selector changed, or whose condition changed, such as
    /// `@media (width < 560px)`.
    case rule
    /// The computed value of a property on some elements.
    case style
    case text
    case attribute
    case inserted
    case removed
    /// Elements whose order within their parent changed.
    case reordered
    /// The same elements at other positions, mostly because of another change.
    case moved
    /// An element that looks different for an unknown reason.
    case pixels
    /// A line of a text or of an accessibility tree.
    case line
  }

  package var kind: Kind
  /// The selector of the element or rule, such as `.a-meta`.
  package var selector: String
  /// The property or attribute, if the finding is about one.
  package var property = ""
  package var old = ""
  package var new = ""
  /// The number of lines (kind `line`), of declarations (kind `rule`) or of elements (other kinds).
  package var count = 1
  /// For the kind `line`, a hash of all lines that differ; otherwise empty.
  package var linesHash = ""
  /// The other custom properties of the same rule that changed in the same way.
  package var relatedProperties: [String] = []
  /// The location of the source edit that caused the finding; `nil` if it is unknown.
  package var source: SourcePlace?
  /// A hash of the source edit, the same wherever the edit has an effect; empty if it is unknown.
  package var editHash = ""
  /// True if the finding follows from another one: for example, capital letters that come from
  /// `text-transform`.
  package var isDerived = false

  package init(
    _ kind: Kind, selector: String, property: String = "", old: String = "", new: String = "",
    count: Int = 1, linesHash: String = ""
  ) {
    self.kind = kind
    self.selector = selector
    self.property = property
    self.old = old
    self.new = new
    self.count = count
    self.linesHash = linesHash
  }

  /// True if the finding can be the cause of other findings.
  package var isCause: Bool {
    switch kind {
    case .declaration, .rule, .text, .attribute, .inserted, .removed, .reordered, .line: !isDerived
    case .style, .moved, .pixels: false
    }
  }

  package var isStyleSheetEdit: Bool {
    switch kind {
    case .declaration, .rule: true
    case .style, .text, .attribute, .inserted, .removed, .reordered, .moved, .pixels, .line: false
    }
  }

  /// The finding without the parts that differ from page to page for the same edit.
  package var withoutPageDetails: Finding {
    var copy = self
    if kind != .line { copy.count = 1 }
    copy.relatedProperties = []
    return copy
  }

  /// A name for the edit; it is the same on every page.
  ///
  /// The selector of a custom property is left out, because a sealed style sheet declares the
  /// property on another element.
  var causeKey: String {
    var copy = withoutPageDetails
    if kind == .declaration, property.hasPrefix("--") { copy.selector = "" }
    return kind == .line && !linesHash.isEmpty ? linesHash : copy.description
  }

  /// Returns whether both findings are about the same edit of a style sheet, sealed or not.
  ///
  /// The same change of a custom property under another condition is a different edit.
  package func isSameEdit(as other: Finding) -> Bool { comparableEdit == other.comparableEdit }

  /// The parts of the finding that `isSameEdit(as:)` compares.
  ///
  /// A custom property counts with its condition, but without the element that declares it.
  private var comparableEdit: Finding {
    var copy = withoutPageDetails
    (copy.source, copy.editHash, copy.isDerived) = (nil, "", false)
    if kind == .declaration, property.hasPrefix("--") {
      copy.selector = copy.selector.split(separator: " ").dropLast().joined(separator: " ")
    }
    return copy
  }
}

extension Finding: CustomStringConvertible {
  /// A line such as `.a-meta color #666677 → #777788, 61 elements`.
  package var description: String {
    let elements = count == 1 ? "" : ", \(count) elements"
    return switch kind {
    case .declaration:
      "\(selector) { \(property): \(shown(old)) → \(shown(new)) }\(relatedPropertiesText)"
    case .rule: "\(old) → \(new)\(count == 1 ? "" : ", \(count) declarations")"
    case .style: "\(selector) \(property) \(shown(old)) → \(shown(new))\(elements)"
    case .text: "\(selector) text “\(old)” → “\(new)”"
    case .attribute: "\(selector) \(property) “\(old)” → “\(new)”"
    case .inserted: "\(selector) inserted\(elements)"
    case .removed: "\(selector) removed\(elements)"
    case .reordered: "\(selector) reordered: \(old) → \(new)\(elements)"
    case .moved: "\(count) \(count == 1 ? "element" : "elements") moved by \(new)"
    case .pixels: "\(selector) looks different: \(new)"
    case .line:
      "\(selector.isEmpty ? "" : "\(selector): ")\(shown(old)) → \(shown(new))\(moreLines)"
    }
  }

  /// A text that names up to three of the related properties; empty if there are none.
  private var relatedPropertiesText: String {
    if relatedProperties.isEmpty { return "" }
    let named = relatedProperties.prefix(3).joined(separator: ", ")
    return
      "; \(relatedProperties.count) more with it: \(named)\(relatedProperties.count > 3 ? ", …" : "")"
  }

  private var moreLines: String {
    switch count {
    case ...1: ""
    case 2: " and 1 more line"
    case _: " and \(count - 1) more lines"
    }
  }

  private func shown(_ value: String) -> String { value.isEmpty ? "nothing" : value }

  package var json: JSONValue {
    var members: [String: JSONValue] = [
      "kind": .string(kind.rawValue), "selector": .string(selector),
      "count": JSONValue(count),
    ]
    if !property.isEmpty { members["property"] = .string(property) }
    if !old.isEmpty { members["old"] = .string(old) }
    if !new.isEmpty { members["new"] = .string(new) }
    if !linesHash.isEmpty { members["digest"] = .string(linesHash) }
    if !relatedProperties.isEmpty {
      members["also"] = .array(relatedProperties.map { .string($0) })
    }
    if let source { members["source"] = source.json }
    if !editHash.isEmpty { members["edit"] = .string(editHash) }
    if isDerived { members["derived"] = true }
    return JSONValue(sorted: members)
  }

  package init?(_ json: JSONValue) {
    guard let kind = json["kind"]?.string.flatMap(Kind.init(rawValue:)),
      let selector = json["selector"]?.string
    else { return nil }
    self.init(
      kind, selector: selector, property: json["property"]?.string ?? "",
      old: json["old"]?.string ?? "",
      new: json["new"]?.string ?? "", count: json["count"]?.int ?? 1,
      linesHash: json["digest"]?.string ?? "")
    relatedProperties = json["also"]?.strings ?? []
    source = json["source"].flatMap(SourcePlace.init)
    editHash = json["edit"]?.string ?? ""
    isDerived = json["derived"]?.bool ?? false
  }
}
