import HTMLOutput
import Theming

/// The style sheet of pages, fragments and cards: written into each of them, or served beside them.
struct PageSheet: Sendable {
  private let style: Style
  private let options: Options
  /// The sheet, unless it is one that is built in and stands nowhere in the output: whoever asks for
  /// such a one waits for it, and nobody else does.
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
      // What is built in was proven when it was.
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

  /// What stands in a page of somebody else's is sealed against the rules it finds there, unless it
  /// bears the class names that are there to be restyled.
  private static func cascade(for options: Options) -> Cascade {
    options.format == .page || options.classNames != .atoll ? .layered : .sealed
  }
}

extension Style {
  /// Whether it is one of those that are built in; one that is misspelt is none.
  fileprivate var isEmbedded: Bool {
    switch self {
    case .embedded(let name): Theme.embeddedNames.contains(name)
    case .files: false
    }
  }
}
