import AtollBytes

/// The elements of a page with their boxes and computed styles, and the declarations of the page's
/// style sheets.
package struct PageLayout: Sendable {
  /// An element, or a pseudo-element such as `::before`.
  package struct Element: Sendable {
    package var tag: String
    package var id: String
    package var classes: [String]
    /// The index of the parent, or -1 if there is none.
    package var parent: Int
    package var depth: Int
    /// The border box; `nil` if the element is not drawn.
    package var box: Box?
    /// The computed values of `PageLayout.properties`; empty if the element is not drawn.
    package var styles: [String]
    /// The element's own text as drawn (after `text-transform`), without that of its children.
    package var text: String
    /// The element's own text as it is in the document.
    package var sourceText = ""
    /// The attributes except `id` and `class`.
    var attributes: [Attribute] = []

    /// A short selector: the first class, else the id, else the tag.
    package var selector: String {
      if let name = classes.first { return ".\(name)" }
      return id.isEmpty ? tag : "#\(id)"
    }

    /// True if the element is a pseudo-element.
    var isGenerated: Bool { tag.hasPrefix("::") }

    /// The depth, tag, id and classes, by which elements of two layouts are paired.
    var signature: String { "\(depth) \(tag)#\(id).\(classes.joined(separator: "."))" }
  }

  struct Attribute: Hashable {
    let name: String
    let value: String
  }

  /// The elements in document order.
  package private(set) var elements: [Element] = []
  package private(set) var declarations: [Declaration]
  /// The properties that are compared: `Data/properties.txt`.
  ///
  /// Properties of position and size are left out, because they follow from other properties.
  static let properties = EmbeddedData.lines(of: "properties.txt")
  /// The properties whose initial value is `currentcolor`.
  static let colorDependentProperties: Set<String> = [
    "text-decoration-color", "border-top-color", "border-right-color", "border-bottom-color",
    "border-left-color", "outline-color",
  ]

  /// Creates a layout from a browser's answer to `DOMSnapshot.captureSnapshot`.
  init(_ answer: JSONValue, declarations: [Declaration]) {
    self.declarations = declarations
    guard let document = answer["documents"]?.array?.first else { return }
    let reader = Reader(strings: answer["strings"]?.array ?? [], document: document)
    elements = reader.elements()
  }

  /// Returns the index after an element's last descendant.
  func end(of index: Int) -> Int {
    var end = index + 1
    while end < elements.count, elements[end].depth > elements[index].depth { end += 1 }
    return end
  }

  /// Returns an element's position among its siblings, such as `after .a-t` or `first`.
  func siblingPosition(of index: Int) -> String {
    let parent = elements[index].parent
    let earlier = (max(parent, 0)..<index).last { elements[$0].parent == parent }
    return earlier.map { "after \(elements[$0].selector)" } ?? "first"
  }

  /// Reads the elements from the browser's answer.
  ///
  /// The answer has parallel arrays with one entry for each node. A text in them is an index into
  /// `strings`.
  private struct Reader {
    let strings: [JSONValue]
    let document: JSONValue

    func string(_ index: JSONValue?) -> String {
      guard let index = index?.int, strings.indices.contains(index) else { return "" }
      return strings[index].string ?? ""
    }

    func elements() -> [Element] {
      let tree = document["nodes"]
      func column(_ name: String) -> [JSONValue] { tree?[name]?.array ?? [] }
      let parents = column("parentIndex").map { $0.int ?? -1 }
      let kinds = column("nodeType").map { $0.int ?? 0 }
      let (names, values) = (column("nodeName"), column("nodeValue"))
      let attributes = column("attributes")
      let pseudo = pseudoElementTypes(tree)
      var elementIndices = [Int](repeating: -1, count: parents.count)
      var elements: [Element] = []
      for index in parents.indices where kinds.indices.contains(index) {
        let parentNode = parents[index]
        let parent = elementIndices.indices.contains(parentNode) ? elementIndices[parentNode] : -1
        if kinds[index] == Self.textNodeType, parent >= 0, values.indices.contains(index) {
          elements[parent].sourceText += string(values[index])
        }
        guard kinds[index] == Self.elementNodeType else { continue }
        let name = names.indices.contains(index) ? string(names[index]) : ""
        let allAttributes = self.attributes(
          attributes.indices.contains(index) ? attributes[index] : .null)
        func value(_ name: String) -> String {
          allAttributes.first { $0.name == name }?.value ?? ""
        }
        var element = Element(
          tag: pseudo[index].map { "::\($0)" } ?? asciiLowercased(name), id: value("id"),
          classes: value("class").split(separator: " ").map(String.init), parent: parent,
          depth: parent < 0 ? 0 : elements[parent].depth + 1, box: nil, styles: [], text: "")
        element.attributes = allAttributes.filter { $0.name != "id" && $0.name != "class" }
        if let kind = pseudo[index], parent >= 0 {
          element.classes = elements[parent].classes.prefix(1).map { "\($0)::\(kind)" }
        }
        elementIndices[index] = elements.count
        elements.append(element)
      }
      addLayout(to: &elements, elementIndices: elementIndices, parents: parents, kinds: kinds)
      return elements
    }

    private func pseudoElementTypes(_ tree: JSONValue?) -> [Int: String] {
      let indices = tree?["pseudoType"]?["index"]?.array ?? []
      let values = tree?["pseudoType"]?["value"]?.array ?? []
      var kinds: [Int: String] = [:]
      for (index, value) in zip(indices, values) {
        if let index = index.int { kinds[index] = string(value) }
      }
      return kinds
    }

    /// The node types: <https://dom.spec.whatwg.org/#dom-node-nodetype>.
    private static let elementNodeType = 1
    private static let textNodeType = 3

    /// Reads a list of alternating names and values.
    private func attributes(_ list: JSONValue) -> [Attribute] {
      let namesAndValues = list.elements
      return stride(from: 0, to: namesAndValues.count - 1, by: 2).map {
        Attribute(name: string(namesAndValues[$0]), value: string(namesAndValues[$0 + 1]))
      }
    }

    private func asciiLowercased(_ name: String) -> String {
      String(decoding: name.utf8.map { lowercase($0) }, as: UTF8.self)
    }

    private func addLayout(
      to elements: inout [Element], elementIndices: [Int], parents: [Int], kinds: [Int]
    ) {
      let layout = document["layout"]
      let indices = layout?["nodeIndex"]?.array ?? []
      let bounds = layout?["bounds"]?.array ?? []
      let styles = layout?["styles"]?.array ?? []
      let texts = layout?["text"]?.array ?? []
      for (row, index) in indices.enumerated() {
        guard let index = index.int, elementIndices.indices.contains(index),
          kinds.indices.contains(index)
        else { continue }
        if kinds[index] == Self.elementNodeType {
          let element = elementIndices[index]
          elements[element].box = bounds.indices.contains(row) ? box(bounds[row]) : nil
          if styles.indices.contains(row) {
            elements[element].styles = (styles[row].array ?? []).map { shortColor(string($0)) }
          }
        } else if texts.indices.contains(row), elementIndices.indices.contains(parents[index]) {
          let element = elementIndices[parents[index]]
          if element >= 0 { elements[element].text += string(texts[row]) }
        }
      }
    }

    private func box(_ bounds: JSONValue) -> Box? {
      let numbers = (bounds.array ?? []).compactMap(\.double)
      guard numbers.count == 4, numbers.allSatisfy({ abs($0) < 1e9 }) else { return nil }
      return Box(
        left: Int(numbers[0].rounded(.down)), top: Int(numbers[1].rounded(.down)),
        right: Int((numbers[0] + numbers[2]).rounded(.up)),
        bottom: Int((numbers[1] + numbers[3]).rounded(.up)))
    }
  }
}

/// Returns `rgb(102, 102, 119)` as `#666677`, and any other text unchanged.
package func shortColor(_ text: String) -> String {
  guard text.hasPrefix("rgb("), text.hasSuffix(")") else { return text }
  let numbers = text.dropFirst(4).dropLast().split(separator: ",").compactMap {
    UInt8($0.drop { $0 == " " })
  }
  guard numbers.count == 3 else { return text }
  var out = OutputBuffer(capacity: 8)
  out.append("#")
  out.append(hexadecimal: numbers)
  return String(decoding: out.bytes(), as: UTF8.self)
}

package struct Declaration: Hashable, Sendable {
  /// The rule's conditions, if there are any, and its selector.
  package var rule: String
  package var property: String
  package var value: String
  /// The conditions of the rule, such as `@layer a @media (width < 560px)`.
  package var conditions: String

  init?(_ row: JSONValue) {
    // Layouts that older versions cached do not have the conditions.
    guard let texts = row.strings, texts.count == 3 || texts.count == 4 else { return nil }
    (rule, property, value) = (texts[0], texts[1], texts[2])
    conditions = texts.count == 4 ? texts[3] : ""
  }

  /// The rule without its conditions.
  var selector: Substring { rule.dropFirst(conditions.isEmpty ? 0 : conditions.count + 1) }

  /// The script that lists a page's declarations.
  ///
  /// The list includes linked and imported style sheets, except those on other servers, which are
  /// not loaded.
  static let script = EmbeddedData.text(of: "declarations.js")
}

/// A layout as the browser sent it; few cached layouts are ever compared, and only these are
/// parsed.
package struct UnparsedLayout: Sendable {
  /// Two lines: the browser's answer with the layout, and its answer with the declarations.
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Parses the layout; returns `nil` if it is damaged.
  package func read() -> PageLayout? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    guard lines.count == 2, let layout = try? JSONValue(parsing: Array(lines[0]), repairing: true),
      let rules = try? JSONValue(parsing: Array(lines[1]), repairing: true),
      let answer = layout["result"]
    else { return nil }
    let rows = rules["result"]?["result"]?["value"]?.array ?? []
    return PageLayout(answer, declarations: rows.compactMap(Declaration.init))
  }
}
