import AtollBodyText
import AtollBytes
import AtollComments
import AtollHTMLOutput
import AtollTheming

/// The style sheet of pages, fragments and cards: written into each of them, or served separately.
struct PageSheet: Sendable {
  private let style: Style
  private let options: Options
  /// The rules; `nil` if outputs link to a built-in sheet, whose rules are made on demand.
  private let rules: PageSheetRules?
  /// The class of the root element of fragments and cards, which keeps two themes on one page
  /// apart.
  ///
  /// `nil` if the sheet is layered or outputs link to it: the rules are then for the class `atoll`.
  let customRootClass: String?
  let showsInitials: Bool
  /// The deepest level that the theme indents, for wide and for narrow screens.
  let depthCap: DepthCap

  init(_ style: Style, for options: Options) throws(AtollError) {
    self.style = style
    self.options = options
    let theme = try Theme(style, for: options.format)
    showsInitials = theme.tokens.avatars == .initials
    depthCap = theme.tokens.depth
    rules =
      options.styleSheetAddress != nil && style.isEmbedded
      ? nil : Self.makeRules(for: theme, options: options)
    let hasCustomClass = options.styleSheetAddress == nil && Self.cascade(for: options) == .sealed
    customRootClass = hasCustomClass ? Self.rootClass(of: style, options: options) : nil
  }

  /// True if the content security policy of pages allows pictures from other servers.
  var allowsImages: Bool { options.images == .load }

  /// The rules that are written into outputs; `nil` if they link to the sheet.
  var writtenRules: PageSheetRules? { options.styleSheetAddress == nil ? rules : nil }

  /// Returns the whole sheet, with `root` as the class of the root element in place of `atoll`.
  func css(root: String = Theme.rootClass) -> [UInt8] {
    if let rules { return rules.css(root: root) }
    do throws(AtollError) {
      return Self.makeRules(for: try Theme(style, for: options.format), options: options).css(
        root: root)
    } catch {
      // Built-in themes are checked by the tests and cannot fail here.
      return []
    }
  }

  /// Returns the element that links to the sheet; `nil` if outputs contain the sheet.
  func linkElement() throws(AtollError) -> StyleElement? {
    guard let address = options.styleSheetAddress else { return nil }
    guard let link = StyleElement(linkingTo: address, allowsImages: allowsImages) else {
      throw AtollError(
        .options, message: "'\(address)' cannot be the address of a style sheet",
        advice: SafeURL.adviceAboutSpace(in: address) { StyleElement(linkingTo: $0) != nil }
          ?? "write an http or https address with a host's name and no user, or a path such as /comments.css"
      )
    }
    return link
  }

  private static func makeRules(for theme: Theme, options: Options) -> PageSheetRules {
    theme.pageRules(
      scheme: ColorScheme(options.scheme), cascade: cascade(for: options),
      forDocument: options.format == .page,
      headingShift: options.headingLevel - Options.defaultHeadingLevel,
      showsImages: options.images == .load)
  }

  /// Returns a class that depends on the theme's name and on the options that change its rules: `k`
  /// and three letters or digits.
  ///
  /// Editing a theme does not change the class, so that only what is edited changes in the output.
  private static func rootClass(of style: Style, options: Options) -> String {
    let name =
      switch style {
      case .embedded(let name), .files(let name, _): name
      }
    let text =
      "\(name) \(options.scheme.rawValue) \(options.headingLevel)"
      + (options.images == .load ? " images" : "")
    let hash = SHA256.digest(Array(text.utf8)).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    let digits = String(hash % 46_656, radix: 36)
    return "k" + String(repeating: "0", count: 3 - digits.count) + digits
  }

  /// Returns the relation of the sheet to the other style sheets of its page.
  ///
  /// Fragments and cards are sealed against the rules of the page around them, unless they have the
  /// class names of Coral or Talk, for which that page has rules.
  private static func cascade(for options: Options) -> Cascade {
    options.format == .page || options.classNames != .atoll ? .layered : .sealed
  }
}

extension Style {
  /// True if the style is built in; `false` for a misspelled name.
  fileprivate var isEmbedded: Bool {
    switch self {
    case .embedded(let name): Theme.embeddedNames.contains(name)
    case .files: false
    }
  }
}
