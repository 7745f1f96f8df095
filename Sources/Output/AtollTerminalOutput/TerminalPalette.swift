package import AtollTheming

import AtollBytes

/// A theme's terminal colors as parameters of escape sequences, for one kind of terminal.
package struct TerminalPalette: Sendable {
  /// The parameters of the escape sequence for each color; the first is empty.
  private(set) var colors: [[UInt8]] = [[]]
  private var styles = [TextStyle](repeating: .plain, count: TerminalRole.allCases.count)

  package init(_ theme: Theme, settings: TerminalSettings) {
    guard settings.form == .ansi, settings.colors != .none else { return }
    for (index, role) in TerminalRole.allCases.enumerated() {
      guard let terminalStyle = theme[terminal: role] else { continue }
      var style = TextStyle(attributes: TextStyle.Attributes(terminalStyle.attributes))
      style.color = colorIndex(
        of: role.isRail
          ? Array(terminalStyle.color.parameter.utf8)
          : parameters(of: terminalStyle, settings: settings))
      styles[index] = style
    }
  }

  subscript(role: TerminalRole) -> TextStyle { styles[role.index] }

  private mutating func colorIndex(of parameters: [UInt8]) -> UInt8 {
    if let known = colors.firstIndex(of: parameters) { return UInt8(truncatingIfNeeded: known) }
    colors.append(parameters)
    return UInt8(truncatingIfNeeded: colors.count - 1)
  }

  /// Returns the parameters for a style's color.
  ///
  /// Exact colors are only right on the background they were chosen for. If the background is
  /// unknown, or if the terminal has only sixteen colors, one of the sixteen is used. A terminal
  /// with 256 colors gets the nearest of them. A terminal with exact colors gets the exact one,
  /// unless the nearest of the 256 looks the same: its parameters are shorter.
  private func parameters(of style: TerminalStyle, settings: TerminalSettings) -> [UInt8] {
    let exact: Color? =
      switch settings.background {
      case .unknown: nil
      case .light: style.light
      case .dark: style.dark
      }
    let text: String
    switch (settings.colors, exact) {
    case (.none, _): text = ""
    case (.sixteen, _), (_, nil): text = style.color.parameter
    case (.twoHundredFiftySix, let exact?):
      text = "38;5;\(FixedColors.nearest(to: exact).number)"
    case (.trueColor, let exact?):
      let nearest = FixedColors.nearest(to: exact)
      text =
        nearest.isIndistinguishable
        ? "38;5;\(nearest.number)" : "38;2;\(exact.red);\(exact.green);\(exact.blue)"
    }
    return Array(text.utf8)
  }
}

extension TerminalRole {
  /// True if the role is that of a rail, which always has one of the terminal's sixteen colors.
  ///
  /// Rails are on every line of a reply, and the sequence for an exact color would often be longer
  /// than the line.
  fileprivate var isRail: Bool { self == .railFirst || self == .railDeeper }
}

extension TerminalColor {
  /// The parameter that selects the color as the foreground; empty for the terminal's default.
  ///
  /// The colors are in the order of their numbers: first 30 to 37, then 90 to 97.
  var parameter: String { index == 0 ? "" : "\(index + (index <= 8 ? 29 : 81))" }
}

/// The 240 of 256 palette colors that are the same everywhere: a cube of 6 × 6 × 6, and 24 grays.
///
/// The first sixteen are left out, because users change them.
enum FixedColors {
  private static let firstNumber = 16
  /// The colors in OKLab.
  private static let perceivedColors: [SIMD3<Double>] = {
    let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
    var colors: [Color] = []
    for red in steps {
      for green in steps {
        for blue in steps { colors.append(Color(red: red, green: green, blue: blue)) }
      }
    }
    for level in stride(from: UInt8(8), through: 238, by: 10) {
      colors.append(Color(red: level, green: level, blue: level))
    }
    return colors.map(\.oklab)
  }()

  /// The distance below which two colors are indistinguishable (the just noticeable difference of
  /// CSS Color 4).
  private static let justNoticeableDistance = 0.02

  /// Returns the number of the most similar color, and whether the two are indistinguishable.
  static func nearest(to color: Color) -> (number: Int, isIndistinguishable: Bool) {
    let wanted = color.oklab
    var nearest = (number: firstNumber, distance: Double.infinity)
    for (index, perceived) in perceivedColors.enumerated() {
      let difference = perceived - wanted
      let distance = (difference * difference).sum()
      if distance < nearest.distance { nearest = (firstNumber + index, distance) }
    }
    return (nearest.number, nearest.distance < justNoticeableDistance * justNoticeableDistance)
  }
}
