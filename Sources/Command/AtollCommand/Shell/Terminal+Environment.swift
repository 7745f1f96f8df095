import OperatingSystem

extension Terminal {
  /// The width of help texts: `COLUMNS`, else the terminal's, else 80.
  static var columns: Int {
    Environment.ofProcess.columns ?? TerminalSize(ofDescriptor: 1)?.columns
      ?? TerminalSize(ofDescriptor: 2)?.columns ?? 80
  }

  /// Returns whether messages on standard error are coloured.
  static func colorsMessages(_ wish: Wish) -> Bool {
    ColorDecision(wish, .ofProcess, isTerminal: isTerminal(2)).isOn
  }

  /// Whether standard error can show a line that is rewritten again and again.
  static var showsProgress: Bool {
    let environment = Environment.ofProcess
    return isTerminal(2) && environment[.ci] == nil && environment[.term] != "dumb"
  }
}
