/// Which of light and dark a page shows.
package enum Scheme: String, CaseIterable, Sendable {
  /// What the reader's system asks for.
  case auto
  case light, dark
}

extension Theme {
  /// The style sheet of a page or a fragment: tokens as custom properties, then the sheets.
  ///
  /// - Parameters:
  ///   - scheme: `auto` follows the reader; snapshots and hosts with a scheme of their own force one.
  ///   - layered: Whether all of it stands in the cascade layer `atoll`. In a layer every rule of
  ///     the host's own wins, whatever its selector: right where a publisher restyles, wrong where
  ///     a host's stray rules disfigure. Outside a layer the usual specificity decides.
  ///   - forDocument: Whether to add the sheet for what lies around the root.
  package func pageCSS(
    scheme: Scheme = .auto, layered: Bool = true, forDocument: Bool = false
  ) -> [UInt8] {
    var css: [UInt8] = []
    if layered { css.append(contentsOf: "@layer atoll{".utf8) }
    // Around the root the tokens are needed too.
    let root = forDocument ? ":root" : ".atoll"
    css.append(contentsOf: tokenCSS(for: scheme, on: root).utf8)
    if forDocument, let document { css.append(contentsOf: document.css) }
    for sheet in sheets { css.append(contentsOf: sheet.css) }
    css.append(contentsOf: depthCSS().utf8)
    if layered { css.append(UInt8(ascii: "}")) }
    return css
  }

  /// Every custom property that `tokenCSS` sets.
  static let customProperties: [String] = {
    var names = ColorToken.allCases.map(\.rawValue)
    names += FontToken.allCases.map { "font-\($0.rawValue)" }
    names += SizeToken.allCases.flatMap { ["size-\($0.rawValue)", "line-\($0.rawValue)"] }
    names += LengthToken.allCases.map(\.rawValue)
    return names.map { "--atoll-\($0)" }
  }()

  private func tokenCSS(for scheme: Scheme, on root: String) -> String {
    let more = "(prefers-contrast:more)"
    switch scheme {
    case .auto:
      return "\(root){color-scheme:light dark;\(measures())\(colors(.light))}"
        + group("(prefers-color-scheme:dark)", root, colors(.dark, differingFrom: .light))
        + group(
          "\(more) and (prefers-color-scheme:light)", root,
          colors(.lightContrast, differingFrom: .light))
        + group(
          "\(more) and (prefers-color-scheme:dark)", root,
          colors(.darkContrast, differingFrom: .dark))
    case .light:
      return "\(root){color-scheme:light;\(measures())\(colors(.light))}"
        + group(more, root, colors(.lightContrast, differingFrom: .light))
    case .dark:
      // Paper is white whatever the screen shows.
      return "\(root){color-scheme:dark;\(measures())\(colors(.dark))}"
        + group(more, root, colors(.darkContrast, differingFrom: .dark))
        + group("print", root, colors(.light, differingFrom: .dark))
    }
  }

  /// The rules that stop moving replies in at the theme's depth caps, however deep they nest.
  private func depthCSS() -> String {
    func stop(at level: Int) -> String {
      let groups = String(repeating: " .a-r", count: level)
      return ".atoll\(groups)>ol{padding-inline-start:0;border-inline-start-width:0}"
    }
    return stop(at: tokens.depth.wide)
      + "@container atoll (width < \(Self.narrowWidth)px){\(stop(at: tokens.depth.narrow))}"
  }

  /// Below this width of the root's content it counts as narrow.
  private static let narrowWidth = 560

  private func group(_ query: String, _ root: String, _ declarations: String) -> String {
    declarations.isEmpty ? "" : "@media \(query){\(root){\(declarations)}}"
  }

  private func colors(_ kind: PaletteKind, differingFrom base: PaletteKind? = nil) -> String {
    ColorToken.allCases.filter { token in
      base.map { self[token, $0] != self[token, kind] } ?? true
    }.map { "--atoll-\($0.rawValue):\(self[$0, kind].css)" }.joined(separator: ";")
  }

  private func measures() -> String {
    var text = ""
    for font in FontToken.allCases { text += "--atoll-font-\(font.rawValue):\(self[font]);" }
    for token in SizeToken.allCases {
      let size = self[token]
      // Never smaller than designed, larger where the reader's own text size is larger.
      text += "--atoll-size-\(token.rawValue):max(\(size.size)px,\(decimal(size.size, 16))rem);"
      text += "--atoll-line-\(token.rawValue):\(decimal(size.line, size.size));"
    }
    for length in LengthToken.allCases {
      text += "--atoll-\(length.rawValue):\(self[length])px;"
    }
    return text
  }
}

/// A fraction of whole numbers with up to four decimal places, cut.
private func decimal(_ numerator: Int, _ denominator: Int) -> String {
  var text = "\(numerator / denominator)"
  var rest = numerator % denominator
  guard rest > 0 else { return text }
  text += "."
  for _ in 0..<4 where rest > 0 {
    rest *= 10
    text += "\(rest / denominator)"
    rest %= denominator
  }
  return text
}
