import AtollBytes

/// One file of a theme.
package struct StyleFile: Sendable {
  /// The path inside the theme's own folder, such as `theme.json`, or the full path of a built-in
  /// sheet, such as `plain/structure.css`.
  package let path: String
  package let bytes: [UInt8]

  /// Creates a file; a byte order mark is skipped.
  package init(path: String, bytes: [UInt8]) {
    self.path = path
    let length = byteOrderMarkLength(of: bytes)
    self.bytes = length == 0 ? bytes : Array(bytes.dropFirst(length))
  }
}

extension SourceErrorList {
  mutating func add(
    _ message: String, in file: StyleFile, at offset: Int? = nil,
    suggesting suggestion: String? = nil
  ) {
    if isFull { return countUnlistedError() }
    add(file.error(message, at: offset, suggesting: suggestion))
  }
}

extension StyleFile {
  /// Returns an error with the line and the column of an offset.
  func error(
    _ message: String, at offset: Int? = nil, suggesting suggestion: String? = nil
  ) -> SourceError {
    SourceError(file: path, at: offset, in: bytes, message: message, suggestion: suggestion)
  }
}
