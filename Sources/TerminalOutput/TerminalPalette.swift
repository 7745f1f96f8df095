package import Theming

import Bytes

/// A theme's terminal colours for one number of colours, as the bytes that are written.
///
/// Computed once, when a renderer is made.
package struct TerminalPalette: Sendable {
  /// The parameters of the escape sequence for each colour; the first is empty.
  private(set) var colors: [[UInt8]] = [[]]
  private var styles = [TextStyle](repeating: .plain, count: TerminalRole.allCases.count)

  package init(_ theme: Theme, _ settings: TerminalSettings) {
    guard settings.form == .ansi, settings.colors != .none else { return }
    for (index, role) in TerminalRole.allCases.enumerated() {
      guard let look = theme[terminal: role] else { continue }
      var style = TextStyle(attributes: TextStyle.Attributes(look.attributes))
      style.color = number(
        of: role.isRail ? Array(look.color.parameter.utf8) : parameters(of: look, settings))
      styles[index] = style
    }
  }

  subscript(role: TerminalRole) -> TextStyle {
    styles[TerminalRole.allCases.firstIndex(of: role) ?? 0]
  }

  private mutating func number(of parameters: [UInt8]) -> UInt8 {
    if let known = colors.firstIndex(of: parameters) { return UInt8(truncatingIfNeeded: known) }
    colors.append(parameters)
    return UInt8(truncatingIfNeeded: colors.count - 1)
  }

  /// Exact colours are only right on the background they were chosen for; where nobody knows it, and
  /// where there are none, the owner's own sixteen are written.
  private func parameters(of look: TerminalStyle, _ settings: TerminalSettings) -> [UInt8] {
    let exact: Color? =
      switch settings.background {
      case .unknown: nil
      case .light: look.light
      case .dark: look.dark
      }
    let text: String
    switch (settings.colors, exact) {
    case (.none, _): text = ""
    case (.sixteen, _), (_, nil): text = look.color.parameter
    case (.twoHundredFiftySix, let exact?): text = "38;5;\(exact.nearestOf256)"
    case (.trueColor, let exact?): text = "38;2;\(exact.red);\(exact.green);\(exact.blue)"
    }
    return Array(text.utf8)
  }
}

extension TerminalRole {
  /// A rail stands on every line of a reply, and an exact colour would be longer than many a line:
  /// rails are drawn in the owner's sixteen, whatever else is.
  fileprivate var isRail: Bool { self == .railFirst || self == .railDeeper }
}

extension TerminalColor {
  /// The number that selects the colour as a foreground; nothing for the terminal's own.
  var parameter: String {
    switch self {
    case .default: ""
    case .black: "30"
    case .red: "31"
    case .green: "32"
    case .yellow: "33"
    case .blue: "34"
    case .magenta: "35"
    case .cyan: "36"
    case .white: "37"
    case .brightBlack: "90"
    case .brightRed: "91"
    case .brightGreen: "92"
    case .brightYellow: "93"
    case .brightBlue: "94"
    case .brightMagenta: "95"
    case .brightCyan: "96"
    case .brightWhite: "97"
    }
  }
}

extension Color {
  /// The nearest of the 240 fixed colours: the cube of 6 × 6 × 6, or the ramp of 24 greys.
  ///
  /// The first sixteen are left out: their owner may have changed them.
  var nearestOf256: Int {
    let parts = [Int(red), Int(green), Int(blue)]
    func steps(_ value: Int) -> Int { value == 0 ? 0 : 55 + value * 40 }
    func nearestStep(_ part: Int) -> Int {
      (0...5).min { abs(steps($0) - part) < abs(steps($1) - part) } ?? 0
    }
    func distance(_ other: [Int]) -> Int {
      zip(parts, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    }
    let cube = parts.map(nearestStep)
    let mean = parts.reduce(0, +) / 3
    let grey = min(23, max(0, (mean - 3) / 10))
    let level = 8 + 10 * grey
    return distance([level, level, level]) < distance(cube.map(steps))
      ? 232 + grey : 16 + 36 * cube[0] + 6 * cube[1] + cube[2]
  }
}
