import Bytes
import Comments

/// A JSON value on a tape, the bytes it was read from, and typed looks at its parts.
///
/// A look at a value of the wrong type gives nothing and leaves a diagnostic with the value's path;
/// null gives nothing and leaves none.
struct JSONPage {
  var bytes: [UInt8]
  var tape = JSONTape()
  var diagnostics = DiagnosticList()
  /// The name that goes before the paths; empty when there is but one input.
  var input = ""
  /// In a file of many rows, which one this is.
  var row: Int?

  init(bytes: consuming [UInt8]) { self.bytes = bytes }

  // MARK: Reading

  /// Reads the next value onto the tape, if there is one, and moves on behind it.
  mutating func readValue(
    _ part: JoinedInput.Part, _ position: inout Int, _ lines: inout Int,
    lineOpening: StaticString? = nil
  ) -> ReadingTrouble? {
    var tape = self.tape
    self.tape = JSONTape()
    var mendings = Mendings()
    let range = position..<part.range.upperBound
    let linesBefore = lines
    let (end, linesPassed, trouble) = JSONReader.read(
      &bytes, in: range, mending: true, lineOpening: lineOpening
    ) { (reader: inout JSONReader) -> (Int, Int, ReadingTrouble?) in
      var trouble: ReadingTrouble?
      do throws(JSONError) {
        if reader.peek() != .end { try tape.read(&reader) }
        _ = reader.peek()
      } catch {
        trouble = ReadingTrouble(error, in: part, reader, linesBefore: linesBefore)
      }
      mendings = reader.mendings
      return (reader.offset, reader.linesPassed, trouble)
    }
    position = end
    lines += linesPassed
    self.tape = tape
    if !mendings.isEmpty { diagnostics.add(mendings, in: part) }
    return trouble
  }

  /// Reads the row that a range holds onto the tape; it is trouble, too, if nothing is there.
  mutating func readRow(_ range: Range<Int>, named name: String) -> ReadingTrouble? {
    let part = JoinedInput.Part(name: name, range: range, start: range.lowerBound)
    var position = range.lowerBound
    var lines = 0
    tape.clear()
    if let trouble = readValue(part, &position, &lines) { return trouble }
    return tape.entries.isEmpty ? ReadingTrouble(ofNothingIn: part) : nil
  }

  // MARK: Structure

  func kind(_ index: Int) -> JSONTape.Kind { tape.entries[index].kind }
  func isWhole(_ index: Int) -> Bool { tape.entries[index].isWhole }
  func isNull(_ index: Int) -> Bool { kind(index) == .null }

  /// The entries directly inside a container; none inside anything else.
  func children(of index: Int) -> Children {
    Children(tape: tape, index: index + 1, end: tape.end(of: index))
  }

  struct Children: Sequence, IteratorProtocol {
    let tape: JSONTape
    var index: Int
    let end: Int

    mutating func next() -> Int? {
      guard index < end else { return nil }
      defer { index = tape.next(index) }
      return index
    }
  }

  func key<Key>(_ index: Int, _ table: KeyTable<Key>) -> Key? {
    table.key(tape.entries[index].key, in: bytes)
  }

  /// The member of an object with this key.
  func member(_ name: StaticString, of object: Int) -> Int? {
    guard kind(object) == .object else { return nil }
    for child in children(of: object)
    where bytes.slice(tape.entries[child].key, equals: name) {
      return child
    }
    return nil
  }

  /// The member with this key, unless it is null.
  func value(_ name: StaticString, of object: Int) -> Int? {
    guard let child = member(name, of: object), !isNull(child) else { return nil }
    return child
  }

  func hasMember(_ name: StaticString, _ object: Int) -> Bool { member(name, of: object) != nil }

  // MARK: Typed looks

  mutating func object(_ index: Int) -> Int? {
    if kind(index) == .object { return index }
    reportWrongType(index, expected: "an object")
    return nil
  }

  mutating func list(_ index: Int) -> Int? {
    if kind(index) == .array { return index }
    reportWrongType(index, expected: "a list")
    return nil
  }

  mutating func text(_ index: Int) -> Slice? {
    if kind(index) == .string { return tape.entries[index].text }
    reportWrongType(index, expected: "a string")
    return nil
  }

  /// An id: a string, or a number as written.
  mutating func id(_ index: Int) -> Slice? {
    let inner = unwrapped(index)
    switch kind(inner) {
    case .string, .number: return tape.entries[inner].text
    case .object, .array, .bool, .null:
      reportWrongType(index, expected: "an id")
      return nil
    }
  }

  /// The value inside a wrapper of MongoDB's Extended JSON, such as `{"$numberInt":"3"}`.
  func unwrapped(_ index: Int) -> Int {
    guard kind(index) == .object, index + 1 < tape.end(of: index) else { return index }
    let key = tape.entries[index + 1].key
    guard !key.isEmpty, bytes[Int(key.start)] == UInt8(ascii: "$") else { return index }
    return index + 1
  }

  mutating func flag(_ index: Int) -> Bool? {
    if kind(index) == .bool { return bytes[Int(tape.entries[index].start)] == UInt8(ascii: "t") }
    reportWrongType(index, expected: "true or false")
    return nil
  }

  mutating func number(_ index: Int) -> Double? {
    let inner = unwrapped(index)
    let isText = inner != index && kind(inner) == .string
    if kind(inner) == .number || isText,
      let value = Double(bytes.string(tape.entries[inner].text)), !value.isNaN
    {
      return value
    }
    reportWrongType(index, expected: "a number")
    return nil
  }

  /// A count, held between 0 and the greatest `Int32`.
  mutating func count(_ index: Int) -> Int? {
    guard let value = number(index) else { return nil }
    return Int(min(max(value, 0), Double(Int32.max)))
  }

  /// A time: ISO 8601, milliseconds, or either of them in a `$date`.
  mutating func time(_ index: Int) -> Timestamp? {
    let inner = unwrapped(index)
    switch kind(inner) {
    case .string:
      let text = tape.entries[inner].text
      if let time = bytes.milliseconds(of: text) { return Timestamp(milliseconds: time) }
      let written = excerpt(text)
      report(.wrongType, "\u{201C}\(written)\u{201D} is no time in ISO 8601", index)
      return nil
    case .number, .object: return number(inner).flatMap(Self.timestamp)
    case .array, .bool, .null:
      reportWrongType(index, expected: "a time")
      return nil
    }
  }

  static func timestamp(milliseconds: Double) -> Timestamp? {
    guard milliseconds > -9e15, milliseconds < 9e15 else { return nil }
    return Timestamp(milliseconds: Int64(milliseconds))
  }

  // MARK: Reports

  mutating func reportWrongType(_ index: Int, expected: String) {
    let found: String
    switch kind(index) {
    case .object: found = "an object"
    case .array: found = "a list"
    case .string: found = "a string"
    case .number: found = "a number"
    case .bool: found = "true or false"
    case .null: return
    }
    report(.wrongType, "expected \(expected), found \(found); it was passed over", index)
  }

  mutating func report(
    _ code: Diagnostic.Code, _ message: @autoclosure () -> String, _ index: Int
  ) {
    guard diagnostics.count(of: code) < DiagnosticList.limitPerCode else {
      return diagnostics.add(code, "", at: .input)
    }
    let path = path(to: index).text
    diagnostics.add(code, message(), at: .path(path))
  }

  /// The path of an entry.
  ///
  /// Very deep ones are cut in the middle.
  func path(to index: Int) -> JSONPath {
    var path = JSONPath(input)
    if let row { path.append(row) }
    let steps = tape.steps(to: index)
    let shown = 16
    for (level, step) in steps.enumerated().dropFirst() {
      if steps.count > 2 * shown, level >= shown, level < steps.count - shown {
        if level == shown { path.append(levelsLeftOut: steps.count - 2 * shown) }
        continue
      }
      if kind(steps[level - 1]) == .object {
        path.append(bytes.string(tape.entries[step].key))
      } else {
        var place = 0
        for child in children(of: steps[level - 1]) where child < step { place += 1 }
        path.append(place)
      }
    }
    return path
  }

  func excerpt(_ text: Slice) -> String {
    let whole = bytes.string(Slice(start: text.start, count: min(text.count, 60)))
    return text.count > 60 ? whole + "…" : whole
  }
}
