import AtollTerminalOutput

/// The capabilities of a terminal, for the format `ansi`; some also apply to plain text and emails.
///
/// The library does not query the terminal; that is up to the caller.
public struct TerminalOptions: Hashable, Sendable {
  /// The number of colors.
  public enum Colors: String, Hashable, Sendable, CaseIterable {
    /// No colors, and no escape sequences for text attributes either.
    case none
    /// The sixteen colors that the terminal's user chose.
    case sixteen = "16"
    /// The fixed colors of the 256-color palette.
    case twoHundredFiftySix = "256"
    /// The theme's exact colors (24 bits).
    case trueColor = "16m"
  }

  /// The characters that are written.
  public enum Charset: String, Hashable, Sendable, CaseIterable {
    /// All of Unicode.
    case utf8
    /// Only ASCII; a character that it cannot express becomes `?`.
    case ascii
  }

  /// The treatment of spoilers.
  public enum Spoilers: String, Hashable, Sendable, CaseIterable {
    /// Spoilers are written and marked.
    case show
    /// A word replaces each spoiler.
    case hide
  }

  /// The maximum width of a line in columns; `nil` means 72 for plain text and emails, and 80 for
  /// the format `ansi`.
  public var width: Int?
  /// The number of colors; plain text has none.
  public var colors = Colors.sixteen
  /// True if the format `ansi` has links that terminals can open (OSC 8).
  ///
  /// Otherwise, links are numbered, and their addresses are listed below.
  public var writesHyperlinks = false
  /// The characters that are written.
  public var charset = Charset.utf8
  /// The width of ambiguous characters (Unicode, UAX #11): 1, or 2 with East Asian fonts.
  public var ambiguousWidth = 1
  /// The treatment of spoilers.
  public var spoilers = Spoilers.hide
  /// True if plain text is written so that mail clients can reflow it (`format=flowed`, RFC 3676).
  public var isFlowed = false

  /// The possible widths, in columns.
  public static let widths = TerminalSettings.minimumWidth...TerminalSettings.maximumWidth
  package static let ambiguousWidths = 1...2

  /// Creates the default options.
  public init() {}
}

extension Options {
  /// The settings for the terminal writer; `nil` for formats that it does not write.
  var terminalSettings: TerminalSettings? {
    var settings: TerminalSettings
    switch format {
    case .page, .fragment, .card, .jsonLD, .atom: return nil
    case .ansi:
      settings = TerminalSettings(form: .ansi, width: terminal.width ?? 80)
      settings.colors = TerminalSettings.Colors(terminal.colors)
      settings.writesHyperlinks = terminal.writesHyperlinks
    case .text, .email, .emailHTML, .emailText:
      settings = TerminalSettings(form: .text, width: terminal.width ?? 72)
      settings.isFlowed = terminal.isFlowed
    }
    settings.isASCII = terminal.charset == .ascii
    settings.isMail = format.isMail
    settings.usesIsolates = format.isMail && !settings.isASCII
    settings.ambiguousIsWide = terminal.ambiguousWidth == 2
    settings.showsSpoilers = terminal.spoilers == .show
    switch scheme {
    case .auto, .host: settings.background = .unknown
    case .light: settings.background = .light
    case .dark: settings.background = .dark
    }
    return settings
  }
}

extension TerminalSettings.Colors {
  init(_ colors: TerminalOptions.Colors) {
    switch colors {
    case .none: self = .none
    case .sixteen: self = .sixteen
    case .twoHundredFiftySix: self = .twoHundredFiftySix
    case .trueColor: self = .trueColor
    }
  }
}
