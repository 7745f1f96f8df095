import AtollBytes

extension Theme {
  /// Returns a text that lists the contrast ratios of all pairs of tokens, palette by palette.
  package func contrastReport() -> String {
    var text = "rails \(tokens.rails.rawValue), depth \(tokens.depth.wide) wide"
    text += " and \(tokens.depth.narrow) narrow\n"
    for kind in PaletteKind.allCases {
      text += "\n\(kind.rawValue)\n"
      for pair in ContrastPair.all {
        let ratio = self[pair.foreground, kind].contrast(with: self[pair.background, kind])
        let shown = formattedRatio(ratio)
        let padding = String(repeating: " ", count: max(0, 6 - shown.utf8.count))
        text += "\(padding)\(shown)  \(pair.name)"
        text += " (needs \(formattedRatio(pair.requiredRatio(in: kind))))\n"
      }
    }
    return text
  }

  /// Reports every pair with less contrast than it needs.
  static func checkContrast(
    of tokens: Tokens, in file: StyleFile, raw: TokenFile, reporting errors: inout SourceErrorList
  ) {
    for kind in PaletteKind.allCases {
      let palette = tokens.palette(kind)
      for pair in ContrastPair.all {
        let ratio = palette[pair.foreground].contrast(with: palette[pair.background])
        let needed = pair.requiredRatio(in: kind)
        guard ratio < needed else { continue }
        let entry =
          raw.entry(in: kind.rawValue, named: pair.foreground.rawValue)
          ?? raw.entry(in: kind.base.rawValue, named: pair.foreground.rawValue)
        errors.add(
          "\(pair.name) is \(formattedRatio(ratio)):1 in '\(kind.rawValue)' and must be at least"
            + " \(formattedRatio(needed)):1", in: file, at: entry?.valueOffset)
      }
    }
  }
}
