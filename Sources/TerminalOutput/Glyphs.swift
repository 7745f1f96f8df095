import Bytes
import Theming

/// What is drawn around text, in one charset.
struct Glyphs: Sendable {
  /// Stands on both sides of a title.
  let titleRule: StaticString
  /// Stands for a change of subject in a body.
  let rule: StaticString
  /// Stands between two facts.
  let dot: Dot
  let bullet: [UInt8]
  let answer: StaticString
  let hidden: StaticString
  private let rail: StaticString
  private let bar: StaticString
  private let isFlowed: Bool
  private let isASCIIOrText: Bool

  /// A sign with a space on either side.
  struct Dot: Sendable {
    let text: StaticString
    let columns: Int
  }

  init(_ settings: TerminalSettings) {
    let isPlain: Bool
    switch settings.form {
    case .ansi: isPlain = settings.isASCII
    case .text: isPlain = true
    }
    isFlowed = settings.isFlowed
    isASCIIOrText = isPlain
    titleRule = isPlain ? "--" : "──"
    rule = isPlain ? "* * *" : "───"
    dot =
      settings.isASCII
      ? Dot(text: " - ", columns: 3)
      : Dot(text: " · ", columns: settings.ambiguousIsWide ? 4 : 3)
    bullet = Array((isPlain ? "-" : "•").utf8)
    answer = isPlain ? "->" : "↳"
    hidden = "+"
    rail = isFlowed ? ">" : isPlain ? "|" : "▎"
    bar = isPlain ? ">" : "│"
  }

  /// What stands before the lines of a reply: a rail for each level above it.
  func rails(_ count: Int, first: TextStyle, deeper: TextStyle, _ styles: StyleWriter) -> [UInt8] {
    guard count > 0 else { return [] }
    var out = OutputBuffer(capacity: 64)
    var style = TextStyle.plain
    for level in 0..<count {
      if level > 0, !isFlowed { out.append(0x20) }
      let next = level == 0 ? first : deeper
      styles.change(from: style, to: next, &out)
      style = next
      out.append(rail)
    }
    styles.change(from: style, to: .plain, &out)
    out.append(0x20)
    return out.bytes()
  }

  /// How many columns so many rails take.
  func railColumns(_ count: Int) -> Int {
    isFlowed ? (count > 0 ? count + 1 : 0) : count * TerminalSettings.railWidth
  }

  /// How many columns the bar of a quote takes.
  var barColumns: Int { 2 }

  /// What stands before the lines of a comment that is quoted before the thread.
  func featuredBar(_ style: TextStyle, _ styles: StyleWriter) -> [UInt8] {
    isASCIIOrText ? bar(style, styles) : rails(1, first: style, deeper: style, styles)
  }

  /// What stands before the lines of a quote.
  func bar(_ style: TextStyle, _ styles: StyleWriter) -> [UInt8] {
    var out = OutputBuffer(capacity: 16)
    styles.change(from: .plain, to: style, &out)
    out.append(bar)
    styles.change(from: style, to: .plain, &out)
    out.append(0x20)
    return out.bytes()
  }
}
