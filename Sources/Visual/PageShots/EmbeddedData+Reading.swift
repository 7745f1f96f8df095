extension EmbeddedData {
  /// Returns the lines of a file of `Data/`.
  static func lines(of name: String) -> [String] {
    text(of: name).split(separator: "\n").map(String.init)
  }
}
