import BodyText
import Bytes

/// The way round libcmark for a body whose marks can be read in one way only.
///
/// It goes from line to line, and gives up at the first one that is not as plain as the rules in
/// `docs/bodies.md` ask. What comes out is, token for token and byte for byte, what `Markdown` makes
/// of the same body; a differential test and a fuzzer hold the two together.
@safe struct PlainMarkdown {
  /// What came of a body.
  enum Outcome {
    /// It is not plain, and `richText` is half filled.
    case notPlain
    case ascii
    /// It is plain, and something in it may not be ASCII.
    case beyondASCII
  }

  /// What the line before this one stood in.
  enum Container: Equatable {
    case none, quote
    /// The sign behind which its items stand: `-`, `+`, `*`, or what follows their numbers.
    case list(UInt8)
  }

  let base: UnsafePointer<UInt8>
  let count: Int
  /// Where the body stands copied in the text of the tokens.
  let offset: Int
  var scan: PlainScan
  var openMarks = OpenMarks()

  var container = Container.none
  /// Whether a paragraph is open, in the container if there is one.
  var isOpen = false
  /// Whether a blank line stands behind the last item.
  private var isBehindBlank = false

  private init(
    _ base: UnsafePointer<UInt8>, count: Int, readable: Int, copiedTo offset: Int
  ) {
    unsafe self.base = base
    self.count = count
    self.offset = offset
    unsafe scan = PlainScan(base: base, count: count, readable: readable)
  }

  /// Appends the blocks of a plain body, which need not be UTF-8.
  static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, readable: Int, into richText: inout RichText,
    _ report: inout BodyReport
  ) -> Outcome {
    // libcmark skips a byte order mark.
    guard let base = bytes.baseAddress, unsafe bytes[0] != 0xEF else { return .notPlain }
    let offset = unsafe Int(richText.copy(bytes).start)
    var parser = unsafe PlainMarkdown(
      base, count: bytes.count, readable: readable, copiedTo: offset)
    var index = 0
    while index < bytes.count {
      guard let next = parser.parseLine(at: index, &richText, &report) else { return .notPlain }
      index = next &+ 1
    }
    guard parser.closeContainer(&richText) else { return .notPlain }
    return parser.scan.isASCII ? .ascii : .beyondASCII
  }

  /// The byte at `index`, or NUL behind the end, which is no plain byte.
  @inline(__always)
  func byte(at index: Int) -> UInt8 { index < count ? unsafe base[index] : 0 }

  // MARK: Lines

  /// Appends what stands in a line and gives the place of its end, or nothing if it is not plain.
  @inline(__always)
  private mutating func parseLine(
    at index: Int, _ richText: inout RichText, _ report: inout BodyReport
  ) -> Int? {
    if isLetter(unsafe base[index]) { return parseWords(at: index, &richText, &report) }
    if let end = endOfBlankLine(at: index) {
      guard closeParagraph(&richText) else { return nil }
      if container == .quote { return closeContainer(&richText) ? end : nil }
      isBehindBlank = true
      return end
    }
    if beginsWords(at: index) { return parseWords(at: index, &richText, &report) }
    return parseMarkedLine(at: index, &richText, &report)
  }

  /// Where the line ends if it is empty or holds only spaces.
  @inline(__always)
  func endOfBlankLine(at index: Int) -> Int? {
    var end = index
    while byte(at: end) == 0x20 { end &+= 1 }
    return end >= count || byte(at: end) == 0x0A ? end : nil
  }

  /// A line of words goes on with the paragraph before it, in whatever that stands.
  @inline(__always)
  private mutating func parseWords(
    at index: Int, _ richText: inout RichText, _ report: inout BodyReport
  ) -> Int? {
    if isOpen {
      richText.append(.lineBreak)
    } else {
      guard closeContainer(&richText) else { return nil }
      richText.append(.paragraphOpen)
      isOpen = true
    }
    return words(from: index, &richText, &report)
  }

  /// Whether a line from here on, or the rest of one, can be nothing but words.
  func beginsWords(at index: Int) -> Bool {
    let first = byte(at: index)
    switch first {
    case 0...0x20, UInt8(ascii: ">"): return false
    case UInt8(ascii: "#"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "="),
      UInt8(ascii: "~"):
      return isLetter(byte(at: index &+ 1)) || isPlainNumber(at: index &+ 1)
    case UInt8(ascii: "*"), UInt8(ascii: "_"):
      let next = byte(at: index &+ 1)
      let second = next == first ? byte(at: index &+ 2) : next
      return isLetterOrDigit(second) || second >= 0x80
    case UInt8(ascii: "`"): return byte(at: index &+ 1) != first
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return isPlainNumber(at: index)
    default: return true
    }
  }

  /// Whether digits stand here, and nothing behind them that makes them the number of an item.
  private func isPlainNumber(at index: Int) -> Bool {
    var end = index
    while byte(at: end) &- 48 < 10 { end &+= 1 }
    let next = byte(at: end)
    return end > index && next != UInt8(ascii: ".") && next != UInt8(ascii: ")")
  }

  // MARK: Closing

  /// Closes the paragraph if one is open; fails if a mark in it is.
  @inline(__always)
  mutating func closeParagraph(_ richText: inout RichText) -> Bool {
    if !isOpen { return true }
    isOpen = false
    switch container {
    case .none, .quote: richText.append(.paragraphClose)
    case .list: break
    }
    return openMarks.isEmpty
  }

  @inline(__always)
  mutating func closeContainer(_ richText: inout RichText) -> Bool {
    guard closeParagraph(&richText) else { return false }
    switch container {
    case .none: return true
    case .quote: richText.append(.quoteClose)
    case .list(let sign):
      richText.append(.itemClose)
      richText.append(Self.isBullet(sign) ? .bulletListClose : .orderedListClose)
    }
    container = .none
    return true
  }

  // MARK: Quotes, lists, headings, code

  /// Appends what stands in a line that begins with a mark.
  private mutating func parseMarkedLine(
    at index: Int, _ richText: inout RichText, _ report: inout BodyReport
  ) -> Int? {
    switch unsafe base[index] {
    case UInt8(ascii: ">"): return parseQuote(at: index, &richText, &report)
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"):
      return parseItem(
        sign: unsafe base[index], number: 0, at: index &+ 1, &richText, &report)
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      return parseNumberedItem(at: index, &richText, &report)
    case UInt8(ascii: "#"): return parseHeading(at: index, &richText, &report)
    case UInt8(ascii: "`"): return parseFence(at: index, &richText)
    default: return nil
    }
  }

  private mutating func parseQuote(
    at index: Int, _ richText: inout RichText, _ report: inout BodyReport
  ) -> Int? {
    if container != .quote {
      guard closeContainer(&richText) else { return nil }
      richText.append(.quoteOpen)
      container = .quote
    }
    let start = byte(at: index &+ 1) == 0x20 ? index &+ 2 : index &+ 1
    if let end = endOfBlankLine(at: start) { return closeParagraph(&richText) ? end : nil }
    guard beginsWords(at: start) else { return nil }
    richText.append(isOpen ? .lineBreak : .paragraphOpen)
    isOpen = true
    return words(from: start, &richText, &report)
  }

  private mutating func parseNumberedItem(
    at index: Int, _ richText: inout RichText, _ report: inout BodyReport
  ) -> Int? {
    var end = index
    var number: Int32 = 0
    while byte(at: end) &- 48 < 10, end &- index < 9 {
      number = number &* 10 &+ Int32(byte(at: end) &- 48)
      end &+= 1
    }
    let sign = byte(at: end)
    guard sign == UInt8(ascii: ".") || sign == UInt8(ascii: ")") else { return nil }
    // Into words only an item with the number one may break.
    if isOpen, container == .none, number != 1 { return nil }
    return parseItem(sign: sign, number: number, at: end &+ 1, &richText, &report)
  }

  /// Appends an item of one paragraph; a list with blank lines between its items is not plain.
  private mutating func parseItem(
    sign: UInt8, number: Int32, at index: Int, _ richText: inout RichText,
    _ report: inout BodyReport
  ) -> Int? {
    guard byte(at: index) == 0x20, beginsWords(at: index &+ 1) else { return nil }
    if container == .list(sign) {
      guard !isBehindBlank, closeParagraph(&richText) else { return nil }
      richText.append(.itemClose)
    } else {
      guard closeContainer(&richText) else { return nil }
      richText.append(Self.isBullet(sign) ? .bulletListOpen : .orderedListOpen, number: number)
      container = .list(sign)
    }
    richText.append(.itemOpen)
    isOpen = true
    isBehindBlank = false
    return words(from: index &+ 1, &richText, &report)
  }

  private static func isBullet(_ sign: UInt8) -> Bool {
    sign != UInt8(ascii: ".") && sign != UInt8(ascii: ")")
  }

  private mutating func parseHeading(
    at index: Int, _ richText: inout RichText, _ report: inout BodyReport
  ) -> Int? {
    var start = index
    while byte(at: start) == UInt8(ascii: "#") { start &+= 1 }
    let level = Int32(truncatingIfNeeded: start &- index)
    guard level <= 6, byte(at: start) == 0x20, beginsWords(at: start &+ 1),
      closeContainer(&richText)
    else { return nil }
    richText.append(.headingOpen, number: level)
    guard let end = words(from: start &+ 1, &richText, &report), openMarks.isEmpty else {
      return nil
    }
    richText.append(.headingClose, number: level)
    // Signs at the end may be no words, but the other half of the mark.
    var last = end &- 1
    while unsafe base[last] == 0x20 { last &-= 1 }
    return unsafe base[last] == UInt8(ascii: "#") ? nil : end
  }

  /// Appends a block of code between two lines of at least three backticks.
  private mutating func parseFence(at index: Int, _ richText: inout RichText) -> Int? {
    var end = index
    while byte(at: end) == UInt8(ascii: "`") { end &+= 1 }
    let length = end &- index
    guard length >= 3, let infoEnd = scan.endOfCodeLine(from: end, stoppingAtBacktick: true),
      closeContainer(&richText)
    else { return nil }
    let start = infoEnd &+ 1
    var line = start
    while line < count {
      if let end = endOfFence(at: line, atLeast: length) {
        richText.append(
          codeBlock: Slice(offset &+ start..<offset &+ max(start, line &- 1)))
        return end
      }
      // A line further in may end the block as well.
      var first = line
      while byte(at: first) == 0x20 { first &+= 1 }
      guard first == line || byte(at: first) != UInt8(ascii: "`"),
        let end = scan.endOfCodeLine(from: line, stoppingAtBacktick: false)
      else { return nil }
      line = end &+ 1
    }
    return nil
  }

  private func endOfFence(at index: Int, atLeast length: Int) -> Int? {
    var end = index
    while byte(at: end) == UInt8(ascii: "`") { end &+= 1 }
    return end &- index >= length ? endOfBlankLine(at: end) : nil
  }
}
