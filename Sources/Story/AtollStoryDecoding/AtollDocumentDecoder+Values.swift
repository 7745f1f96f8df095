import AtollBytes
import AtollComments

/// Reading values of an expected type, with diagnostics for values of another type.
///
/// `null` reads as `nil`; a value of the wrong type reads as `nil`, too, and leaves a diagnostic.
extension AtollDocumentDecoder {
  @inline(__always)
  mutating func text(from reader: inout JSONReader, of field: Field) throws(JSONError) -> Slice? {
    if let text = try reader.stringIfNext() { return text }
    return try unusualText(from: &reader, of: field)
  }

  @inline(never)
  private mutating func unusualText(
    from reader: inout JSONReader, of field: Field
  ) throws(JSONError) -> Slice? {
    // Many databases have numbers as ids.
    if reader.peek() == .number, field.isID { return try reader.number() }
    try skipWrongType(from: &reader, expected: "a string", of: field)
    return nil
  }

  /// Reads a count, clamped to the range from 0 to `Int32.max`.
  @inline(__always)
  mutating func count(from reader: inout JSONReader, of field: Field) throws(JSONError) -> Int32? {
    if let count = reader.shortIntegerIfNext() { return count }
    return try unusualCount(from: &reader, of: field)
  }

  @inline(never)
  private mutating func unusualCount(
    from reader: inout JSONReader, of field: Field
  ) throws(JSONError) -> Int32? {
    guard let number = try wholeNumber(from: &reader, of: field) else {
      try skipWrongType(from: &reader, expected: "a number", of: field)
      return nil
    }
    let count = Int32(clamping: max(0, number))
    if Int64(count) != number {
      report(.unknownValue, message: "\(number) is out of range; \(count) is used", at: field)
    }
    return count
  }

  /// Reads the next value, truncated to an integer, if it is a number; reports a fraction.
  mutating func wholeNumber(
    from reader: inout JSONReader, of field: Field
  ) throws(JSONError) -> Int64? {
    guard reader.peek() == .number else { return nil }
    let start = reader.offset
    let value = try reader.integer()
    let text = Slice(start..<reader.offset)
    let isPlain = reader.withBytes(of: text) { bytes in
      bytes.indices.allSatisfy { isDigit(bytes[$0]) }
    }
    if !isPlain, let number = Double(reader.string(text)), number != number.rounded(.towardZero) {
      let written = reader.excerpt(text)
      report(
        .unknownValue, message: "\(written) is not a whole number; \(value) is used", at: field)
    }
    return value
  }

  @inline(__always)
  mutating func time(from reader: inout JSONReader, of field: Field) throws(JSONError) -> Timestamp?
  {
    if let time = reader.utcTimeIfNext() { return Timestamp(milliseconds: time) }
    return try unusualTime(from: &reader, of: field)
  }

  @inline(never)
  private mutating func unusualTime(
    from reader: inout JSONReader, of field: Field
  ) throws(JSONError) -> Timestamp? {
    if let text = try reader.stringIfNext() {
      if let time = reader.withBytes(of: text, body: { milliseconds(ofISO8601: $0) }) {
        return checked(Timestamp(milliseconds: time), at: field)
      }
      let written = reader.excerpt(text)
      report(.wrongType, message: "\u{201C}\(written)\u{201D} is not a time in ISO 8601", at: field)
    } else if let value = try reader.integerIfNext() {
      return checked(Timestamp(secondsOrMilliseconds: value), at: field)
    } else {
      try skipWrongType(
        from: &reader, expected: "a time in ISO 8601, or in seconds or milliseconds since 1970",
        of: field)
    }
    return nil
  }

  /// Reports a time outside the calendar, which is not shown, and returns the time.
  private mutating func checked(_ time: Timestamp, at field: Field) -> Timestamp {
    if !time.isInCalendar {
      report(
        .unknownValue, message: "the time is not in the years 1 to 9999, and is not shown",
        at: field)
    }
    return time
  }

  mutating func flag(from reader: inout JSONReader, of field: Field) throws(JSONError) -> Bool? {
    if reader.peek() == .bool { return try reader.bool() }
    try skipWrongType(from: &reader, expected: "true or false", of: field)
    return nil
  }

  mutating func word<Word>(
    from reader: inout JSONReader, in table: KeyTable<Word>, of field: Field
  ) throws(JSONError) -> Word? {
    guard let text = try reader.stringIfNext() else {
      let known = table.words.joined(separator: ", ")
      try skipWrongType(from: &reader, expected: "one of \(known)", of: field)
      return nil
    }
    if let word = table.key(text, in: reader) { return word }
    let written = reader.excerpt(text)
    report(
      .unknownValue,
      message: "\u{201C}\(written)\u{201D} is not one of \(table.words.joined(separator: ", "))"
        + table.suggestion(for: written), at: field)
    return nil
  }

  /// Reads an object: calls `body` with each known key, and reports the others.
  mutating func readObject<Key>(
    from reader: inout JSONReader, keys table: KeyTable<Key>, of field: Field,
    body: (inout Self, Key, inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) {
    try reader.beginObject()
    while let name = try reader.nextKey() {
      if let key = table.key(name, in: reader) {
        try body(&self, key, &reader)
      } else {
        try skipUnknownKey(name, keys: table, of: field, from: &reader)
      }
    }
  }

  // MARK: Diagnostics

  mutating func report(
    _ code: Diagnostic.Code, message: @autoclosure () -> String, at field: Field
  ) {
    let path = builder.diagnostics.keepsAnother(code) ? path(field).text : ""
    builder.diagnostics.add(code, message: message(), at: .path(path))
  }

  /// Skips a value of the wrong type, and reports it unless it is `null`.
  @inline(never)
  mutating func skipWrongType(
    from reader: inout JSONReader, expected: @autoclosure () -> String, of field: Field
  ) throws(JSONError) {
    if try reader.skipNullIfNext() { return }
    let kind = reader.peek()
    try reader.skip()
    report(
      .wrongType, message: "expected \(expected()), found \(kind.phrase); it was ignored", at: field
    )
  }

  /// Skips the value of an unknown key, and reports it unless the key begins with `x-`.
  mutating func skipUnknownKey<Key>(
    _ name: Slice, keys table: KeyTable<Key>, of owner: Field, from reader: inout JSONReader
  ) throws(JSONError) {
    let text = reader.string(name)
    try reader.skip()
    if text.utf8.starts(with: "x-".utf8) { return }
    report(
      .unknownValue, key: text, of: owner,
      message: "there is no such key\(table.suggestion(for: text))")
  }

  mutating func report(
    _ code: Diagnostic.Code, key: String, of owner: Field, message: @autoclosure () -> String
  ) {
    var path = JSONPath("")
    if builder.diagnostics.keepsAnother(code) {
      path = self.path(owner)
      path.append(key)
    }
    builder.diagnostics.add(code, message: message(), at: .path(path.text))
  }

  /// Returns whether a value of this kind comes next; a value of another kind is skipped and
  /// reported.
  mutating func expect(
    _ kind: JSONKind, from reader: inout JSONReader, of field: Field
  ) throws(JSONError) -> Bool {
    if reader.peek() == kind { return true }
    try skipWrongType(from: &reader, expected: kind.phrase, of: field)
    return false
  }
}

extension Timestamp {
  /// The smallest magnitude that is read as milliseconds; numbers nearer to 0 are seconds.
  ///
  /// As milliseconds, they would be times from 1966 to 1973, before there were comments on pages.
  private static let minimumMilliseconds: UInt64 = 100_000_000_000

  /// The milliseconds of the years 1 to 9999, without two days at each end.
  private static let calendarRange: ClosedRange<Int64> = -62_135_424_000_000...253_402_127_999_999

  /// True if the time is in the years 1 to 9999 in every zone, so that it can be shown.
  fileprivate var isInCalendar: Bool { Self.calendarRange.contains(milliseconds) }

  /// True if the number of milliseconds would be read as a number of seconds.
  var isNearEpoch: Bool { milliseconds.magnitude < Self.minimumMilliseconds }

  /// Creates a time from seconds or milliseconds since 1970, as other systems use one or the other.
  package init(secondsOrMilliseconds number: Int64) {
    self.init(milliseconds: number)
    if isNearEpoch { milliseconds *= 1000 }
  }
}

extension JSONReader {
  func excerpt(_ text: Slice) -> String { text.excerpt { string($0) } }
}
