/// A mark before each line of a reply or of a quote in text, in Unicode or in ASCII.
package enum LineMark: CaseIterable, Sendable {
  /// The mark of a reply; in Unicode, also that of a featured comment.
  case rail
  case asciiRail
  case quoteBar
  /// The mark of a quote in ASCII, and of a reply in a mail with flowed lines (RFC 3676).
  case asciiQuoteBar

  package var text: StaticString {
    switch self {
    case .rail: "▎"
    case .asciiRail: "|"
    case .quoteBar: "│"
    case .asciiQuoteBar: ">"
    }
  }
}
