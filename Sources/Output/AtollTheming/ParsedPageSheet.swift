import AtollBytes

/// A page's style sheet as separate rules, from which a smaller sheet for certain markup can be
/// made.
///
/// A rule is left out if its selector needs a class or element that the markup does not have. A
/// custom property is left out if no rule uses it. The other rules match the same elements as
/// before, in the same order of precedence.
///
/// All ranges refer either to the one text or to arrays that all rules share, so that parsing takes
/// no longer than writing about a hundred comments.
package struct ParsedPageSheet: Sendable {
  let text: [UInt8]
  let cascade: Cascade
  private(set) var steps: [Step] = []
  private(set) var selectors: [Selector] = []
  private(set) var declarations: [Declaration] = []
  private(set) var uses: [PropertyUse] = []
  /// The range of the value that replaces the uses of a custom property, by property.
  private var fixedValues: [Int: Range<Int>] = [:]
  /// The classes, elements and custom properties of the sheet.
  package private(set) var names = StyleNames()

  enum Step: Sendable {
    /// The beginning of an at-rule, such as `@media print`.
    case group(Range<Int>)
    /// A rule, by its selectors and declarations.
    case rule(selectors: Range<Int>, declarations: Range<Int>)
    case end
  }

  struct Selector: Sendable {
    let text: Range<Int>
    let needs: SelectorNeeds
  }

  struct Declaration: Sendable {
    let text: Range<Int>
    /// The index in `names` of the custom property that the declaration sets; `nil` for other
    /// properties.
    let property: Int?
    let uses: Range<Int>
    let value: Range<Int>
  }

  /// A `var()` in a declaration.
  struct PropertyUse: Sendable {
    let property: Int
    /// The range from the `v` to the closing bracket, or to the end of the name if there is a
    /// fallback.
    let text: Range<Int>
    /// True if a fallback follows the name, for when the property is not set.
    let hasFallback: Bool
  }

  package init(_ rules: PageSheetRules) {
    text = rules.text
    cascade = rules.cascade
    parse()
    if rules.hasFixedLengths { findFixedValues() }
  }

  // MARK: Parsing

  private mutating func parse() {
    let text = text
    let css = text.span
    var strings = StringTracker()
    var start = 0
    var rule: (selectors: Range<Int>, firstDeclaration: Int)?
    for index in css.indices where strings.endsWord(reading: css[index]) {
      switch css[index] {
      case UInt8(ascii: "{"):
        if css[start] != UInt8(ascii: "@") || text[start..<index].starts(with: "@page".utf8) {
          rule = (addSelectors(start..<index, of: css), declarations.count)
        } else {
          steps.append(.group(start..<index))
        }
      case UInt8(ascii: ";"):
        addDeclaration(start..<index, of: css)
      case UInt8(ascii: "}"):
        if let (selectors, first) = rule {
          addDeclaration(start..<index, of: css)
          steps.append(.rule(selectors: selectors, declarations: first..<declarations.count))
          rule = nil
        } else {
          steps.append(.end)
        }
      case _: continue
      }
      start = index + 1
    }
  }

  private mutating func addSelectors(_ list: Range<Int>, of css: Span<UInt8>) -> Range<Int> {
    let first = selectors.count
    for part in css.selectors(in: list) {
      let isPage = !part.isEmpty && css[part.lowerBound] == UInt8(ascii: "@")
      let needs = isPage ? SelectorNeeds() : SelectorNeeds(part, of: css, in: &names)
      selectors.append(Selector(text: part, needs: needs))
    }
    return first..<selectors.count
  }

  private mutating func addDeclaration(_ range: Range<Int>, of css: Span<UInt8>) {
    var colon = range.lowerBound
    while colon < range.upperBound, css[colon] != UInt8(ascii: ":") { colon += 1 }
    guard colon < range.upperBound else { return }
    let name = css.extracting(range.lowerBound..<colon)
    let isCustom = name.count > 1 && name[0] == UInt8(ascii: "-") && name[1] == name[0]
    let property = isCustom ? names.add(name, as: .property) : nil
    let value = (colon + 1)..<range.upperBound
    let first = uses.count
    addUses(in: value, of: css)
    declarations.append(
      Declaration(text: range, property: property, uses: first..<uses.count, value: value))
  }

  private mutating func addUses(in value: Range<Int>, of css: Span<UInt8>) {
    let opening = Self.variableOpening.utf8CodeUnitCount
    var index = value.lowerBound
    while index + opening < value.upperBound {
      guard css[index] == UInt8(ascii: "v"),
        css.extracting(index..<(index + opening)).isExactly(Self.variableOpening),
        !css.hasOpenString(in: value.lowerBound..<index)
      else {
        index += 1
        continue
      }
      var start = index + opening
      while start < value.upperBound, css[start] == 0x20 { start += 1 }
      let name = css.name(from: start, to: value.upperBound)
      let isWhole = name.upperBound < value.upperBound && css[name.upperBound] == UInt8(ascii: ")")
      let end = name.upperBound + (isWhole ? 1 : 0)
      let property = names.add(css.extracting(name), as: .property)
      uses.append(PropertyUse(property: property, text: index..<end, hasFallback: !isWhole))
      index = end
    }
  }

  /// Finds the tokens with the same value in all palettes, if that value is shorter than a `var()`
  /// with the token's name.
  private mutating func findFixedValues() {
    var counts = Array(repeating: 0, count: names.count)
    for case let property? in declarations.lazy.map(\.property) { counts[property] += 1 }
    for declaration in declarations {
      guard let property = declaration.property, counts[property] == 1, declaration.uses.isEmpty
      else { continue }
      let name = names[property]
      guard name.hasPrefix(Theme.tokenPrefix), !Theme.isColor(name),
        declaration.value.count < Self.variableOpening.utf8CodeUnitCount + name.utf8.count
      else { continue }
      fixedValues[property] = declaration.value
    }
  }

  /// Returns the range of the value that replaces a use of a custom property; `nil` if the use
  /// stays.
  ///
  /// All uses stay in a sheet whose properties host pages may change.
  func fixedValueRange(for use: PropertyUse) -> Range<Int>? {
    use.hasFallback ? nil : fixedValues[use.property]
  }

  static let variableOpening: StaticString = "var("
}
