import Bytes
import Atoll

/// The value of an option such as `--color`; `auto` leaves the decision to the program.
enum ColorWhen: String, CaseIterable, Sendable {
  case auto, always, never
}

extension ColorWhen {
  /// The value of `--color` in a command line that may have errors elsewhere.
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

/// The number of colours that are written to one stream.
///
/// It is decided by, in this order, `--color`, `NO_COLOR`, `FORCE_COLOR`, `CLICOLOR_FORCE`, `TERM=dumb`,
/// `CLICOLOR`, and whether the stream is a terminal. An empty variable counts as not set.
struct ColorDecision: Hashable, Sendable {
  let depth: TerminalOptions.Colors

  init(_ when: ColorWhen, _ environment: Environment, isTerminal: Bool) {
    depth =
      Self.isOn(when, environment, isTerminal: isTerminal) ? Self.finest(environment) : .none
  }

  var isOn: Bool { depth != .none }

  private static func isOn(_ when: ColorWhen, _ environment: Environment, isTerminal: Bool) -> Bool
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

  /// Returns the number of colours of the terminal, unless `FORCE_COLOR` is a number.
  private static func finest(_ environment: Environment) -> TerminalOptions.Colors {
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
    // The names of terminfo for terminals with direct colours: `xterm-direct`.
    if terminal.hasSuffix("-direct") { return .trueColor }
    return terminal.contains(text: "256color") ? .twoHundredFiftySix : .sixteen
  }
}
