/// The color scheme of an output: light, dark, or the choice of the reader's system or of the host
/// page.
package enum ColorScheme: String, CaseIterable, Sendable {
  case auto
  case light, dark
  /// The choice of the host page: its CSS property `color-scheme`.
  case host
}

/// The precedence between the rules of a page and those of its host.
package enum Cascade: Sendable {
  /// In the cascade layer `atoll`, so that every unlayered rule of the host wins, whatever its
  /// selector.
  ///
  /// This is right if a publisher restyles comments, and wrong if stray rules of the host spoil
  /// them.
  case layered
  /// In the layer, with every declaration `!important`, so that none of the host's rules apply.
  ///
  /// Everything else is reverted to the browser's defaults. Even important rules of the host are
  /// overridden.
  case sealed
}

extension Theme {
  /// Returns the style rules for a page or a fragment: tokens as custom properties, then the
  /// sheets.
  ///
  /// - Parameters:
  ///   - scheme: The color scheme. `auto` follows the reader's system; snapshots, and some hosts,
  ///     need a fixed scheme.
  ///   - cascade: The precedence between these rules and those of the host.
  ///   - forDocument: Whether to add the sheet for what surrounds the root.
  ///   - headingShift: The number of levels by which headings are lowered.
  ///   - showsImages: Whether to add the rules for pictures.
  package func pageRules(
    scheme: ColorScheme = .auto, cascade: Cascade = .layered, forDocument: Bool = false,
    headingShift: Int = 0, showsImages: Bool = false
  ) -> PageSheetRules {
    var css = rules(scheme: scheme, forDocument: forDocument)
    if showsImages { css.append(contentsOf: Self.imageCSS.utf8) }
    if headingShift > 0 { Self.lowerHeadings(in: &css, by: headingShift) }
    return PageSheetRules(css, cascade: cascade, forDocument: forDocument)
  }

  /// Lowers all headings in selectors by a number of levels: for 1, `h2` becomes `h3`.
  private static func lowerHeadings(in css: inout [UInt8], by levels: Int) {
    var strings = StringTracker()
    var last: UInt8 = 0
    // A block after a rule that begins with `@` contains rules, any other block declarations.
    var (isInAtRule, isInDeclarations) = (false, false)
    for index in css.indices.dropLast(2) where !strings.isInString(reading: css[index]) {
      let isStart = !isNamePart(last) && !".#=".utf8.contains(last)
      last = css[index]
      switch last {
      case UInt8(ascii: "@"): isInAtRule = true
      case UInt8(ascii: ";"): isInAtRule = false
      case UInt8(ascii: "{"): (isInAtRule, isInDeclarations) = (false, !isInAtRule)
      case UInt8(ascii: "}"): isInDeclarations = false
      case _: break
      }
      let digit = css[index + 1]
      guard isStart, !isInDeclarations, last == UInt8(ascii: "h"), !isNamePart(css[index + 2]),
        (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(digit)
      else { continue }
      css[index + 1] = min(UInt8(ascii: "6"), digit + UInt8(clamping: levels))
    }
  }

  /// The class of the root in all style sheets.
  package static let rootClass = "atoll"

  private func rules(scheme: ColorScheme, forDocument: Bool) -> [UInt8] {
    var css: [UInt8] = []
    // The sheet for what surrounds the root needs the tokens, too.
    let root = forDocument ? ":root" : ".atoll"
    css.append(contentsOf: tokenCSS(for: scheme, on: root).utf8)
    if forDocument, let document { css.append(contentsOf: document.css) }
    for sheet in sheets { css.append(contentsOf: sheet.css) }
    css.append(contentsOf: railCSS().utf8)
    css.append(contentsOf: depthCSS().utf8)
    return css
  }

  /// Returns the rules with the precedence that `cascade` gives them over rules of the host page.
  static func applying(_ cascade: Cascade, to css: [UInt8], root: String) -> [UInt8] {
    switch cascade {
    case .layered: layered(css)
    case .sealed: layered(Array(resetRules.joined(separator: Array(".\(root)".utf8))) + sealed(css))
    }
  }

  private static func layered(_ css: [UInt8]) -> [UInt8] {
    Array("@layer atoll{".utf8) + css + [UInt8(ascii: "}")]
  }

  /// The rules that revert elements and pseudo-elements to the browser's defaults.
  ///
  /// They are split where the root's class is inserted. All other rules of the sheet have a higher
  /// precedence. The root is set to initial values, since `revert` would let inherited properties
  /// of the host, such as `word-break`, reach all elements. Only `-webkit-locale` is not reset: the
  /// root's attribute `lang` sets it, and browsers choose capitals, glyphs and hyphens by it.
  ///
  /// Chromium hides the contents of a closed `<details>` with inline styles, which `revert` undoes.
  /// If a browser does not know one pseudo-element in a rule, it drops the whole rule, so each
  /// newer pseudo-element has a rule to itself. Selected text inherits the host's styles for
  /// selections in spite of `revert`, so it is given system colors.
  /// `Tests/EndToEnd/pages/pseudo-elements.tsv` lists all pseudo-elements, and says why the others
  /// need no rule.
  private static let resetRules: [[UInt8]] = {
    func rule(for pseudoElements: [String], declarations: String) -> String {
      pseudoElements.flatMap { ["&\($0)", "& \($0)"] }.joined(separator: ",") + "{\(declarations)}"
    }
    let lines = "text-decoration:none;text-shadow:none"
    let rules =
      "&{all:initial}&{display:block;color-scheme:inherit;-webkit-locale:revert-layer}"
      + "& *{all:revert}"
      + rule(for: ["::before", "::after", "::first-line", "::marker"], declarations: "all:revert")
      + rule(for: ["::details-content"], declarations: "all:revert;display:block")
      + "& :where(details:not([open]))::details-content{content-visibility:hidden}"
      + rule(for: ["::scroll-marker"], declarations: "all:revert")
      + rule(for: ["::scroll-button(*)"], declarations: "all:revert")
      + rule(for: ["::search-text"], declarations: "all:revert")
      + rule(
        for: ["::selection"],
        declarations: "background-color:Highlight;color:HighlightText;\(lines)")
      + rule(for: ["::target-text"], declarations: "background-color:Mark;color:MarkText;\(lines)")
      + "& :is(\(firstLetterElements)):not(:dir(rtl))::first-letter{all:revert}"
    return sealed(Array(rules.utf8))
      .split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map(Array.init)
  }()

  /// The elements whose first letters are protected from the host's styles.
  ///
  /// WebKit does not join a styled letter to the next one, which breaks Arabic. Names can be in any
  /// script, so elements that contain names are left out.
  private static let firstLetterElements = "p,.a-title,.a-b,.a-b *,.a-f,summary,label"

  /// Returns the rules with every declaration important, except custom properties, which no host
  /// sets by chance.
  ///
  /// Among rules that were not important, the precedence stays the same. A rule that was important
  /// may now lose to one with a higher specificity. Important declarations in a layer override
  /// everything outside of layers, important or not.
  static func sealed(_ css: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(css.count * 5 / 4)
    var strings = StringTracker()
    var start = 0
    for byte in css {
      let isInString = strings.isInString(reading: byte)
      if !isInString, byte == UInt8(ascii: ";") || byte == UInt8(ascii: "}") {
        let last = result.last
        let endsDeclaration =
          last != UInt8(ascii: "}") && last != UInt8(ascii: "{") && last != UInt8(ascii: ";")
        let isCustom = result[start...].starts(with: "--".utf8)
        if endsDeclaration, !isCustom, !result.suffix(important.count).elementsEqual(important) {
          result.append(contentsOf: important)
        }
      }
      result.append(byte)
      if !isInString, byte == UInt8(ascii: ";") || byte == UInt8(ascii: "{") {
        start = result.count
      }
    }
    return result
  }

  /// The spelling of `!important` in checked sheets.
  static let important = Array("!important".utf8)

  /// Every custom property that `tokenCSS` sets.
  static let customProperties: [String] = {
    var names = ColorToken.allCases.map(\.rawValue)
    names += FontToken.allCases.map { "font-\($0.rawValue)" }
    names += SizeToken.allCases.flatMap { ["size-\($0.rawValue)", "line-\($0.rawValue)"] }
    names += LengthToken.allCases.map(\.rawValue)
    return names.map { tokenPrefix + $0 }
  }()

  /// The prefix of every token's custom property.
  package static let tokenPrefix = "--atoll-"

  /// Returns whether a custom property is a color token, whose value depends on the palette.
  static func isColor(_ property: String) -> Bool {
    ColorToken(rawValue: String(property.dropFirst(tokenPrefix.utf8.count))) != nil
  }

  private func tokenCSS(for scheme: ColorScheme, on root: String) -> String {
    let moreContrastQuery = "(prefers-contrast:more)"
    func rule(in query: String, declarations: String) -> String {
      declarations.isEmpty ? "" : "@media \(query){\(root){\(declarations)}}"
    }
    switch scheme {
    case .auto:
      return
        "\(root){color-scheme:light dark;\(nonColorDeclarations())\(colorDeclarations(.light))}"
        + rule(
          in: "(prefers-color-scheme:dark)",
          declarations: colorDeclarations(.dark, differingFrom: .light))
        + rule(
          in: "\(moreContrastQuery) and (prefers-color-scheme:light)",
          declarations: colorDeclarations(.lightContrast, differingFrom: .light))
        + rule(
          in: "\(moreContrastQuery) and (prefers-color-scheme:dark)",
          declarations: colorDeclarations(.darkContrast, differingFrom: .dark))
    case .host:
      return
        "\(root){\(nonColorDeclarations())\(colorPairDeclarations(light: .light, dark: .dark))}"
        + rule(
          in: moreContrastQuery,
          declarations: colorPairDeclarations(
            light: .lightContrast, dark: .darkContrast, differingFrom: (.light, .dark)))
        + rule(in: "print", declarations: "color-scheme:light")
    case .light:
      return "\(root){color-scheme:light;\(nonColorDeclarations())\(colorDeclarations(.light))}"
        + rule(
          in: moreContrastQuery,
          declarations: colorDeclarations(.lightContrast, differingFrom: .light))
    case .dark:
      // Paper is white whatever the screen shows.
      return "\(root){color-scheme:dark;\(nonColorDeclarations())\(colorDeclarations(.dark))}"
        + rule(
          in: moreContrastQuery,
          declarations: colorDeclarations(.darkContrast, differingFrom: .dark))
        + rule(
          in: "print",
          declarations: "color-scheme:light;\(colorDeclarations(.light, differingFrom: .dark))")
    }
  }

  /// Returns the rules that distinguish the rails of different levels, by color or by weight.
  private func railCSS() -> String {
    (1...ColorToken.rails.count).prefix { $0 < tokens.depth.wide }.map { level in
      switch tokens.rails {
      case .cycle: "\(Self.repliesSelector(fromLevel: level)){--a-rail:var(--atoll-rail-\(level))}"
      case .mono:
        "\(Self.repliesSelector(fromLevel: level)){"
          + (level < 3 ? "--a-rail:var(--atoll-rail-\(level));" : "")
          + "--a-weight:\(self[.rail] * (3 - (level - 1) % 3))px}"
      }
    }.joined()
  }

  /// Returns the selector for groups of replies from a level on.
  private static func repliesSelector(fromLevel level: Int) -> String {
    ".atoll" + String(repeating: " .a-r", count: level)
  }

  /// Returns the rules that depend on the width of the root.
  ///
  /// They stop indenting replies at the theme's depth cap for the width, and hide markup that is
  /// only for the other width.
  private func depthCSS() -> String {
    func noIndentRule(fromLevel level: Int) -> String {
      "\(Self.repliesSelector(fromLevel: level)){--a-indent:0px}"
    }
    func hidingRule(for part: String) -> String { ".atoll .\(part){display:none}" }
    let (narrow, wide) = (
      noIndentRule(fromLevel: tokens.depth.narrow) + hidingRule(for: "a-wide"),
      hidingRule(for: "a-narrow")
    )
    return noIndentRule(fromLevel: tokens.depth.wide)
      + "@container atoll (width<\(Self.narrowWidth)px){\(narrow)}"
      + "@container atoll (width>=\(Self.narrowWidth)px){\(wide)}"
  }

  /// The rules for pictures.
  ///
  /// Pictures keep their proportions, and are no wider than their column and no taller than most
  /// screens. An avatar that cannot be loaded is covered, since browsers would show it as a broken
  /// image.
  private static let imageCSS =
    ".atoll .a-m a:has(img){display:block}.atoll .a-m img{display:block;max-inline-size:100%;block-size:auto;max-block-size:480px;object-fit:contain;object-position:0 0;border-radius:var(--atoll-radius)}.atoll .a-av{display:inline-block;inline-size:24px;block-size:24px;margin-inline-end:var(--atoll-space-2);border-radius:50%;object-fit:cover;vertical-align:middle;position:relative;overflow:clip}.atoll .a-av::after{content:\"\";position:absolute;inset:0;background:var(--atoll-sunken)}"

  /// The width of the root's content, in pixels, below which it counts as narrow.
  private static let narrowWidth = 560

  private func colorDeclarations(_ kind: PaletteKind, differingFrom base: PaletteKind? = nil)
    -> String
  {
    let (palette, basis) = (tokens.palette(kind), base.map(tokens.palette))
    var text = ""
    text.reserveCapacity(ColorToken.allCases.count * 32)
    for token in ColorToken.allCases where basis?[token] != palette[token] {
      if !text.isEmpty { text += ";" }
      text += Self.tokenPrefix
      text += token.rawValue
      text += ":"
      text += palette[token].css
    }
    return text
  }

  /// Returns the colors of two palettes, between which the page's `color-scheme` chooses.
  private func colorPairDeclarations(
    light: PaletteKind, dark: PaletteKind,
    differingFrom base: (light: PaletteKind, dark: PaletteKind)? = nil
  ) -> String {
    ColorToken.allCases.filter { token in
      base.map {
        self[token, $0.light] != self[token, light] || self[token, $0.dark] != self[token, dark]
      } ?? true
    }.map { token in
      let (one, other) = (self[token, light].css, self[token, dark].css)
      let value = one == other ? one : "light-dark(\(one),\(other))"
      return "\(Self.tokenPrefix)\(token.rawValue):\(value)"
    }.joined(separator: ";")
  }

  private func nonColorDeclarations() -> String {
    var text = ""
    for font in FontToken.allCases { text += "--atoll-font-\(font.rawValue):\(self[font]);" }
    for token in SizeToken.allCases {
      let size = self[token]
      // Never smaller than designed, larger where the reader's own text size is larger.
      text +=
        "--atoll-size-\(token.rawValue):max(\(size.size)px,\(decimal(size.size, dividedBy: 16))rem);"
      text += "--atoll-line-\(token.rawValue):\(decimal(size.lineHeight, dividedBy: size.size));"
    }
    for length in LengthToken.allCases {
      text += "--atoll-\(length.rawValue):\(self[length])px;"
    }
    return text
  }
}

/// Returns a quotient with up to four decimal places, truncated, such as `1.25` or `.875`.
private func decimal(_ numerator: Int, dividedBy denominator: Int) -> String {
  var text = "\(numerator / denominator)"
  var rest = numerator % denominator
  guard rest > 0 else { return text }
  if numerator < denominator { text = "" }
  text += "."
  for _ in 0..<4 where rest > 0 {
    rest *= 10
    text += "\(rest / denominator)"
    rest %= denominator
  }
  return text
}
