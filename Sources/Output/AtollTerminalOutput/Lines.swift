import AtollBytes

/// Fills lines with words, and writes the prefixes and styles of the lines.
///
/// No line leaves a style open. No line ends in a space, except for the spaces of flowed text.
///
/// Words go straight to the output, and only the last possible break is remembered. When a word
/// does not fit, everything after that break moves to a new line.
struct Lines: ~Copyable {
  /// The maximum width of a line in columns, except for text that is never broken.
  let width: Int
  let ambiguousWidth: Int
  /// True if a line that was broken at a space keeps a space at its end, so that mail programs join
  /// it to the next line (RFC 3676).
  let isFlowed: Bool
  /// True if a word that is kept together is broken if it is longer than a line.
  ///
  /// In an email, it is `false`, because a broken address could not be clicked.
  let breaksLongWords: Bool

  /// The prefix of every line: rails, bars, indents.
  private(set) var prefix: [UInt8] = []
  private(set) var prefixWidth = 0
  /// The style that is still on after the prefix; one escape sequence changes it to the text's style.
  private var prefixStyle = TextStyle.plain
  /// The prefix of the next line only, if a list item begins there; it contains the item's mark.
  private var firstPrefix: [UInt8] = []
  private var hasFirstPrefix = false
  private var firstPrefixStyle = TextStyle.plain
  /// The number of open list items; their lines are not flowed, since RFC 3676 marks only quotes.
  private var itemDepth = 0

  /// The column at which running text ends, however wide the output is.
  var endColumn = 0
  var column = 0
  private(set) var isLineOpen = false
  private var lineStart = 0
  private var textStart = 0

  /// True if everything written is kept together as one word, such as an address or a date.
  var keepsTogether = false
  var nextStyle = TextStyle.plain
  /// The style of the last character.
  var style = TextStyle.plain
  /// The width in columns of the pending spaces, which are written only when something follows
  /// them.
  var pendingColumns = 0
  var spaceStyle = TextStyle.plain
  /// The bytes of the pending spaces, if any of them is not ASCII: U+3000, U+00A0 and the like.
  var blankBytes: [UInt8] = []

  /// The last possible break before the words that were written last.
  private var earlierOpportunity: BreakOpportunity?
  /// The words that were written last, if they have not been searched for possible breaks.
  private var lastWords = LastWords()
  /// The line-break class of the last character; `nil` at the start of a line and after a space.
  var breakClass: BreakClass?
  /// True if the last character takes more than one column.
  var isLastCharacterWide = false
  var styles: StyleWriter
  private var movedText = OutputBuffer(capacity: 256)

  struct BreakOpportunity {
    /// The offset at which the line ends, and the offset at which the next line begins; spaces lie
    /// between them.
    var end: Int
    var rest: Int
    var styleAtEnd: TextStyle
    var styleAtRest: TextStyle
    /// The column at which the text after the break begins.
    var column: Int
  }

  /// A range of words in the output; empty if `count` is 0.
  private struct LastWords {
    var start = 0
    var count = 0
    var column = 0
    var style = TextStyle.plain
  }

  init(_ settings: TerminalSettings, styles: StyleWriter) {
    // Flowed text needs a column for the space at the end of a line, and one for the stuffed space
    // at its start.
    width = settings.isFlowed ? settings.width - 2 : settings.width
    ambiguousWidth = settings.ambiguousIsWide ? 2 : 1
    isFlowed = settings.isFlowed
    breaksLongWords = !settings.isMail
    self.styles = styles
    setEndColumn()
  }

  // MARK: Prefixes

  /// A state of the prefix, which `leave` restores.
  struct PrefixState {
    fileprivate var bytes: Int
    fileprivate var columns: Int
    fileprivate var style: TextStyle
    fileprivate var isItem: Bool
  }

  /// Replaces the prefix of all following lines with these rails.
  mutating func setRails(_ rails: Glyphs.Rails) {
    prefix = rails.bytes
    prefixWidth = rails.columns
    prefixStyle = rails.style
    hasFirstPrefix = false
    itemDepth = 0
    setEndColumn()
  }

  /// Adds a bar to the prefix of all following lines, and returns the state to pass to `leave`.
  ///
  /// If `barStyle` is `nil`, as for spaces, the style before the bar stays on.
  mutating func enter(bar: Glyphs.Bar, style barStyle: TextStyle? = nil) -> PrefixState {
    let state = PrefixState(
      bytes: prefix.count, columns: prefixWidth, style: prefixStyle, isItem: false)
    guard hasRoom(for: bar.columns) else { return state }
    // Quote marks in flowed text follow one another without spaces.
    if isFlowed, itemDepth == 0, !prefix.isEmpty, barStyle != nil {
      prefix.removeLast()
      prefixWidth -= 1
    }
    prefix += styled(bar, in: barStyle ?? prefixStyle, after: prefixStyle)
    prefixStyle = barStyle ?? prefixStyle
    if hasFirstPrefix {
      let style = barStyle ?? firstPrefixStyle
      firstPrefix += styled(bar, in: style, after: firstPrefixStyle)
      firstPrefixStyle = style
    }
    prefixWidth += bar.columns
    setEndColumn()
    return state
  }

  /// Indents all following lines, with a mark instead of the indentation on the first one, and
  /// returns the state to pass to `leave`.
  mutating func enter(mark: Glyphs.Mark) -> PrefixState {
    let columns = mark.columns
    let state = PrefixState(
      bytes: prefix.count, columns: prefixWidth, style: prefixStyle, isItem: true)
    itemDepth += 1
    guard hasRoom(for: columns) else { return state }
    if !hasFirstPrefix {
      firstPrefix.removeAll(keepingCapacity: true)
      firstPrefix.append(contentsOf: prefix)
      firstPrefixStyle = prefixStyle
      hasFirstPrefix = true
    }
    firstPrefix += styled(nil, in: .plain, after: firstPrefixStyle)
    firstPrefixStyle = .plain
    firstPrefix.append(contentsOf: mark.bytes)
    for _ in 0..<columns { prefix.append(0x20) }
    prefixWidth += columns
    setEndColumn()
    return state
  }

  /// Removes what `enter` added to the prefix; a mark that is still pending gets its own line.
  mutating func leave(_ state: PrefixState, to out: inout OutputBuffer) {
    if hasFirstPrefix { endLine(&out) }
    prefix.removeLast(prefix.count - state.bytes)
    prefixWidth = state.columns
    prefixStyle = state.style
    if state.isItem { itemDepth -= 1 }
    if isFlowed, itemDepth == 0, let last = prefix.indices.last { prefix[last] = 0x20 }
    setEndColumn()
  }

  /// Returns the sequence that changes the style from `last` to `style`, and a bar after it.
  private func styled(_ bar: Glyphs.Bar?, in style: TextStyle, after last: TextStyle) -> [UInt8] {
    var out = OutputBuffer(capacity: 64)
    styles.change(from: last, to: style, in: &out)
    bar?.append(to: &out)
    return out.bytes()
  }

  /// Returns whether the prefix may grow by some columns.
  ///
  /// Users may nest quotes and lists to any depth; if there is no room, nothing more is added.
  private func hasRoom(for columns: Int) -> Bool {
    prefixWidth + columns + Self.minimumLineTextWidth <= width
  }

  private static let minimumLineTextWidth = 10

  private mutating func setEndColumn() {
    endColumn = max(min(width, prefixWidth + TerminalSettings.maximumTextWidth), prefixWidth + 1)
  }

  // MARK: Lines

  /// Ends the open line; if none is open, writes the pending mark, if any, on its own line.
  mutating func endLine(_ out: inout OutputBuffer) {
    if !isLineOpen {
      guard hasFirstPrefix else { return }
      openLine(&out)
    }
    closeLine(&out)
    out.append(0x0A)
  }

  /// Ends the open line, if any, and writes a line with only the prefix.
  mutating func writeBlankLine(_ out: inout OutputBuffer) {
    endLine(&out)
    out.append(contentsOf: prefix)
    trimBlanks(&out)
    styles.change(from: prefixStyle, to: .plain, in: &out)
    out.append(0x0A)
  }

  /// Writes an address on its own line, unbroken however long it is: a broken address cannot be
  /// opened.
  mutating func writeAddressLine(_ address: borrowing OutputBuffer, to out: inout OutputBuffer) {
    endLine(&out)
    openLine(&out)
    setStyle(.plain, to: &out)
    out.append(UInt8(ascii: "<"))
    out.append(contentsOf: address)
    out.append(UInt8(ascii: ">"))
    endLine(&out)
  }

  mutating func openLine(_ out: inout OutputBuffer) {
    lineStart = out.count
    if hasFirstPrefix {
      out.append(contentsOf: firstPrefix)
      style = firstPrefixStyle
      hasFirstPrefix = false
    } else if !prefix.isEmpty {
      out.append(contentsOf: prefix)
      style = prefixStyle
    }
    column = prefixWidth
    textStart = out.count
    isLineOpen = true
    dropSpaces()
    forgetBreaks()
    breakClass = nil
  }

  /// Closes the line and its style, without writing the line feed.
  private mutating func closeLine(_ out: inout OutputBuffer) {
    if out.count == textStart { trimBlanks(&out) }
    setStyle(.plain, to: &out)
    if isFlowed { addStuffingSpace(to: &out) }
    dropSpaces()
    forgetBreaks()
    breakClass = nil
    isLineOpen = false
  }

  @inline(__always)
  private mutating func dropSpaces() {
    pendingColumns = 0
    if !blankBytes.isEmpty { blankBytes.removeAll(keepingCapacity: true) }
  }

  /// Adds a space before a line that mail readers or servers would treat specially (RFC 3676, 4.4).
  private mutating func addStuffingSpace(to out: inout OutputBuffer) {
    let isSpecial = out.withBytes { bytes in
      let line = bytes.extracting(lineStart...)
      let isQuote = prefix.first == UInt8(ascii: ">")
      return !isQuote
        && (line.first == 0x20 || line.first == UInt8(ascii: ">")
          || line.has("From "))
    }
    guard isSpecial else { return }
    let line = out.withBytes { Array($0.extracting(lineStart...)) }
    out.truncate(to: lineStart)
    out.append(0x20)
    out.append(contentsOf: line)
  }

  private func trimBlanks(_ out: inout OutputBuffer) {
    var length = out.count
    out.withBytes { bytes in
      while length > 0, bytes[length - 1] == 0x20 { length -= 1 }
    }
    out.truncate(to: length)
  }

  // MARK: Breaking

  /// Ends the line because it is full, and opens the next one.
  mutating func startNewLine(_ out: inout OutputBuffer, atSpace: Bool) {
    closeLine(&out)
    if atSpace, isFlowed, itemDepth == 0, !isSignatureSeparator(out) { out.append(0x20) }
    out.append(0x0A)
    openLine(&out)
  }

  /// Returns whether the line would be `-- `, the signature separator of an email (RFC 3676, 4.3).
  private func isSignatureSeparator(_ out: borrowing OutputBuffer) -> Bool {
    guard column == prefixWidth + 2 else { return false }
    return out.withBytes { bytes in
      bytes.count > 1 && bytes[bytes.count - 1] == 0x2D && bytes[bytes.count - 2] == 0x2D
    }
  }

  /// Remembers that the line may be broken here, between two characters.
  mutating func recordBreak(_ out: borrowing OutputBuffer) {
    record(
      BreakOpportunity(
        end: out.count, rest: out.count, styleAtEnd: style, styleAtRest: style, column: column))
  }

  mutating func record(_ opportunity: BreakOpportunity) {
    earlierOpportunity = opportunity
    lastWords.count = 0
  }

  mutating func forgetBreaks() {
    earlierOpportunity = nil
    lastWords.count = 0
  }

  /// Remembers the ASCII words that begin here; the line may be broken between them.
  ///
  /// Most lines consist of a single run of words, which is never searched for breaks.
  @inline(__always)
  mutating func recordWords(_ count: Int, in out: borrowing OutputBuffer) {
    if lastWords.count > 0 { findBreakInLastWords(out) }
    lastWords = LastWords(start: out.count, count: count, column: column, style: style)
  }

  mutating func lastBreak(_ out: borrowing OutputBuffer) -> BreakOpportunity? {
    if lastWords.count > 0 { findBreakInLastWords(out) }
    return earlierOpportunity
  }

  private mutating func findBreakInLastWords(_ out: borrowing OutputBuffer) {
    let words = lastWords
    lastWords.count = 0
    let opportunity = out.withBytes { bytes in
      Self.lastBreak(
        in: bytes.extracting(words.start..<words.start &+ words.count),
        upTo: words.count &- 1)
    }
    guard let (end, next) = opportunity else { return }
    earlierOpportunity = BreakOpportunity(
      end: words.start &+ end, rest: words.start &+ next, styleAtEnd: words.style,
      styleAtRest: words.style, column: words.column &+ next)
  }

  /// Breaks the line at a possible break, and moves the text after it to a new line.
  mutating func breakLine(at opportunity: BreakOpportunity, to out: inout OutputBuffer) {
    movedText.clear()
    out.withBytes { bytes in
      movedText.append(contentsOf: bytes.extracting(opportunity.rest...))
    }
    let movedWidth = column - opportunity.column
    let last = (style, breakClass, isLastCharacterWide)
    out.truncate(to: opportunity.end)
    style = opportunity.styleAtEnd
    startNewLine(&out, atSpace: opportunity.rest > opportunity.end)
    setStyle(opportunity.styleAtRest, to: &out)
    out.append(contentsOf: movedText)
    (style, breakClass, isLastCharacterWide) = last
    // An empty line cannot be broken.
    if movedWidth == 0 { breakClass = nil }
    column += movedWidth
  }

  @inline(__always)
  mutating func setStyle(_ next: TextStyle, to out: inout OutputBuffer) {
    if next != style {
      styles.change(from: style, to: next, in: &out)
      style = next
    }
  }
}
