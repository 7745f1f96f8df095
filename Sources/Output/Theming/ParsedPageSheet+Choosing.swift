extension ParsedPageSheet {
  /// The rules that certain markup can use, and how their custom properties are written.
  private struct Reduction {
    /// Whether each selector is kept.
    var isSelectorKept: [Bool]
    /// Whether each name is that of a custom property whose declarations are kept.
    var isPropertyKept: [Bool]
    /// For each name, the range of the value that is written instead of the custom property, if
    /// any.
    var inlinedValues: [Range<Int>?]

    /// Returns whether any of a rule's selectors is kept.
    func keepsRule(_ selectors: Range<Int>) -> Bool { isSelectorKept[selectors].contains(true) }
  }

  /// Returns the parts of the sheet that certain markup uses.
  ///
  /// - Parameter root: The class of the root in the selectors, in place of `atoll`.
  package func css(for use: StyleUse, root: String) -> [UInt8] {
    var reduction = Reduction(
      isSelectorKept: selectors.map { $0.needs.areMet(by: use) },
      isPropertyKept: Array(repeating: false, count: names.count),
      inlinedValues: Array(repeating: nil, count: names.count))
    chooseProperties(for: &reduction)
    let reducer = SelectorReducer(sheet: text, names: names, use: use)
    return Theme.applying(
      cascade, to: written(reduction, reducer: reducer, root: Array(root.utf8)), root: root)
  }

  /// Decides which custom properties are kept, and which are replaced by their values.
  ///
  /// In a sealed sheet or a page's sheet, a property that no palette changes is replaced with its
  /// value if that is shorter. In other sheets, properties are kept for host pages to change.
  private func chooseProperties(for reduction: inout Reduction) {
    var counts = Array(repeating: 0, count: names.count)
    var needsName = Array(repeating: false, count: names.count)
    /// The indices of the declarations of each custom property.
    var custom: [[Int]] = Array(repeating: [], count: names.count)
    var waiting: [Int] = []
    for case .rule(let selectors, let range) in steps where reduction.keepsRule(selectors) {
      for index in range {
        for use in uses[declarations[index].uses] where use.hasFallback {
          needsName[use.property] = true
        }
        if let property = declarations[index].property {
          custom[property].append(index)
        } else {
          waiting += uses[declarations[index].uses].map(\.property)
        }
      }
    }
    while let property = waiting.popLast() {
      counts[property] += 1
      guard counts[property] == 1 else { continue }
      for index in custom[property] { waiting += uses[declarations[index].uses].map(\.property) }
    }
    for property in counts.indices where counts[property] > 0 {
      reduction.isPropertyKept[property] = true
      guard hasFixedLengths, !needsName[property], custom[property].count == 1,
        let only = custom[property].first, declarations[only].uses.isEmpty,
        isFixedToken(property)
      else { continue }
      let value = declarations[only].value
      let useCount = Self.variableOpening.utf8CodeUnitCount + names[property].utf8.count + 1
      let saved = counts[property] * (useCount - value.count) + declarations[only].text.count
      if saved > 0 {
        reduction.inlinedValues[property] = value
        reduction.isPropertyKept[property] = false
      }
    }
  }

  /// Returns whether a property is a token that has the same value in all palettes.
  private func isFixedToken(_ property: Int) -> Bool {
    let name = names[property]
    return name.hasPrefix(Theme.tokenPrefix) && !Theme.isColor(name)
  }

  // MARK: Writing

  private func written(_ reduction: Reduction, reducer: SelectorReducer, root: [UInt8]) -> [UInt8] {
    var css: [UInt8] = []
    css.reserveCapacity(text.count / 2)
    var groupStarts: [Int] = []
    for step in steps {
      switch step {
      case .group(let range):
        groupStarts.append(css.count)
        css += text[range]
        css.append(UInt8(ascii: "{"))
      case .end:
        let start = groupStarts.popLast()
        if css.last == UInt8(ascii: "{"), let start {
          css.removeLast(css.count - start)
        } else {
          css.append(UInt8(ascii: "}"))
        }
      case .rule(let selectors, let range):
        guard reduction.keepsRule(selectors) else { continue }
        let start = css.count
        append(selectors, reduction: reduction, reducer: reducer, root: root, to: &css)
        if !append(declarations: range, reduction: reduction, to: &css) {
          css.removeLast(css.count - start)
        }
      }
    }
    return css
  }

  private func append(
    _ range: Range<Int>, reduction: Reduction, reducer: SelectorReducer, root: [UInt8],
    to css: inout [UInt8]
  ) {
    var isFirst = true
    for index in range where reduction.isSelectorKept[index] {
      if !isFirst { css.append(UInt8(ascii: ",")) }
      isFirst = false
      var selector = selectors[index].text
      if text[selector].starts(with: PageSheetRules.atollRoot) {
        css.append(UInt8(ascii: "."))
        css += root
        selector = selector.dropFirst(PageSheetRules.atollRoot.count)
      }
      reducer.append(selector, to: &css)
    }
  }

  /// Appends the declarations of a rule that are kept; returns false if there are none.
  private func append(
    declarations range: Range<Int>, reduction: Reduction, to css: inout [UInt8]
  ) -> Bool {
    css.append(UInt8(ascii: "{"))
    var isEmpty = true
    for declaration in declarations[range] {
      if let property = declaration.property, !reduction.isPropertyKept[property] { continue }
      if !isEmpty { css.append(UInt8(ascii: ";")) }
      isEmpty = false
      var start = declaration.text.lowerBound
      for use in uses[declaration.uses] {
        guard !use.hasFallback, let value = reduction.inlinedValues[use.property] else { continue }
        css += text[start..<use.text.lowerBound]
        css += text[value]
        start = use.text.upperBound
      }
      css += text[start..<declaration.text.upperBound]
    }
    css.append(UInt8(ascii: "}"))
    return !isEmpty
  }
}
