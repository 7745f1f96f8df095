/// A palette's colors for emails, in which text stays readable even if a client changes the
/// colors.
///
/// Gmail on iOS inverts emails, even dark ones. How it does so is not published, so text has to be
/// readable both with inverted channels and with inverted lightness. Outlook.com and Gmail on
/// Android make light backgrounds dark and dark text light.
struct MailColors {
  private let palette: Palette
  private let textColors: [ColorToken: Color]

  init(_ palette: Palette) {
    self.palette = palette
    // Nothing is highlighted in an email.
    let pairs = ContrastPair.all.filter { $0.kind == .text && $0.background != .highlight }
    let backgrounds = Dictionary(grouping: pairs, by: \.foreground).mapValues { pairs in
      pairs.map { palette[$0.background] }
    }
    let end: UInt8 = palette[.page].luminance < 0.18 ? 0xFF : 0
    textColors = Dictionary(
      uniqueKeysWithValues: backgrounds.map { token, backgrounds in
        (token, Self.readable(palette[token], on: backgrounds, towards: end))
      })
  }

  subscript(token: ColorToken) -> Color { textColors[token] ?? palette[token] }

  private static let stepCount = 16

  /// Returns the first color on the way from `color` to white or black that stays readable in all
  /// clients.
  ///
  /// The result is readable on all of the backgrounds; if there is no such color, it is `color`
  /// itself.
  private static func readable(_ color: Color, on backgrounds: [Color], towards end: UInt8) -> Color
  {
    for step in 0..<stepCount {
      let candidate = color.moved(towards: end, by: step, of: stepCount)
      let isReadable = backgrounds.allSatisfy { background in
        Recoloring.allCases.allSatisfy { recoloring in
          recoloring.color(for: candidate, isBackground: false).contrast(
            with: recoloring.color(for: background, isBackground: true)) >= 4.5
        }
      }
      if isReadable { return candidate }
    }
    return color
  }
}

/// A change that mail clients make to colors.
private enum Recoloring: CaseIterable {
  case none, invertedChannels, invertedLightness, lightOnDark

  func color(for color: Color, isBackground: Bool) -> Color {
    switch self {
    case .none: color
    case .invertedChannels: color.invertedChannels
    case .invertedLightness: color.invertedLightness
    // Light backgrounds and dark text change.
    case .lightOnDark: color.isLight == isBackground ? color.invertedLightness : color
    }
  }
}

extension Color {
  fileprivate var invertedChannels: Color {
    Color(red: 255 - red, green: 255 - green, blue: 255 - blue)
  }

  /// The color with the same hue and saturation (HSL) and with inverted lightness: as far from
  /// white as this one is from black.
  fileprivate var invertedLightness: Color {
    let shift = 255 - lightness
    func shifted(_ channel: UInt8) -> UInt8 { UInt8(clamping: Int(channel) + shift) }
    return Color(red: shifted(red), green: shifted(green), blue: shifted(blue))
  }

  /// True if the color is nearer to white than to black (HSL).
  fileprivate var isLight: Bool { lightness > 255 }

  /// The lightness (HSL) from 0 to 510.
  private var lightness: Int { Int(max(red, green, blue)) + Int(min(red, green, blue)) }

  fileprivate func moved(towards end: UInt8, by step: Int, of stepCount: Int) -> Color {
    func moved(_ channel: UInt8) -> UInt8 {
      UInt8(clamping: Int(channel) + (Int(end) - Int(channel)) * step / stepCount)
    }
    return Color(red: moved(red), green: moved(green), blue: moved(blue))
  }
}
