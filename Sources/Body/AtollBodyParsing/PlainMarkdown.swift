import AtollBodyText
import AtollBytes

/// A fast parser without libcmark, for plain bodies: those whose markup has only one meaning.
///
/// It reads line by line, and gives up at the first line that is not plain by the rules in
/// `docs/bodies.md`. It makes exactly the tokens that `Markdown` makes of the same body; a
/// differential test and a fuzzer check this.
struct PlainMarkdown {
  enum Outcome {
    /// The body is not plain, and `richText` is partly filled.
    case notPlain
    case ascii
    /// The body is plain, and may contain characters other than ASCII.
    case beyondASCII
  }

  /// The container of the previous line.
  enum Container: Equatable {
    case none, quote
    /// A list; `marker` is `-`, `+`, `*`, or the character after the numbers of its items.
    ///
    /// In a loose list, items contain paragraphs; in other lists, they contain the words directly.
    case list(marker: UInt8, isLoose: Bool)
  }

  /// The bytes that may be read, which begin with those of the body.
  let bytes: BorrowedBytes
  let count: Int
  /// The offset of the body's copy in the text of the tokens.
  let offset: Int
  var scan: PlainScan
  var openDelimiters = OpenDelimiters()

  var container = Container.none
  /// True if a paragraph is open, in the container if there is one.
  var isParagraphOpen = false

  private init(
    _ bytes: BorrowedBytes, count: Int, copiedTo offset: Int
  ) {
    precondition(count <= bytes.count)
    self.bytes = bytes
    self.count = count
    self.offset = offset
    scan = PlainScan(bytes, count: count)
  }

  /// Appends the blocks of a plain body, which need not be UTF-8.
  ///
  /// The body is the first `count` bytes of `readable`; the other bytes are only padding.
  static func parse(
    _ readable: Span<UInt8>, count: Int, into richText: inout RichText, report: inout BodyReport
  ) -> Outcome {
    // libcmark skips a byte order mark.
    guard count > 0, readable[0] != 0xEF else { return .notPlain }
    let offset = Int(richText.copy(readable.extracting(..<count)).start)
    return readable.withBorrowedBytes {
      parse($0, count: count, copiedTo: offset, into: &richText, report: &report)
    }
  }

  private static func parse(
    _ bytes: BorrowedBytes, count: Int, copiedTo offset: Int, into richText: inout RichText,
    report: inout BodyReport
  ) -> Outcome {
    var parser = PlainMarkdown(bytes, count: count, copiedTo: offset)
    var index = 0
    while index < count {
      guard let next = parser.parseLine(at: index, into: &richText, report: &report) else {
        return .notPlain
      }
      index = next &+ 1
    }
    guard parser.closeContainer(&richText) else { return .notPlain }
    richText.hasPlainWords = parser.scan.isPlainText
    return parser.scan.isASCII ? .ascii : .beyondASCII
  }

  /// Returns the byte at `index`, or NUL after the end; no plain body contains a NUL.
  @inline(__always)
  func byte(at index: Int) -> UInt8 {
    UInt(bitPattern: index) < UInt(bitPattern: count) ? unsafe bytes[unchecked: index] : 0
  }

  // MARK: Lines

  /// Appends the contents of a line, and returns the line's end, or `nil` if the line is not plain.
  @inline(__always)
  private mutating func parseLine(
    at index: Int, into richText: inout RichText, report: inout BodyReport
  ) -> Int? {
    if isLetter(bytes[index]) {
      return parseParagraphLine(at: index, into: &richText, report: &report)
    }
    if let end = endOfBlankLine(at: index) {
      guard closeParagraph(&richText) else { return nil }
      return container != .quote || closeContainer(&richText) ? end : nil
    }
    if beginsParagraphText(at: index) {
      return parseParagraphLine(at: index, into: &richText, report: &report)
    }
    return parseMarkedLine(at: index, into: &richText, report: &report)
  }

  /// Returns the end of the line if it is empty or has only spaces.
  @inline(__always)
  func endOfBlankLine(at index: Int) -> Int? {
    var end = index
    while byte(at: end) == 0x20 { end &+= 1 }
    return end >= count || byte(at: end) == 0x0A ? end : nil
  }

  /// Appends a line of words; the line continues an open paragraph, even one in a container.
  @inline(__always)
  private mutating func parseParagraphLine(
    at index: Int, into richText: inout RichText, report: inout BodyReport
  ) -> Int? {
    if isParagraphOpen {
      richText.append(.lineBreak)
    } else {
      guard closeContainer(&richText) else { return nil }
      richText.append(.paragraphOpen)
      isParagraphOpen = true
    }
    return parseInlines(from: index, into: &richText, report: &report)
  }

  /// Returns whether the text from `index` to the end of its line can only be words.
  func beginsParagraphText(at index: Int) -> Bool {
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

  /// Returns whether digits begin at an index and are text, not the number of a list item.
  private func isPlainNumber(at index: Int) -> Bool {
    var end = index
    while byte(at: end) &- 48 < 10 { end &+= 1 }
    let next = byte(at: end)
    return end > index && next != UInt8(ascii: ".") && next != UInt8(ascii: ")")
  }

  // MARK: Closing

  /// Closes the paragraph if one is open; returns `false` if a delimiter in it is still open.
  @inline(__always)
  mutating func closeParagraph(_ richText: inout RichText) -> Bool {
    if !isParagraphOpen { return true }
    isParagraphOpen = false
    switch container {
    case .none, .quote, .list(_, isLoose: true): richText.append(.paragraphClose)
    case .list(_, isLoose: false): break
    }
    return openDelimiters.isEmpty
  }

  @inline(__always)
  mutating func closeContainer(_ richText: inout RichText) -> Bool {
    guard closeParagraph(&richText) else { return false }
    switch container {
    case .none: return true
    case .quote: richText.append(.quoteClose)
    case .list(let marker, _):
      richText.append(.itemClose)
      richText.append(Self.isBullet(marker) ? .bulletListClose : .orderedListClose)
    }
    container = .none
    return true
  }
}
