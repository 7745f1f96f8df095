package import AtollBytes

/// A line in a source file or a reference.
package struct SourcePlace: Hashable, Sendable {
  /// The path: relative to the root of the repository for an edit, otherwise to the current folder.
  package let path: String
  package let line: Int

  package init(path: String, line: Int) { (self.path, self.line) = (path, line) }

  package var json: JSONValue { ["line": JSONValue(line), "path": .string(path)] }

  package init?(_ json: JSONValue) {
    guard let path = json["path"]?.string, let line = json["line"]?.int else { return nil }
    self.init(path: path, line: line)
  }
}
