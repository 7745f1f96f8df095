/// The characters around code in the text part of a mail, which the writer of the mail removes again; text of users never has them.
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

  /// The colours that may be used.
  package enum Colors: Sendable { case none, sixteen, twoHundredFiftySix, trueColor }

  /// The background of the terminal, if it is known.
  package enum Background: Sendable { case unknown, light, dark }

  package var form: Form
  /// The greatest width of a line, in columns.
  package var width: Int
  package var colors = Colors.none
  package var background = Background.unknown
  /// Links are OSC 8; otherwise they are numbered, with the addresses below.
  package var hyperlinks = false
  /// Nothing beyond ASCII is written.
  package var isASCII = false
  /// Characters that East Asian fonts draw wide take two columns.
  package var ambiguousIsWide = false
  package var showsSpoilers = false
  /// Plain text that mail programs can reflow (RFC 3676): a line that continues ends in a space, and
  /// depth is shown by `>`.
  package var isFlowed = false

  /// Text of another direction is isolated (U+2068 and U+2069), which mail programs support and terminals do not.
  package var isolates = false
  /// The text is part of a mail.
  package var isMail = false

  package init(form: Form, width: Int) {
    self.form = form
    self.width = width
  }

  /// The smallest width.
  package static let leastWidth = 20
  /// The greatest width; a line is held in memory as a whole.
  package static let greatestWidth = 1000
  /// The greatest width of running text, for readability.
  package static let measure = 76
  /// Replies are not indented further if their text would be narrower than this.
  package static let floor = 40

  /// The columns of a symbol before a line.
  var signWidth: Int { ambiguousIsWide && !isASCII && form == .ansi ? 2 : 1 }

  /// The number of levels that are indented before the text becomes too narrow.
  ///
  /// At least two, even on a very narrow screen.
  package var railLimit: Int { max(2, (width - Self.floor) / (signWidth + 1)) }

  /// `true` if emphasis is written with characters because attributes are not available.
  var spellsEmphasis: Bool { form == .text || colors == .none }
}
