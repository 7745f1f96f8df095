import AtollBytes

/// The classes and elements that occur in both a style sheet and a piece of markup; they decide
/// which rules can apply.
package struct StyleUse: Hashable, Sendable {
  /// For each name of the sheet, whether the markup contains it.
  private var isContained: [Bool]

  /// Searches for the names in markup, which may have placeholders (`MarkupPlaceholder`) for the
  /// values and sections of templates.
  package init(scanning markup: Span<UInt8>, for names: StyleNames) {
    isContained = Array(repeating: false, count: names.count)
    scan(markup, for: names)
  }

  package func hash(into hasher: inout Hasher) {
    unsafe isContained.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }

  /// Returns whether the markup contains a class or an element, given by the number of its name.
  package func contains(_ name: Int) -> Bool { name < isContained.count && isContained[name] }

  private mutating func add(_ name: Span<UInt8>, as kind: StyleNames.Kind, in names: StyleNames) {
    guard let number = names.number(of: name, as: kind) else { return }
    isContained[number] = true
  }

  private mutating func addClasses(beginningWith start: Span<UInt8>, among names: StyleNames) {
    for number in names.classes(beginningWith: start) {
      isContained[number] = true
    }
  }

  // MARK: Scanning

  private mutating func scan(_ markup: Span<UInt8>, for names: StyleNames) {
    var index = 0
    while index < markup.count {
      guard markup[index] == UInt8(ascii: "<") else {
        index += 1
        continue
      }
      let name = markup.name(from: index + 1, to: markup.count)
      if !name.isEmpty { add(markup.extracting(name), as: .element, in: names) }
      index = name.upperBound
      scanAttributes(markup, from: &index, in: names)
    }
  }

  /// Reads attributes up to the end of their tag.
  private mutating func scanAttributes(
    _ markup: Span<UInt8>, from index: inout Int, in names: StyleNames
  ) {
    while index < markup.count, markup[index] != UInt8(ascii: ">") {
      let name = markup.name(from: index, to: markup.count)
      index = max(index + 1, name.upperBound)
      guard !name.isEmpty else { continue }
      markup.skipSpaces(&index)
      guard index < markup.count, markup[index] == UInt8(ascii: "=") else { continue }
      index += 1
      markup.skipSpaces(&index)
      let value = markup.readValue(at: &index)
      if markup.extracting(name).equals(ignoringCase: "class") {
        addClasses(in: markup.extracting(value), among: names)
      }
    }
  }

  private mutating func addClasses(in value: Span<UInt8>, among names: StyleNames) {
    // A name could continue across the boundary of a section, or be written as a character
    // reference.
    if value.mayHaveNameAcrossBoundary || value.contains(UInt8(ascii: "&")) {
      return addClasses(beginningWith: value.extracting(0..<0), among: names)
    }
    var start = 0
    for index in 0...value.count where index == value.count || value.endsName(at: index) {
      if start < index { addClass(value.extracting(start..<index), among: names) }
      start = index + 1
    }
  }

  private mutating func addClass(_ name: Span<UInt8>, among names: StyleNames) {
    var known = 0
    while known < name.count, name[known] != MarkupPlaceholder.value { known += 1 }
    if known < name.count {
      addClasses(beginningWith: name.extracting(0..<known), among: names)
    } else {
      add(name, as: .class, in: names)
    }
  }
}

extension Span<UInt8> {
  fileprivate func skipSpaces(_ index: inout Int) {
    while index < count, isSpace(self[index]) { index += 1 }
  }

  /// Returns the range of an attribute's value, and moves `index` to what follows it.
  fileprivate func readValue(at index: inout Int) -> Range<Int> {
    guard index < count else { return index..<index }
    let first = self[index]
    let isQuoted = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
    let start = isQuoted ? index + 1 : index
    index = start
    while index < count, isQuoted ? self[index] != first : !endsUnquotedValue(self[index]) {
      index += 1
    }
    let value = start..<index
    if isQuoted, index < count { index += 1 }
    return value
  }

  private func endsUnquotedValue(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ">") || isSpace(byte)
  }

  /// Returns whether a class name ends before the byte at `index`.
  fileprivate func endsName(at index: Int) -> Bool {
    isSpace(self[index]) || self[index] == MarkupPlaceholder.boundary
  }

  fileprivate var mayHaveNameAcrossBoundary: Bool {
    var (followsName, precedesName) = (false, false)
    for index in 0..<count where self[index] == MarkupPlaceholder.boundary {
      if index > 0, !endsName(at: index - 1) { followsName = true }
      if index + 1 < count, !endsName(at: index + 1) { precedesName = true }
    }
    return followsName && precedesName
  }
}

/// Returns whether a byte in markup is white space or a control character, which also ends a name.
private func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 && byte > MarkupPlaceholder.boundary }
