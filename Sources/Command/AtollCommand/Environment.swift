import OperatingSystem

/// The environment variables that are looked at.
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
  case ownPager = "ATOLL_PAGER"
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

  /// What it does, for the help and the manual.
  var meaning: String {
    switch self {
    case .noColor: "Nothing is coloured if it is set and not empty."
    case .forceColor:
      """
      0: nothing is coloured. 1, 2 or 3: in 16, 256 or all colours, even in a file. \
      NO_COLOR goes before it.
      """
    case .cliColorForce:
      "Coloured, even in a file, if it is set and not 0. The two above go before it."
    case .term:
      "Nothing is coloured if it is dumb and nothing above forces it. 256color in it means so many."
    case .cliColor: "Nothing is coloured if it is 0 and nothing above forces it."
    case .colorTerm: "truecolor or 24bit: the terminal has all colours."
    case .colorFgBg:
      "The colours of the terminal, such as 15;0: whether its ground is light or dark."
    case .columns: "The width of the help and of a thread on a terminal, before the terminal's own."
    case .localeAll, .localeCharacters:
      "Goes before LANG."
    case .language: "A thread on a terminal is drawn in ASCII unless it names UTF-8."
    case .ownPager: "What shows a thread that is taller than the terminal; cat or nothing for none."
    case .pager: "The same, if ATOLL_PAGER is not set. Without both it is less -FRX."
    case .less: "Options for less; FRX if it is not set."
    case .ci:
      """
      No progress is shown, no reference accepted or removed, and a browser required for pictures \
      if it is set.
      """
    case .token: "The token for the server, unless --token-file names another."
    case .stateHome: "Where tokens and unsent words are kept, in a folder named atoll."
    case .home: "The same, in .local/state, if XDG_STATE_HOME is not set."
    case .temporaryFolder:
      "Where atoll batch unpacks compressed files that it joins, into files without a name; /tmp if it is not set."
    case .proxy: "The proxy for https; http_proxy is that for http."
    case .noProxy: "Hosts that are reached without a proxy."
    case .chromium: "The browser that draws pages for snapshots, by its name or path."
    }
  }
}

/// The environment as a value, as far as it is looked at.
struct Environment: Hashable, Sendable {
  private var values: [EnvironmentVariable: String]

  init(_ values: [EnvironmentVariable: String] = [:]) { self.values = values }

  /// The environment of this process.
  static var ofProcess: Environment {
    var environment = Environment()
    for variable in EnvironmentVariable.allCases {
      environment.values[variable] = environmentVariable(variable.rawValue)
    }
    return environment
  }

  /// The value of a variable; an empty one counts as not set.
  subscript(variable: EnvironmentVariable) -> String? {
    values[variable].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The value of a variable for which being set to nothing means something.
  func evenIfEmpty(_ variable: EnvironmentVariable) -> String? { values[variable] }
}
