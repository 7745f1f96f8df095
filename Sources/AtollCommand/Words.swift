import Rows

/// The words that options take, as the library has them.
enum Words {
  static let formats = ["page", "fragment", "card"]
  static let sortOrders = words(of: SortOrder.self)
  static let inputShapes = ["talk4", "coral", "atoll", "talk4-dump", "coral-dump"]
  static let bodySyntaxes = ["markdown", "html", "plain"]
  static let languages = ["en", "de", "es", "fr", "ja", "ar"]
  static let schemes = ["auto", "light", "dark"]
  static let sortControls = ["auto", "on", "off"]
  static let styles = ["ign", "plain"]

  private static func words<Cases: RawRepresentable<String> & CaseIterable>(
    of: Cases.Type
  ) -> [String] {
    Cases.allCases.map(\.rawValue)
  }
}

/// The shells there are completions for.
enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}
