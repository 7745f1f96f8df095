import TerminalOutput

/// What a terminal can do, for the formats `ansi` and `text`.
///
/// Atoll asks no terminal anything: whoever renders says what there is.
public struct TerminalOptions: Hashable, Sendable {
  /// How many colours are written.
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

  /// Which characters are written.
  public enum Charset: String, Hashable, Sendable, CaseIterable {
    /// All of Unicode.
    case utf8
    /// ASCII and nothing else; what it has no letter for becomes `?`.
    case ascii
  }

  /// What becomes of text that gives something away.
  public enum Spoilers: String, Hashable, Sendable, CaseIterable {
    /// It is written, and marked.
    case show
    /// A word stands in its place.
    case hide
  }

  /// The most columns a line may have: 80, or 72 for plain text, where nothing is said.
  public var width: Int?
  /// How many colours are written; plain text never has any.
  public var colors = Colors.sixteen
  /// Whether links are written so that terminals can open them (OSC 8); where not, they are
  /// numbered, and their addresses stand below.
  public var hyperlinks = false
  /// Which characters are written.
  public var charset = Charset.utf8
  /// How many columns the characters take that Unicode calls ambiguous: 1, or 2 with East Asian fonts.
  public var ambiguousWidth = 1
  /// What becomes of text that gives something away.
  public var spoilers = Spoilers.hide
  /// Writes plain text so that mail readers can reflow it (`format=flowed`, RFC 3676).
  public var flowed = false

  /// The widths there can be.
  public static let widths = TerminalSettings.leastWidth...TerminalSettings.greatestWidth

  /// The defaults.
  public init() {}
}

extension Options {
  /// What the terminal writer is to do, where one writes this format.
  var terminalSettings: TerminalSettings? {
    var settings: TerminalSettings
    switch format {
    case .page, .fragment, .card: return nil
    case .ansi:
      settings = TerminalSettings(form: .ansi, width: terminal.width ?? 80)
      settings.colors = TerminalSettings.Colors(terminal.colors)
      settings.hyperlinks = terminal.hyperlinks
    case .text, .email, .emailHTML, .emailText:
      settings = TerminalSettings(form: .text, width: terminal.width ?? 72)
      settings.isFlowed = terminal.flowed
    }
    settings.isASCII = terminal.charset == .ascii
    settings.isolates = format.isMail && !settings.isASCII
    settings.ambiguousIsWide = terminal.ambiguousWidth == 2
    settings.showsSpoilers = terminal.spoilers == .show
    switch scheme {
    case .auto: settings.background = .unknown
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
