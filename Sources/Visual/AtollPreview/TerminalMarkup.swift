import AtollBytes

/// The conversion of terminal output to HTML.
///
/// It supports the text attributes that Atoll writes, and removes the addresses of links.
enum TerminalMarkup {
  static func page(of text: [UInt8], scheme: PreviewView.Scheme) -> [UInt8] {
    let (background, foreground) = scheme == .dark ? ("#14171c", "#e6e6e6") : ("#ffffff", "#1a1a1a")
    var page = "<!DOCTYPE html><html><head><meta charset=\"utf-8\"><title>Terminal</title>"
    page += "<style>:root{--back:\(background);--front:\(foreground)}"
    page += "body{margin:0;padding:12px;background:var(--back);color:var(--front)}"
    page += "pre{margin:0;font:13px/1.35 'DejaVu Sans Mono',ui-monospace,monospace}</style>"
    page +=
      "</head><body><pre>\(markup(of: String(decoding: text, as: UTF8.self)))</pre></body></html>\n"
    return Array(page.utf8)
  }

  /// The text attributes that escape sequences have set (ECMA-48, SGR).
  private struct Attributes: Hashable {
    var color: String?
    var isBold = false
    var isDim = false
    var isItalic = false
    var isUnderlined = false
    var isReversed = false
    var isStruck = false

    /// The attributes as CSS declarations; empty if all have their default values.
    var declarations: String {
      var parts: [String] = []
      if isReversed {
        parts += ["color:var(--back)", "background:\(color ?? "var(--front)")"]
      } else if let color {
        parts.append("color:\(color)")
      }
      if isBold { parts.append("font-weight:bold") }
      if isDim { parts.append("opacity:.7") }
      if isItalic { parts.append("font-style:italic") }
      let lines = (isUnderlined ? ["underline"] : []) + (isStruck ? ["line-through"] : [])
      if !lines.isEmpty { parts.append("text-decoration:\(lines.joined(separator: " "))") }
      return parts.joined(separator: ";")
    }

    /// Applies the parameters of an SGR sequence; returns `false` if any is unknown.
    ///
    /// An unknown parameter may have arguments that are not attributes, so the rest is not applied.
    mutating func apply(_ codes: [Int]) -> Bool {
      var isKnown = true
      var rest = codes[...]
      while let code = rest.popFirst() {
        switch code {
        case 0: self = Attributes()
        case 1: isBold = true
        case 2: isDim = true
        case 3: isItalic = true
        case 4: isUnderlined = true
        case 7: isReversed = true
        case 9: isStruck = true
        case 22: (isBold, isDim) = (false, false)
        case 23: isItalic = false
        case 24: isUnderlined = false
        case 27: isReversed = false
        case 29: isStruck = false
        case 30...37: color = Self.color(number: code - 30)
        case 38:
          color = Self.color(&rest)
          isKnown = isKnown && color != nil
        case 39: color = nil
        case 90...97: color = Self.color(number: code - 90 + 8)
        case _: (isKnown, rest) = (false, [])
        }
      }
      return isKnown
    }

    /// Returns the color with the parameters `2;R;G;B` or `5;NUMBER`, and removes these from
    /// `rest`.
    ///
    /// If the form is different, returns `nil` and discards all remaining parameters, since they
    /// may be arguments and not attributes.
    private static func color(_ rest: inout ArraySlice<Int>) -> String? {
      let form = rest.popFirst()
      let count = form == 2 ? 3 : 1
      let numbers = rest.prefix(count)
      guard form == 2 || form == 5, numbers.count == count,
        numbers.allSatisfy((0...255).contains)
      else {
        rest = []
        return nil
      }
      rest = rest.dropFirst(count)
      return form == 2 ? rgb(Array(numbers)) : color(number: numbers.first ?? 0)
    }

    /// The first sixteen colors with xterm's default values; users can choose other values.
    private static let userColors = [
      "#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5",
      "#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff",
    ]

    /// Returns one of the 256 colors: the first sixteen, a cube of 6 × 6 × 6, and 24 grays.
    private static func color(number: Int) -> String {
      if number < 16 { return userColors[number] }
      if number >= 232 { return rgb([Int](repeating: 8 + 10 * (number - 232), count: 3)) }
      return rgb([36, 6, 1].map { (number - 16) / $0 % 6 }.map { $0 == 0 ? 0 : 55 + 40 * $0 })
    }

    private static func rgb(_ parts: [Int]) -> String {
      "rgb(\(parts.map(String.init).joined(separator: ",")))"
    }
  }

  /// Returns text as HTML, with spans instead of SGR sequences; other escape sequences are removed.
  static func markup(of text: String) -> String {
    var unknown: [String] = []
    return markup(of: text, unknownSequences: &unknown)
  }

  /// Returns text as HTML, and adds unsupported escape sequences to a list.
  static func markup(of text: String, unknownSequences: inout [String]) -> String {
    var markup = ""
    var attributes = Attributes()
    for (index, part) in text.split(separator: "\u{1B}", omittingEmptySubsequences: false)
      .enumerated()
    {
      var shown = part
      if index > 0 {
        switch part.first {
        case "[":
          let sequence = part.dropFirst().prefix { !$0.isLetter }
          shown = part.dropFirst(sequence.count + 2)
          let codes = sequence.split(separator: ";", omittingEmptySubsequences: false)
          if part.dropFirst(sequence.count + 1).first != "m"
            || !attributes.apply(codes.map { Int($0) ?? 0 })
          {
            unknownSequences.append(String(part.dropLast(shown.count)))
          }
        case "]":
          // The address of a link (OSC 8). The next escape sequence ends the address.
          shown = ""
          if !part.hasPrefix("]8;") { unknownSequences.append(String(part)) }
        case "\\": shown = part.dropFirst()
        case _: unknownSequences.append(String(part.prefix(1)))
        }
      }
      if shown.isEmpty { continue }
      let style = attributes.declarations
      let plain = escapedForMarkup(String(shown))
      markup += style.isEmpty ? plain : "<span style=\"\(style)\">\(plain)</span>"
    }
    return markup
  }
}
