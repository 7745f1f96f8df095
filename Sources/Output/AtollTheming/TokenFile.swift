import AtollBytes

/// The content of `theme.json`: sections of named values with their offsets.
struct TokenFile {
  enum Value {
    case text(String)
    /// A number, or `nil` if it is not an integer.
    case number(Int?)
    /// A value that no token can have.
    case other
  }

  struct Entry {
    let name: String
    let value: Value
    let nameOffset: Int
    let valueOffset: Int
  }

  let file: StyleFile
  /// The entries, by section and name.
  private var entries: [String: [String: Entry]] = [:]
  private var memberNames: Set<String> = []
  /// The sheets for pages; those for emails are in `emailStyles`.
  private(set) var styles: [ListedSheet] = []
  private(set) var emailStyles: [ListedSheet] = []

  /// True if the file is JSON.
  private(set) var isReadable = true
  /// True if all members have known names and the right kind; if false, tokens and sheets may seem
  /// to be missing.
  private(set) var areMembersKnown = true

  /// The path of a style sheet that the token file lists, and the offset of the path in that file.
  typealias ListedSheet = (path: String, offset: Int)

  static let sections = [
    "depth", "fonts", "sizes", "lengths", "light", "dark", "light-contrast", "dark-contrast",
    "terminal",
  ]
  static let members = [
    "title", "extends", "rails", "avatars", "styles", "email-styles",
  ]

  init(_ file: StyleFile, reporting errors: inout SourceErrorList) {
    self.file = file
    var bytes = file.bytes
    do {
      try JSONReader.read(&bytes) { (reader: inout JSONReader) throws(JSONError) in
        try reader.beginObject()
        while let key = try reader.nextKey() {
          try readMember(reader.string(key), at: Int(key.start), from: &reader, reporting: &errors)
        }
        try reader.finish()
      }
    } catch {
      isReadable = false
      errors.add(
        foreignEncodingMessage(of: file.bytes) ?? error.reason.message, in: file, at: error.offset)
    }
  }

  private mutating func readMember(
    _ name: String, at offset: Int, from reader: inout JSONReader,
    reporting errors: inout SourceErrorList
  ) throws(JSONError) {
    guard memberNames.insert(name).inserted else {
      errors.add("'\(name)' is given twice", in: file, at: offset)
      return try reader.skip()
    }
    if name == "styles" || name == "email-styles" {
      guard reader.peek() == .array else {
        areMembersKnown = false
        errors.add("'\(name)' must be a list of file names", in: file, at: reader.offset)
        return try reader.skip()
      }
      var sheets: [ListedSheet] = []
      try reader.beginArray()
      while try reader.nextElement() {
        let path = try reader.string()
        let sheet = (path: reader.string(path), offset: Int(path.start))
        if sheets.contains(where: { $0.path == sheet.path }) {
          errors.add(
            "'\(sheet.path)' is given twice in '\(name)'", in: file, at: sheet.offset)
        } else {
          sheets.append(sheet)
        }
      }
      if name == "styles" { styles = sheets } else { emailStyles = sheets }
    } else if Self.sections.contains(name) {
      guard reader.peek() == .object else {
        areMembersKnown = false
        errors.add("'\(name)' must be an object", in: file, at: reader.offset)
        return try reader.skip()
      }
      try readSection(name, from: &reader, reporting: &errors)
    } else if Self.members.contains(name) {
      try readValue(of: name, in: "", at: offset, from: &reader, reporting: &errors)
    } else if name == "$schema" || name.hasPrefix("@") {
      // `$schema` is for editors, and members that begin with `@` are comments.
      try reader.skip()
    } else {
      areMembersKnown = false
      let known = Self.members + Self.sections
      let near = nearest(to: name, among: known)
      let all = near == nil ? "; the members are \(known.joined(separator: ", "))" : ""
      errors.add("unknown member '\(name)'\(all)", in: file, at: offset, suggesting: near)
      try reader.skip()
    }
  }

  private mutating func readSection(
    _ section: String, from reader: inout JSONReader, reporting errors: inout SourceErrorList
  ) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      try readValue(
        of: reader.string(key), in: section, at: Int(key.start), from: &reader, reporting: &errors)
    }
  }

  private mutating func readValue(
    of name: String, in section: String, at offset: Int, from reader: inout JSONReader,
    reporting errors: inout SourceErrorList
  ) throws(JSONError) {
    if entry(in: section, named: name) != nil {
      errors.add("'\(name)' is given twice in '\(section)'", in: file, at: offset)
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
      value = .other
      try reader.skip()
    case .end, .invalid:
      return try reader.skip()
    }
    entries[section, default: [:]][name] = Entry(
      name: name, value: value, nameOffset: offset, valueOffset: valueOffset)
  }

  /// Returns the entry with a name in a section; the section is empty for top-level members.
  func entry(in section: String, named name: String) -> Entry? { entries[section]?[name] }

  /// Returns the entries of a section in the order of the file.
  func entries(in section: String) -> [Entry] {
    entries[section, default: [:]].values.sorted { $0.nameOffset < $1.nameOffset }
  }
}
