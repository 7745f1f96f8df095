import Bytes

/// Fills lines with words: breaks them where they may be broken, draws what stands before each, and
/// opens and closes styles, so that no line leaves one open or ends in a blank.
///
/// What is written goes straight to the output. Only the last place where the line may be broken is
/// remembered; when a word does not fit, it is moved from there to a line of its own.
struct Lines: ~Copyable {
  /// No line is wider.
  let width: Int
  /// What stands before every line: rails, bars, indents.
  private(set) var prefix: [UInt8] = []
  private(set) var prefixWidth = 0
  /// What stands before the next line in place of the prefix: the mark of an item that has not begun.
  private var firstPrefix: [UInt8] = []
  private var hasFirstPrefix = false

  /// Running text ends here, however wide the output is.
  private var limit: Int
  private(set) var column = 0
  private(set) var isOpen = false

  /// How the next letter is to be drawn.
  var wanted = TextStyle.plain
  private var style = TextStyle.plain
  private var spaces = 0
  private var spaceStyle = TextStyle.plain

  private var lastBreak: Break?
  private let styles: StyleWriter

  /// A place where the line may be broken.
  private struct Break {
    /// Where the line would end, and where what comes after begins; spaces lie between.
    var end: Int
    var rest: Int
    var styleAtEnd: TextStyle
    var styleAtRest: TextStyle
    var column: Int
  }

  init(width: Int, styles: StyleWriter) {
    self.width = width
    self.styles = styles
    limit = min(width, TerminalSettings.measure)
  }

  // MARK: What stands before lines

  /// A place to come back to with `leave`.
  struct Depth {
    fileprivate var bytes: Int
    fileprivate var columns: Int
  }

  /// Forgets every prefix.
  mutating func clearPrefix() {
    prefix.removeAll(keepingCapacity: true)
    prefixWidth = 0
    hasFirstPrefix = false
    setLimit()
  }

  /// Puts something before every line from now on.
  mutating func enter(_ bytes: [UInt8], columns: Int) -> Depth {
    let depth = Depth(bytes: prefix.count, columns: prefixWidth)
    prefix.append(contentsOf: bytes)
    if hasFirstPrefix { firstPrefix.append(contentsOf: bytes) }
    prefixWidth += columns
    setLimit()
    return depth
  }

  /// Indents every line from now on, and writes a mark in place of the indent before the next one.
  mutating func enter(mark: [UInt8], columns: Int) -> Depth {
    let depth = Depth(bytes: prefix.count, columns: prefixWidth)
    if !hasFirstPrefix {
      firstPrefix.removeAll(keepingCapacity: true)
      firstPrefix.append(contentsOf: prefix)
      hasFirstPrefix = true
    }
    firstPrefix.append(contentsOf: mark)
    for _ in 0..<columns { prefix.append(0x20) }
    prefixWidth += columns
    setLimit()
    return depth
  }

  /// Takes away what `enter` put before lines; a mark that still waits for its line gets one.
  mutating func leave(_ depth: Depth, _ out: inout OutputBuffer) {
    if hasFirstPrefix { end(&out) }
    prefix.removeLast(prefix.count - depth.bytes)
    prefixWidth = depth.columns
    setLimit()
  }

  private mutating func setLimit() {
    limit = max(min(width, prefixWidth + TerminalSettings.measure), prefixWidth + 1)
  }

  // MARK: Lines

  /// Ends the line that is open, if one is.
  mutating func end(_ out: inout OutputBuffer) {
    if !isOpen {
      guard hasFirstPrefix else { return }
      open(&out)
      trimBlanks(&out)
    }
    close(&out)
    out.append(0x0A)
    isOpen = false
  }

  /// Writes an empty line.
  mutating func blank(_ out: inout OutputBuffer) {
    end(&out)
    out.append(contentsOf: prefix)
    trimBlanks(&out)
    out.append(0x0A)
  }

  private mutating func open(_ out: inout OutputBuffer) {
    if hasFirstPrefix {
      out.append(contentsOf: firstPrefix)
      hasFirstPrefix = false
    } else if !prefix.isEmpty {
      out.append(contentsOf: prefix)
    }
    column = prefixWidth
    isOpen = true
    spaces = 0
    lastBreak = nil
  }

  private mutating func close(_ out: inout OutputBuffer) {
    styles.change(from: style, to: .plain, &out)
    style = .plain
    spaces = 0
    lastBreak = nil
  }

  private func trimBlanks(_ out: inout OutputBuffer) {
    var length = out.count
    unsafe out.withBytes { bytes in
      while length > 0, unsafe bytes[length - 1] == 0x20 { length -= 1 }
    }
    out.truncate(to: length)
  }

  // MARK: Words

  /// Writes a space, which vanishes where the line ends.
  mutating func space() {
    guard isOpen else { return }
    spaces += 1
    spaceStyle = wanted
  }

  /// Writes printable ASCII.
  mutating func write(_ text: UnsafeBufferPointer<UInt8>, _ out: inout OutputBuffer) {
    var rest = unsafe text
    while true {
      while let first = unsafe rest.first, first == 0x20 {
        space()
        unsafe rest = UnsafeBufferPointer(rebasing: rest.dropFirst())
      }
      if rest.isEmpty { return }
      start(&out)
      let room = limit - column
      if rest.count <= room {
        unsafe writeAll(rest, &out)
        return
      }
      if let (end, next) = unsafe lastBreak(in: rest, upTo: room) {
        unsafe out.append(contentsOf: UnsafeBufferPointer(rebasing: rest[..<end]))
        self.end(&out)
        unsafe rest = UnsafeBufferPointer(rebasing: rest[next...])
      } else if lastBreak != nil {
        breakLine(&out)
      } else {
        let length = max(room, 1)
        unsafe out.append(contentsOf: UnsafeBufferPointer(rebasing: rest[..<length]))
        self.end(&out)
        unsafe rest = UnsafeBufferPointer(rebasing: rest[length...])
      }
    }
  }

  /// Writes text that fits: all but the spaces at its end, which wait for what follows.
  private mutating func writeAll(
    _ text: UnsafeBufferPointer<UInt8>, _ out: inout OutputBuffer
  ) {
    var count = text.count
    while unsafe text[count - 1] == 0x20 { count -= 1 }
    let start = out.count
    let words = unsafe UnsafeBufferPointer(rebasing: text[..<count])
    unsafe out.append(contentsOf: words)
    if let (end, next) = unsafe lastBreak(in: words, upTo: count - 1) {
      lastBreak = Break(
        end: start + end, rest: start + next, styleAtEnd: style, styleAtRest: style,
        column: column + next)
    }
    column += count
    if count < text.count {
      spaces = text.count - count
      spaceStyle = wanted
    }
  }

  /// The last place up to `limit` at which text may be broken: where the line ends, and where the
  /// next one begins.
  private func lastBreak(
    in text: UnsafeBufferPointer<UInt8>, upTo limit: Int
  ) -> (end: Int, next: Int)? {
    var index = min(limit, text.count - 1)
    while index > 0 {
      let byte = unsafe text[index]
      if byte == 0x20 {
        var next = index + 1
        while next < text.count, unsafe text[next] == 0x20 { next += 1 }
        while index > 0, unsafe text[index - 1] == 0x20 { index -= 1 }
        return index == 0 ? nil : (index, next)
      }
      if index < limit, byte == UInt8(ascii: "-"), index + 1 < text.count,
        unsafe isLetter(text[index - 1]) && isLetter(text[index + 1])
      {
        return (index + 1, index + 1)
      }
      index -= 1
    }
    return nil
  }

  /// Opens the line and the style that the next letter needs.
  private mutating func start(_ out: inout OutputBuffer) {
    if !isOpen { open(&out) }
    if spaces > 0 {
      let end = out.count
      let styleAtEnd = style
      setStyle(spaceStyle, &out)
      if column + spaces >= limit {
        // What comes next cannot stand here: the spaces are where the line ends.
        let wanted = wanted
        out.truncate(to: end)
        style = styleAtEnd
        self.end(&out)
        self.wanted = wanted
        open(&out)
        setStyle(wanted, &out)
        return
      }
      for _ in 0..<spaces { out.append(0x20) }
      column += spaces
      spaces = 0
      setStyle(wanted, &out)
      lastBreak = Break(
        end: end, rest: out.count, styleAtEnd: styleAtEnd, styleAtRest: style, column: column)
    } else {
      setStyle(wanted, &out)
    }
  }

  @inline(__always)
  private mutating func setStyle(_ next: TextStyle, _ out: inout OutputBuffer) {
    if next != style {
      styles.change(from: style, to: next, &out)
      style = next
    }
  }

  /// Breaks the line at the last place where it may be, and moves what stands behind to a new one.
  private mutating func breakLine(_ out: inout OutputBuffer) {
    guard let place = lastBreak else { return }
    let moved = unsafe out.withBytes { bytes in unsafe [UInt8](bytes[place.rest...]) }
    let movedWidth = column - place.column
    let current = style
    out.truncate(to: place.end)
    style = place.styleAtEnd
    end(&out)
    open(&out)
    styles.change(from: .plain, to: place.styleAtRest, &out)
    out.append(contentsOf: moved)
    style = current
    column += movedWidth
  }
}

@inline(__always)
func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 &- 97 < 26 }
