import AtollBytes

/// The classes and elements without which a selector matches nothing.
struct SelectorNeeds: Sendable {
  /// The indices in `StyleNames` of all names that the markup must have.
  private var nameIndices: [Int] = []
  /// For each `:is()`, `:where()` and `:has()`, the needs of its selectors, one of which must be
  /// met.
  private var alternatives: [[SelectorNeeds]] = []

  /// The maximum nesting depth of selectors; deeper selectors are assumed to match.
  private static let maximumDepth = 8
  /// The capacity to reserve: few selectors contain more names.
  private static let expectedNameCount = 4

  /// Creates empty needs, which all markup meets.
  init() {}

  /// Creates the needs of a checked selector, given by its range in a style sheet.
  init(_ selector: Range<Int>, of css: Span<UInt8>, in table: inout StyleNames, depth: Int = 0) {
    nameIndices.reserveCapacity(Self.expectedNameCount)
    var index = selector.lowerBound
    while index < selector.upperBound {
      switch css[index] {
      case UInt8(ascii: "."):
        let name = css.name(from: index + 1, to: selector.upperBound)
        nameIndices.append(table.add(css.extracting(name), as: .class))
        index = name.upperBound
      case UInt8(ascii: "#"): index = css.name(from: index + 1, to: selector.upperBound).upperBound
      case UInt8(ascii: "["): index = css.endOfBrackets(from: index, to: selector.upperBound)
      case UInt8(ascii: ":"):
        index = readPseudoClass(selector, of: css, at: index, into: &table, depth: depth)
      case let byte where isNamePart(byte):
        let name = css.name(from: index, to: selector.upperBound)
        // Browsers add a `tbody` to every table, so markup need not contain one.
        if !css.extracting(name).isExactly("tbody") {
          nameIndices.append(table.add(css.extracting(name), as: .element))
        }
        index = name.upperBound
      case _: index += 1
      }
    }
  }

  /// Reads a pseudo-class or pseudo-element, and returns the index after it.
  private mutating func readPseudoClass(
    _ selector: Range<Int>, of css: Span<UInt8>, at start: Int, into table: inout StyleNames,
    depth: Int
  ) -> Int {
    var index = start + 1
    if index < selector.upperBound, css[index] == UInt8(ascii: ":") { index += 1 }
    let name = css.name(from: index, to: selector.upperBound)
    index = name.upperBound
    guard index < selector.upperBound, css[index] == UInt8(ascii: "(") else { return index }
    let end = css.endOfBrackets(from: index, to: selector.upperBound)
    if depth < Self.maximumDepth, Self.takesSelectors(css.extracting(name)) {
      var selectors: [SelectorNeeds] = []
      for part in css.selectors(in: (index + 1)..<(end - 1)) {
        selectors.append(SelectorNeeds(part, of: css, in: &table, depth: depth + 1))
      }
      alternatives.append(selectors)
    }
    return end
  }

  /// Returns whether a pseudo-class takes a list of selectors, one of which must match.
  private static func takesSelectors(_ name: Span<UInt8>) -> Bool {
    name.isExactly("is") || name.isExactly("where") || name.isExactly("has")
  }

  func areMet(by use: StyleUse) -> Bool {
    nameIndices.allSatisfy { use.contains($0) }
      && alternatives.allSatisfy { $0.contains { $0.areMet(by: use) } }
  }
}

extension Span<UInt8> {
  /// Returns the range of the name that begins at `start`; it may be empty.
  func name(from start: Int, to end: Int) -> Range<Int> {
    var index = start
    while index < end, isNamePart(self[index]) { index += 1 }
    return start..<index
  }

  func isExactly(_ literal: StaticString) -> Bool {
    count == literal.utf8CodeUnitCount && has(literal)
  }

  /// Returns the index after the bracket that closes the one at `start`; `end` if there is none.
  func endOfBrackets(from start: Int, to end: Int) -> Int {
    var strings = StringTracker()
    var open = 0
    for index in start..<end where strings.endsWord(reading: self[index]) {
      switch self[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["): open += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        open -= 1
        if open == 0 { return index + 1 }
      case _: break
      }
    }
    return end
  }

  /// Returns whether a string begins in a range and does not end there.
  func hasOpenString(in range: Range<Int>) -> Bool {
    var strings = StringTracker()
    for index in range { _ = strings.isInString(reading: self[index]) }
    return strings.isStringOpen
  }

  /// Splits a list of selectors at its commas.
  func selectors(in list: Range<Int>) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var nesting = SelectorCheck.Nesting()
    var start = list.lowerBound
    // Names are skipped, since they change no nesting.
    for index in list where !isNamePart(self[index]) && nesting.isOutside(reading: self[index]) {
      guard self[index] == UInt8(ascii: ",") else { continue }
      parts.append(start..<index)
      start = index + 1
    }
    parts.append(start..<list.upperBound)
    return parts
  }
}
