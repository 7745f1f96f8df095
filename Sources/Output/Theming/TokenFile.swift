import Bytes

/// The content of `theme.json`: sections of named values with their offsets.
struct TokenFile {
  enum Value {
    case text(String)
    /// A number, or `nil` if it is not a whole one.
    case number(Int?)
  }

  struct Entry {
    let name: String
    let value: Value
    let nameOffset: Int
    let valueOffset: Int
  }

  let file: StyleFile
  private var entries = EntryTable()
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
  static let members = [
    "title", "extends", "rails", "avatars", "styles", "email-styles",
  ]

  /// Reads the file; what is wrong with it goes to `errors`.
  init(_ file: StyleFile, errors: inout ErrorList) {
    self.file = file
    var bytes = file.bytes
    var found = EntryTable()
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
      errors.add(error.reason.message, in: file, at: error.offset)
    }
    entries = found
    styles = lists["styles"] ?? []
    emailStyles = lists["email-styles"] ?? []
  }

  private static func readMember(
    _ name: String, at offset: Int, _ reader: inout JSONReader, into entries: inout EntryTable,
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
    _ section: String, _ reader: inout JSONReader, into entries: inout EntryTable,
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
    into entries: inout EntryTable, _ errors: inout ErrorList, _ file: StyleFile
  ) throws(JSONError) {
    if entries[section, name] != nil {
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
      let text = try reader.number()
      value = .number(Int(reader.string(text)))
    case .object, .array, .bool, .null:
      errors.add("'\(name)' must be a string or a number", in: file, at: valueOffset)
      return try reader.skip()
    case .end, .invalid:
      return try reader.skip()
    }
    entries.append(
      Entry(name: name, value: value, nameOffset: offset, valueOffset: valueOffset), to: section)
  }

  /// Returns a value by its section, which is empty for the members of the file itself, and its name.
  func entry(_ section: String, _ name: String) -> Entry? { entries[section, name] }

  func entries(in section: String) -> [Entry] { entries[section] }

  /// The entries by sections and names.
  private struct EntryTable {
    private var sections: [String: [Entry]] = [:]
    private var places: [String: [String: Int]] = [:]

    subscript(section: String) -> [Entry] { sections[section] ?? [] }

    subscript(section: String, name: String) -> Entry? {
      places[section]?[name].flatMap { sections[section]?[$0] }
    }

    mutating func append(_ entry: Entry, to section: String) {
      let place = sections[section]?.count ?? 0
      sections[section, default: []].append(entry)
      places[section, default: [:]][entry.name] = place
    }
  }
}
