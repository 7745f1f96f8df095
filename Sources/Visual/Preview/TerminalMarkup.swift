import Bytes

/// The conversion of terminal output to HTML; it supports the escape sequences that Atoll writes.
enum TerminalMarkup {
  static func page(of text: [UInt8], scheme: PreviewView.Scheme) -> [UInt8] {
    let (background, foreground) = scheme == .dark ? ("#14171c", "#e6e6e6") : ("#ffffff", "#1a1a1a")
    var page = "<!DOCTYPE html><html><head><meta charset=\"utf-8\"><title>Terminal</title>"
    page += "<style>body{margin:0;padding:12px;background:\(background);color:\(foreground)}"
    page += "pre{margin:0;font:13px/1.35 'DejaVu Sans Mono',ui-monospace,monospace}</style>"
    page +=
      "</head><body><pre>\(markup(of: String(decoding: text, as: UTF8.self)))</pre></body></html>\n"
    return Array(page.utf8)
  }

  /// The text attributes that escape sequences have set (ECMA-48, SGR).
  private struct Attributes: Hashable {
    var color: String?
    var background: String?
    var isBold = false
    var isDim = false
    var isItalic = false
    var isUnderlined = false
    var isReversed = false
    var isStruck = false

    /// The attributes as CSS declarations; empty if all have their default values.
    var declarations: String {
      var parts: [String] = []
      let (front, back) =
        isReversed ? (background ?? "Canvas", color ?? "currentcolor") : (color, background)
      if let front { parts.append("color:\(front)") }
      if let back { parts.append("background:\(back)") }
      if isBold { parts.append("font-weight:bold") }
      if isDim { parts.append("opacity:.7") }
      if isItalic { parts.append("font-style:italic") }
      let lines = (isUnderlined ? ["underline"] : []) + (isStruck ? ["line-through"] : [])
      if !lines.isEmpty { parts.append("text-decoration:\(lines.joined(separator: " "))") }
      return parts.joined(separator: ";")
    }

    mutating func apply(_ codes: [Int]) {
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
        case 38: color = Self.trueColor(&rest)
        case 39: color = nil
        case 48: background = Self.trueColor(&rest)
        case 49: background = nil
        case _: break
        }
      }
    }

    /// Parses a colour of the form `2;R;G;B`.
    ///
    /// If the form is different, the remaining parameters are discarded, since they
    /// are not attributes.
    private static func trueColor(_ rest: inout ArraySlice<Int>) -> String? {
      guard rest.popFirst() == 2, rest.count >= 3 else {
        rest = []
        return nil
      }
      let parts = rest.prefix(3).map { String($0) }
      rest = rest.dropFirst(3)
      return "rgb(\(parts.joined(separator: ",")))"
    }
  }

  /// Returns text as HTML, with spans instead of SGR sequences; other escape sequences are removed.
  static func markup(of text: String) -> String {
    var markup = ""
    var attributes = Attributes()
    for (index, part) in text.split(separator: "\u{1B}", omittingEmptySubsequences: false)
      .enumerated()
    {
      var shown = part
      if index > 0, part.first == "[" {
        let sequence = part.dropFirst().prefix { !$0.isLetter }
        shown = part.dropFirst(sequence.count + 2)
        if part.dropFirst(sequence.count + 1).first == "m" {
          attributes.apply(
            sequence.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 })
        }
      }
      if shown.isEmpty { continue }
      let style = attributes.declarations
      let plain = escapedMarkup(String(shown))
      markup += style.isEmpty ? plain : "<span style=\"\(style)\">\(plain)</span>"
    }
    return markup
  }
}
