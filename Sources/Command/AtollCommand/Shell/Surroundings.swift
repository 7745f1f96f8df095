import OperatingSystem

/// Where a result goes and what is known about that place: asked once, and only by the command.
///
/// What goes to no terminal depends on nothing here but the colours, and on those only because
/// variables exist to force them; so files and pipes get the same bytes on every machine.
struct Surroundings: Hashable, Sendable {
  var environment = Environment()
  /// Whether the result is shown on a terminal.
  var isTerminal = false
  /// The size the terminal tells.
  var size: TerminalSize?

  /// What is known of a destination.
  static func of(_ destination: Destination) -> Surroundings {
    let isTerminal = destination.path == nil && Terminal.isTerminal(1)
    return Surroundings(
      environment: .ofProcess, isTerminal: isTerminal,
      size: isTerminal ? TerminalSize(ofDescriptor: 1) : nil)
  }

  /// How wide the terminal is: `COLUMNS`, then its own word.
  var columns: Int? { isTerminal ? environment.columns ?? size?.columns : nil }

  /// Whether nothing but ASCII should be written: the terminal's locale names no UTF-8.
  var isASCII: Bool {
    guard isTerminal else { return false }
    let locale = environment[.localeAll] ?? environment[.localeCharacters] ?? environment[.language]
    let bytes = (locale ?? "").utf8.filter { $0 != UInt8(ascii: "-") }.map { $0 | 0x20 }
    return String(decoding: bytes, as: UTF8.self).firstRange(of: "utf8") == nil
  }

  /// Whether the terminal's ground is light, as `COLORFGBG` tells it: `0;15`, or `0;default;15`.
  ///
  /// Seven and the bright colours but the grey are light.
  var isLight: Bool? {
    guard isTerminal, let told = environment[.colorFgBg],
      let ground = told.utf8.split(separator: UInt8(ascii: ";")).last,
      let number = wholeNumber(ArraySlice(Array(ground)))
    else { return nil }
    return number == 7 || (9...15).contains(number)
  }

  /// Whether links are written as such: where a terminal shows colours it takes links too.
  func takesHyperlinks(_ wish: Wish, _ color: ColorDecision) -> Bool {
    switch wish {
    case .always: true
    case .never: false
    case .auto: isTerminal && color.isOn
    }
  }
}

extension Environment {
  /// The width that `COLUMNS` tells.
  var columns: Int? { self[.columns].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }
}
