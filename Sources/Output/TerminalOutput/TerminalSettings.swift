/// Everything that decides what a story looks like in letters alone.
///
/// Nothing here is asked of a terminal: whoever makes a writer says what it is to write for.
package struct TerminalSettings: Sendable {
  /// Lines for the eyes of somebody at a terminal, or text for any place at all.
  package enum Form: Sendable { case ansi, text }

  /// How many colours there are to write with.
  package enum Colors: Sendable { case none, sixteen, twoHundredFiftySix, trueColor }

  /// What colours have to stand out from; the sixteen do from whatever their owner chose.
  package enum Background: Sendable { case unknown, light, dark }

  package var form: Form
  /// No line is wider than so many columns.
  package var width: Int
  package var colors = Colors.none
  package var background = Background.unknown
  /// Links are OSC 8; else they are numbered, and their addresses stand below.
  package var hyperlinks = false
  /// Nothing beyond ASCII is written.
  package var isASCII = false
  /// Characters that East Asian fonts draw wide take two columns.
  package var ambiguousIsWide = false
  package var showsSpoilers = false
  /// Plain text as mail readers can reflow it (RFC 3676): a line that goes on ends in a space, and
  /// depth is told by `>`.
  package var isFlowed = false

  /// Text whose direction is its own is isolated by characters that mail programs know and terminals do not.
  package var isolates = false

  package init(form: Form, width: Int) {
    self.form = form
    self.width = width
  }

  /// The narrowest output there is.
  package static let leastWidth = 20
  /// The widest; every line is in memory as a whole.
  package static let greatestWidth = 1000
  /// A line of running text has no more columns than this, for the eyes' sake.
  package static let measure = 76
  /// Replies stop being indented before their text gets narrower than this.
  package static let floor = 40

  /// How many columns the signs take that are drawn before lines.
  var signWidth: Int { ambiguousIsWide && !isASCII && form == .ansi ? 2 : 1 }

  /// How many levels are indented before there would be too little room left for text.
  ///
  /// Two always are: on a very narrow screen there is nothing to be kept.
  package var railLimit: Int { max(2, (width - Self.floor) / (signWidth + 1)) }

  /// Whether emphasis has to be told in letters because no attribute may be written.
  var spellsEmphasis: Bool { form == .text || colors == .none }
}
