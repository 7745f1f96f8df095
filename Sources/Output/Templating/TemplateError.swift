/// An error in a template, with its position.
///
/// It is printed like a compiler's errors:
/// `comment.mustache:3:14: error: unknown name 'autor'; did you mean 'author'?`. Lines and columns
/// are counted from 1; a column is the number of UTF-8 bytes before the position in its line, plus
/// one.
package struct TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The template's name, such as `comment.mustache`.
  package var file: String
  package var line: Int
  package var column: Int
  package var message: String
  /// The name that was probably meant; `nil` if there is no suggestion.
  package var suggestion: String?
  /// The position of the tag that included the file, as `file:line:column`, if there is one.
  package var includedFrom: String?

  package init(
    file: String, line: Int, column: Int, message: String, suggestion: String? = nil,
    includedFrom: String? = nil
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.message = message
    self.suggestion = suggestion
    self.includedFrom = includedFrom
  }

  package var description: String {
    var text = "\(file):\(line):\(column): error: \(message)"
    if let suggestion { text += "; did you mean '\(suggestion)'?" }
    if let includedFrom { text += " (included from \(includedFrom))" }
    return text
  }
}

/// All errors found in one or more templates; never empty.
package struct TemplateErrors: Error, Hashable, Sendable, CustomStringConvertible {
  package let errors: [TemplateError]
  /// The number of further errors, which are not listed.
  package let unlistedCount: Int

  package init(_ errors: [TemplateError], unlistedCount: Int = 0) {
    self.errors = errors
    self.unlistedCount = unlistedCount
  }

  /// One line for each error, and one for all that are not listed.
  package var lines: [String] {
    errors.map(\.description) + (unlistedCount == 0 ? [] : ["and \(unlistedCount) more"])
  }

  /// Returns whether a line is the one that counts the errors that are not listed.
  package static func isUnlistedCount(_ line: String) -> Bool {
    line.hasPrefix("and ") && line.hasSuffix(" more")
  }

  package var description: String { lines.joined(separator: "\n") }
}
