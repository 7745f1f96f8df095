import AtollBytes

/// The classes, elements and custom properties in a style sheet, in order of first occurrence.
///
/// This is a hash table of bytes, because a sheet mentions names over a thousand times: looking up
/// strings would take half of the time for parsing the sheet.
package struct StyleNames: Sendable {
  enum Kind: UInt64 {
    /// The names of elements are not case-sensitive.
    case element
    case `class`
    case property
  }

  private struct Name {
    var kind: Kind
    /// The name's range in `text`.
    var range: Slice
  }

  private var names: [Name] = []
  /// All names, one after another.
  private var text: [UInt8] = []
  /// The numbers of names in a hash table; -1 in free slots.
  ///
  /// The number of slots is a power of two, and at most half of them are taken.
  private var slots = [Int32](repeating: -1, count: 1 << 9)
  private let seed = ByteHash.seed

  package init() {}

  /// Returns the number of an element, such as `h3`, or of a class with a dot, such as `.meta`; adds
  /// the name if it is new.
  package mutating func add(selector: String) -> Int {
    let isClass = selector.utf8.first == UInt8(ascii: ".")
    let name = Array(selector.utf8.dropFirst(isClass ? 1 : 0))
    return add(name.span, as: isClass ? .class : .element)
  }

  var count: Int { names.count }

  /// The name with a number; names are numbered in order of first occurrence.
  subscript(number: Int) -> String {
    String(decoding: text[names[number].range.range], as: UTF8.self)
  }

  /// Returns the number of a name, and adds the name if it is new.
  mutating func add(_ name: Span<UInt8>, as kind: Kind) -> Int {
    if let lowercased = Self.lowercased(name, as: kind) { return add(lowercased.span, as: kind) }
    let slot = slot(of: name, as: kind)
    if slots[slot] >= 0 { return Int(slots[slot]) }
    let range = Slice(start: UInt32(truncatingIfNeeded: text.count), count: UInt32(name.count))
    for index in name.indices { text.append(name[index]) }
    names.append(Name(kind: kind, range: range))
    slots[slot] = Int32(truncatingIfNeeded: names.count - 1)
    if names.count > slots.count / 2 { grow() }
    return names.count - 1
  }

  /// Returns the number of a name; `nil` if the sheet does not have it.
  func number(of name: Span<UInt8>, as kind: Kind) -> Int? {
    if let lowercased = Self.lowercased(name, as: kind) {
      return number(of: lowercased.span, as: kind)
    }
    let number = slots[slot(of: name, as: kind)]
    return number >= 0 ? Int(number) : nil
  }

  /// Returns the numbers of the classes whose names begin with `start`.
  func classes(beginningWith start: Span<UInt8>) -> [Int] {
    names.indices.filter { number in
      let name = names[number]
      guard case .class = name.kind, name.range.count >= start.count else { return false }
      return equals(start, textAt: Int(name.range.start))
    }
  }

  /// Returns an element's name in lower case; `nil` if it is already in lower case, and for classes
  /// and properties.
  private static func lowercased(_ name: Span<UInt8>, as kind: Kind) -> [UInt8]? {
    guard case .element = kind else { return nil }
    for index in name.indices where name[index] != lowercase(name[index]) {
      return name.indices.map { lowercase(name[$0]) }
    }
    return nil
  }

  /// Returns the slot that contains a name, or the free slot for it.
  private func slot(of name: Span<UInt8>, as kind: Kind) -> Int {
    let mask = slots.count - 1
    let hash = ByteHash.hash(name, seed: seed ^ kind.rawValue)
    var slot = Int(hash) & mask
    while slots[slot] >= 0 {
      let known = names[Int(slots[slot])]
      if known.kind.rawValue == kind.rawValue, known.range.count == name.count,
        equals(name, textAt: Int(known.range.start))
      {
        return slot
      }
      slot = (slot + 1) & mask
    }
    return slot
  }

  private func equals(_ bytes: Span<UInt8>, textAt start: Int) -> Bool {
    for index in bytes.indices where text[start + index] != bytes[index] { return false }
    return true
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    let all = text
    for (number, name) in names.enumerated() {
      let slot = slot(of: all.span.extracting(name.range.range), as: name.kind)
      slots[slot] = Int32(truncatingIfNeeded: number)
    }
  }
}
