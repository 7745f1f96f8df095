import Bytes
import Comments

/// What every part of the decoder does with values that are not what they should be.
extension AtollDocumentDecoder {
  mutating func report(
    _ code: Diagnostic.Code, _ message: @autoclosure () -> String, _ field: Field
  ) {
    let path = path(field).text
    builder.diagnostics.add(code, message(), at: .path(path))
  }

  /// Reads past a value of the wrong type and says so.
  mutating func passOver(
    _ reader: inout JSONReader, expected: @autoclosure () -> String, _ field: Field
  ) throws(JSONError) {
    let kind = reader.peek()
    try reader.skip()
    report(
      .wrongType, "expected \(expected()), found \(kind.description); it was passed over", field)
  }

  /// The same, silently if it is null.
  @inline(never)
  mutating func passOverUnlessNull(
    _ reader: inout JSONReader, expected: StaticString, _ field: Field
  ) throws(JSONError) {
    if try !reader.readNull() { try passOver(&reader, expected: "\(expected)", field) }
  }

  /// Reads past the value of a key that is not known here.
  ///
  /// Keys with `x-` are nobody's business.
  mutating func passOverUnknown<Key>(
    _ name: Slice, _ table: KeyTable<Key>, _ owner: Field, _ reader: inout JSONReader
  ) throws(JSONError) {
    let text = reader.string(name)
    try reader.skip()
    if text.utf8.starts(with: "x-".utf8) { return }
    let guess = table.nearest(to: text).map { "; did you mean \u{201C}\($0)\u{201D}?" }
    var path = path(owner)
    path.append(text)
    builder.diagnostics.add(
      .unknownValue, "there is no such key\(guess ?? "")", at: .path(path.text))
  }

  /// Whether a value of this kind comes next; otherwise it is passed over, silently if it is null.
  mutating func begins(
    _ kind: JSONKind, _ reader: inout JSONReader, _ field: Field
  ) throws(JSONError) -> Bool {
    if reader.peek() == kind { return true }
    if try !reader.readNull() { try passOver(&reader, expected: kind.description, field) }
    return false
  }

  /// One of a few words; nothing, with a diagnostic, for anything else.
  mutating func word<Word>(
    _ reader: inout JSONReader, _ table: KeyTable<Word>, _ field: Field
  ) throws(JSONError) -> Word? {
    guard let text = try reader.stringIfNext() else {
      if try reader.readNull() { return nil }
      try passOver(
        &reader, expected: "one of \(table.words.joined(separator: ", "))", field)
      return nil
    }
    if let word = table.key(text, in: reader) { return word }
    let written = reader.excerpt(text)
    let guess = table.nearest(to: written).map { "; did you mean \($0)?" }
    report(
      .unknownValue,
      "\u{201C}\(written)\u{201D} is none of \(table.words.joined(separator: ", "))\(guess ?? "")",
      field)
    return nil
  }
}

extension JSONReader {
  /// The beginning of a text, for messages.
  func excerpt(_ text: Slice) -> String {
    let whole = string(Slice(start: text.start, count: min(text.count, 60)))
    return text.count > 60 ? whole + "…" : whole
  }
}

extension JSONKind {
  /// The kind in words, with its article.
  var description: String {
    switch self {
    case .object: "an object"
    case .array: "a list"
    case .string: "a string"
    case .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    case .end: "the end of the input"
    case .invalid: "something that is not JSON"
    }
  }
}
