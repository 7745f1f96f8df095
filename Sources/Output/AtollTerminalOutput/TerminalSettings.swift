/// Control characters that the terminal writer puts around code in the text part of an email.
///
/// They show the email writer where code is, and it removes them again. Users' text never contains
/// them.
package enum CodeMark {
  package static let begin: UInt8 = 0x0E
  package static let end: UInt8 = 0x0F
}

/// The settings of a terminal or plain-text writer.
///
/// They never come from the terminal itself: the caller provides them.
package struct TerminalSettings: Sendable {
  /// Lines for a terminal, or plain text.
  package enum Form: Sendable { case ansi, text }

  package enum Colors: Sendable { case none, sixteen, twoHundredFiftySix, trueColor }

  package enum Background: Sendable { case unknown, light, dark }

  package var form: Form
  /// The maximum width of a line, in columns.
  package var width: Int
  package var colors = Colors.none
  package var background = Background.unknown
  /// True if links for a terminal are written as OSC 8; if false, they are numbered, with the
  /// addresses below the text.
  package var writesHyperlinks = false
  package var isASCII = false
  /// True if characters of ambiguous width take two columns; East Asian fonts draw them wide.
  package var ambiguousIsWide = false
  package var showsSpoilers = false
  /// True if plain text is written so that mail programs can reflow it (RFC 3676).
  ///
  /// A line that continues ends in a space, and depth is shown by `>`.
  package var isFlowed = false

  /// True if text is isolated (U+2068 and U+2069) if its direction differs from the text around it.
  ///
  /// Mail programs support this, and terminals do not.
  package var usesIsolates = false
  package var isMail = false

  package init(form: Form, width: Int) {
    self.form = form
    self.width = width
  }

  package static let minimumWidth = 20
  /// The maximum width, in columns; a whole line is held in memory.
  package static let maximumWidth = 1000
  /// The maximum width of running text in columns, for readability.
  package static let maximumTextWidth = 76
  /// The minimum width of text in columns: replies are not indented further if their text would be
  /// narrower.
  package static let minimumReplyTextWidth = 40

  /// The width of a symbol before a line, in columns.
  var symbolWidth: Int { ambiguousIsWide && !isASCII && form == .ansi ? 2 : 1 }

  /// The number of levels that are indented before the text becomes too narrow; at least two.
  package var railLimit: Int { max(2, (width - Self.minimumReplyTextWidth) / (symbolWidth + 1)) }

  /// True if emphasis is written with characters because attributes are not available.
  var writesEmphasisMarks: Bool { form == .text || colors == .none }
}
