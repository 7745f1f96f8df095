import AtollBytes

/// Turns the values in a token file into a theme's tokens.
///
/// Tokens that the file does not set come from the base theme, if there is one.
struct TokenReader {
  let file: TokenFile
  let base: Theme.Tokens?
  var errors: SourceErrorList
  /// True if all colors are known, so that their contrast can be checked.
  private(set) var areColorsKnown = true

  mutating func tokens(named name: String) -> Theme.Tokens {
    let rails = mode(named: "rails", inheriting: base?.rails, standard: RailMode.mono)
    let avatars = mode(named: "avatars", inheriting: base?.avatars, standard: AvatarMode.none)
    checkNames(rails: rails, avatars: avatars)
    var palettes: [Palette] = []
    for kind in PaletteKind.allCases {
      palettes.append(palette(kind, basedOn: kind.isHighContrast ? palettes[kind.base.index] : nil))
    }
    var tokens = Theme.Tokens(
      title: title() ?? name,
      rails: rails, avatars: avatars, depth: depth(), fonts: fonts(), sizes: sizes(),
      lengths: lengths(),
      palettes: palettes,
      terminal: terminal())
    if tokens.rails == .mono { tokens.useEdgeColorForDeeperRails() }
    if tokens.avatars == .none { tokens.useBadgeColorsForAvatars() }
    return tokens
  }

  // MARK: Names

  private mutating func checkNames(rails: RailMode, avatars: AvatarMode) {
    check("depth", known: ["wide", "narrow"], isRequired: base == nil)
    check("fonts", known: FontToken.allCases.map(\.rawValue), isRequired: base == nil)
    check("sizes", known: SizeToken.allCases.map(\.rawValue), isRequired: base == nil)
    check("lengths", known: LengthToken.allCases.map(\.rawValue), isRequired: base == nil)
    let colors = ColorToken.allCases.map(\.rawValue)
    let deeper = ColorToken.deeperRails.map(\.rawValue)
    let discs = ([ColorToken.avatarInk] + ColorToken.avatars).map(\.rawValue)
    for kind in PaletteKind.allCases {
      check(
        kind.rawValue, known: colors, isRequired: base == nil && !kind.isHighContrast,
        // Mono rails and themes without avatars do not need these. A theme that extends such a
        // theme but uses the other mode inherits none, so it has to define them.
        except: (rails == .mono ? deeper : []) + (avatars == .none ? discs : []))
      if rails == .cycle, base?.rails == .mono, !kind.isHighContrast {
        require(deeper, in: kind.rawValue)
      }
      if avatars == .initials, base?.avatars == AvatarMode.none, !kind.isHighContrast {
        require(discs, in: kind.rawValue)
      }
    }
    check("terminal", known: TerminalRole.allCases.map(\.rawValue), isRequired: base == nil)
  }

  /// Reports every unknown name in a section and, if `isRequired`, every missing one.
  private mutating func check(
    _ section: String, known: [String], isRequired: Bool, except optional: [String] = []
  ) {
    let entries = file.entries(in: section)
    for entry in entries where !known.contains(entry.name) {
      errors.add(
        "unknown token '\(entry.name)' in '\(section)'", in: file.file, at: entry.nameOffset,
        suggesting: nearest(to: entry.name, among: known))
    }
    if isRequired { require(known.filter { !optional.contains($0) }, in: section) }
  }

  private mutating func require(_ names: [String], in section: String) {
    for name in names where file.entry(in: section, named: name) == nil {
      if PaletteKind(rawValue: section) != nil { areColorsKnown = false }
      errors.add("missing token '\(name)' in '\(section)'", in: file.file)
    }
  }

  // MARK: Values

  private mutating func title() -> String? {
    guard let entry = file.entry(in: "", named: "title") else { return base?.title }
    if case .text(let text) = entry.value { return text }
    reportError(at: entry, message: "'title' must be a string")
    return nil
  }

  /// Returns a mode by its name; `standard` for a theme that neither sets nor inherits it.
  private mutating func mode<Mode: RawRepresentable<String> & CaseIterable>(
    named name: String, inheriting inherited: Mode?, standard: Mode
  ) -> Mode {
    guard let entry = file.entry(in: "", named: name) else { return inherited ?? standard }
    if case .text(let text) = entry.value, let mode = Mode(rawValue: text) { return mode }
    let names = Mode.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
    reportError(at: entry, message: "'\(name)' must be \(names)")
    return standard
  }

  private mutating func depth() -> DepthCap {
    DepthCap(
      wide: number(in: "depth", named: "wide", within: 1...12, inheriting: base?.depth.wide),
      narrow: number(in: "depth", named: "narrow", within: 1...12, inheriting: base?.depth.narrow))
  }

  private mutating func lengths() -> [Int] {
    LengthToken.allCases.enumerated().map { index, token in
      number(
        in: "lengths", named: token.rawValue, within: token.range, inheriting: base?.lengths[index])
    }
  }

  private mutating func number(
    in section: String, named name: String, within range: ClosedRange<Int>,
    inheriting inherited: Int?
  ) -> Int {
    guard let entry = file.entry(in: section, named: name) else {
      return inherited ?? range.lowerBound
    }
    if case .number(let number?) = entry.value, range.contains(number) { return number }
    reportError(
      at: entry,
      message: "'\(name)' must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    return range.lowerBound
  }

  private mutating func fonts() -> [String] {
    FontToken.allCases.enumerated().map { index, token in
      guard let entry = file.entry(in: "fonts", named: token.rawValue) else {
        return base?.fonts[index] ?? ""
      }
      var problem = ""
      if case .text(let text) = entry.value {
        guard let found = FontList.problem(in: text) else { return text }
        problem = found
      }
      reportError(
        at: entry,
        message:
          "'\(token.rawValue)' must be a list of font names, quoted with ' where needed\(problem)")
      return ""
    }
  }

  private mutating func sizes() -> [TypeSize] {
    SizeToken.allCases.enumerated().map { index, token in
      guard let entry = file.entry(in: "sizes", named: token.rawValue) else {
        return base?.sizes[index] ?? TypeSize(size: 16, lineHeight: 24)
      }
      if case .text(let text) = entry.value {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        if parts.count == 2, let size = parts[0], let line = parts[1], (8...96).contains(size),
          (size...192).contains(line)
        {
          return TypeSize(size: size, lineHeight: line)
        }
      }
      reportError(
        at: entry,
        message:
          "'\(token.rawValue)' must be \"SIZE/LINE\" in pixels, such as \"16/24\": a size from 8"
          + " to 96, and a line height from the size to 192")
      return TypeSize(size: 16, lineHeight: 24)
    }
  }

  /// Returns a palette with the colors that the file sets.
  ///
  /// All other colors come from the base theme's palette of the same kind. In a high-contrast
  /// palette, a color comes instead from `normal`, the normal palette, if the file sets the color
  /// there or if there is no base theme.
  private mutating func palette(
    _ kind: PaletteKind, basedOn normal: Palette?
  ) -> Palette {
    let inherited = base?.palette(kind)
    var palette = normal ?? inherited ?? Palette(filling: Color(red: 0, green: 0, blue: 0))
    for token in ColorToken.allCases {
      if let entry = file.entry(in: kind.rawValue, named: token.rawValue) {
        if case .text(let text) = entry.value, let color = Color(hexadecimal: text) {
          palette[token] = color
        } else {
          areColorsKnown = false
          reportError(
            at: entry, message: "'\(token.rawValue)' must be a colour such as \"#BF1313\"")
        }
      } else if normal != nil, let inherited,
        file.entry(in: kind.base.rawValue, named: token.rawValue) == nil
      {
        palette[token] = inherited[token]
      }
    }
    return palette
  }

  private mutating func terminal() -> [TerminalStyle?] {
    TerminalRole.allCases.enumerated().map { index, role in
      guard let entry = file.entry(in: "terminal", named: role.rawValue) else {
        return base?.terminal[index]
      }
      if case .text(let text) = entry.value, let style = TerminalStyle(words: text) { return style }
      reportError(
        at: entry,
        message: "'\(role.rawValue)' must be words such as \"bold bright-red #A81010 #FF8A8A\": "
          + "attributes, one of the sixteen colours, a colour on light and one on dark")
      return nil
    }
  }

  private mutating func reportError(at entry: TokenFile.Entry, message: String) {
    errors.add(message, in: file.file, at: entry.valueOffset)
  }
}
