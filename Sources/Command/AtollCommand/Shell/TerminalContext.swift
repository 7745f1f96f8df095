import AtollArguments
import AtollBytes
import AtollOperatingSystem

/// The terminal that a result is shown on, if any, and the environment variables.
///
/// Apart from the variables that force colors, output to files and pipes does not depend on the
/// environment, so that it is the same on every machine.
struct TerminalContext: Sendable {
  var environment = Environment()
  var isTerminal = false
  /// The size of the terminal; `nil` if the result is not shown on one, or if the size is unknown.
  var size: TerminalSize?

  init() {}

  init(of destination: Destination) {
    environment = .ofProcess
    isTerminal = destination.path == nil && Terminal.isTerminal(1)
    size = isTerminal ? TerminalSize(ofDescriptor: 1) : nil
  }

  /// The width of the terminal in columns: `COLUMNS`, or else its own width; `nil` if the result is
  /// not shown on a terminal, or if the width is unknown.
  var columns: Int? { isTerminal ? environment.columns ?? size?.columns : nil }

  /// True if only ASCII should be written, because the terminal's locale is not UTF-8.
  var needsASCII: Bool {
    guard isTerminal else { return false }
    let locale = environment[.localeAll] ?? environment[.localeCharacters] ?? environment[.language]
    let bytes = (locale ?? "").utf8.filter { $0 != UInt8(ascii: "-") }.map { $0 | 0x20 }
    return !bytes.contains(bytes: "utf8".utf8)
  }

  /// True if the terminal's background is light, according to `COLORFGBG`, such as `0;15` or
  /// `0;default;15`.
  ///
  /// Color 7 and all bright colors except gray count as light. The value is `nil` if the background
  /// is unknown.
  var hasLightBackground: Bool? {
    guard isTerminal, let colors = environment[.colorFgBg],
      let background = colors.utf8.split(separator: UInt8(ascii: ";")).last,
      let number = wholeNumber(ArraySlice(Array(background)))
    else { return nil }
    return number == 7 || (9...15).contains(number)
  }

  /// Returns whether links are written so that the terminal can open them.
  ///
  /// A terminal with colors is assumed to support links, too.
  func writesHyperlinks(_ when: ColorChoice, color: ColorDecision) -> Bool {
    switch when {
    case .always: true
    case .never: false
    case .auto: isTerminal && color.isOn
    }
  }
}

extension Environment {
  /// The value of `COLUMNS`; `nil` if it is not a positive number.
  var columns: Int? { self[.columns].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }
}

extension TerminalContext {
  /// Returns the line end to add to a result on a terminal, so that the prompt begins a new line.
  ///
  /// Files and pipes get the result as it is.
  func lineEndToAdd(after last: UInt8?) -> [UInt8] {
    let newline = UInt8(ascii: "\n")
    return isTerminal && last != nil && last != newline ? [newline] : []
  }
}
