import Bytes

/// The classes and elements without which a selector matches nothing.
struct SelectorNeeds: Sendable {
  /// The numbers of names, each as often as different elements must have it.
  private var names: [Int] = []
  /// For each `:is()`, `:where()` and `:has()` the needs of its selectors, of which one suffices.
  private var choices: [[SelectorNeeds]] = []

  /// Selectors in one another beyond this are taken to match.
  private static let deepest = 8

  /// The needs of a checked selector.
  init(_ selector: ArraySlice<UInt8>, in table: inout StyleNames, depth: Int = 0) {
    var index = selector.startIndex
    // The place of the first name of the current element.
    var element = 0
    while index < selector.endIndex {
      switch selector[index] {
      case UInt8(ascii: "."):
        let name = Self.name(in: selector, at: index + 1)
        add(table.add(selector[index..<name.endIndex]), from: element)
        index = name.endIndex
      case UInt8(ascii: "["): index = Self.end(of: selector, from: index)
      case UInt8(ascii: ":"): index = readPseudoClass(selector, at: index, in: &table, depth)
      case let byte where isNamePart(byte):
        let name = Self.name(in: selector, at: index)
        add(table.add(name.map(lowercase)[...]), from: element)
        index = name.endIndex
      case UInt8(ascii: " "), UInt8(ascii: ">"), UInt8(ascii: "+"), UInt8(ascii: "~"):
        element = names.count
        index += 1
      case _: index += 1
      }
    }
  }

  /// Adds a name of the element whose names begin at a place, unless it has it.
  private mutating func add(_ name: Int, from element: Int) {
    if !names[element...].contains(name) { names.append(name) }
  }

  /// Reads a pseudo-class or pseudo-element, and returns the index after it.
  private mutating func readPseudoClass(
    _ selector: ArraySlice<UInt8>, at start: Int, in table: inout StyleNames, _ depth: Int
  ) -> Int {
    var index = start + 1
    if index < selector.endIndex, selector[index] == UInt8(ascii: ":") { index += 1 }
    let name = Self.name(in: selector, at: index)
    index = name.endIndex
    guard index < selector.endIndex, selector[index] == UInt8(ascii: "(") else { return index }
    let end = Self.end(of: selector, from: index)
    let isChoice = ["is", "where", "has"].contains { name.elementsEqual($0.utf8) }
    if isChoice, depth < Self.deepest {
      let inner = selector[(index + 1)..<(end - 1)]
      choices.append(
        Self.parts(of: inner).map { SelectorNeeds($0, in: &table, depth: depth + 1) })
    }
    return end
  }

  /// Returns whether markup has what the selector needs.
  func areMet(by use: StyleUse) -> Bool {
    for (index, name) in names.enumerated() {
      // One more than before this place.
      var count = 1
      for earlier in names[..<index] where earlier == name { count += 1 }
      if use.count(of: name) < count { return false }
    }
    return choices.allSatisfy { $0.contains { $0.areMet(by: use) } }
  }

  private static func name(in selector: ArraySlice<UInt8>, at start: Int) -> ArraySlice<UInt8> {
    selector[start...].prefix { isNamePart($0) }
  }

  /// Returns the index after the bracket that closes the one at `start`.
  static func end(of selector: ArraySlice<UInt8>, from start: Int) -> Int {
    var strings = StringFollower()
    var open = 0
    for index in start..<selector.endIndex where !strings.isInString(selector[index]) {
      switch selector[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["): open += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        open -= 1
        if open == 0 { return index + 1 }
      case _: break
      }
    }
    return selector.endIndex
  }

  /// Cuts a list of selectors at its commas.
  static func parts(of list: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var strings = StringFollower()
    var open = 0
    var start = list.startIndex
    for index in list.indices where !strings.isInString(list[index]) {
      switch list[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["): open += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): open -= 1
      case UInt8(ascii: ",") where open == 0:
        parts.append(list[start..<index])
        start = index + 1
      case _: break
      }
    }
    parts.append(list[start...])
    return parts
  }
}
