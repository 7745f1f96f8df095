extension EmbeddedData {
  /// Returns a file of `Data/`.
  static func text(of name: String) -> String { files.first { $0.path == name }?.text ?? "" }

  /// Returns the lines of a file of `Data/`.
  static func lines(of name: String) -> [String] {
    text(of: name).split(separator: "\n").map(String.init)
  }
}
