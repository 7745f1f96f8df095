import Bytes

/// Where every element of a page stands, and what its properties come to.
package struct PageLayout: Sendable {
  /// One element, or a part of one that a style sheet made (`::before`).
  package struct Element: Sendable {
    package var tag: String
    package var id: String
    package var classes: [String]
    /// The element it is in, by its place in the list, or -1.
    package var parent: Int
    package var depth: Int
    /// Nothing where it is not drawn.
    package var box: Box?
    /// What each of `PageLayout.properties` comes to; empty where it is not drawn.
    package var styles: [String]
    /// The text in it and in none of its elements, as it is drawn: after `text-transform`.
    package var text: String
    /// The same text as the document has it.
    package var sourceText = ""
    /// Names and values of its attributes but `id` and `class`.
    package var attributes: [String] = []

    /// A short selector that somebody would look for: the first class, else the id, else the tag.
    package var selector: String {
      if let name = classes.first { return ".\(name)" }
      return id.isEmpty ? tag : "#\(id)"
    }

    /// Whether a style sheet made it, as `::before`.
    var isGenerated: Bool { tag.hasPrefix("::") }

    /// What makes it the same element in two layouts.
    var signature: String { "\(depth) \(tag)#\(id).\(classes.joined(separator: "."))" }
  }

  /// In the order of the page.
  package private(set) var elements: [Element] = []
  package private(set) var declarations: [Declaration]
  /// The properties that are looked at.
  ///
  /// Those that tell where something came to stand are left out: that follows from others.
  static let properties = [
    "color", "background-color", "background-image", "background-size", "background-position",
    "font-family", "font-size", "font-weight", "font-style", "font-stretch",
    "font-variant-numeric", "line-height", "letter-spacing", "word-spacing", "text-align",
    "text-indent", "text-transform", "text-decoration-line", "text-decoration-style",
    "text-decoration-color", "text-decoration-thickness", "text-underline-offset", "white-space",
    "overflow-wrap", "word-break", "hyphens", "vertical-align", "direction", "writing-mode",
    "margin-top", "margin-right", "margin-bottom", "margin-left", "padding-top", "padding-right",
    "padding-bottom", "padding-left", "border-top-width", "border-right-width",
    "border-bottom-width", "border-left-width", "border-top-style", "border-right-style",
    "border-bottom-style", "border-left-style", "border-top-color", "border-right-color",
    "border-bottom-color", "border-left-color", "border-top-left-radius",
    "border-top-right-radius", "border-bottom-left-radius", "border-bottom-right-radius",
    "outline-width", "outline-style", "outline-color", "outline-offset", "box-shadow",
    "text-shadow", "opacity", "filter", "transform", "mix-blend-mode", "clip-path", "display",
    "visibility", "position", "float", "clear", "z-index", "order", "overflow-x", "overflow-y",
    "object-fit", "flex-direction", "flex-wrap", "flex-grow", "flex-shrink", "flex-basis",
    "align-items", "align-self", "justify-content", "row-gap", "column-gap", "max-width",
    "min-width", "max-height", "min-height", "list-style-type", "list-style-position", "content",
    "fill", "stroke", "accent-color", "appearance", "tab-size",
  ]
  /// Those that take over the colour of the text where they have none of their own.
  static let followsColor: Set<String> = [
    "text-decoration-color", "border-top-color", "border-right-color", "border-bottom-color",
    "border-left-color", "outline-color",
  ]

  /// What a browser answered to `DOMSnapshot.captureSnapshot`.
  init(_ answer: JSONTree, declarations: [Declaration]) {
    self.declarations = declarations
    guard let document = answer["documents"]?.array?.first else { return }
    let reader = Reader(strings: answer["strings"]?.array ?? [], document: document)
    elements = reader.elements()
  }

  /// Returns the index after the last element in an element.
  func end(of index: Int) -> Int {
    var end = index + 1
    while end < elements.count, elements[end].depth > elements[index].depth { end += 1 }
    return end
  }

  /// Names an element's place by the element before it: `after .a-t`.
  func place(of index: Int) -> String {
    let parent = elements[index].parent
    let earlier = (max(parent, 0)..<index).last { elements[$0].parent == parent }
    return earlier.map { "after \(elements[$0].selector)" } ?? "first"
  }

  /// Reads the columns of numbers that a browser answers with.
  private struct Reader {
    let strings: [JSONTree]
    let document: JSONTree

    func string(_ index: JSONTree?) -> String {
      guard let index = index?.int, strings.indices.contains(index) else { return "" }
      return strings[index].string ?? ""
    }

    func elements() -> [Element] {
      let tree = document["nodes"]
      let parents = (tree?["parentIndex"]?.array ?? []).map { $0.int ?? -1 }
      let kinds = (tree?["nodeType"]?.array ?? []).map { $0.int ?? 0 }
      let names = tree?["nodeName"]?.array ?? []
      let values = tree?["nodeValue"]?.array ?? []
      let attributes = tree?["attributes"]?.array ?? []
      let pseudo = pseudoKinds(tree)
      var places = [Int](repeating: -1, count: parents.count)
      var elements: [Element] = []
      for index in parents.indices where kinds.indices.contains(index) {
        let above = parents[index]
        let parent = places.indices.contains(above) ? places[above] : -1
        if kinds[index] == Self.text, parent >= 0, values.indices.contains(index) {
          elements[parent].sourceText += string(values[index])
        }
        guard kinds[index] == Self.element else { continue }
        let name = names.indices.contains(index) ? string(names[index]) : ""
        let facts = attributes.indices.contains(index) ? attributes[index].array ?? [] : []
        places[index] = elements.count
        elements.append(
          Element(
            tag: pseudo[index].map { "::\($0)" } ?? lowercase(name), id: value("id", facts),
            classes: value("class", facts).split(separator: " ").map(String.init), parent: parent,
            depth: parent < 0 ? 0 : elements[parent].depth + 1, box: nil, styles: [], text: ""))
        elements[elements.count - 1].attributes = others(facts)
        if let kind = pseudo[index], parent >= 0 {
          elements[elements.count - 1].classes =
            elements[parent].classes.isEmpty ? [] : ["\(elements[parent].classes[0])::\(kind)"]
        }
      }
      place(&elements, places, parents, kinds)
      return elements
    }

    private func pseudoKinds(_ tree: JSONTree?) -> [Int: String] {
      let indices = tree?["pseudoType"]?["index"]?.array ?? []
      let values = tree?["pseudoType"]?["value"]?.array ?? []
      var kinds: [Int: String] = [:]
      for (index, value) in zip(indices, values) {
        if let index = index.int { kinds[index] = string(value) }
      }
      return kinds
    }

    /// Kinds of nodes, as DOM numbers them.
    private static let element = 1
    private static let text = 3

    private func others(_ facts: [JSONTree]) -> [String] {
      var found: [String] = []
      for index in stride(from: 0, to: facts.count - 1, by: 2) {
        let name = string(facts[index])
        if name != "id", name != "class" { found += [name, string(facts[index + 1])] }
      }
      return found
    }

    private func value(_ name: String, _ facts: [JSONTree]) -> String {
      var index = 0
      while index + 1 < facts.count {
        if string(facts[index]) == name { return string(facts[index + 1]) }
        index += 2
      }
      return ""
    }

    private func lowercase(_ name: String) -> String {
      String(decoding: name.utf8.map { Bytes.lowercase($0) }, as: UTF8.self)
    }

    /// Puts boxes, properties and texts to their elements.
    private func place(
      _ elements: inout [Element], _ places: [Int], _ parents: [Int], _ kinds: [Int]
    ) {
      let layout = document["layout"]
      let indices = layout?["nodeIndex"]?.array ?? []
      let bounds = layout?["bounds"]?.array ?? []
      let styles = layout?["styles"]?.array ?? []
      let texts = layout?["text"]?.array ?? []
      for (row, index) in indices.enumerated() {
        guard let index = index.int, places.indices.contains(index) else { continue }
        if kinds[index] == Self.element {
          let element = places[index]
          elements[element].box = bounds.indices.contains(row) ? box(bounds[row]) : nil
          if styles.indices.contains(row) {
            elements[element].styles = (styles[row].array ?? []).map { shortColor(string($0)) }
          }
        } else if texts.indices.contains(row), places.indices.contains(parents[index]) {
          let element = places[parents[index]]
          if element >= 0 { elements[element].text += string(texts[row]) }
        }
      }
    }

    private func box(_ bounds: JSONTree) -> Box? {
      let numbers = (bounds.array ?? []).compactMap(\.number)
      guard numbers.count == 4, numbers.allSatisfy({ abs($0) < 1e9 }) else { return nil }
      return Box(
        left: Int(numbers[0].rounded(.down)), top: Int(numbers[1].rounded(.down)),
        right: Int((numbers[0] + numbers[2]).rounded(.up)),
        bottom: Int((numbers[1] + numbers[3]).rounded(.up)))
    }
  }
}

/// `rgb(102, 102, 119)` as `#666677`; anything else as it is.
func shortColor(_ text: String) -> String {
  guard text.hasPrefix("rgb("), text.hasSuffix(")") else { return text }
  let numbers = text.dropFirst(4).dropLast().split(separator: ",").compactMap {
    UInt8($0.drop { $0 == " " })
  }
  guard numbers.count == 3 else { return text }
  return "#"
    + numbers.map { number in
      let digits = String(number, radix: 16)
      return digits.utf8.count == 1 ? "0\(digits)" : digits
    }.joined()
}

/// One declaration of a page's style sheet.
package struct Declaration: Hashable, Sendable {
  /// The rule's selector, with the conditions it stands under before it.
  package var rule: String
  package var property: String
  package var value: String
  /// The conditions alone: `@layer a @media (width < 560px)`.
  package var conditions: String

  init?(_ row: JSONTree) {
    // Layouts that were kept before conditions were told apart have three texts.
    guard let texts = row.strings, texts.count == 3 || texts.count == 4 else { return nil }
    (rule, property, value) = (texts[0], texts[1], texts[2])
    conditions = texts.count == 4 ? texts[3] : ""
  }

  /// The rule without its conditions.
  var selector: Substring { rule.dropFirst(conditions.isEmpty ? 0 : conditions.count + 1) }

  /// Lists them in the page, those of linked and imported sheets too; a sheet from another server,
  /// which nobody loads, is passed over.
  static let script = """
    (() => {
      const found = [];
      const split = text => {
        const parts = [];
        let depth = 0, quote = '', part = '';
        for (const c of text) {
          if (quote) { if (c === quote) quote = ''; }
          else if (c === '"' || c === "'") quote = c;
          else if (c === '(') depth++;
          else if (c === ')') depth--;
          if (c === ';' && !depth && !quote) { parts.push(part); part = ''; } else part += c;
        }
        parts.push(part);
        return parts.map(p => p.trim()).filter(p => p);
      };
      const walk = (rules, above) => {
        for (const rule of rules) {
          const own = rule.selectorText
            || rule.cssText.slice(0, Math.max(rule.cssText.indexOf('{'), 0)).trim();
          const name = (above ? above + ' ' : '') + own;
          if (rule.style) for (const text of split(rule.style.cssText)) {
            const colon = text.indexOf(':');
            found.push([name, text.slice(0, colon).trim(), text.slice(colon + 1).trim(), above]);
          }
          if (rule.cssRules) walk(rule.cssRules, name);
          if (rule.styleSheet) read(rule.styleSheet, above);
        }
      };
      const read = (sheet, above) => {
        const media = sheet.media.mediaText;
        const name = [above, media && '@media ' + media].filter(part => part).join(' ');
        try { walk(sheet.cssRules, name); } catch (error) {}
      };
      for (const sheet of document.styleSheets) read(sheet, '');
      return found;
    })()
    """
}

/// A layout as the browser told it, not read yet: most are only kept, and few ever compared.
package struct KeptLayout: Sendable {
  /// The browser's answer with the layout, and on the next line the one with the declarations.
  package let bytes: [UInt8]

  /// A layout that was kept.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// What it says, or nothing where it is damaged.
  package func read() -> PageLayout? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    guard lines.count == 2, let layout = try? JSONTree(Array(lines[0])),
      let rules = try? JSONTree(Array(lines[1])), let answer = layout["result"]
    else { return nil }
    let rows = rules["result"]?["result"]?["value"]?.array ?? []
    return PageLayout(answer, declarations: rows.compactMap(Declaration.init))
  }
}
