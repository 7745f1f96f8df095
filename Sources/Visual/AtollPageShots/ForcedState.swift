import AtollBytes
import AtollSnapshots

extension SuiteCase.State {
  /// The selector for elements that can have the focus.
  private static let focusable =
    ":is(a[href], area[href], button, input, select, textarea, summary, [tabindex], [contenteditable])"

  /// The selectors of the elements that this state affects, with the pseudo-classes to force on
  /// them.
  fileprivate var forcedPseudoClasses: [(selector: String, pseudoClasses: [JSONValue])] {
    switch self {
    case .rest: []
    // Hovering over an element also hovers over all its ancestors.
    case .hover: [("*", ["hover"])]
    case .focus:
      [
        (Self.focusable, ["focus", "focus-visible", "focus-within"]),
        (":has(\(Self.focusable)):not(\(Self.focusable))", ["focus-within"]),
      ]
    case .visited: [(":is(a, area)[href]", ["visited"])]
    case .folded, .touch: []
    }
  }
}

extension Browser {
  /// The number of commands that are sent at a time; so few commands cannot fill a pipe.
  private static var commandsPerBatch: Int { 128 }

  /// Puts the elements of the page into a state until another page is loaded.
  ///
  /// This uses the CSS domain of the DevTools protocol, because scripts can neither force a
  /// pseudo-class nor mark a link as visited.
  mutating func force(_ state: SuiteCase.State) throws {
    if state == .folded {
      try evaluate("document.querySelectorAll('details').forEach(it => { it.open = false; })")
    }
    if state.forcedPseudoClasses.isEmpty {
      if isInspecting { for domain in ["CSS", "DOM"] { _ = try ask("\(domain).disable") } }
      isInspecting = false
      return
    }
    if !isInspecting { for domain in ["DOM", "CSS"] { _ = try ask("\(domain).enable") } }
    isInspecting = true
    let page = try ask("DOM.getDocument", with: ["depth": 0])["root"]?["nodeId"] ?? .null
    for (selector, pseudoClasses) in state.forcedPseudoClasses {
      let found = try ask(
        "DOM.querySelectorAll", with: ["nodeId": page, "selector": .string(selector)])
      try force(on: found["nodeIds"]?.array ?? [], pseudoClasses: .array(pseudoClasses))
    }
  }

  private mutating func force(
    on elements: [JSONValue], pseudoClasses: JSONValue
  ) throws {
    var rest = elements[...]
    while !rest.isEmpty {
      var commandIDs: [Int] = []
      for element in rest.prefix(Self.commandsPerBatch) {
        commandIDs.append(
          try send(
            "CSS.forcePseudoState", with: ["nodeId": element, "forcedPseudoClasses": pseudoClasses])
        )
      }
      rest = rest.dropFirst(Self.commandsPerBatch)
      for commandID in commandIDs {
        _ = try awaitAnswer(to: commandID, method: "CSS.forcePseudoState")
      }
    }
  }
}
