import Atoll
import AtollBytes

/// The value of an option such as `--color`; with `auto`, the program decides.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}

extension ColorChoice {
  /// Creates the value of the last `--color` in a command line that may contain errors; `nil` if
  /// there is no `--color`, or if its value is invalid.
  init?(in arguments: [String]) {
    let name = "--\(colorOptionName)"
    for (index, argument) in arguments.enumerated().reversed() {
      if argument.hasPrefix("\(name)=") {
        self.init(rawValue: String(argument.dropFirst(name.count + 1)))
        return
      }
      if argument == name, index + 1 < arguments.count {
        self.init(rawValue: arguments[index + 1])
        return
      }
    }
    return nil
  }
}

/// The number of colors used on one stream.
///
/// The first of these that applies decides whether there are colors: `--color`, `NO_COLOR`,
/// `FORCE_COLOR`, `CLICOLOR_FORCE`, `TERM=dumb`, `CLICOLOR`, and whether the stream is a terminal.
/// The number of colors depends on `FORCE_COLOR`, `COLORTERM` and `TERM`. An empty variable counts
/// as not set.
struct ColorDecision: Hashable, Sendable {
  let colors: TerminalOptions.Colors

  init(_ when: ColorChoice, in environment: Environment, isTerminal: Bool) {
    colors =
      Self.isOn(when, in: environment, isTerminal: isTerminal)
      ? Self.supportedColors(environment) : .none
  }

  var isOn: Bool { colors != .none }

  private static func isOn(_ when: ColorChoice, in environment: Environment, isTerminal: Bool)
    -> Bool
  {
    switch when {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if environment[.noColor] != nil { return false }
    if let level = environment[.forceColor] { return level != "0" && level != "false" }
    if let forced = environment[.cliColorForce], forced != "0" { return true }
    if environment[.term] == "dumb" || environment[.cliColor] == "0" { return false }
    return isTerminal
  }

  /// Returns the number of colors that `FORCE_COLOR` specifies, or else the number that the
  /// terminal supports.
  private static func supportedColors(_ environment: Environment) -> TerminalOptions.Colors {
    switch environment[.forceColor] {
    case "1": return .sixteen
    case "2": return .twoHundredFiftySix
    case "3": return .trueColor
    case _: break
    }
    if let colors = environment[.colorTerm], colors == "truecolor" || colors == "24bit" {
      return .trueColor
    }
    guard let terminal = environment[.term] else { return .sixteen }
    // In terminfo, names of terminals with direct colors end in `-direct`: `xterm-direct`.
    if terminal.hasSuffix("-direct") { return .trueColor }
    return terminal.contains(text: "256color") ? .twoHundredFiftySix : .sixteen
  }
}
