/// Reduces the `:is()` lists in a selector to what certain markup needs.
struct SelectorReducer {
  /// The style sheet that contains the selectors.
  let sheet: [UInt8]
  let names: StyleNames
  let use: StyleUse

  private static let list = Array(":is(".utf8)

  /// Appends a selector with its `:is()` lists reduced; it still matches the same elements of the
  /// markup, with the same specificity.
  func append(_ selector: Range<Int>, to css: inout [UInt8]) {
    var start = selector.lowerBound
    var index = start
    while index < selector.upperBound {
      guard sheet[index] == UInt8(ascii: ":"),
        sheet[index..<selector.upperBound].starts(with: Self.list)
      else {
        index += 1
        continue
      }
      css += sheet[start..<index]
      let inner = index + Self.list.count
      index = sheet.span.endOfBrackets(from: inner - 1, to: selector.upperBound)
      append(list: inner..<(index - 1), to: &css)
      start = index
    }
    css += sheet[start..<selector.upperBound]
  }

  private func append(list inner: Range<Int>, to css: inout [UInt8]) {
    // The names in the list are already known from parsing the sheet.
    var names = names
    let parts = sheet.span.selectors(in: inner)
    var kept: [Range<Int>] = []
    for part in parts {
      let needs = SelectorNeeds(part, of: sheet.span, in: &names)
      if needs.areMet(by: use) { kept.append(part) }
    }
    // The most specific selector of a list gives the whole list its specificity (Selectors 4, 17).
    let isNested = sheet[inner].contains(UInt8(ascii: "("))
    let weight = kept.map(weight).max() ?? 0
    if isNested || kept.isEmpty || weight < (parts.map(self.weight).max() ?? 0) { kept = parts }
    if kept.count == 1, isClass(kept[0]) {
      css += sheet[kept[0]]
      return
    }
    css += Self.list
    for (index, part) in kept.enumerated() {
      if index > 0 { css.append(UInt8(ascii: ",")) }
      css += sheet[part]
    }
    css.append(UInt8(ascii: ")"))
  }

  /// Returns the specificity: classes and the like count more than any number of elements.
  private func weight(_ part: Range<Int>) -> Int {
    var weight = 0
    var last = UInt8(ascii: " ")
    for byte in sheet[part] {
      switch byte {
      case UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: ":"): weight += 1_000
      case let byte where isNamePart(byte) && " >+~".utf8.contains(last): weight += 1
      case _: break
      }
      last = byte
    }
    return weight
  }

  /// Returns whether a selector is a single class, which needs no list around it.
  private func isClass(_ part: Range<Int>) -> Bool {
    let part = sheet[part]
    return part.first == UInt8(ascii: ".") && part.dropFirst().allSatisfy(isNamePart)
  }
}
