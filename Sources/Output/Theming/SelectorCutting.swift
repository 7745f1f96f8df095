/// Cuts the lists of `:is()` in a selector to what certain markup has.
enum SelectorCutting {
  private static let list = Array(":is(".utf8)

  /// Returns a selector that matches the same elements of the markup, with the same specificity.
  static func cut(_ selector: [UInt8], to use: StyleUse) -> [UInt8] {
    var cut: [UInt8] = []
    var rest = selector[...]
    while let range = rest.firstRange(of: list) {
      let end = SelectorNeeds.end(of: rest, from: range.upperBound - 1)
      cut += rest[..<range.lowerBound]
      append(rest[range.upperBound..<(end - 1)], to: &cut, for: use)
      rest = rest[end...]
    }
    return cut + rest
  }

  private static func append(
    _ inner: ArraySlice<UInt8>, to cut: inout [UInt8], for use: StyleUse
  ) {
    let parts = SelectorNeeds.parts(of: inner)
    var kept = parts.filter { SelectorNeeds($0).areMet(by: use) }
    // The most specific selector of a list gives the whole list its specificity (Selectors 4, 17).
    let isNested = inner.contains(UInt8(ascii: "("))
    let weight = kept.map(weight).max() ?? 0
    if isNested || kept.isEmpty || weight < (parts.map(Self.weight).max() ?? 0) { kept = parts }
    if kept.count == 1, isClass(kept[0]) {
      cut += kept[0]
      return
    }
    cut += list
    for (index, part) in kept.enumerated() {
      if index > 0 { cut.append(UInt8(ascii: ",")) }
      cut += part
    }
    cut.append(UInt8(ascii: ")"))
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
