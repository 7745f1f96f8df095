/// The classes, elements and custom properties that a style sheet names, in the order in which it first does so.
///
/// Classes begin with a dot, and custom properties with two hyphens.
package struct StyleNames: Sendable {
  private var numbers: [String: Int] = [:]
  private var names: [String] = []

  var count: Int { names.count }

  subscript(number: Int) -> String { names[number] }

  /// Returns the number of a name, which is added if it is new.
  mutating func add(_ bytes: ArraySlice<UInt8>) -> Int {
    let name = String(decoding: bytes, as: UTF8.self)
    if let known = numbers[name] { return known }
    numbers[name] = names.count
    names.append(name)
    return names.count - 1
  }

  /// Returns the number of a name; `nil` if the sheet does not have it.
  func number(of name: String) -> Int? { numbers[name] }

  /// Returns the numbers of the names that begin with some text.
  func numbers(beginningWith text: String) -> [Int] {
    names.indices.filter { names[$0].hasPrefix(text) }
  }
}
