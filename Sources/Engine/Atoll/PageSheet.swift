import HTMLOutput
import Theming

/// The style sheet of pages, fragments and cards: written into each of them, or served separately.
struct PageSheet: Sendable {
  private let style: Style
  private let options: Options
  /// The sheet; a built-in one that is only linked to is made on demand.
  private let made: [UInt8]?

  /// Proves the theme, or at least that it is there.
  init(_ style: Style, for options: Options) throws(AtollError) {
    self.style = style
    self.options = options
    if options.styleSheetAddress != nil, style.isEmbedded {
      made = nil
    } else {
      made = try Self.make(style, options)
    }
  }

  var css: [UInt8] {
    if let made { return made }
    do throws(AtollError) {
      return try Self.make(style, options)
    } catch {
      // Built-in themes are checked by the tests and cannot fail here.
      return []
    }
  }

  /// The element that holds the sheet, or points to it.
  func element() throws(AtollError) -> StyleElement {
    guard let address = options.styleSheetAddress else { return StyleElement(css: css) }
    guard let link = StyleElement(linkingTo: address) else {
      throw AtollError(
        .options, "'\(address)' cannot be the address of a style sheet",
        advice: "write an http or https address, or a path such as /comments.css")
    }
    return link
  }

  private static func make(_ style: Style, _ options: Options) throws(AtollError) -> [UInt8] {
    try Theme(style, for: options.format).pageCSS(
      scheme: ColorScheme(options.scheme), cascade: cascade(for: options),
      forDocument: options.format == .page)
  }

  /// Fragments and cards are sealed against the rules of the page around them, unless they have the class
  /// names that such rules are written for.
  private static func cascade(for options: Options) -> Cascade {
    options.format == .page || options.classNames != .atoll ? .layered : .sealed
  }
}

extension Style {
  /// The style is built in; a misspelt name is not.
  fileprivate var isEmbedded: Bool {
    switch self {
    case .embedded(let name): Theme.embeddedNames.contains(name)
    case .files: false
    }
  }
}
