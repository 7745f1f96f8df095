package import AtollBytes

/// The templates for one run: the built-in ones, any of which a user's own file may replace.
///
/// Names are paths inside the folder of templates, with `/` between folders: `comment.mustache`,
/// `email/comment.mustache`. The set reads no files; it is made from their bytes.
package struct TemplateSet: Sendable {
  /// The maximum size of a template file in bytes; larger files are refused.
  package static let maximumFileSize = 1 << 20

  /// The user's files, keyed by path.
  private let overrides: [String: [UInt8]]
  private let hasBuiltIn: Bool
  /// True if start and end tags without a partner are errors; tests of other rules turn this off.
  var checksNesting = true

  /// Creates a set with only the built-in templates.
  package init() { (overrides, hasBuiltIn) = ([:], true) }

  /// Creates a set with the built-in templates; each file in `overrides` replaces the one with its
  /// name.
  package init(overrides files: [(path: String, bytes: [UInt8])]) throws(SourceErrors) {
    let (overrides, errors) = Self.checkedOverrides(files)
    guard errors.isEmpty else { throw SourceErrors(.templates, errors: errors) }
    (self.overrides, hasBuiltIn) = (overrides, true)
  }

  /// Creates a set without the built-in templates, for tests.
  init(only files: [String: [UInt8]]) { (overrides, hasBuiltIn) = (files, false) }

  /// Returns the errors that keep files from replacing built-in templates, such as unknown names.
  ///
  /// The text of the templates is checked when they are compiled.
  package static func errors(in files: [(path: String, bytes: [UInt8])]) -> [SourceError] {
    checkedOverrides(files).errors
  }

  private static func checkedOverrides(
    _ files: [(path: String, bytes: [UInt8])]
  ) -> (files: [String: [UInt8]], errors: [SourceError]) {
    var overrides: [String: [UInt8]] = [:]
    var errors: [SourceError] = []
    for file in files {
      if builtInText(of: file.path) == nil {
        errors.append(
          SourceError(
            file: file.path, message: "there is no template of this name",
            suggestion: nearestName(to: file.path, among: builtInNames)))
      } else if overrides[file.path] != nil {
        errors.append(
          SourceError(file: file.path, message: "the file is given twice"))
      } else if let error = fileError(in: file.bytes, named: file.path) {
        errors.append(error)
      } else {
        overrides[file.path] = withoutByteOrderMark(file.bytes)
      }
    }
    return (overrides, errors)
  }

  /// The names of all templates, sorted by their bytes.
  package var names: [String] { hasBuiltIn ? Self.builtInNames : overrides.keys.sorted() }

  package func text(of name: String) -> [UInt8]? {
    overrides[name] ?? (hasBuiltIn ? Self.builtInText(of: name) : nil)
  }

  private static var builtInNames: [String] {
    EmbeddedTemplates.files.map(\.path).filter(isTemplate)
  }

  private static func builtInText(of name: String) -> [UInt8]? {
    EmbeddedTemplates.files.first { $0.path == name && isTemplate($0.path) }
      .map { Array($0.text.utf8) }
  }

  private static func isTemplate(_ path: String) -> Bool { path.hasSuffix(".mustache") }

  package func isOverridden(_ name: String) -> Bool { overrides[name] != nil }

  /// A number that changes whenever a built-in template does; `nil` if not all templates are built
  /// in.
  package var builtInFingerprint: UInt64? {
    overrides.isEmpty && hasBuiltIn ? EmbeddedTemplates.fingerprint : nil
  }

  /// Compiles a template with everything it includes, or throws all of its errors.
  ///
  /// `minifying` removes line breaks and indentation that only the readers of the template need;
  /// see `docs/templates-language.md` for the exact rules.
  package func compile(
    _ name: String, schema: TemplateSchema, minifying: Bool = true
  ) throws(SourceErrors) -> Program {
    let draft = try draft(of: name, schema: schema)
    return Program(minifying && !schema.isPlainText ? minified(draft) : draft)
  }

  /// Compiles a template with its tags changed by an editor.
  ///
  /// `elements` are the open elements around the template.
  package func compile(
    _ name: String, schema: TemplateSchema, editor: inout some TagEditor,
    inside elements: [TemplateTag] = []
  ) throws(SourceErrors) -> Program {
    var rewriter = TagRewriter(
      try draft(of: name, schema: schema), editor: editor, inside: elements)
    let draft = rewriter.edited()
    editor = rewriter.editor
    try rewriter.log.throwIfAny()
    return Program(schema.isPlainText ? draft : minified(draft))
  }

  private func draft(
    of name: String, schema: TemplateSchema
  ) throws(SourceErrors) -> CheckedTemplate {
    guard let text = text(of: name) else {
      throw SourceErrors(
        .templates,
        errors: [
          SourceError(
            file: name, message: "there is no template of this name",
            suggestion: Self.nearestName(to: name, among: names))
        ])
    }
    var compiler = TemplateCompiler(set: self, schema: schema)
    if !checksNesting { compiler.nesting.abandon() }
    let draft = compiler.compile(name, text: text)
    try compiler.log.throwIfAny()
    return draft
  }

  /// Returns the name that is most similar to another one, ignoring the ending `.mustache`; `nil`
  /// if none is similar.
  package static func nearestName(to name: String, among names: [String]) -> String? {
    let ending = ".mustache"
    guard name.hasSuffix(ending) else { return nearest(to: name, among: names) }
    return nearest(
      to: String(name.dropLast(ending.count)),
      among: names.map { String($0.dropLast(ending.count)) }
    ).map { $0 + ending }
  }

  // MARK: Files

  private static func withoutByteOrderMark(_ bytes: [UInt8]) -> [UInt8] {
    let length = byteOrderMarkLength(of: bytes)
    return length == 0 ? bytes : Array(bytes.dropFirst(length))
  }

  private static func fileError(in bytes: [UInt8], named name: String) -> SourceError? {
    if bytes.count > maximumFileSize {
      return SourceError(
        file: name, line: 1, column: 1,
        message: "the file is larger than \(maximumFileSize) bytes")
    }
    if let message = foreignEncodingMessage(of: bytes) {
      return SourceError(file: name, line: 1, column: 1, message: message)
    }
    let invalid = firstInvalidUTF8(in: bytes.span)
    guard let offset = invalid ?? bytes.firstIndex(of: 0) else { return nil }
    let position = LineStarts(of: bytes).position(of: offset)
    return SourceError(
      file: name, line: position.line, column: position.column,
      message: invalid == nil ? "the file has a NUL byte" : "the file is not UTF-8")
  }
}

/// A line, and a column in bytes, both counted from 1.
struct TextPosition: Hashable {
  var line: Int
  var column: Int
}

/// The offsets at which the lines of a text begin, to find the position of a byte without reading
/// the text again.
struct LineStarts {
  private var starts = [0]

  init(of text: [UInt8]) {
    for index in text.indices where text[index] == UInt8(ascii: "\n") { starts.append(index + 1) }
  }

  /// Returns the position of a byte in a text whose lines were indented by a number of bytes.
  func position(of offset: Int, indentedBy indentation: Int = 0) -> TextPosition {
    // The first line starts at 0.
    let line = max(1, partitioningIndex(of: starts) { $0 <= offset })
    return TextPosition(
      line: line, column: max(1, offset - starts[line - 1] - indentation + 1))
  }
}
