import AtollBytes

/// The role of a piece of a terminal rendering, which decides its colors.
package enum TerminalRole: String, NumberedCases, Sendable {
  case name, meta, link, quote, code, spoiler, tombstone, likes
  case heading, announcement, info, question, featured, closed
  case badgeStaff = "badge-staff"
  case badgeModerator = "badge-mod"
  case badgeExpert = "badge-expert"
  case badgePlain = "badge-plain"
  case railFirst = "rail-first"
  case railDeeper = "rail-deeper"
}

/// One of a terminal's sixteen palette colors, or its default foreground.
package enum TerminalColor: String, NumberedCases, Sendable {
  case `default`
  case black, red, green, yellow, blue, magenta, cyan, white
  case brightBlack = "bright-black"
  case brightRed = "bright-red"
  case brightGreen = "bright-green"
  case brightYellow = "bright-yellow"
  case brightBlue = "bright-blue"
  case brightMagenta = "bright-magenta"
  case brightCyan = "bright-cyan"
  case brightWhite = "bright-white"
}

package struct TerminalAttributes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let bold = Self(rawValue: 1)
  package static let faint = Self(rawValue: 2)
  package static let italic = Self(rawValue: 4)
  package static let underline = Self(rawValue: 8)
  package static let reverse = Self(rawValue: 16)

  static let names: [(String, TerminalAttributes)] = [
    ("bold", .bold), ("faint", .faint), ("italic", .italic), ("underline", .underline),
    ("reverse", .reverse),
  ]
}

/// The style for a role: its attributes, its palette color, and its exact colors on light and
/// dark backgrounds.
package struct TerminalStyle: Hashable, Sendable {
  package internal(set) var attributes: TerminalAttributes = []
  package internal(set) var color = TerminalColor.default
  package internal(set) var light: Color?
  package internal(set) var dark: Color?

  /// Creates a style from words such as `bold bright-red #A81010 #FF8A8A`; `nil` if a word is
  /// unknown, if there are several palette colors, or if there is only one exact color.
  init?(words text: String) {
    var hasColor = false
    for word in text.split(separator: " ") {
      if let known = TerminalAttributes.names.first(where: { $0.0 == word }) {
        attributes.insert(known.1)
      } else if let color = TerminalColor(rawValue: String(word)), !hasColor {
        self.color = color
        hasColor = true
      } else if let exact = Color(hexadecimal: String(word)), dark == nil {
        if light == nil { light = exact } else { dark = exact }
      } else {
        return nil
      }
    }
    if (light == nil) != (dark == nil) { return nil }
  }
}
