/// An error in a theme, with its position.
package struct ThemeError: Error, Hashable, Sendable, CustomStringConvertible {
  package let file: String
  /// The line and the column in Unicode scalars, counted from 1; both are 0 if the error is about
  /// the file as a whole.
  package let line: Int
  package let column: Int
  package var message: String
  /// The known name that was probably meant; `nil` if there is no suggestion.
  package let suggestion: String?

  package var description: String {
    let place = line > 0 ? "\(file):\(line):\(column)" : file
    let hint = suggestion.map { "; did you mean '\($0)'?" } ?? ""
    return "\(place): error: \(message)\(hint)"
  }
}

/// All errors of a theme, in the order in which they were found.
package struct ThemeErrors: Error, Hashable, Sendable, CustomStringConvertible {
  package let errors: [ThemeError]
  /// The number of further errors, which are not listed.
  package var unlistedCount = 0

  /// One line for each error, and one for all that are not listed.
  package var lines: [String] {
    errors.map(\.description) + (unlistedCount == 0 ? [] : ["and \(unlistedCount) more"])
  }

  package var description: String { lines.joined(separator: "\n") }
}

/// One file of a theme.
package struct StyleFile: Sendable {
  /// The path inside the theme's own folder, such as `theme.json`, or the full path of a built-in
  /// sheet, such as `plain/structure.css`.
  package let path: String
  package let bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}

/// Gathers errors, and turns byte offsets into lines and columns.
struct ThemeErrorList {
  private(set) var errors: [ThemeError] = []
  private var unlistedCount = 0
  /// The maximum number of listed errors, since a broken file can have one at every byte; others
  /// are only counted.
  static let maximumErrorCount = 100

  mutating func add(
    _ message: String, in file: StyleFile, at offset: Int? = nil,
    suggesting suggestion: String? = nil
  ) {
    guard errors.count < Self.maximumErrorCount else {
      unlistedCount += 1
      return
    }
    errors.append(Self.error(message, in: file, at: offset, suggesting: suggestion))
  }

  /// Returns an error with the line and the column of an offset.
  static func error(
    _ message: String, in file: StyleFile, at offset: Int? = nil,
    suggesting suggestion: String? = nil
  ) -> ThemeError {
    var place = (line: 0, column: 0)
    if let offset { place = Self.position(of: offset, in: file.bytes) }
    return ThemeError(
      file: file.path, line: place.line, column: place.column, message: message,
      suggestion: suggestion)
  }

  func throwIfAny() throws(ThemeErrors) {
    if !errors.isEmpty { throw ThemeErrors(errors: errors, unlistedCount: unlistedCount) }
  }

  /// Returns the line and column of a byte, both counted from 1; columns are Unicode scalars.
  static func position(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    var line = 1
    var column = 1
    for byte in bytes.prefix(max(0, offset)) {
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return (line, column)
  }
}
