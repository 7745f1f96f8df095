import Bytes

/// The accessibility tree of a page as text: a line for each part that is told, indented by depth.
enum AccessibilityTree {
  private static let states: Set<String> = [
    "checked", "pressed", "expanded", "disabled", "required", "invalid", "level", "selected",
  ]
  /// Those that are only told where they hold.
  private static let exceptions: Set<String> = ["disabled", "required", "invalid", "selected"]

  /// The text of what a browser answered to `Accessibility.getFullAXTree`.
  static func text(of answer: JSONTree) -> String {
    let parts = answer["nodes"]?.array ?? []
    var places: [String: JSONTree] = [:]
    for part in parts {
      if let id = part["nodeId"]?.string { places[id] = part }
    }
    var text = ""
    var pending = parts.first.map { [(part: $0, depth: 0)] } ?? []
    while let (part, depth) = pending.popLast() {
      let role = part["role"]?["value"]?.string ?? ""
      if role == "InlineTextBox" || role == "LineBreak" { continue }
      let isTold = part["ignored"]?.bool != true && role != "none" && role != "generic"
      if isTold { text += line(part, role, depth) }
      for id in (part["childIds"]?.strings ?? []).reversed() {
        if let child = places[id] { pending.append((child, isTold ? depth + 1 : depth)) }
      }
    }
    return text
  }

  private static func line(_ part: JSONTree, _ role: String, _ depth: Int) -> String {
    var line = String(repeating: "  ", count: depth) + role
    if let name = part["name"]?["value"]?.string, !name.isEmpty {
      line += " " + JSONTree.string(name).text
    }
    for property in part["properties"]?.array ?? [] {
      guard let name = property["name"]?.string, states.contains(name),
        let value = property["value"]?["value"]
      else { continue }
      let told = value.string ?? value.text
      if told != "false" || !exceptions.contains(name) { line += " \(name)=\(told)" }
    }
    return line + "\n"
  }
}
