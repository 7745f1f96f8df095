import AtollBytes

/// The accessibility tree of a page as text, with one line per exposed node, indented by depth.
///
/// After the tree, there is a list with a line for each element that has an id, a language, a URL
/// or a similar attribute. Only this list shows a changed link target or a missing anchor.
enum AccessibilityTree {
  private static let states: Set<String> = [
    "checked", "pressed", "expanded", "disabled", "required", "invalid", "level", "selected",
  ]
  private static let statesOmittedIfFalse: Set<String> = [
    "disabled", "required", "invalid", "selected",
  ]

  /// The script that lists the ids, languages, URLs and similar attributes in a page.
  static let attributesScript = EmbeddedData.text(of: "attributes.js")

  /// Returns the elements that `attributesScript` lists, one per line.
  static func linesOfAttributes(in rows: JSONValue?) -> String {
    let lines = (rows?.array ?? []).compactMap(\.strings).map { row in
      let attributes = stride(from: 1, to: row.count - 1, by: 2).map {
        " \(row[$0])=\(JSONValue.string(row[$0 + 1]).serialized)"
      }
      return "  \(row.first ?? "")\(attributes.joined())\n"
    }
    return "Ids, languages and addresses\n\(lines.joined())"
  }

  /// Returns a browser's answer to `Accessibility.getFullAXTree` as text.
  static func text(of answer: JSONValue) -> String {
    let nodes = answer["nodes"]?.array ?? []
    var nodesByID: [String: JSONValue] = [:]
    for node in nodes {
      if let id = node["nodeId"]?.string { nodesByID[id] = node }
    }
    var text = ""
    var pending = nodes.first.map { [(node: $0, depth: 0)] } ?? []
    while let (node, depth) = pending.popLast() {
      let role = node["role"]?["value"]?.string ?? ""
      if role == "InlineTextBox" || role == "LineBreak" { continue }
      let isExposed = node["ignored"]?.bool != true && role != "none" && role != "generic"
      if isExposed { text += line(of: node, role: role, depth: depth) }
      for id in (node["childIds"]?.strings ?? []).reversed() {
        if let child = nodesByID[id] { pending.append((child, isExposed ? depth + 1 : depth)) }
      }
    }
    return text
  }

  private static func line(of node: JSONValue, role: String, depth: Int) -> String {
    var line = String(repeating: "  ", count: depth) + role
    if let name = node["name"]?["value"]?.string, !name.isEmpty {
      line += " " + JSONValue.string(name).serialized
    }
    for property in node["properties"]?.array ?? [] {
      guard let name = property["name"]?.string, states.contains(name),
        let value = property["value"]?["value"]
      else { continue }
      let text = value.string ?? value.serialized
      if text != "false" || !statesOmittedIfFalse.contains(name) { line += " \(name)=\(text)" }
    }
    return line + "\n"
  }
}
