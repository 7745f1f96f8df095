/// A JSON value as a tree, for small files of our own and for what a browser answers.
///
/// Threads never become one: `JSONReader` reads those where they stand.
package indirect enum JSONTree: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONTree])
  /// The members in the order of the text; of two with one name the last counts.
  case object([String: JSONTree])

  /// The most arrays and objects in one another.
  package static let deepest = 64
}

extension JSONTree {
  /// Reads a whole text.
  package init(_ text: [UInt8]) throws(JSONError) {
    var bytes = text
    self = try JSONReader.read(&bytes, mending: true) {
      (reader: inout JSONReader) throws(JSONError) -> JSONTree in
      var builder = Builder()
      let value = try builder.read(&reader)
      try reader.finish()
      return value
    }
  }

  /// The member of this name, where this is an object that has one.
  package subscript(_ key: String) -> JSONTree? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  package var string: String? { if case .string(let text) = self { text } else { nil } }
  package var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  package var number: Double? { if case .number(let number) = self { number } else { nil } }
  package var array: [JSONTree]? { if case .array(let list) = self { list } else { nil } }
  package var object: [String: JSONTree]? {
    if case .object(let members) = self { members } else { nil }
  }
  /// The number if it is a whole one that fits.
  package var int: Int? { number.flatMap { Int(exactly: $0) } }
  /// The strings of an array of nothing else.
  package var strings: [String]? {
    guard let array else { return nil }
    let strings = array.compactMap(\.string)
    return strings.count == array.count ? strings : nil
  }
}

extension JSONTree {
  /// Builds a value without recursion: what is open stands on a stack of its own.
  private struct Builder {
    private enum Open {
      case array([JSONTree])
      case object([String: JSONTree], key: String)
    }

    private var open: [Open] = []

    mutating func read(_ reader: inout JSONReader) throws(JSONError) -> JSONTree {
      var value = try begin(&reader)
      while true {
        if let finished = value {
          guard !open.isEmpty else { return finished }
          add(finished)
        }
        value = try next(&reader)
      }
    }

    /// The next scalar, or nothing once an array or object was opened.
    private mutating func begin(_ reader: inout JSONReader) throws(JSONError) -> JSONTree? {
      switch reader.peek() {
      case .object:
        try enter(&reader)
        try reader.beginObject()
        open.append(.object([:], key: ""))
        return nil
      case .array:
        try enter(&reader)
        try reader.beginArray()
        open.append(.array([]))
        return nil
      case .string: return .string(reader.string(try reader.string()))
      case .number: return .number(try reader.double())
      case .bool: return .bool(try reader.bool())
      case .null:
        try reader.null()
        return .null
      case .end: throw JSONError(.unexpectedEnd, at: reader.offset)
      case .invalid: throw JSONError(.expectedValue, at: reader.offset)
      }
    }

    private func enter(_ reader: inout JSONReader) throws(JSONError) {
      if open.count >= JSONTree.deepest { throw JSONError(.expectedValue, at: reader.offset) }
    }

    /// The next element or member's value, or the container that ends here.
    private mutating func next(_ reader: inout JSONReader) throws(JSONError) -> JSONTree? {
      switch open.removeLast() {
      case .array(let list):
        guard try reader.nextElement() else { return .array(list) }
        open.append(.array(list))
      case .object(let members, _):
        guard let key = try reader.nextKey() else { return .object(members) }
        open.append(.object(members, key: reader.string(key)))
      }
      return try begin(&reader)
    }

    private mutating func add(_ value: JSONTree) {
      switch open.removeLast() {
      case .array(var list):
        list.append(value)
        open.append(.array(list))
      case .object(var members, let key):
        members[key] = value
        open.append(.object(members, key: key))
      }
    }
  }
}

// MARK: Writing

extension JSONTree: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .number(Double(value)) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(arrayLiteral elements: JSONTree...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONTree)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }

  /// The value as text on one line, the names of members in the order of their bytes; it can stand in
  /// a script element too.
  package var text: String {
    var out = OutputBuffer()
    var pending: [Piece] = [.value(self)]
    while let piece = pending.popLast() {
      switch piece {
      case .literal(let literal): out.append(literal)
      case .key(let name):
        out.append(json: name)
        out.append(UInt8(ascii: ":"))
      case .value(.null): out.append("null")
      case .value(.bool(let flag)): out.append(flag ? "true" : "false")
      case .value(.number(let number)):
        out.append(
          verbatim: Int(exactly: number).map(String.init)
            ?? (number.isFinite ? "\(number)" : "null"))
      case .value(.string(let string)): out.append(json: string)
      case .value(.array(let list)):
        pending.append(.literal("]"))
        for (index, element) in list.enumerated().reversed() {
          pending.append(.value(element))
          if index > 0 { pending.append(.literal(",")) }
        }
        out.append(UInt8(ascii: "["))
      case .value(.object(let members)):
        pending.append(.literal("}"))
        let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        for (index, member) in sorted.enumerated().reversed() {
          pending.append(.value(member.value))
          pending.append(.key(member.key))
          if index > 0 { pending.append(.literal(",")) }
        }
        out.append(UInt8(ascii: "{"))
      }
    }
    return String(decoding: out.bytes(), as: UTF8.self)
  }

  private enum Piece {
    case literal(StaticString)
    case key(String)
    case value(JSONTree)
  }
}
