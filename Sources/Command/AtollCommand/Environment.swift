import AtollOperatingSystem

/// The environment variables that atoll reads.
enum EnvironmentVariable: String, CaseIterable, Sendable {
  case noColor = "NO_COLOR"
  case forceColor = "FORCE_COLOR"
  case cliColorForce = "CLICOLOR_FORCE"
  case term = "TERM"
  case cliColor = "CLICOLOR"
  case colorTerm = "COLORTERM"
  case colorFgBg = "COLORFGBG"
  case columns = "COLUMNS"
  case localeAll = "LC_ALL"
  case localeCharacters = "LC_CTYPE"
  case language = "LANG"
  case atollPager = "ATOLL_PAGER"
  case pager = "PAGER"
  case less = "LESS"
  case ci = "CI"
  case token = "ATOLL_TOKEN"
  case stateHome = "XDG_STATE_HOME"
  case temporaryFolder = "TMPDIR"
  case home = "HOME"
  case proxy = "https_proxy"
  case noProxy = "no_proxy"
  case chromium = "CHROMIUM"

  /// The meaning, for the help and the manual page.
  var meaning: String {
    switch self {
    case .noColor: "No colours are used if it is set and not empty."
    case .forceColor:
      """
      0: no colours are used. 1, 2 or 3: 16, 256 or all colours are used, even in a file. \
      NO_COLOR takes precedence.
      """
    case .cliColorForce:
      "Colours are used, even in a file, if it is set and not 0. The two above take precedence."
    case .term:
      "If it is dumb, no colours are used unless one of the above forces them. If it contains 256color, the terminal has 256 colours."
    case .cliColor: "If it is 0, no colours are used unless one of the above forces them."
    case .colorTerm: "truecolor or 24bit: the terminal has all colours."
    case .colorFgBg:
      "The colours of the terminal, such as 15;0, which tell whether its background is light or dark."
    case .columns:
      "The width of the help and of a thread on a terminal; it takes precedence over the terminal's own."
    case .localeAll, .localeCharacters:
      "Takes precedence over LANG."
    case .language: "A thread on a terminal is written in ASCII unless it names UTF-8."
    case .atollPager:
      "The pager for a thread that is longer than the screen; cat or an empty value for none."
    case .pager: "The pager if ATOLL_PAGER is not set. Without both it is less -FRX."
    case .less: "Options for less; FRX if it is not set."
    case .ci:
      "If it is set and neither 0 nor false, no progress is shown, and no reference is accepted or removed."
    case .token: "The token for the server, unless --token-file is given."
    case .stateHome: "Tokens and unsent texts are stored in the folder atoll in this folder."
    case .home: "Its .local/state is used if XDG_STATE_HOME is not set."
    case .temporaryFolder:
      """
      The folder for temporary files of atoll batch (for a dump) and atoll card. If it is not set, \
      batch uses that of the store or the output file, and otherwise it is /tmp.
      """
    case .proxy: "The proxy for https; http_proxy is the one for http, and all_proxy for both."
    case .noProxy: "Hosts that are reached without a proxy."
    case .chromium: "The name or the path of the browser that takes screenshots."
    }
  }
}

/// The values of the environment variables that atoll reads.
struct Environment: Sendable {
  /// The function that returns the value of a variable, even an empty one; `nil` if it is not set.
  var valueEvenIfEmpty: @Sendable (EnvironmentVariable) -> String? = { _ in nil }

  static var ofProcess: Environment { Environment { environmentVariable($0.rawValue) } }

  /// The value of a variable; `nil` if it is empty or not set.
  subscript(variable: EnvironmentVariable) -> String? {
    valueEvenIfEmpty(variable).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// True if the program runs in CI, where no person checks the output before it takes effect.
  var isInCI: Bool { self[.ci].map { $0 != "0" && $0 != "false" } ?? false }
}
