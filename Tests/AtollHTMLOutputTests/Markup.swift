/// Markup parsed by rules far stricter than a browser's: anything that the writers never produce is an error.
///
/// Names are lower case, attributes have double quotes, every `&` begins one of the references that the writer makes,
/// text contains no `<` or `>`, and every open element is closed in order.
struct Markup {
  struct Element {
    var name: String
    var attributes: [String: String] = [:]
    /// The elements around it, outermost first.
    var ancestors: [Int]
    /// The text inside it, without that of nested elements.
    var text: [UInt8] = []

    var classes: [Substring] { (attributes["class"] ?? "").split(separator: " ") }
  }

  struct Trouble: Error, CustomStringConvertible {
    var message: String
    var offset: Int
    var description: String { "\(message) at byte \(offset)" }
  }

  private(set) var elements: [Element] = []
  private let bytes: [UInt8]
  private var index = 0
  private var open: [Int] = []

  private static let void: Set<String> = ["meta", "link", "br", "hr", "input", "wbr"]
  private static let verbatim: Set<String> = ["style", "script"]

  init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    let doctype = Array("<!DOCTYPE html>".utf8)
    if bytes.starts(with: doctype) { index = doctype.count }
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "<") { try readTag() } else { try readText() }
    }
    guard open.isEmpty else {
      throw trouble("<\(elements[open[open.count - 1]].name)> is not closed")
    }
  }

  func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

  private func trouble(_ message: String) -> Trouble { Trouble(message: message, offset: index) }

  private mutating func readText() throws {
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: "<") {
      if bytes[index] == UInt8(ascii: ">") { throw trouble("a > in text") }
      try checkReference()
      index += 1
    }
    if let last = open.last { elements[last].text += bytes[start..<index] }
  }

  private func checkReference() throws {
    guard bytes[index] == UInt8(ascii: "&") else { return }
    let rest = bytes[index...]
    guard Self.references.contains(where: { rest.starts(with: $0.reference.utf8) }) else {
      throw trouble("an & of no reference")
    }
  }

  /// The references that the writer makes, and the characters they stand for.
  static let references: [(reference: String, character: Character)] =
    [
      ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#10;", "\n"),
      ("&#160;", "\u{A0}"),
    ]
    + "#$%'@[\\]`{|}~".unicodeScalars.map { ("&#\($0.value);", Character($0)) }

  /// Returns the text that a browser reads from this markup, ignoring tags.
  static func decoded(_ markup: String) -> String {
    var text = ""
    var rest = markup[...]
    while let first = rest.first {
      if let match = references.first(where: { rest.hasPrefix($0.reference) }) {
        text.append(match.character)
        rest = rest.dropFirst(match.reference.count)
      } else {
        text.append(first)
        rest = rest.dropFirst()
      }
    }
    return text
  }

  private mutating func readTag() throws {
    index += 1
    if index < bytes.count, bytes[index] == UInt8(ascii: "/") {
      index += 1
      let name = try readName()
      try expect(">")
      guard let last = open.popLast(), elements[last].name == name else {
        throw trouble("</\(name)> closes something else")
      }
      return
    }
    var element = Element(name: try readName(), ancestors: open)
    while try readSpace() {
      if index < bytes.count, bytes[index] == UInt8(ascii: ">") { break }
      let name = try readName()
      guard element.attributes[name] == nil else { throw trouble("\(name) stands twice") }
      element.attributes[name] = try readValue()
    }
    try expect(">")
    elements.append(element)
    if Self.void.contains(element.name) { return }
    open.append(elements.count - 1)
    if Self.verbatim.contains(element.name) { try readVerbatim(element.name) }
  }

  private mutating func readVerbatim(_ name: String) throws {
    let end = Array("</\(name)".utf8)
    let start = index
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "<") {
        if bytes[index...].starts(with: end) { break }
        // `<!--` or another tag would change how a browser reads the rest.
        if name == "script" { throw trouble("a < in a script") }
      }
      index += 1
    }
    elements[elements.count - 1].text = Array(bytes[start..<index])
  }

  private mutating func readName() throws -> String {
    let start = index
    while index < bytes.count, Self.isName(bytes[index]) { index += 1 }
    guard start < index else { throw trouble("no name") }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private static func isName(_ byte: UInt8) -> Bool {
    byte &- 97 < 26 || byte &- 48 < 10 || byte == UInt8(ascii: "-")
  }

  private mutating func readSpace() throws -> Bool {
    let start = index
    while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x0A { index += 1 }
    return index > start
  }

  private mutating func readValue() throws -> String {
    guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { return "" }
    index += 1
    try expect("\"")
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      if bytes[index] == UInt8(ascii: "<") { throw trouble("a < in an attribute") }
      try checkReference()
      index += 1
    }
    let value = String(decoding: bytes[start..<index], as: UTF8.self)
    try expect("\"")
    return value
  }

  private mutating func expect(_ character: Unicode.Scalar) throws {
    guard index < bytes.count, UInt32(bytes[index]) == character.value else {
      throw trouble("no \(character)")
    }
    index += 1
  }
}
