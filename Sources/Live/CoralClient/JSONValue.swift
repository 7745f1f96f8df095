package import Bytes

/// A JSON value as a server sends or gets it: numbers as they are written, members in their order.
///
/// Cursors of Talk 4 are strings or numbers and must go back as they came, so a number is its text.
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

    package init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// What is nested deeper than this is no answer to anything that was asked.
  private static let deepest = 200

  // MARK: Reading

  /// Reads a whole JSON text, with a byte order mark or without.
  ///
  /// With `mends`, a byte that is not UTF-8 becomes U+FFFD.
  package init(parsing text: [UInt8], mending mends: Bool = false) throws(JSONError) {
    var bytes = text
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let start = text.starts(with: mark) ? mark.count : 0
    self = try JSONReader.read(&bytes, in: start..<text.count, mending: mends) {
      (reader: inout JSONReader) throws(JSONError) in
      try Self.read(&reader)
    }
  }

  /// A list or an object that is being read, and the key under which its next value goes.
  private struct Open {
    var elements: [JSONValue] = []
    var members: [Member] = []
    var key = ""
    let isObject: Bool

    mutating func add(_ value: JSONValue) {
      if isObject { members.append(Member(key, value)) } else { elements.append(value) }
    }

    var value: JSONValue { isObject ? .object(members) : .array(elements) }
  }

  private static func read(_ reader: inout JSONReader) throws(JSONError) -> JSONValue {
    var open: [Open] = []
    while true {
      var finished = try begin(&reader, &open)
      while true {
        guard let last = open.indices.last else {
          guard let finished else { throw JSONError(.expectedValue, at: reader.offset) }
          try reader.finish()
          return finished
        }
        if let value = finished { open[last].add(value) }
        if try hasNext(&reader, &open[last]) { break }
        finished = open.removeLast().value
      }
    }
  }

  /// Reads a scalar, or opens what the next value lies in.
  private static func begin(
    _ reader: inout JSONReader, _ open: inout [Open]
  ) throws(JSONError) -> JSONValue? {
    switch reader.peek() {
    case .object, .array:
      guard open.count < deepest else { throw JSONError(.mismatchedBracket, at: reader.offset) }
      let isObject = reader.peek() == .object
      if isObject { try reader.beginObject() } else { try reader.beginArray() }
      open.append(Open(isObject: isObject))
      return nil
    case .string: return .string(reader.string(try reader.string()))
    case .number: return .number(reader.string(try reader.number()))
    case .bool: return .bool(try reader.bool())
    case .null:
      try reader.null()
      return .null
    case .end: throw JSONError(.unexpectedEnd, at: reader.offset)
    case .invalid: throw JSONError(.expectedValue, at: reader.offset)
    }
  }

  private static func hasNext(
    _ reader: inout JSONReader, _ open: inout Open
  ) throws(JSONError) -> Bool {
    guard open.isObject else { return try reader.nextElement() }
    guard let key = try reader.nextKey() else { return false }
    open.key = reader.string(key)
    return true
  }

  // MARK: Looking

  /// What stands under a key; nothing for `null`.
  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self,
      let value = members.first(where: { $0.key == key })?.value, value != .null
    else { return nil }
    return value
  }

  /// Whether a key is there, be it with `null`.
  func has(_ key: String) -> Bool {
    guard case .object(let members) = self else { return false }
    return members.contains { $0.key == key }
  }

  package var text: String? {
    if case .string(let text) = self { return text }
    return nil
  }

  /// A string, or a number as it is written: what an id is.
  package var id: String? {
    switch self {
    case .string(let text), .number(let text): text
    case .null, .bool, .array, .object: nil
    }
  }

  package var flag: Bool? {
    if case .bool(let flag) = self { return flag }
    return nil
  }

  package var count: Int? {
    guard case .number(let text) = self else { return nil }
    return Int(text) ?? Double(text).flatMap { Int(exactly: $0.rounded()) }
  }

  package var elements: [JSONValue] {
    if case .array(let elements) = self { return elements }
    return []
  }

  // MARK: Writing

  /// The value as JSON text.
  package var bytes: [UInt8] {
    var out = OutputBuffer()
    write(to: &out)
    return out.bytes()
  }

  // Recursion is bounded: what was read is no deeper than `deepest`, what we make is far less deep.
  private func write(to out: inout OutputBuffer) {
    switch self {
    case .null: out.append("null")
    case .bool(let flag): if flag { out.append("true") } else { out.append("false") }
    case .number(let text): out.append(contentsOf: Array(text.utf8))
    case .string(let text): out.append(json: text)
    case .array(let elements):
      out.append("[")
      for (index, element) in elements.enumerated() {
        if index > 0 { out.append(",") }
        element.write(to: &out)
      }
      out.append("]")
    case .object(let members):
      out.append("{")
      for (index, member) in members.enumerated() {
        if index > 0 { out.append(",") }
        out.append(json: member.key)
        out.append(":")
        member.value.write(to: &out)
      }
      out.append("}")
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int) { self = .number(String(value)) }

  /// The members in the order in which they are written; `nil` is left out.
  package init(dictionaryLiteral elements: (String, JSONValue?)...) {
    self = .object(elements.compactMap { key, value in value.map { Member(key, $0) } })
  }

  package init(_ number: Int) { self = .number(String(number)) }
}
