import AtollOperatingSystem

/// A text that can be scrolled if it is longer than the screen.
struct ScrollableText {
  private let lines: [Substring]
  /// The number of rows for text.
  ///
  /// Below the text are two more rows: an empty line, and the line that explains the keys.
  private let rows: Int
  private var top = 0

  init(_ text: String, columns: Int, rows: Int) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      Self.wrapped(line, columns: columns)
    }
    self.rows = max(1, rows - 2)
  }

  /// Returns as many lines of text as fit into `rows`; if there are more, the last row is an
  /// ellipsis.
  static func beginning(of text: String, columns: Int, rows: Int) -> String {
    var lines = ScrollableText(text, columns: columns, rows: rows).lines
    if lines.count > rows { lines = lines.prefix(max(0, rows - 1)) + ["  …"] }
    return lines.joined(separator: "\n")
  }

  private static func wrapped(_ line: Substring, columns: Int) -> [Substring] {
    var parts: [Substring] = []
    var rest = line
    while rest.count > columns, columns > 0 {
      parts.append(rest.prefix(columns))
      rest = rest.dropFirst(columns)
    }
    return parts + [rest]
  }

  private var maximumTop: Int { max(0, lines.count - rows) }

  /// The visible lines, followed by the line that explains the keys.
  var page: String {
    let shown = lines[top..<min(top + rows, lines.count)].joined(separator: "\n")
    let lineNumbers =
      maximumTop == 0
      ? "" : "Lines \(top + 1) to \(min(top + rows, lines.count)) of \(lines.count); "
    return
      "\(shown)\n\n\(lineNumbers)\(maximumTop == 0 ? "any" : "space, b, j and k scroll, any other") key goes back "
  }

  /// Scrolls according to a key; returns `false` if the key closes the text.
  mutating func handle(_ key: Keyboard.Key) -> Bool {
    if maximumTop == 0 { return false }
    let step: Int
    switch key {
    case .down, .character("j"), .character("\n"), .character("\r"): step = 1
    case .up, .character("k"): step = -1
    case .pageDown, .character(" "): step = rows - 1
    case .pageUp, .character("b"): step = 1 - rows
    case .other: step = 0
    case .character: return false
    }
    top = min(max(top + step, 0), maximumTop)
    return true
  }
}
