import AtollBytes
import AtollComments

/// A JSON value on a tape, with the bytes it was read from, for reading its parts in any order.
///
/// A part of the wrong type reads as `nil` and leaves a diagnostic with its path; `null` reads as
/// `nil` without a diagnostic.
struct JSONPage {
  var bytes: [UInt8]
  var tape = JSONTape()
  var diagnostics = DiagnosticList()
  /// The name of the input, which is put before the paths in diagnostics; empty if there is only one
  /// input.
  var inputName = ""
  /// The index of this value in a file of rows; `nil` if the input does not consist of rows.
  var rowIndex: Int?

  init(bytes: consuming [UInt8]) { self.bytes = bytes }

  // MARK: Reading

  /// A byte offset in the joined input, the number of line ends before it, and the byte offset at
  /// which its line starts.
  struct Cursor {
    var position: Int
    var lineEndCount = 0
    var lineStart: Int
  }

  /// Reads the next value, if there is one, onto the tape; returns the error if the value is
  /// broken.
  ///
  /// Advances `cursor` past the value. If the value is broken, advances to the next line that begins
  /// with `lineOpening`, or to the next line if that is `nil`.
  mutating func readValue(
    of part: JoinedInput.Part, at cursor: inout Cursor, lineOpening: StaticString? = nil
  ) -> SyntaxError? {
    var tape = self.tape
    self.tape = JSONTape()
    let range = cursor.position..<part.range.upperBound
    let (repairs, failure) = JSONReader.read(
      &bytes, in: range, repairing: true, lineOpening: lineOpening
    ) { (reader: inout JSONReader) -> (Repairs, SyntaxError?) in
      var failure: SyntaxError?
      (reader.lineEndCount, reader.lineStart) = (cursor.lineEndCount, cursor.lineStart)
      do throws(JSONError) {
        if reader.advanceToValue() { try tape.read(&reader) }
        _ = reader.peek()
      } catch {
        failure = SyntaxError(error, in: part, from: reader)
        _ = reader.advanceToLineOpening(after: error)
      }
      cursor = Cursor(
        position: reader.offset, lineEndCount: reader.lineEndCount,
        lineStart: reader.lineStart)
      return (reader.repairs, failure)
    }
    self.tape = tape
    if !repairs.isEmpty { diagnostics.add(repairs, in: part) }
    return failure
  }

  /// Reads the row in a range of bytes onto the tape; returns the error if it is broken or missing,
  /// or if text follows it.
  mutating func readRow(_ range: Range<Int>, named name: String) -> SyntaxError? {
    let part = JoinedInput.Part(name: name, range: range, start: range.lowerBound)
    var cursor = Cursor(position: range.lowerBound, lineStart: range.lowerBound)
    tape.clear()
    if let failure = readValue(of: part, at: &cursor) { return failure }
    if tape.entries.isEmpty { return SyntaxError(.expectedValue, at: 0, of: part) }
    return cursor.position == range.upperBound
      ? nil : SyntaxError(.trailingBytes, at: cursor.position - part.start, of: part)
  }

  // MARK: Structure

  func kind(_ index: Int) -> JSONKind { tape.entries[index].kind }
  func isWhole(_ index: Int) -> Bool { tape.entries[index].isWhole }
  func isNull(_ index: Int) -> Bool { kind(index) == .null }

  /// Returns the entries directly inside a container; a scalar has none.
  func children(of index: Int) -> Children {
    Children(tape: tape, index: index + 1, end: tape.indexAfter(index))
  }

  struct Children: Sequence, IteratorProtocol {
    let tape: JSONTape
    var index: Int
    let end: Int

    mutating func next() -> Int? {
      guard index < end else { return nil }
      defer { index = tape.indexAfter(index) }
      return index
    }
  }

  func key<Key>(of index: Int, in table: KeyTable<Key>) -> Key? {
    table.key(tape.entries[index].key, in: bytes)
  }

  func member(_ name: StaticString, of object: Int) -> Int? {
    guard kind(object) == .object else { return nil }
    for child in children(of: object)
    where bytes.isSlice(tape.entries[child].key, equalTo: name) {
      return child
    }
    return nil
  }

  /// Returns the index of the member with this key, unless its value is `null`.
  func value(_ name: StaticString, of object: Int) -> Int? {
    guard let child = member(name, of: object), !isNull(child) else { return nil }
    return child
  }

  /// Returns whether an object has a member with this key, `null` or not.
  func hasMember(_ name: StaticString, of object: Int) -> Bool { member(name, of: object) != nil }

  // MARK: Values of one type

  mutating func object(_ index: Int) -> Int? {
    if kind(index) == .object { return index }
    reportWrongType(index, expected: "an object")
    return nil
  }

  /// Returns the index if its value is an array; otherwise, reports that a list was expected.
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

  /// Returns the id at an index: a string, or a number as written.
  mutating func id(_ index: Int) -> Slice? {
    if let id = idIfValid(index) { return id }
    reportWrongType(index, expected: "an id")
    return nil
  }

  /// Returns the id at an index, or `nil` without a report.
  func idIfValid(_ index: Int) -> Slice? {
    let inner = unwrapped(index)
    return switch kind(inner) {
    case .string, .number: tape.entries[inner].text
    case .object, .array, .bool, .null, .end, .invalid: nil
    }
  }

  /// Returns the index of the value in a wrapper of MongoDB's Extended JSON, such as
  /// `{"$numberInt":"3"}`; `index` itself if there is no wrapper.
  func unwrapped(_ index: Int) -> Int {
    guard kind(index) == .object, index + 1 < tape.indexAfter(index) else { return index }
    let key = tape.entries[index + 1].key
    guard !key.isEmpty, bytes[Int(key.start)] == UInt8(ascii: "$") else { return index }
    return index + 1
  }

  func isFalse(_ index: Int) -> Bool {
    kind(index) == .bool && bytes[Int(tape.entries[index].start)] == UInt8(ascii: "f")
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

  /// Returns the count at an index, clamped to the range from 0 to `Int32.max`.
  mutating func count(_ index: Int) -> Int? {
    guard let value = number(index) else { return nil }
    return Int(min(max(value, 0), Double(Int32.max)))
  }

  /// Returns the time at an index: ISO 8601, milliseconds, or either of them in a `$date`.
  mutating func time(_ index: Int) -> Timestamp? {
    let inner = unwrapped(index)
    switch kind(inner) {
    case .string:
      let text = tape.entries[inner].text
      if let time = milliseconds(ofISO8601: bytes.span.extracting(text.range)) {
        return Timestamp(milliseconds: time)
      }
      let written = excerpt(text)
      report(.wrongType, message: "\u{201C}\(written)\u{201D} is not a time in ISO 8601", at: index)
      return nil
    case .number, .object: return number(inner).flatMap(Self.timestamp)
    case .array, .bool, .null, .end, .invalid:
      reportWrongType(index, expected: "a time")
      return nil
    }
  }

  private static func timestamp(milliseconds: Double) -> Timestamp? {
    guard milliseconds > -9e15, milliseconds < 9e15 else { return nil }
    return Timestamp(milliseconds: Int64(milliseconds))
  }

  // MARK: Members of one type

  mutating func text(_ key: StaticString, of object: Int) -> Slice? {
    value(key, of: object).flatMap { text($0) }
  }

  mutating func id(_ key: StaticString, of object: Int) -> Slice? {
    value(key, of: object).flatMap { id($0) }
  }

  mutating func flag(_ key: StaticString, of object: Int) -> Bool? {
    value(key, of: object).flatMap { flag($0) }
  }

  mutating func number(_ key: StaticString, of object: Int) -> Double? {
    value(key, of: object).flatMap { number($0) }
  }

  mutating func count(_ key: StaticString, of object: Int) -> Int? {
    value(key, of: object).flatMap { count($0) }
  }

  mutating func time(_ key: StaticString, of object: Int) -> Timestamp? {
    value(key, of: object).flatMap { time($0) }
  }

  mutating func object(_ key: StaticString, of object: Int) -> Int? {
    value(key, of: object).flatMap { self.object($0) }
  }

  mutating func list(_ key: StaticString, of object: Int) -> Int? {
    value(key, of: object).flatMap { list($0) }
  }

  // MARK: Reports

  mutating func reportWrongType(_ index: Int, expected: String) {
    if isNull(index) { return }
    let found = kind(index).phrase
    report(.wrongType, message: "expected \(expected), found \(found); it was ignored", at: index)
  }

  mutating func report(
    _ code: Diagnostic.Code, message: @autoclosure () -> String, at index: Int
  ) {
    guard diagnostics.keepsAnother(code) else {
      return diagnostics.add(code, message: "", at: .input)
    }
    let path = path(to: index).text
    diagnostics.add(code, message: message(), at: .path(path))
  }

  /// Returns the path of an entry, without the levels in the middle if the entry is very deep.
  func path(to index: Int) -> JSONPath {
    var path = JSONPath(inputName)
    if let rowIndex { path.append(rowIndex) }
    let steps = tape.indexPath(to: index)
    let shown = 16
    for (level, step) in steps.enumerated().dropFirst() {
      if steps.count > 2 * shown, level >= shown, level < steps.count - shown {
        if level == shown { path.append(omittedLevels: steps.count - 2 * shown) }
        continue
      }
      if kind(steps[level - 1]) == .object {
        path.append(bytes.string(tape.entries[step].key))
      } else {
        var elementIndex = 0
        for child in children(of: steps[level - 1]) where child < step { elementIndex += 1 }
        path.append(elementIndex)
      }
    }
    return path
  }

  func excerpt(_ text: Slice) -> String { text.excerpt { bytes.string($0) } }
}
