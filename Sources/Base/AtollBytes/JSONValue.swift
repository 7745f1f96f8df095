/// A JSON value as a tree, for small files, server responses and browser messages.
///
/// Members keep their order. Numbers keep their spelling, because Talk 4's cursors are strings or
/// numbers that must be sent back unchanged. Whole threads are never read into such a tree:
/// `JSONReader` reads them in place.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  package struct Member: Hashable, Sendable {
    package var key: String
    package var value: JSONValue

    package init(_ key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }
}

// MARK: Reading

extension JSONValue {
  /// The maximum number of levels of nested arrays and objects.
  private static let maximumDepth = 200

  /// Creates a value from JSON text, with or without a byte order mark.
  ///
  /// If `repairing` is `true`, bytes that are not UTF-8 become U+FFFD.
  package init(parsing text: [UInt8], repairing: Bool = false) throws(JSONError) {
    var bytes = text
    let start = byteOrderMarkLength(of: text)
    self = try JSONReader.read(&bytes, in: start..<text.count, repairing: repairing) {
      (reader: inout JSONReader) throws(JSONError) in
      let value = try JSONValue(reading: &reader)
      try reader.finish()
      return value
    }
  }

  /// An array or object that is being read, and the key of its next member.
  private struct Container {
    var elements: [JSONValue] = []
    var members: [Member] = []
    var key = ""
    let isObject: Bool

    mutating func add(_ value: JSONValue) {
      if isObject { members.append(Member(key, value: value)) } else { elements.append(value) }
    }

    var value: JSONValue { isObject ? .object(members) : .array(elements) }
  }

  package init(reading reader: inout JSONReader) throws(JSONError) {
    var open: [Container] = []
    while true {
      var finished = try Self.begin(from: &reader, into: &open)
      while true {
        guard let last = open.indices.last else {
          guard let finished else { throw JSONError(.expectedValue, at: reader.offset) }
          self = finished
          return
        }
        if let value = finished { open[last].add(value) }
        if try Self.hasNext(from: &reader, in: &open[last]) { break }
        finished = open.removeLast().value
      }
    }
  }

  /// Reads a scalar and returns it, or opens the array or object that comes next and returns `nil`.
  private static func begin(
    from reader: inout JSONReader, into open: inout [Container]
  ) throws(JSONError) -> JSONValue? {
    switch reader.peek() {
    case .object, .array:
      guard open.count < maximumDepth else {
        throw JSONError(.tooDeep, at: reader.offset)
      }
      let isObject = reader.peek() == .object
      if isObject { try reader.beginObject() } else { try reader.beginArray() }
      open.append(Container(isObject: isObject))
      return nil
    case .string: return .string(reader.string(try reader.string()))
    case .number: return .number(reader.string(try reader.number()))
    case .bool: return .bool(try reader.bool())
    case .null:
      try reader.skipNull()
      return .null
    case .end: throw JSONError(.unexpectedEnd, at: reader.offset)
    case .invalid: throw JSONError(.expectedValue, at: reader.offset)
    }
  }

  private static func hasNext(
    from reader: inout JSONReader, in container: inout Container
  ) throws(JSONError) -> Bool {
    guard container.isObject else { return try reader.nextElement() }
    guard let key = try reader.nextKey() else { return false }
    container.key = reader.string(key)
    return true
  }
}

// MARK: Access

extension JSONValue {
  /// The value of a member, or `nil` if it is missing or `null`.
  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self,
      let value = members.first(where: { $0.key == key })?.value, value != .null
    else { return nil }
    return value
  }

  /// Returns whether an object has a member, even if it is `null`.
  package func has(_ key: String) -> Bool {
    guard case .object(let members) = self else { return false }
    return members.contains { $0.key == key }
  }

  package var string: String? { if case .string(let text) = self { text } else { nil } }
  package var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  package var double: Double? { if case .number(let text) = self { Double(text) } else { nil } }

  /// The number if it is an integer, such as `3` or `3.0`.
  package var int: Int? {
    guard case .number(let text) = self else { return nil }
    return Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
  }

  /// The string, or the number as it is written, because servers write ids in both forms.
  package var id: String? {
    switch self {
    case .string(let text), .number(let text): text
    case .null, .bool, .array, .object: nil
    }
  }

  package var array: [JSONValue]? { if case .array(let list) = self { list } else { nil } }

  package var elements: [JSONValue] { array ?? [] }

  /// The elements of an array, or `nil` if not all of them are strings.
  package var strings: [String]? {
    guard let array else { return nil }
    let strings = array.compactMap(\.string)
    return strings.count == array.count ? strings : nil
  }

  /// The keys of an object as they are written; empty for any other value.
  package var keys: [String] {
    if case .object(let members) = self { members.map(\.key) } else { [] }
  }

  /// The members of an object by key; if a key occurs more than once, its last member counts.
  package var members: [String: JSONValue]? {
    guard case .object(let members) = self else { return nil }
    return Dictionary(members.map { ($0.key, $0.value) }) { _, last in last }
  }
}

// MARK: Creation

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int) { self = .number(String(value)) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// Creates an object with its members in the given order, without those that are `nil`.
  package init(dictionaryLiteral elements: (String, JSONValue?)...) {
    self = .object(elements.compactMap { key, value in value.map { Member(key, value: $0) } })
  }

  package init(_ number: Int) { self = .number(String(number)) }

  /// Creates an object whose members are sorted by the bytes of their keys.
  package init(sorted members: [String: JSONValue]) {
    let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    self = .object(sorted.map { Member($0.key, value: $0.value) })
  }
}

// MARK: Writing

extension JSONValue {
  /// The value as JSON text on one line, which is also safe in a `<script>` element.
  package var serialized: String { String(decoding: bytes, as: UTF8.self) }

  /// The bytes of `serialized`.
  package var bytes: [UInt8] {
    var out = OutputBuffer()
    out.append(self)
    return out.bytes()
  }

  fileprivate enum UnwrittenPart {
    case value(JSONValue, depth: Int)
    case separator(isFirst: Bool, depth: Int)
    case key(String)
    case end(StaticString, depth: Int)
  }
}

extension OutputBuffer {
  /// Appends JSON on one line or, if it is to be indented, with a line for each element and member.
  package mutating func append(_ value: JSONValue, indented: Bool = false) {
    var pending: [JSONValue.UnwrittenPart] = [.value(value, depth: 0)]
    while let piece = pending.popLast() {
      switch piece {
      case .separator(let isFirst, let depth):
        if !isFirst { append(UInt8(ascii: ",")) }
        if indented { appendLineEnd(indentedBy: depth) }
      case .key(let name):
        append(fullyEscapedJSONString: name)
        append(indented ? ": " : ":")
      case .end(let bracket, let depth):
        if indented { appendLineEnd(indentedBy: depth) }
        append(bracket)
      case .value(.null, _): append("null")
      case .value(.bool(let flag), _): append(flag ? "true" : "false")
      case .value(.number(let text), _): append(verbatim: text)
      case .value(.string(let text), _): append(fullyEscapedJSONString: text)
      case .value(.array(let elements), let depth):
        if elements.isEmpty {
          append("[]")
          continue
        }
        append("[")
        pending.append(.end("]", depth: depth))
        for (index, element) in elements.enumerated().reversed() {
          pending.append(.value(element, depth: depth + 1))
          pending.append(.separator(isFirst: index == 0, depth: depth + 1))
        }
      case .value(.object(let members), let depth):
        if members.isEmpty {
          append("{}")
          continue
        }
        append("{")
        pending.append(.end("}", depth: depth))
        for (index, member) in members.enumerated().reversed() {
          pending.append(.value(member.value, depth: depth + 1))
          pending.append(.key(member.key))
          pending.append(.separator(isFirst: index == 0, depth: depth + 1))
        }
      }
    }
  }

  private mutating func appendLineEnd(indentedBy depth: Int) {
    append(UInt8(ascii: "\n"))
    for _ in 0..<depth { append("  ") }
  }
}
