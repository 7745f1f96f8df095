/// Cuts the lists of `:is()` in a selector to what certain markup has.
enum SelectorCutting {
  private static let list = Array(":is(".utf8)

  /// Appends a selector that matches the same elements of the markup, with the same specificity.
  static func append(
    _ selector: ArraySlice<UInt8>, to css: inout [UInt8], for use: StyleUse, _ names: StyleNames
  ) {
    var start = selector.startIndex
    var index = start
    while index < selector.endIndex {
      guard selector[index] == UInt8(ascii: ":"), selector[index...].starts(with: list) else {
        index += 1
        continue
      }
      let inner = index + list.count
      css += selector[start..<index]
      index = SelectorNeeds.end(of: selector, from: inner - 1)
      append(list: selector[inner..<(index - 1)], to: &css, for: use, names)
      start = index
    }
    css += selector[start...]
  }

  private static func append(
    list inner: ArraySlice<UInt8>, to css: inout [UInt8], for use: StyleUse,
    _ names: StyleNames
  ) {
    // The names in the list are known since the sheet was parsed.
    var names = names
    let parts = SelectorNeeds.parts(of: inner)
    var kept = parts.filter { SelectorNeeds($0, in: &names).areMet(by: use) }
    // The most specific selector of a list gives the whole list its specificity (Selectors 4, 17).
    let isNested = inner.contains(UInt8(ascii: "("))
    let weight = kept.map(weight).max() ?? 0
    if isNested || kept.isEmpty || weight < (parts.map(Self.weight).max() ?? 0) { kept = parts }
    if kept.count == 1, isClass(kept[0]) {
      css += kept[0]
      return
    }
    css += list
    for (index, part) in kept.enumerated() {
      if index > 0 { css.append(UInt8(ascii: ",")) }
      css += part
    }
    css.append(UInt8(ascii: ")"))
  }

  /// Returns the specificity: classes and the like count more than any number of elements.
  private static func weight(_ part: ArraySlice<UInt8>) -> Int {
    var weight = 0
    var last = UInt8(ascii: " ")
    for byte in part {
      switch byte {
      case UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: ":"): weight += 1_000
      case let byte where isNamePart(byte) && " >+~".utf8.contains(last): weight += 1
      case _: break
      }
      last = byte
    }
    return weight
  }

  /// Returns whether a selector is one class, which needs no list around it.
  private static func isClass(_ part: ArraySlice<UInt8>) -> Bool {
    part.first == UInt8(ascii: ".") && part.dropFirst().allSatisfy(isNamePart)
  }
}
