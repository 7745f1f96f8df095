import Theming

/// What is drawn around text, in one charset.
struct Glyphs: Sendable {
  let rule: StaticString
  let dot: StaticString
  let rail: StaticString
  let bullet: StaticString
  let quoteBar: StaticString
  private let isText: Bool

  init(_ settings: TerminalSettings) {
    isText = settings.form == .text
    let isASCII = settings.isASCII
    rule = isASCII || isText ? "--" : "──"
    dot = isASCII ? "-" : "·"
    rail = isASCII || isText ? "|" : "▎"
    bullet = isASCII || isText ? "-" : "•"
    quoteBar = isASCII || isText ? ">" : "│"
  }

  /// What stands before the lines of a reply: a rail for each level above it.
  func rails(_ count: Int, _ palette: TerminalPalette) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<count {
      rail.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
      bytes.append(0x20)
    }
    return bytes
  }
}
