package import Bytes

/// One thing that is different on a page, told by what it is and not by its pixels.
package struct Finding: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A declaration in a style sheet.
    case declaration
    /// What a property comes to on some elements.
    case style
    case text
    case attribute
    case inserted
    case removed
    /// The same elements in other places; what follows from something else, mostly.
    case moved
    /// An element that looks different, and nothing that is looked at tells why.
    case pixels
    /// A row of the accessibility tree or of another text.
    case line
  }

  package var kind: Kind
  /// The element or rule it is about: `.a-meta`.
  package var selector: String
  /// The property, where it is about one.
  package var property = ""
  package var old = ""
  package var new = ""
  /// How many elements it is seen on; of texts, how many lines differ.
  package var count = 1
  /// Of texts, one name for all lines that differ.
  package var digest = ""

  package init(
    _ kind: Kind, _ selector: String, property: String = "", old: String = "", new: String = "",
    count: Int = 1, digest: String = ""
  ) {
    self.kind = kind
    self.selector = selector
    self.property = property
    self.old = old
    self.new = new
    self.count = count
    self.digest = digest
  }

  /// Whether it can be what made others: the rest follows from something.
  package var isCause: Bool {
    switch kind {
    case .declaration, .text, .attribute, .inserted, .removed, .line: true
    case .style, .moved, .pixels: false
    }
  }
}

extension Finding: CustomStringConvertible {
  /// `.a-meta color #666677 → #777788, 61 elements`.
  package var description: String {
    let elements = count == 1 ? "" : ", \(count) elements"
    return switch kind {
    case .declaration: "\(selector) { \(property): \(shown(old)) → \(shown(new)) }"
    case .style: "\(selector) \(property) \(shown(old)) → \(shown(new))\(elements)"
    case .text: "\(selector) text “\(old)” → “\(new)”"
    case .attribute: "\(selector) \(property) “\(old)” → “\(new)”"
    case .inserted: "\(selector) inserted\(elements)"
    case .removed: "\(selector) removed\(elements)"
    case .moved: "\(count) \(count == 1 ? "element" : "elements") moved by \(new)"
    case .pixels: "\(selector) looks different: \(new)"
    case .line: "\(selector): \(shown(old)) → \(shown(new))\(moreLines)"
    }
  }

  private var moreLines: String {
    switch count {
    case ...1: ""
    case 2: " and 1 more line"
    case _: " and \(count - 1) more lines"
    }
  }

  private func shown(_ value: String) -> String { value.isEmpty ? "nothing" : value }

  package var json: JSONTree {
    var members: [String: JSONTree] = [
      "kind": .string(kind.rawValue), "selector": .string(selector),
      "count": .number(Double(count)),
    ]
    if !property.isEmpty { members["property"] = .string(property) }
    if !old.isEmpty { members["old"] = .string(old) }
    if !new.isEmpty { members["new"] = .string(new) }
    if !digest.isEmpty { members["digest"] = .string(digest) }
    return .object(members)
  }

  package init?(_ json: JSONTree) {
    guard let kind = json["kind"]?.string.flatMap(Kind.init(rawValue:)),
      let selector = json["selector"]?.string
    else { return nil }
    self.init(
      kind, selector, property: json["property"]?.string ?? "", old: json["old"]?.string ?? "",
      new: json["new"]?.string ?? "", count: json["count"]?.int ?? 1,
      digest: json["digest"]?.string ?? "")
  }
}
