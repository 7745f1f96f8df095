import AtollBodyText
import AtollBytes

/// A style of words inside a line.
enum HTMLStyle: Int, Sendable, CaseIterable {
  case strong, emphasis, strikethrough, spoiler, sarcasm

  fileprivate var tokens: (opening: Token.Kind, closing: Token.Kind) {
    switch self {
    case .strong: (.strongOpen, .strongClose)
    case .emphasis: (.emphasisOpen, .emphasisClose)
    case .strikethrough: (.strikethroughOpen, .strikethroughClose)
    case .spoiler: (.spoilerOpen, .spoilerClose)
    case .sarcasm: (.sarcasmOpen, .sarcasmClose)
    }
  }
}

/// A builder that turns tags and words, in any order, into tokens.
///
/// An element's tokens are written when its first words come, so an element without words leaves no
/// token. Exceptions are thematic breaks, table cells and code.
///
/// A style is on or off: its tags are counted, and it is never nested in itself. Overlapping tags
/// therefore need no repair, and the tokens have at most five open styles, however deeply the tags
/// are nested. A style that is on when a paragraph ends continues in the next one, as in a browser.
struct HTMLBuilder {
  enum Line { case none, paragraph, item, heading, cell }

  var blocks = HTMLBlocks()
  /// The open styles and link, the oldest first; only the first `writtenMarkCount` have a start
  /// token.
  private var openMarks: [Mark] = []
  private var writtenMarkCount = 0
  private var openTagCounts = [Int](repeating: 0, count: HTMLStyle.allCases.count)
  private var spanStyles: [HTMLStyle?] = []
  private var divisionStyles: [HTMLStyle?] = []
  private var address: [UInt8] = []
  private var addressBudget: Int

  var line = Line.none
  var hasText = false
  var hasPendingSpace = false
  var pendingBreakCount = 0
  private var textStart: Int?
  /// The level of the heading that is open, or 0.
  private var headingLevel: Int32 = 0
  var table = Table.none
  /// The number of open tables inside the cells of the table.
  var nestedTableCount = 0

  /// The part of a table that is open in the tokens.
  enum Table {
    case none
    /// The table's tag was read, but none of its cells.
    case pending
    case table, row
    case cell(isHeading: Bool)
  }

  private enum Mark: Equatable {
    case style(HTMLStyle)
    case link
  }

  init(addressBudget: Int) { self.addressBudget = addressBudget }

  // MARK: Words

  mutating func appendSpace() { hasPendingSpace = true }

  mutating func append(
    _ words: Span<UInt8>, to richText: inout RichText, report: inout BodyReport
  ) {
    openContext(in: &richText, report: &report)
    let slice = richText.copy(words)
    if textStart == nil { textStart = Int(slice.start) }
  }

  mutating func append(_ scalar: UInt32, to richText: inout RichText, report: inout BodyReport) {
    openContext(in: &richText, report: &report)
    if textStart == nil { textStart = richText.textCount }
    Self.encode(scalar) { richText.copy($0) }
  }

  static func encode(_ scalar: UInt32, write: (UInt8) -> Void) {
    guard let scalar = Unicode.Scalar(scalar) else { return }
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { write(byte) }
  }

  /// Writes the opening tokens of all blocks, styles and links that contain the next words.
  mutating func openContext(in richText: inout RichText, report: inout BodyReport) {
    if pendingBreakCount > 1 {
      if case .cell = line { pendingBreakCount = 1 } else { endLine(&richText) }
    }
    if line == .none { openLine(&richText) }
    if pendingBreakCount == 1 {
      flush(&richText)
      richText.append(.lineBreak)
      pendingBreakCount = 0
    }
    if hasPendingSpace, hasText {
      if textStart == nil { textStart = richText.textCount }
      richText.copy(0x20)
    }
    hasPendingSpace = false
    hasText = true
    while writtenMarkCount < openMarks.count {
      flush(&richText)
      switch openMarks[writtenMarkCount] {
      case .style(let style): richText.append(style.tokens.opening)
      case .link:
        guard openAddress(&richText) else {
          report.refusedLinkCount += 1
          openMarks.remove(at: writtenMarkCount)
          continue
        }
      }
      writtenMarkCount += 1
    }
  }

  private mutating func openLine(_ richText: inout RichText) {
    switch table {
    case .pending, .table, .row:
      // Words between the cells of a table are put in a cell, too.
      openCell(isHeading: false, into: &richText)
      return
    case .none, .cell: break
    }
    line = blocks.writePendingBlocks(into: &richText) ? .item : .paragraph
    if headingLevel > 0 {
      line = .heading
      richText.append(.headingOpen, number: headingLevel)
    }
    if line == .paragraph { richText.append(.paragraphOpen) }
    hasText = false
    hasPendingSpace = false
  }

  private mutating func openAddress(_ richText: inout RichText) -> Bool {
    guard richText.linkCount < BodyLimits.maximumLinkCount, address.count <= addressBudget,
      richText.openLink(checking: address.span)
    else { return false }
    addressBudget -= address.count
    return true
  }

  mutating func flush(_ richText: inout RichText) {
    guard let start = textStart else { return }
    textStart = nil
    let slice = Slice(start..<richText.textCount)
    if openMarks[..<writtenMarkCount].contains(.link) {
      richText.append(text: slice)
    } else {
      BareLinks.append(slice, to: &richText)
    }
  }

  // MARK: Tags

  mutating func open(
    _ element: HTMLElement, style: HTMLStyle?, level: Int32, into richText: inout RichText,
    report: inout BodyReport
  ) {
    switch element {
    case .heading:
      endLine(&richText)
      if !isInTable { headingLevel = level }
    case .orderedList: openBlock(.list, isOrdered: true, into: &richText, report: &report)
    case .thematicBreak:
      if isInTable { return endLine(&richText) }
      endLine(&richText)
      _ = blocks.writePendingBlocks(into: &richText)
      richText.append(.thematicBreak)
    case .table, .row, .cell, .headingCell: openTablePart(element, into: &richText)
    case .preformatted, .code, .image, .hidden: break
    case .strong: turnOn(.strong)
    case .emphasis: turnOn(.emphasis)
    case .strikethrough: turnOn(.strikethrough)
    case .span:
      spanStyles.append(style)
      if let style { turnOn(style) }
    case .anchor: break
    case .lineBreak: if line != .none { pendingBreakCount += 1 }
    case .line: endLine(&richText)
    case .division:
      endLine(&richText)
      divisionStyles.append(style)
      if let style { turnOn(style) }
    case .quote: openBlock(.quote, into: &richText, report: &report)
    case .list: openBlock(.list, into: &richText, report: &report)
    case .item: openBlock(.item, into: &richText, report: &report)
    }
  }

  mutating func openLink(_ address: [UInt8], into richText: inout RichText) {
    turnOff(.link, in: &richText)
    self.address = address
    openMarks.append(.link)
  }

  mutating func close(_ element: HTMLElement, in richText: inout RichText) {
    switch element {
    case .heading:
      endLine(&richText)
      headingLevel = 0
    case .orderedList: closeBlock(.list, in: &richText)
    case .thematicBreak, .preformatted, .code, .image, .hidden: break
    case .table: closeInnermostTable(in: &richText)
    case .row: if isInTable { closeTable(to: .table, in: &richText) }
    case .cell, .headingCell: if isInTable { closeTable(to: .row, in: &richText) }
    case .strong: turnOff(.strong, in: &richText)
    case .emphasis: turnOff(.emphasis, in: &richText)
    case .strikethrough: turnOff(.strikethrough, in: &richText)
    case .span:
      if let style = spanStyles.popLast() ?? nil { turnOff(style, in: &richText) }
    case .anchor: turnOff(.link, in: &richText)
    case .lineBreak: if line != .none { pendingBreakCount += 1 }
    case .line: endLine(&richText)
    case .division:
      endLine(&richText)
      if let style = divisionStyles.popLast() ?? nil { turnOff(style, in: &richText) }
    case .quote: closeBlock(.quote, in: &richText)
    case .list: closeBlock(.list, in: &richText)
    case .item: closeBlock(.item, in: &richText)
    }
  }

  mutating func finish(_ richText: inout RichText) {
    closeTable(to: .none, in: &richText)
    endLine(&richText)
    blocks.closeAll(in: &richText)
  }

  // MARK: Styles

  var isInLink: Bool { openMarks.contains(.link) }

  var isInSpoiler: Bool { openTagCounts[HTMLStyle.spoiler.rawValue] > 0 }

  private mutating func turnOn(_ style: HTMLStyle) {
    openTagCounts[style.rawValue] += 1
    if openTagCounts[style.rawValue] == 1 { openMarks.append(.style(style)) }
  }

  private mutating func turnOff(_ style: HTMLStyle, in richText: inout RichText) {
    guard openTagCounts[style.rawValue] > 0 else { return }
    openTagCounts[style.rawValue] -= 1
    if openTagCounts[style.rawValue] == 0 { turnOff(.style(style), in: &richText) }
  }

  /// Ends a style or link; styles and links inside it are closed, and reopened before the next
  /// words.
  private mutating func turnOff(_ mark: Mark, in richText: inout RichText) {
    guard let index = openMarks.firstIndex(of: mark) else { return }
    closeMarks(from: index, in: &richText)
    openMarks.remove(at: index)
  }

  mutating func closeMarks(from index: Int, in richText: inout RichText) {
    if index < writtenMarkCount { flush(&richText) }
    while writtenMarkCount > index {
      writtenMarkCount -= 1
      switch openMarks[writtenMarkCount] {
      case .style(let style): richText.append(style.tokens.closing)
      case .link: richText.closeLink()
      }
    }
  }

  // MARK: Blocks

  mutating func endLine(_ richText: inout RichText) {
    if case .cell = line {
      if hasText { pendingBreakCount = 1 }
      return
    }
    if line != .none {
      flush(&richText)
      closeMarks(from: 0, in: &richText)
      if line == .paragraph { richText.append(.paragraphClose) }
      if line == .heading { richText.append(.headingClose, number: headingLevel) }
    }
    line = .none
    pendingBreakCount = 0
    hasPendingSpace = false
    hasText = false
  }

  private mutating func openBlock(
    _ block: HTMLBlocks.Kind, isOrdered: Bool = false, into richText: inout RichText,
    report: inout BodyReport
  ) {
    endLine(&richText)
    if isInTable { return }
    if !blocks.open(block, isOrdered: isOrdered, into: &richText) { report.isSimplified = true }
  }

  private mutating func closeBlock(_ block: HTMLBlocks.Kind, in richText: inout RichText) {
    endLine(&richText)
    if isInTable { return }
    blocks.close(block, in: &richText)
  }
}
