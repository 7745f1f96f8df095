import Bytes

/// `theme.json` as it stands on disk: sections of named values, each with its place.
struct TokenFile {
  enum Value {
    case text(String)
    case number(Int)
  }

  struct Entry {
    /// The object the value stands in; empty for the file's own members.
    let section: String
    let name: String
    let value: Value
    let nameOffset: Int
    let valueOffset: Int
  }

  let file: StyleFile
  private(set) var entries: [Entry] = []
  /// The sheets of pages, and those of mails.
  private(set) var styles: [Sheet] = []
  private(set) var emailStyles: [Sheet] = []

  /// A sheet as a list names it.
  typealias Sheet = (path: String, offset: Int)

  /// The sections a token file may have, and whether every theme needs them.
  static let sections = [
    "depth", "fonts", "sizes", "lengths", "light", "dark", "light-contrast", "dark-contrast",
    "terminal",
  ]
  static let members = ["title", "extends", "rails", "styles", "email-styles"]

  /// Reads the file; what is wrong with it goes to `errors`.
  init(_ file: StyleFile, errors: inout ErrorList) {
    self.file = file
    var bytes = file.bytes
    var found: [Entry] = []
    var lists: [String: [Sheet]] = [:]
    do {
      try JSONReader.read(&bytes) { (reader: inout JSONReader) throws(JSONError) in
        try reader.beginObject()
        while let key = try reader.nextKey() {
          try Self.readMember(
            reader.string(key), at: Int(key.start), &reader, into: &found, &lists, &errors, file)
        }
        try reader.finish()
      }
    } catch {
      errors.add(Self.message(for: error.reason), in: file, at: error.offset)
    }
    entries = found
    styles = lists["styles"] ?? []
    emailStyles = lists["email-styles"] ?? []
  }

  private static func readMember(
    _ name: String, at offset: Int, _ reader: inout JSONReader, into entries: inout [Entry],
    _ lists: inout [String: [Sheet]], _ errors: inout ErrorList, _ file: StyleFile
  ) throws(JSONError) {
    if name == "styles" || name == "email-styles" {
      guard reader.peek() == .array else {
        errors.add("'\(name)' must be a list of file names", in: file, at: reader.offset)
        return try reader.skip()
      }
      try reader.beginArray()
      while try reader.nextElement() {
        let path = try reader.string()
        lists[name, default: []].append((reader.string(path), Int(path.start)))
      }
    } else if sections.contains(name) {
      guard reader.peek() == .object else {
        errors.add("'\(name)' must be an object", in: file, at: reader.offset)
        return try reader.skip()
      }
      try readSection(name, &reader, into: &entries, &errors, file)
    } else if members.contains(name) {
      try readValue(section: "", name, at: offset, &reader, into: &entries, &errors, file)
    } else {
      errors.add(
        "unknown member '\(name)'", in: file, at: offset,
        suggesting: nearest(to: name, among: members + sections))
      try reader.skip()
    }
  }

  private static func readSection(
    _ section: String, _ reader: inout JSONReader, into entries: inout [Entry],
    _ errors: inout ErrorList, _ file: StyleFile
  ) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      try readValue(
        section: section, reader.string(key), at: Int(key.start), &reader, into: &entries, &errors,
        file)
    }
  }

  private static func readValue(
    section: String, _ name: String, at offset: Int, _ reader: inout JSONReader,
    into entries: inout [Entry], _ errors: inout ErrorList, _ file: StyleFile
  ) throws(JSONError) {
    if entries.contains(where: { $0.section == section && $0.name == name }) {
      let place = section.isEmpty ? "" : " in '\(section)'"
      errors.add("'\(name)' is given twice\(place)", in: file, at: offset)
      return try reader.skip()
    }
    let kind = reader.peek()
    let valueOffset = reader.offset
    let value: Value
    switch kind {
    case .string:
      let text = try reader.string()
      value = .text(reader.string(text))
    case .number:
      value = .number(Int(try reader.integer()))
    case .object, .array, .bool, .null:
      errors.add("'\(name)' must be a string or a number", in: file, at: valueOffset)
      return try reader.skip()
    case .end, .invalid:
      return try reader.skip()
    }
    entries.append(
      Entry(
        section: section, name: name, value: value, nameOffset: offset, valueOffset: valueOffset))
  }

  func entry(_ section: String, _ name: String) -> Entry? {
    entries.first { $0.section == section && $0.name == name }
  }

  func entries(in section: String) -> [Entry] { entries.filter { $0.section == section } }

  private static func message(for reason: JSONError.Reason) -> String {
    switch reason {
    case .expectedValue: "expected a value"
    case .expectedString: "expected a string"
    case .expectedNumber: "expected a number"
    case .expectedObject: "expected an object"
    case .expectedArray: "expected a list"
    case .expectedKey: "expected a name in quotation marks"
    case .expectedColon: "expected ':'"
    case .expectedCommaOrEnd: "expected ',' or the end of the object or list"
    case .badEscape: "a string holds an escape that JSON does not know"
    case .badLiteral: "expected 'true', 'false' or 'null'"
    case .unexpectedEnd: "the file ends too early"
    case .mismatchedBracket: "a bracket does not match the one that was opened"
    case .trailingBytes: "there is something after the end of the object"
    case .invalidUTF8: "the file is not UTF-8"
    }
  }
}
