import Bytes
import Arguments
import OperatingSystem

/// The terminal that a result is shown on, if it goes to one, and the environment variables.
///
/// Output to files and pipes depends only on the variables that force colours, so that it is otherwise the same on
/// every machine.
struct TerminalContext: Hashable, Sendable {
  var environment = Environment()
  /// An assertion that the result is shown on a terminal.
  var isTerminal = false
  /// The size of the terminal.
  var size: TerminalSize?

  init() {}

  /// The context of a result with a destination.
  init(of destination: Destination) {
    environment = .ofProcess
    isTerminal = destination.path == nil && Terminal.isTerminal(1)
    size = isTerminal ? TerminalSize(ofDescriptor: 1) : nil
  }

  /// The width of the terminal: `COLUMNS`, or its own size.
  var columns: Int? { isTerminal ? environment.columns ?? size?.columns : nil }

  /// An assertion that only ASCII should be written, because the locale of the terminal is not UTF-8.
  var isASCII: Bool {
    guard isTerminal else { return false }
    let locale = environment[.localeAll] ?? environment[.localeCharacters] ?? environment[.language]
    let bytes = (locale ?? "").utf8.filter { $0 != UInt8(ascii: "-") }.map { $0 | 0x20 }
    return !bytes.contains(bytes: "utf8".utf8)
  }

  /// The brightness of the terminal's background according to `COLORFGBG`: `0;15`, or `0;default;15`.
  ///
  /// The colour 7 and the bright colours except for the grey one are light.
  var isLight: Bool? {
    guard isTerminal, let colors = environment[.colorFgBg],
      let background = colors.utf8.split(separator: UInt8(ascii: ";")).last,
      let number = wholeNumber(ArraySlice(Array(background)))
    else { return nil }
    return number == 7 || (9...15).contains(number)
  }

  /// Returns whether links are written for the terminal to open: a terminal with colours supports links, too.
  func takesHyperlinks(_ when: ColorWhen, _ color: ColorDecision) -> Bool {
    switch when {
    case .always: true
    case .never: false
    case .auto: isTerminal && color.isOn
    }
  }
}

extension Environment {
  /// The value of `COLUMNS`.
  var columns: Int? { self[.columns].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }
}
