import AtollBytes
import AtollTheming

/// The symbols around text, in Unicode or ASCII.
struct Glyphs: Sendable {
  /// The ornament on both sides of a title.
  let titleRule: StaticString
  let thematicBreak: StaticString
  /// The separator between two items of metadata.
  let separator: Separator
  let bullet: Mark
  let replySymbol: StaticString
  let hiddenSymbol: StaticString
  /// The mark before each line of a quote.
  let quoteBar: Bar
  /// The mark before each line of a featured comment, which is quoted above the thread.
  let featuredBar: Bar
  let codeIndent = Bar(mark: nil, columns: 4)
  private let rail: LineMark
  private let isFlowed: Bool

  /// The width of each non-ASCII symbol: one column, or two where ambiguous characters are wide.
  private let symbolWidth: Int

  /// A space and a symbol; the space after the symbol is written separately.
  struct Separator: Sendable {
    let text: StaticString
    let columns: Int
  }

  /// A mark and a space before every line, such as `> `; without a mark, only spaces.
  struct Bar: Sendable {
    let mark: LineMark?
    let columns: Int

    func append(to out: inout OutputBuffer) {
      if let mark {
        out.append(mark.text)
        out.append(0x20)
      } else {
        for _ in 0..<columns { out.append(0x20) }
      }
    }
  }

  /// The mark before the first line of an item.
  struct Mark: Sendable {
    let bytes: [UInt8]
    let columns: Int

    init(_ text: String, columns: Int? = nil) {
      bytes = Array(text.utf8)
      self.columns = columns ?? bytes.count
    }
  }

  init(_ settings: TerminalSettings) {
    let isPlain: Bool
    switch settings.form {
    case .ansi: isPlain = settings.isASCII
    case .text: isPlain = true
    }
    isFlowed = settings.isFlowed
    titleRule = isPlain ? "--" : "──"
    thematicBreak = isPlain ? "* * *" : "───"
    symbolWidth = settings.symbolWidth
    let columns = isPlain ? 2 : symbolWidth + 1
    separator =
      settings.isASCII
      ? Separator(text: " -", columns: 2)
      : Separator(text: " ·", columns: settings.ambiguousIsWide ? 3 : 2)
    bullet = Mark(isPlain ? "- " : "• ", columns: columns)
    replySymbol = isPlain ? "->" : "↳"
    hiddenSymbol = "+"
    rail = isFlowed ? .asciiQuoteBar : isPlain ? .asciiRail : .rail
    quoteBar = Bar(mark: isPlain ? .asciiQuoteBar : .quoteBar, columns: columns)
    featuredBar = Bar(mark: isPlain ? .asciiQuoteBar : .rail, columns: columns)
  }

  /// The rails before the lines of a reply.
  struct Rails: Sendable {
    var bytes: [UInt8] = []
    var columns = 0
    /// The style that is still on after the rails.
    var style = TextStyle.plain
  }

  /// Returns the rails of a reply, one for each level above it.
  func rails(_ count: Int, first: TextStyle, deeper: TextStyle, styles: StyleWriter) -> Rails {
    guard count > 0 else { return Rails() }
    var rails = Rails()
    var out = OutputBuffer(capacity: 64)
    for level in 0..<count {
      if level > 0, !isFlowed { out.append(0x20) }
      let next = level == 0 ? first : deeper
      styles.change(from: rails.style, to: next, in: &out)
      rails.style = next
      out.append(rail.text)
    }
    out.append(0x20)
    rails.bytes = out.bytes()
    rails.columns = isFlowed ? count + 1 : count * (symbolWidth + 1)
    return rails
  }
}
