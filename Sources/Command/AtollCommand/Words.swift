import Atoll
import Comments
import Layout
import Theming

/// The words that options take, as the library has them.
enum Words {
  static let formats = words(of: Options.Format.self)
  /// The formats that are made of templates and a style sheet.
  static let markupFormats = Options.Format.allCases.filter(\.isHTML).map(\.rawValue)
  static let sortOrders = words(of: SortOrder.self)
  static let inputForms = words(of: InputForm.self)
  static let bodySyntaxes = words(of: Body.Syntax.self)
  static let languages = words(of: Language.self)
  static let schemes = words(of: Options.Scheme.self)
  static let sortControls = words(of: Options.SortControls.self)
  static let spoilers = words(of: TerminalOptions.Spoilers.self)
  static let styles = Theme.embeddedNames

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
