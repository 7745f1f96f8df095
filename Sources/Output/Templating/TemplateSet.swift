import Bytes

/// The templates of one run: the built-in ones, replaced file by file by a user's own.
///
/// Names are paths inside the folder, with `/` between folders: `comment.mustache`,
/// `email/comment.mustache`. The set reads no files; it is made from their bytes.
package struct TemplateSet: Sendable {
  /// The largest template that is looked at.
  package static let largestFile = 1 << 20

  /// The names of all templates, in the order of their bytes.
  package let names: [String]
  private let texts: [String: [UInt8]]
  private let overridden: Set<String>

  /// The built-in templates alone.
  package init() {
    self.init(builtIn: Self.embedded)
  }

  /// The built-in templates, with every file in `overrides` in place of the one of its name.
  package init(overrides: [(path: String, bytes: [UInt8])]) throws(TemplateErrors) {
    try self.init(builtIn: Self.embedded, overrides: overrides)
  }

  /// A set over other files than the embedded ones.
  package init(builtIn: [(path: String, bytes: [UInt8])]) {
    var texts: [String: [UInt8]] = [:]
    for file in builtIn where Self.isTemplate(file.path) {
      texts[file.path] = Self.withoutMark(file.bytes)
    }
    self.texts = texts
    names = texts.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    overridden = []
  }

  /// A set over other files than the embedded ones, some of them replaced.
  package init(
    builtIn: [(path: String, bytes: [UInt8])], overrides: [(path: String, bytes: [UInt8])]
  ) throws(TemplateErrors) {
    let base = TemplateSet(builtIn: builtIn)
    var texts = base.texts
    var overridden: Set<String> = []
    var errors: [TemplateError] = []
    for file in overrides {
      if base.texts[file.path] == nil {
        errors.append(
          TemplateError(
            file: file.path, line: 1, column: 1, message: "there is no template of this name",
            suggestion: nearest(to: file.path, among: base.names)))
      } else if !overridden.insert(file.path).inserted {
        errors.append(
          TemplateError(file: file.path, line: 1, column: 1, message: "the file is given twice"))
      } else if let error = Self.refusal(of: file.bytes, named: file.path) {
        errors.append(error)
      } else {
        texts[file.path] = Self.withoutMark(file.bytes)
      }
    }
    guard errors.isEmpty else { throw TemplateErrors(errors) }
    names = base.names
    self.texts = texts
    self.overridden = overridden
  }

  /// Returns the text of a template, or `nil` if there is none of this name.
  package func text(of name: String) -> [UInt8]? { texts[name] }

  /// Returns whether a user's file replaces the built-in one.
  package func isOverridden(_ name: String) -> Bool { overridden.contains(name) }

  /// Compiles a template with everything it includes, or throws all of its errors.
  ///
  /// `minifying` removes line breaks and indentation that only the readers of the template need; see `docs/templates-language.md` for what exactly.
  package func compile(
    _ name: String, schema: TemplateSchema, minifying: Bool = true
  ) throws(TemplateErrors) -> Program {
    let draft = try draft(of: name, schema)
    return Program(minifying && !schema.isPlainText ? minified(draft) : draft)
  }

  /// Compiles a template with its tags changed by an editor.
  ///
  /// `elements` are those that are open around the template.
  package func compile(
    _ name: String, schema: TemplateSchema, editor: inout some TagEditor,
    inside elements: [TemplateTag] = []
  ) throws(TemplateErrors) -> Program {
    var editing = TagEditing(
      try draft(of: name, schema, recordsTags: true), editor, inside: elements)
    let draft = editing.edited()
    editor = editing.editor
    try editing.log.throwIfAny()
    return Program(schema.isPlainText ? draft : minified(draft))
  }

  private func draft(
    of name: String, _ schema: TemplateSchema, recordsTags: Bool = false
  ) throws(TemplateErrors) -> CheckedTemplate {
    guard let text = texts[name] else {
      throw TemplateErrors([
        TemplateError(
          file: name, line: 1, column: 1, message: "there is no template of this name",
          suggestion: nearest(to: name, among: names))
      ])
    }
    var compiler = TemplateCompiler(set: self, schema: schema)
    if recordsTags { compiler.recorder = TagRecorder() }
    let draft = compiler.compile(name, text)
    try compiler.log.throwIfAny()
    return draft
  }

  // MARK: Files

  private static var embedded: [(path: String, bytes: [UInt8])] {
    EmbeddedTemplates.files.map { ($0.path, Array($0.text.utf8)) }
  }

  private static func isTemplate(_ path: String) -> Bool { path.hasSuffix(".mustache") }

  /// The bytes without a byte order mark.
  private static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  private static func refusal(of bytes: [UInt8], named name: String) -> TemplateError? {
    if bytes.count > largestFile {
      return TemplateError(
        file: name, line: 1, column: 1,
        message: "the file is larger than \(largestFile) bytes")
    }
    let invalid = unsafe bytes.withUnsafeBufferPointer { unsafe firstInvalidUTF8(in: $0) }
    guard let offset = invalid ?? bytes.firstIndex(of: 0) else { return nil }
    let place = LineStarts(of: bytes).place(of: offset)
    return TemplateError(
      file: name, line: place.line, column: place.column,
      message: invalid == nil ? "the file has a NUL byte" : "the file is not UTF-8")
  }
}

/// A line and a column, both counted from 1, the column in bytes.
struct TextPosition: Hashable {
  var line: Int
  var column: Int
}

/// The offsets at which the lines of a text begin, to find the position of a byte without reading the text again.
struct LineStarts {
  private var starts = [0]

  init(of text: [UInt8]) {
    for index in text.indices where text[index] == UInt8(ascii: "\n") { starts.append(index + 1) }
  }

  /// Returns the position of a byte in a text whose lines were indented by a number of bytes.
  func place(of offset: Int, indentedBy indentation: Int = 0) -> TextPosition {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return TextPosition(line: low + 1, column: max(1, offset - starts[low] - indentation + 1))
  }
}
