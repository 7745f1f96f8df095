import TerminalOutput

/// The abilities of a terminal, for the formats `ansi` and `text`.
///
/// The library does not ask the terminal; the caller does.
public struct TerminalOptions: Hashable, Sendable {
  /// The number of colours.
  public enum Colors: String, Hashable, Sendable, CaseIterable {
    /// No escape sequence for a colour or an attribute at all.
    case none
    /// The sixteen that the terminal's owner chose.
    case sixteen = "16"
    /// The fixed ones of 256.
    case twoHundredFiftySix = "256"
    /// The theme's own, exactly.
    case trueColor = "16m"
  }

  /// The characters that are written.
  public enum Charset: String, Hashable, Sendable, CaseIterable {
    /// All of Unicode.
    case utf8
    /// ASCII and nothing else; what it has no letter for becomes `?`.
    case ascii
  }

  /// The treatment of spoilers.
  public enum Spoilers: String, Hashable, Sendable, CaseIterable {
    /// It is written, and marked.
    case show
    /// A word replaces it.
    case hide
  }

  /// The most columns a line may have: 80, or 72 for plain text, where nothing is said.
  public var width: Int?
  /// The number of colours; plain text has none.
  public var colors = Colors.sixteen
  /// An assertion that links are written so that terminals can open them (OSC 8); otherwise they are
  /// numbered, and their addresses are listed below.
  public var hyperlinks = false
  /// The characters that are written.
  public var charset = Charset.utf8
  /// The width of the characters that Unicode calls ambiguous (UAX #11): 1, or 2 with East Asian fonts.
  public var ambiguousWidth = 1
  /// The treatment of spoilers.
  public var spoilers = Spoilers.hide
  /// Writes plain text so that mail readers can reflow it (`format=flowed`, RFC 3676).
  public var flowed = false

  /// The widths there can be.
  public static let widths = TerminalSettings.leastWidth...TerminalSettings.greatestWidth

  /// The defaults.
  public init() {}
}

extension Options {
  /// The settings of the terminal writer, for the formats that it writes.
  var terminalSettings: TerminalSettings? {
    var settings: TerminalSettings
    switch format {
    case .page, .fragment, .card, .jsonLD, .atom: return nil
    case .ansi:
      settings = TerminalSettings(form: .ansi, width: terminal.width ?? 80)
      settings.colors = TerminalSettings.Colors(terminal.colors)
      settings.hyperlinks = terminal.hyperlinks
    case .text, .email, .emailHTML, .emailText:
      settings = TerminalSettings(form: .text, width: terminal.width ?? 72)
      settings.isFlowed = terminal.flowed
    }
    settings.isASCII = terminal.charset == .ascii
    settings.isMail = format.isMail
    settings.isolates = format.isMail && !settings.isASCII
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
