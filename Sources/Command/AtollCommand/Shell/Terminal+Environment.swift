import AtollOperatingSystem

extension Terminal {
  /// The width of the help in columns: `COLUMNS`, or else the width of the terminal, or else 80.
  static var columns: Int {
    Environment.ofProcess.columns ?? TerminalSize(ofDescriptor: 1)?.columns
      ?? TerminalSize(ofDescriptor: 2)?.columns ?? 80
  }

  /// True if standard error can show a line that is overwritten repeatedly.
  static var showsProgress: Bool {
    let environment = Environment.ofProcess
    return isTerminal(2) && !environment.isInCI && environment[.term] != "dumb"
  }
}
