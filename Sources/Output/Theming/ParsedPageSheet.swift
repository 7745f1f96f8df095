import Bytes

/// The style sheet of a page as single rules, from which a smaller sheet for certain markup can be made.
///
/// A rule is left out if its selector needs a class or element that the markup does not have, and a custom property if
/// no rule uses it. What is left matches the same elements in the same order of precedence.
///
/// All ranges are places in one text, and all rules share their arrays, so that parsing takes no longer than writing some
/// hundred comments.
package struct ParsedPageSheet: Sendable {
  let text: [UInt8]
  let cascade: Cascade
  private(set) var steps: [Step] = []
  private(set) var selectors: [Selector] = []
  private(set) var declarations: [Declaration] = []
  private(set) var uses: [PropertyUse] = []
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
    /// The custom property that it sets, by its name's number; `nil` for other properties.
    let property: Int?
    let uses: Range<Int>
    /// The place of the value.
    let value: Range<Int>
  }

  /// A `var()` in a declaration.
  struct PropertyUse: Sendable {
    let property: Int
    /// From the `v` to the closing bracket, or to the end of the name if there is a fallback.
    let text: Range<Int>
    /// A value after the name is used where the property is not set.
    let hasFallback: Bool
  }

  package init(_ rules: PageSheetRules) {
    text = rules.text
    cascade = rules.cascade
    parse()
  }

  // MARK: Parsing

  private mutating func parse() {
    let css = text
    var strings = StringFollower()
    var start = 0
    var rule: (selectors: Range<Int>, firstDeclaration: Int)?
    for index in css.indices where !strings.isInString(css[index]) {
      switch css[index] {
      case UInt8(ascii: "{"):
        if css[start] != UInt8(ascii: "@") || css[start..<index].starts(with: "@page".utf8) {
          rule = (addSelectors(css[start..<index]), declarations.count)
        } else {
          steps.append(.group(start..<index))
        }
      case UInt8(ascii: ";"):
        addDeclaration(css[start..<index])
      case UInt8(ascii: "}"):
        if let (selectors, first) = rule {
          addDeclaration(css[start..<index])
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

  private mutating func addSelectors(_ list: ArraySlice<UInt8>) -> Range<Int> {
    let first = selectors.count
    for part in SelectorNeeds.parts(of: list) {
      let isPage = part.first == UInt8(ascii: "@")
      selectors.append(
        Selector(text: part.indices, needs: SelectorNeeds(isPage ? [] : part, in: &names)))
    }
    return first..<selectors.count
  }

  private mutating func addDeclaration(_ css: ArraySlice<UInt8>) {
    guard let colon = css.firstIndex(of: UInt8(ascii: ":")) else { return }
    let isCustom = css.starts(with: "--".utf8)
    let property = isCustom ? names.add(css[..<colon]) : nil
    let first = uses.count
    addUses(in: css[(colon + 1)...])
    declarations.append(
      Declaration(
        text: css.indices, property: property, uses: first..<uses.count,
        value: (colon + 1)..<css.endIndex))
  }

  private mutating func addUses(in value: ArraySlice<UInt8>) {
    let opening = Self.opening.count
    var index = value.startIndex
    while index + opening < value.endIndex {
      guard value[index] == UInt8(ascii: "v"), value[index...].starts(with: Self.opening) else {
        index += 1
        continue
      }
      let name = value[(index + opening)...].prefix { isNamePart($0) }
      let isWhole = value[name.endIndex...].first == UInt8(ascii: ")")
      let end = name.endIndex + (isWhole ? 1 : 0)
      uses.append(
        PropertyUse(property: names.add(name), text: index..<end, hasFallback: !isWhole))
      index = end
    }
  }

  /// The beginning of the use of a property.
  static let opening = Array("var(".utf8)
}
