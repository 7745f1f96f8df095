import Atoll

/// How a result is drawn where it goes to a terminal, or to a file in place of one.
enum TerminalChoice {
  static let all = [width, hyperlinks, ascii, spoilers, ambiguousWidth, flowed, pager]

  static let width = OptionDescription(
    name: "width", value: .of("N", .count(TerminalOptions.widths)), group: .terminal,
    help: "The most columns a line of ansi or text has.",
    defaultText: "the terminal's, else 80; 72 for text")
  static let hyperlinks = OptionDescription(
    name: "hyperlinks", value: .of("WHEN", .word(Wish.allCases.map(\.rawValue))),
    group: .terminal,
    help: """
      Write links of ansi so that a terminal opens them; auto does where colours go to a \
      terminal. Else they are numbered, and their addresses stand below.
      """,
    defaultText: "auto")
  static let ascii = OptionDescription(
    name: "ascii", isNegatable: true, group: .terminal,
    help: "Write ansi and text in ASCII only.",
    defaultText: "on a terminal whose locale names no UTF-8")
  static let spoilers = OptionDescription(
    name: "spoilers", value: .of("WHAT", .word(Words.spoilers)), group: .terminal,
    help: "Show the text of spoilers in ansi and text, or hide it.", defaultText: "hide")
  static let ambiguousWidth = OptionDescription(
    name: "ambiguous-width", value: .of("N", .count(1...2)), group: .terminal,
    help: """
      How many columns the characters take that Unicode calls ambiguous: 2 with the fonts of \
      East Asia.
      """,
    defaultText: "1")
  static let flowed = OptionDescription(
    name: "flowed", isNegatable: true, group: .terminal,
    help: "Write text so that mail readers can reflow it (format=flowed).", defaultText: "off")
  static let pager = OptionDescription(
    name: "pager", isNegatable: true, group: .terminal,
    help: "Show what is taller than the terminal in a pager, such as less.", defaultText: "on")
}

extension TerminalOptions {
  /// What a command line says about the terminal, and what the terminal tells where it says nothing.
  init(_ invocation: Invocation, _ surroundings: Surroundings, _ format: Options.Format) {
    self.init()
    let color = ColorDecision(
      invocation.word(.color) ?? .auto, surroundings.environment,
      isTerminal: surroundings.isTerminal)
    colors = color.depth
    hyperlinks = surroundings.takesHyperlinks(
      invocation.word(TerminalChoice.hyperlinks) ?? .auto, color)
    width = invocation.count(TerminalChoice.width) ?? Self.width(surroundings, format)
    charset = invocation.has(TerminalChoice.ascii, default: surroundings.isASCII) ? .ascii : .utf8
    spoilers = invocation.word(TerminalChoice.spoilers) ?? spoilers
    ambiguousWidth = invocation.count(TerminalChoice.ambiguousWidth) ?? ambiguousWidth
    flowed = invocation.has(TerminalChoice.flowed)
  }

  /// The terminal's width, as far as there is such a width.
  ///
  /// Plain text is as wide as letters are, unless the terminal is narrower.
  private static func width(_ surroundings: Surroundings, _ format: Options.Format) -> Int? {
    guard let told = surroundings.columns else { return nil }
    let columns = min(max(told, widths.lowerBound), widths.upperBound)
    return format == .text ? min(columns, 72) : columns
  }
}
