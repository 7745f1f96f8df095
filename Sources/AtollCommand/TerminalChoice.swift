/// What is shown on a terminal, and how.
enum TerminalChoice {
  static let pager = OptionDescription(
    name: "pager", isNegatable: true, group: .terminal,
    help: "Show what is taller than the terminal in a pager, such as less.", defaultText: "on")
}
