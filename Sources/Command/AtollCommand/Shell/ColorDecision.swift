import Atoll

/// What an option says about something that is otherwise found out.
enum Wish: String, CaseIterable, Sendable {
  case auto, always, never
}

extension Wish {
  /// What `--color` says in a line that may be wrong elsewhere.
  init?(in arguments: [String]) {
    let name = OptionDescription.color.dashedName
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

/// Whether one stream is coloured, and how finely: a pure function of what was said and what is known.
///
/// What goes before what: `--color`, `NO_COLOR`, `FORCE_COLOR`, `CLICOLOR_FORCE`, `TERM=dumb`,
/// `CLICOLOR`, and last whether the stream is a terminal. A variable that is empty is not set.
struct ColorDecision: Hashable, Sendable {
  let depth: TerminalOptions.Colors

  init(_ wish: Wish, _ environment: Environment, isTerminal: Bool) {
    depth =
      Self.isOn(wish, environment, isTerminal: isTerminal) ? Self.finest(environment) : .none
  }

  var isOn: Bool { depth != .none }

  private static func isOn(_ wish: Wish, _ environment: Environment, isTerminal: Bool) -> Bool {
    switch wish {
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

  /// As many colours as the terminal is said to have; those of `FORCE_COLOR` if it tells a number.
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
    // The names of terminfo for terminals that take colours directly: `xterm-direct`.
    if terminal.hasSuffix("-direct") { return .trueColor }
    return terminal.firstRange(of: "256color") == nil ? .sixteen : .twoHundredFiftySix
  }
}
