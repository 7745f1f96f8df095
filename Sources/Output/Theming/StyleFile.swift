import Bytes

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
    var place = (line: 0, column: 0)
    if let offset { place = Self.position(of: offset, in: bytes) }
    return SourceError(
      file: path, line: place.line, column: place.column, message: message,
      suggestion: suggestion)
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
