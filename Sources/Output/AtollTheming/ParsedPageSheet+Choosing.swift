extension ParsedPageSheet {
  /// The parts of the sheet that certain markup uses.
  private struct Choice {
    /// For each selector of the sheet, whether it is kept.
    var isSelectorKept: [Bool]
    /// For each name of the sheet, whether it is a custom property whose declarations are kept.
    var isPropertyKept: [Bool]

    func keepsRule(_ selectors: Range<Int>) -> Bool { isSelectorKept[selectors].contains(true) }
  }

  /// Returns the parts of the sheet that certain markup uses.
  ///
  /// - Parameter root: The class of the root in the selectors, in place of `atoll`.
  package func css(for use: StyleUse, root: String) -> [UInt8] {
    var choice = Choice(
      isSelectorKept: selectors.map { $0.needs.areMet(by: use) },
      isPropertyKept: Array(repeating: false, count: names.count))
    chooseProperties(for: &choice)
    return Theme.applying(cascade, to: css(of: choice, root: Array(root.utf8)), root: root)
  }

  /// Chooses the custom properties that the rules use, directly or through other properties.
  private func chooseProperties(for choice: inout Choice) {
    var declarationsOfProperty: [[Int]] = Array(repeating: [], count: names.count)
    var waiting: [Int] = []
    for case .rule(let selectors, let range) in steps where choice.keepsRule(selectors) {
      for index in range {
        if let property = declarations[index].property {
          declarationsOfProperty[property].append(index)
        } else {
          waiting += properties(usedBy: declarations[index])
        }
      }
    }
    while let property = waiting.popLast() {
      guard !choice.isPropertyKept[property] else { continue }
      choice.isPropertyKept[property] = true
      for index in declarationsOfProperty[property] {
        waiting += properties(usedBy: declarations[index])
      }
    }
  }

  /// Returns the custom properties that a declaration uses, without those replaced by their values.
  private func properties(usedBy declaration: Declaration) -> [Int] {
    uses[declaration.uses].filter { fixedValueRange(for: $0) == nil }.map(\.property)
  }

  // MARK: Writing

  private func css(of choice: Choice, root: [UInt8]) -> [UInt8] {
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
        guard choice.keepsRule(selectors) else { continue }
        let start = css.count
        append(selectors: selectors, of: choice, root: root, to: &css)
        if !append(declarations: range, of: choice, to: &css) {
          css.removeLast(css.count - start)
        }
      }
    }
    return css
  }

  private func append(
    selectors range: Range<Int>, of choice: Choice, root: [UInt8], to css: inout [UInt8]
  ) {
    var isFirst = true
    for index in range where choice.isSelectorKept[index] {
      if !isFirst { css.append(UInt8(ascii: ",")) }
      isFirst = false
      var selector = selectors[index].text
      if text[selector].starts(with: PageSheetRules.atollRoot) {
        css.append(UInt8(ascii: "."))
        css += root
        selector = selector.dropFirst(PageSheetRules.atollRoot.count)
      }
      css += text[selector]
    }
  }

  /// Appends the kept declarations of a rule; returns `false` if there are none.
  private func append(
    declarations range: Range<Int>, of choice: Choice, to css: inout [UInt8]
  ) -> Bool {
    css.append(UInt8(ascii: "{"))
    var isEmpty = true
    for declaration in declarations[range] {
      if let property = declaration.property, !choice.isPropertyKept[property] { continue }
      if !isEmpty { css.append(UInt8(ascii: ";")) }
      isEmpty = false
      var start = declaration.text.lowerBound
      for use in uses[declaration.uses] {
        guard let value = fixedValueRange(for: use) else { continue }
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
