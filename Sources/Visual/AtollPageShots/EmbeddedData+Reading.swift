extension EmbeddedData {
  /// Returns the lines of a file in `Data/`.
  static func lines(of name: String) -> [String] {
    text(of: name).split(separator: "\n").map(String.init)
  }
}
