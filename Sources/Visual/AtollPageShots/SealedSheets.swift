import AtollBytes
import AtollTheming

/// The sealed style sheets in a page: those of fragments and cards.
///
/// No rule of the surrounding page can change the elements that a sealed style sheet styles.
///
/// Sealing gives the root its own class, makes all declarations `!important`, and keeps in `:is()`
/// lists only what the markup uses. Findings show the declarations as the theme's author wrote
/// them.
struct SealedSheets {
  /// The selectors of the roots, such as `.k6fn`.
  private let roots: [String]

  /// Finds the roots of all sealed sheets among the declarations of a page.
  init(in declarations: [Declaration]) {
    var roots: [String] = []
    for root in declarations.compactMap(Self.root) where !roots.contains(root) {
      roots.append(root)
    }
    self.roots = roots
  }

  /// Returns the declarations as the theme's author wrote them, even those in sealed sheets.
  ///
  /// For example, the selector `.k6fn :is(.a-hi)` becomes `.atoll .a-hi`.
  func unsealed(_ declarations: [Declaration]) -> [Declaration] {
    if roots.isEmpty { return declarations }
    return declarations.map { declaration in
      let rule = unsealedSelector(declaration.rule)
      if rule == declaration.rule { return declaration }
      var copy = declaration
      copy.rule = Self.withoutSingleLists(rule)
      copy.value = Self.withoutImportance(declaration.value)
      copy.conditions = unsealedSelector(declaration.conditions)
      return copy
    }
  }

  /// Returns a selector with the theme's root in place of the roots of sealed sheets.
  func unsealedSelector(_ selector: String) -> String { roots.reduce(selector, Self.replacingRoot) }

  /// Returns the root's selector if the declaration is in the first rule of a sealed sheet:
  /// `.k6fn { all: initial }`.
  private static func root(_ declaration: Declaration) -> String? {
    guard declaration.property == "all", declaration.value.hasPrefix("initial") else { return nil }
    let selector = declaration.selector.prefix { $0 != "," }
    return selector.hasPrefix(".k") && selector.utf8.dropFirst().allSatisfy(isLetterOrDigit)
      ? String(selector) : nil
  }

  /// Returns a rule with the theme's root in place of a sealed root.
  private static func replacingRoot(in rule: String, root: String) -> String {
    let parts = rule.split(atText: root)
    var renamed = String(parts[0])
    for part in parts.dropFirst() {
      let continues = part.utf8.first.map {
        isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      }
      renamed += (continues == true ? root : ".\(Theme.rootClass)") + part
    }
    return renamed
  }

  /// Returns a rule with `.a` in place of `:is(.a)`.
  private static func withoutSingleLists(_ rule: String) -> String {
    let start = ":is("
    var result = String()
    var rest = rule[...]
    while let found = rest.firstIndex(of: ":") {
      result += rest[..<found]
      rest = rest[found...]
      guard rest.hasPrefix(start),
        let end = rest.firstIndex(where: { $0 == "," || $0 == ")" }), rest[end] == ")",
        !rest[rest.index(rest.startIndex, offsetBy: start.count)..<end].contains("(")
      else {
        result.append(rest.removeFirst())
        continue
      }
      result += rest[rest.index(rest.startIndex, offsetBy: start.count)..<end]
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static let importance = "!important"

  private static func withoutImportance(_ value: String) -> String {
    guard value.hasSuffix(importance) else { return value }
    var rest = value.dropLast(importance.count)
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}
