/// The rules of a page's style sheet, from which a smaller sheet for certain markup can be made.
///
/// A rule is left out if its selector needs a class or element that the markup does not have, and a custom property if
/// no rule uses it. What is left matches the same elements in the same order of precedence.
package struct PageSheetRules: Sendable {
  private enum Step: Sendable {
    /// The beginning of an at-rule, such as `@media print`.
    case group([UInt8])
    case rule([Selector], [Declaration])
    case end
  }

  private struct Selector: Sendable {
    var text: [UInt8]
    var needs: SelectorNeeds
  }

  private struct Declaration: Sendable {
    /// The name of a custom property; `nil` for other properties.
    var customName: String?
    var text: [UInt8]
    /// The custom properties that its value uses.
    var uses: [String]
    /// Those of them with a fallback, which is used where the property is not set.
    var usesWithFallback: [String]
  }

  /// The rules, once they are read.
  private var steps: [Step] = []
  private let cascade: Cascade
  /// The rules without a layer, as text.
  private let text: [UInt8]

  /// Returns the whole sheet, with a class of the root in place of `atoll`.
  package func whole(root: String = Theme.rootClass) -> [UInt8] {
    Theme.applying(
      cascade, to: root == Theme.rootClass ? text : Self.renaming(root: root, in: text), root: root)
  }

  /// Replaces the class of the root in all selectors.
  private static func renaming(root: String, in css: [UInt8]) -> [UInt8] {
    var renamed: [UInt8] = []
    renamed.reserveCapacity(css.count)
    var strings = StringFollower()
    var index = 0
    while index < css.count {
      let end = index + atollRoot.count
      if !strings.isInString(css[index]), css[index] == UInt8(ascii: "."), end < css.count,
        css[index..<end].elementsEqual(atollRoot), !isNamePart(css[end])
      {
        renamed.append(UInt8(ascii: "."))
        renamed += root.utf8
        index = end
      } else {
        renamed.append(css[index])
        index += 1
      }
    }
    return renamed
  }

  /// The rules of a sheet that Atoll wrote, not read yet; `css` is without the layer.
  init(_ css: [UInt8], _ cascade: Cascade) {
    self.cascade = cascade
    text = css
  }

  /// Returns the same rules after reading them, which takes longer than rendering some hundred comments.
  package func reading() -> PageSheetRules {
    var rules = self
    rules.read()
    return rules
  }

  private mutating func read() {
    let css = text
    var strings = StringFollower()
    var start = 0
    var isRule = false
    for index in css.indices where !strings.isInString(css[index]) {
      switch css[index] {
      case UInt8(ascii: "{"):
        let text = css[start..<index]
        isRule = text.first != UInt8(ascii: "@") || text.starts(with: "@page".utf8)
        if isRule {
          steps.append(.rule(Self.selectors(text), []))
        } else {
          steps.append(.group(Array(text)))
        }
        start = index + 1
      case UInt8(ascii: ";"):
        addDeclaration(css[start..<index])
        start = index + 1
      case UInt8(ascii: "}"):
        if isRule { addDeclaration(css[start..<index]) } else { steps.append(.end) }
        isRule = false
        start = index + 1
      case _: break
      }
    }
  }

  private static func selectors(_ text: ArraySlice<UInt8>) -> [Selector] {
    SelectorNeeds.parts(of: text).map { part in
      let isPage = part.first == UInt8(ascii: "@")
      return Selector(text: Array(part), needs: SelectorNeeds(isPage ? [] : part))
    }
  }

  private mutating func addDeclaration(_ text: ArraySlice<UInt8>) {
    guard !text.isEmpty, case .rule(let selectors, var declarations)? = steps.popLast()
    else { return }
    let isCustom = text.starts(with: "--".utf8)
    let name = isCustom ? String(decoding: text.prefix { isNamePart($0) }, as: UTF8.self) : nil
    let (uses, withFallback) = Self.uses(in: text)
    declarations.append(
      Declaration(
        customName: name, text: Array(text), uses: uses, usesWithFallback: withFallback))
    steps.append(.rule(selectors, declarations))
  }

  private static let use = Array("var(".utf8)

  /// Returns the names in every `var()`, and those that have a fallback.
  private static func uses(in text: ArraySlice<UInt8>) -> (all: [String], withFallback: [String]) {
    var names: [String] = []
    var withFallback: [String] = []
    var rest = text
    while let range = rest.firstRange(of: use) {
      rest = rest[range.upperBound...].drop { $0 == 0x20 }
      let name = rest.prefix { isNamePart($0) }
      names.append(String(decoding: name, as: UTF8.self))
      let end = rest.dropFirst(name.count).first
      if end != UInt8(ascii: ")") { withFallback.append(String(decoding: name, as: UTF8.self)) }
    }
    return (names, withFallback)
  }

  // MARK: A smaller sheet

  /// Returns the sheet for certain markup.
  ///
  /// - Parameter root: The class of the root in the selectors, in place of `atoll`.
  package func css(for use: StyleUse, root: String) -> [UInt8] {
    var kept: [Step] = []
    for step in steps {
      switch step {
      case .group: kept.append(step)
      case .rule(let selectors, let declarations):
        var matching = selectors.filter { $0.needs.areMet(by: use) }
        for index in matching.indices {
          matching[index].text = SelectorCutting.cut(matching[index].text, to: use)
        }
        if !matching.isEmpty { kept.append(.rule(matching, declarations)) }
      case .end:
        if case .group = kept.last { kept.removeLast() } else { kept.append(.end) }
      }
    }
    let (values, used) = properties(of: kept)
    return Theme.applying(cascade, to: Self.written(kept, values, used, root: root), root: root)
  }

  /// Returns the values to be written in place of custom properties, and the custom properties that are needed besides.
  ///
  /// In a sealed sheet, a property that no palette changes is written where it is used if that is shorter. The properties of
  /// other sheets are there for host pages to change.
  private func properties(of steps: [Step]) -> (values: [String: [UInt8]], used: Set<String>) {
    var counts: [String: Int] = [:]
    var custom: [String: [Declaration]] = [:]
    var waiting: [String] = []
    var needed: Set<String> = []
    for case .rule(_, let declarations) in steps {
      for declaration in declarations {
        needed.formUnion(declaration.usesWithFallback)
        if let name = declaration.customName {
          custom[name, default: []].append(declaration)
        } else {
          waiting += declaration.uses
        }
      }
    }
    while let name = waiting.popLast() {
      counts[name, default: 0] += 1
      if counts[name] == 1 { waiting += custom[name, default: []].flatMap(\.uses) }
    }
    var values: [String: [UInt8]] = [:]
    for (name, count) in counts where cascade == .sealed {
      guard let only = custom[name], only.count == 1, only[0].uses.isEmpty,
        name.hasPrefix(Theme.tokenPrefix), !Theme.isColor(name), !needed.contains(name)
      else { continue }
      let value = Array(only[0].text.dropFirst(name.utf8.count + 1))
      let useCount = Self.use.count + name.utf8.count + 1
      let saved = count * (useCount - value.count) + only[0].text.count
      if saved > 0 { values[name] = value }
    }
    return (values, Set(counts.keys).subtracting(values.keys))
  }

  private static func written(
    _ steps: [Step], _ values: [String: [UInt8]], _ used: Set<String>, root: String
  ) -> [UInt8] {
    var css: [UInt8] = []
    var openings: [Int] = []
    for step in steps {
      switch step {
      case .group(let text):
        openings.append(css.count)
        css += text
        css.append(UInt8(ascii: "{"))
      case .end:
        if css.last == UInt8(ascii: "{"), let start = openings.last {
          css.removeLast(css.count - start)
        } else {
          css.append(UInt8(ascii: "}"))
        }
        _ = openings.popLast()
      case .rule(let selectors, let declarations):
        let needed = declarations.filter { $0.customName.map(used.contains) ?? true }
        if needed.isEmpty { continue }
        for (index, selector) in selectors.enumerated() {
          if index > 0 { css.append(UInt8(ascii: ",")) }
          append(selector.text, root: root, to: &css)
        }
        css.append(UInt8(ascii: "{"))
        for (index, declaration) in needed.enumerated() {
          if index > 0 { css.append(UInt8(ascii: ";")) }
          append(declaration, values, to: &css)
        }
        css.append(UInt8(ascii: "}"))
      }
    }
    return css
  }

  private static let atollRoot = Array(".\(Theme.rootClass)".utf8)

  private static func append(_ selector: [UInt8], root: String, to css: inout [UInt8]) {
    guard selector.starts(with: atollRoot) else {
      css += selector
      return
    }
    css.append(UInt8(ascii: "."))
    css += root.utf8
    css += selector[atollRoot.count...]
  }

  /// Appends a declaration with the values of some properties in place of their `var()`.
  private static func append(
    _ declaration: Declaration, _ values: [String: [UInt8]], to css: inout [UInt8]
  ) {
    var rest = declaration.text[...]
    while let range = rest.firstRange(of: use) {
      let name = rest[range.upperBound...].prefix { isNamePart($0) }
      let end = name.endIndex + 1
      css += rest[..<range.lowerBound]
      if end <= rest.endIndex, rest[name.endIndex] == UInt8(ascii: ")"),
        let value = values[String(decoding: name, as: UTF8.self)]
      {
        css += value
        rest = rest[end...]
      } else {
        css += rest[range]
        rest = rest[range.upperBound...]
      }
    }
    css += rest
  }
}
