/// An error in a file that people write, such as a template, a theme or a language.
///
/// It is printed like a compiler's errors:
/// `comment.mustache:3:14: error: unknown name 'autor'; did you mean 'author'?`.
package struct SourceError: Hashable, Sendable, CustomStringConvertible {
  /// The name or path of the file, such as `comment.mustache`.
  package var file: String
  /// The line, counted from 1; 0 if the error is about the file as a whole.
  package var line: Int
  /// The column, counted from 1; 0 if the error is about the file as a whole.
  ///
  /// Columns are UTF-8 bytes in templates, and Unicode scalars in other files.
  package var column: Int
  package var message: String
  /// The name that was probably meant; `nil` if there is no suggestion.
  package var suggestion: String?
  /// The position of the template tag that included the file, such as `page.mustache:3:1`.
  package var includedFrom: String?

  package init(
    file: String, line: Int = 0, column: Int = 0, message: String, suggestion: String? = nil
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.message = message
    self.suggestion = suggestion
  }

  /// Creates an error at an offset in a file; its column is counted in Unicode scalars.
  package init(
    file: String, at offset: Int?, in bytes: some BidirectionalCollection<UInt8>, message: String,
    suggestion: String? = nil
  ) {
    self.init(file: file, message: message, suggestion: suggestion)
    guard let offset else { return }
    let before = bytes.prefix(max(0, offset))
    line = before.count { $0 == 0x0A } + 1
    column = before.reversed().prefix { $0 != 0x0A }.count { $0 & 0xC0 != 0x80 } + 1
  }

  package var description: String {
    let place = line > 0 ? "\(file):\(line):\(column)" : file
    var text = "\(place): error: \(message)"
    if let suggestion { text += "; did you mean '\(suggestion)'?" }
    if let includedFrom { text += " (included from \(includedFrom))" }
    return text
  }
}

/// All errors found in the files of one kind; never empty.
package struct SourceErrors: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Kind: Hashable, Sendable {
    case templates, theme, mailStyles, language
  }

  package let kind: Kind
  package var errors: [SourceError]
  /// The number of further errors, which are not listed.
  package let unlistedCount: Int

  package init(_ kind: Kind, errors: [SourceError], unlistedCount: Int = 0) {
    self.kind = kind
    self.errors = errors
    self.unlistedCount = unlistedCount
  }

  package var count: Int { errors.count + unlistedCount }

  /// A line for each error and, if some are not listed, a line with their number.
  package var lines: [String] {
    errors.map(\.description) + (unlistedCount == 0 ? [] : ["and \(unlistedCount) more"])
  }

  package var description: String { lines.joined(separator: "\n") }
}
