import Bytes
import Snapshots

extension SuiteCase.State {
  /// What can have the focus.
  private static let focusable =
    ":is(a[href], area[href], button, input, select, textarea, summary, [tabindex], [contenteditable])"

  /// Which elements match which pseudo-classes while a reader does this.
  fileprivate var forced: [(selector: String, pseudoClasses: [JSONTree])] {
    switch self {
    case .rest: []
    // Whoever points at something points at all it is in.
    case .hover: [("*", ["hover"])]
    case .focus:
      [
        (Self.focusable, ["focus", "focus-visible", "focus-within"]),
        (":has(\(Self.focusable)):not(\(Self.focusable))", ["focus-within"]),
      ]
    case .visited: [(":is(a, area)[href]", ["visited"])]
    case .folded: []
    }
  }
}

extension Browser {
  /// As many orders as neither pipe is ever filled by.
  private static var ordersAtOnce: Int { 128 }

  /// Has elements look as they do while a reader does this to them, until another page is loaded.
  ///
  /// No script could have them do so, and which links were visited no page may know: the browser's own
  /// inspector decides it.
  mutating func force(_ state: SuiteCase.State) throws(ShotError) {
    if state == .folded {
      let script = "document.querySelectorAll('details').forEach(it => { it.open = false; })"
      _ = try ask("Runtime.evaluate", ["expression": .string(script)])
    }
    if state.forced.isEmpty {
      if isInspecting { for domain in ["CSS", "DOM"] { _ = try ask("\(domain).disable") } }
      isInspecting = false
      return
    }
    if !isInspecting { for domain in ["DOM", "CSS"] { _ = try ask("\(domain).enable") } }
    isInspecting = true
    let page = try ask("DOM.getDocument", ["depth": 0])["root"]?["nodeId"] ?? .null
    for (selector, pseudoClasses) in state.forced {
      let found = try ask(
        "DOM.querySelectorAll", ["nodeId": page, "selector": .string(selector)])
      try force(found["nodeIds"]?.array ?? [], .array(pseudoClasses))
    }
  }

  private mutating func force(
    _ elements: [JSONTree], _ pseudoClasses: JSONTree
  ) throws(ShotError) {
    var rest = elements[...]
    while !rest.isEmpty {
      var orders: [Int] = []
      for element in rest.prefix(Self.ordersAtOnce) {
        orders.append(
          try send(
            "CSS.forcePseudoState", ["nodeId": element, "forcedPseudoClasses": pseudoClasses]))
      }
      rest = rest.dropFirst(Self.ordersAtOnce)
      for order in orders { _ = try answer(to: order, method: "CSS.forcePseudoState") }
    }
  }
}
