import AtollBytes

/// A converter of tables and struck-through words (GitHub Flavored Markdown) to HTML, because
/// libcmark does not read them.
///
/// It works line by line, outside of fenced code: a table becomes `<table>`, and `~~words~~`
/// becomes `<s>words</s>`.
struct PublisherMarkdown {
  private var out: [UInt8] = []
  private let lines: [ArraySlice<UInt8>]
  /// The character and the length of the open code fence, or `nil` if there is none.
  private var fence: (byte: UInt8, count: Int)?

  /// Returns text with HTML in place of tables and struck-through words.
  static func withHTML(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(where: { $0 == pipe || $0 == tilde }) else { return text }
    var markdown = PublisherMarkdown(text)
    markdown.rewrite()
    return markdown.out
  }

  private static let pipe = UInt8(ascii: "|")
  private static let tilde = UInt8(ascii: "~")
  private static let backslash = UInt8(ascii: "\\")
  private static let backtick = UInt8(ascii: "`")
  private static let newline = UInt8(ascii: "\n")
  /// The maximum numbers of cells in a row and of rows in a table.
  ///
  /// A wider table stays text, and so do further rows.
  private static let maximumCellCount = 64
  private static let maximumRowCount = 1000

  private init(_ text: [UInt8]) {
    lines = text.split(separator: Self.newline, omittingEmptySubsequences: false)
  }

  private mutating func rewrite() {
    var index = 0
    while index < lines.count {
      let line = lines[index]
      if updateFence(for: line) || fence != nil {
        add(line)
        index += 1
      } else if let end = endOfTable(at: index) {
        writeTable(index..<end)
        index = end
      } else {
        let end = endOfParagraph(from: index)
        rewriteStrikethrough(lines[index..<end])
        index = end
      }
    }
  }

  private mutating func add(_ line: ArraySlice<UInt8>) {
    out += line
    out.append(Self.newline)
  }

  // MARK: Code

  /// Returns whether a line opens or closes fenced code (CommonMark, 4.5), and updates `fence`.
  private mutating func updateFence(for line: ArraySlice<UInt8>) -> Bool {
    let words = line.drop { $0 == 0x20 }
    guard let byte = words.first, byte == Self.backtick || byte == Self.tilde else { return false }
    let count = words.prefix { $0 == byte }.count
    guard count >= 3 else { return false }
    let rest = words.dropFirst(count)
    if let fence {
      guard fence.byte == byte, count >= fence.count, isBlank(rest) else { return false }
      self.fence = nil
    } else {
      // Such a line has a code span.
      if byte == Self.backtick, rest.contains(Self.backtick) { return false }
      fence = (byte, count)
    }
    return true
  }

  private func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
    line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
  }

  /// Returns the end of the lines in which two `~~` may form a pair: the next blank line, table or
  /// fenced code.
  private func endOfParagraph(from start: Int) -> Int {
    var end = start + 1
    var copy = self
    while end < lines.count, !isBlank(lines[end - 1]), !copy.updateFence(for: lines[end]),
      endOfTable(at: end) == nil
    {
      end += 1
    }
    return end
  }

  // MARK: Struck words

  private mutating func rewriteStrikethrough(_ paragraph: ArraySlice<ArraySlice<UInt8>>) {
    let text = Array(paragraph.joined(separator: [Self.newline]))
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte == Self.backslash, index + 1 < text.count {
        out += text[index..<index + 2]
        index += 2
      } else if byte == Self.backtick {
        let end = endOfCodeSpan(from: index, in: text)
        out += text[index..<end]
        index = end
      } else if let end = endOfTagOrAddress(from: index, in: text) {
        out += text[index..<end]
        index = end
      } else if let end = endOfStruckWords(from: index, in: text) {
        out += Array("<s>".utf8) + text[index + 2..<end] + Array("</s>".utf8)
        index = end + 2
      } else {
        out.append(byte)
        index += 1
      }
    }
    out.append(Self.newline)
  }

  private func endOfCodeSpan(from start: Int, in text: [UInt8]) -> Int {
    let count = text[start...].prefix { $0 == Self.backtick }.count
    var index = start + count
    while index < text.count {
      let run = text[index...].prefix { $0 == Self.backtick }.count
      if run == count { return index + run }
      index += max(run, 1)
    }
    return start + count
  }

  /// Returns the end of the raw tag, or of the address of a link, that begins at `start`; `nil` if
  /// none begins there.
  private func endOfTagOrAddress(from start: Int, in text: [UInt8]) -> Int? {
    guard start + 1 < text.count else { return nil }
    let next = text[start + 1]
    let closing: UInt8
    switch text[start] {
    case UInt8(ascii: "<") where isLetter(next) || next == UInt8(ascii: "/"):
      closing = UInt8(ascii: ">")
    case UInt8(ascii: "]") where next == UInt8(ascii: "("): closing = UInt8(ascii: ")")
    default: return nil
    }
    return text[start...].prefix(Self.maximumStrikeLength).firstIndex(of: closing).map { $0 + 1 }
  }

  /// Returns the index of the `~~` that closes the `~~` at `start`; `nil` if `start` has none, or
  /// it is not closed.
  private func endOfStruckWords(from start: Int, in text: [UInt8]) -> Int? {
    guard isStrikeDelimiter(at: start, in: text), start + 2 < text.count, !isSpace(text[start + 2])
    else {
      return nil
    }
    let limit = min(text.count, start + Self.maximumStrikeLength)
    var index = start + 3
    while index + 1 < limit {
      if isStrikeDelimiter(at: index, in: text), !isSpace(text[index - 1]) { return index }
      index += 1
    }
    return nil
  }

  /// The maximum length of struck-through words, tags and addresses in bytes; this bounds the cost
  /// of those that have no end.
  private static let maximumStrikeLength = 1000

  private func isStrikeDelimiter(at index: Int, in text: [UInt8]) -> Bool {
    func isTilde(_ index: Int) -> Bool { text.indices.contains(index) && text[index] == Self.tilde }
    return isTilde(index) && isTilde(index + 1) && !isTilde(index + 2) && !isTilde(index - 1)
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A }

  // MARK: Tables

  /// Returns the end of the table whose first row is at an index (GitHub Flavored Markdown, 4.10),
  /// or `nil` if there is none.
  private func endOfTable(at index: Int) -> Int? {
    guard index + 1 < lines.count, lines[index].contains(Self.pipe),
      lines[index].prefix(4) != [0x20, 0x20, 0x20, 0x20],
      isDelimiterRow(lines[index + 1]),
      cells(of: lines[index]).count == cells(of: lines[index + 1]).count,
      cells(of: lines[index]).count <= Self.maximumCellCount
    else { return nil }
    var end = index + 2
    while end < lines.count, end - index <= Self.maximumRowCount, !isBlank(lines[end]),
      lines[end].contains(Self.pipe)
    {
      end += 1
    }
    return end
  }

  private func isDelimiterRow(_ line: ArraySlice<UInt8>) -> Bool {
    let cells = cells(of: line)
    return line.contains(UInt8(ascii: "-"))
      && cells.allSatisfy { cell in
        var dashes = cell
        if dashes.first == UInt8(ascii: ":") { dashes = dashes.dropFirst() }
        if dashes.last == UInt8(ascii: ":") { dashes = dashes.dropLast() }
        return !dashes.isEmpty && dashes.allSatisfy { $0 == UInt8(ascii: "-") }
      }
  }

  /// Returns the cells of a row without the spaces around them; `\|` is a pipe in a cell.
  private func cells(of line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var cells: [[UInt8]] = [[]]
    var isEscaped = false
    for byte in line where byte != 0x0D {
      if byte == Self.pipe, !isEscaped {
        cells.append([])
      } else {
        if byte == Self.pipe { cells[cells.count - 1].removeLast() }
        cells[cells.count - 1].append(byte)
      }
      isEscaped = byte == Self.backslash && !isEscaped
    }
    var trimmed = cells.map { cell in
      var cell = cell.drop { isSpace($0) }
      while let last = cell.last, isSpace(last) { cell.removeLast() }
      return cell
    }
    if trimmed.count > 1, trimmed.first?.isEmpty == true { trimmed.removeFirst() }
    if trimmed.count > 1, trimmed.last?.isEmpty == true { trimmed.removeLast() }
    return trimmed
  }

  private mutating func writeTable(_ range: Range<Int>) {
    let count = cells(of: lines[range.lowerBound]).count
    appendTag("<table>")
    for index in range where index != range.lowerBound + 1 {
      let isHeading = index == range.lowerBound
      appendTag("<tr>")
      for cell in cells(of: lines[index]).prefix(count) {
        appendTag(isHeading ? "<th>" : "<td>")
        // Without an inline element before it, a cell such as `# 1` would become a block.
        out += Array("<span></span>".utf8)
        rewriteStrikethrough([cell])
        appendTag(isHeading ? "</th>" : "</td>")
      }
      appendTag("</tr>")
    }
    appendTag("</table>")
  }

  /// Writes a tag as an HTML block by itself; the block ends at the blank line after the tag.
  private mutating func appendTag(_ tag: String) {
    out += Array("\n\n\(tag)\n\n".utf8)
  }
}
