import AtollBodyText
import AtollBytes

extension PlainMarkdown {
  /// Parses the list item, quote, heading, code block or thematic break that begins at `index`.
  ///
  /// Returns the end of the last line that was read, or `nil` if the text is not plain.
  mutating func parseMarkedLine(
    at index: Int, into richText: inout RichText, report: inout BodyReport
  ) -> Int? {
    if let marker = listMarker(at: index) {
      return parseItem(marker, into: &richText, report: &report)
    }
    switch bytes[index] {
    case UInt8(ascii: ">"): return parseQuote(at: index, into: &richText, report: &report)
    case UInt8(ascii: "#"): return parseHeading(at: index, into: &richText, report: &report)
    case UInt8(ascii: "`"): return parseFence(at: index, into: &richText)
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "_"):
      // A line of hyphens below words would make the words a heading.
      let runEnd = endOfRun(at: index)
      guard !isParagraphOpen, runEnd &- index >= 3, let end = endOfBlankLine(at: runEnd),
        closeContainer(&richText)
      else { return nil }
      richText.append(.thematicBreak)
      return end
    default: return nil
    }
  }

  /// Returns the end of the run of bytes equal to the byte at `index`.
  private func endOfRun(at index: Int) -> Int {
    var end = index
    while end < count, bytes[end] == bytes[index] { end &+= 1 }
    return end
  }

  private mutating func parseQuote(
    at index: Int, into richText: inout RichText, report: inout BodyReport
  ) -> Int? {
    if container != .quote {
      guard closeContainer(&richText) else { return nil }
      richText.append(.quoteOpen)
      container = .quote
    }
    let start = byte(at: index &+ 1) == 0x20 ? index &+ 2 : index &+ 1
    if let end = endOfBlankLine(at: start) { return closeParagraph(&richText) ? end : nil }
    guard beginsParagraphText(at: start) else { return nil }
    richText.append(isParagraphOpen ? .lineBreak : .paragraphOpen)
    isParagraphOpen = true
    return parseInlines(from: start, into: &richText, report: &report)
  }

  // MARK: Lists

  /// The marker of an item, its number, and the index at which its words begin.
  private struct ListMarker {
    var character: UInt8
    var number: Int32
    var textStart: Int
  }

  /// Returns the marker of the item that begins at an index; `nil` if no item begins there, or its
  /// words are not plain.
  private func listMarker(at index: Int) -> ListMarker? {
    var end = index
    var number: Int32 = 0
    while byte(at: end) &- 48 < 10, end &- index < 9 {
      number = number &* 10 &+ Int32(byte(at: end) &- 48)
      end &+= 1
    }
    let character = byte(at: end)
    switch character {
    case UInt8(ascii: "."), UInt8(ascii: ")"): guard end > index else { return nil }
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"):
      guard end == index else { return nil }
    default: return nil
    }
    guard byte(at: end &+ 1) == 0x20, beginsParagraphText(at: end &+ 2) else { return nil }
    return ListMarker(character: character, number: number, textStart: end &+ 2)
  }

  /// Appends the first line of a list item, and returns the line's end, or `nil` if it is not
  /// plain.
  private mutating func parseItem(
    _ marker: ListMarker, into richText: inout RichText, report: inout BodyReport
  ) -> Int? {
    // Only a bullet or the number 1 may interrupt a paragraph.
    if isParagraphOpen, container == .none, !Self.isBullet(marker.character), marker.number != 1 {
      return nil
    }
    let isLoose: Bool
    if case .list(marker.character, let isLooseList) = container {
      guard closeParagraph(&richText) else { return nil }
      richText.append(.itemClose)
      isLoose = isLooseList
    } else {
      guard closeContainer(&richText) else { return nil }
      richText.append(
        Self.isBullet(marker.character) ? .bulletListOpen : .orderedListOpen, number: marker.number)
      isLoose = beginsLooseList(marker)
      container = .list(marker: marker.character, isLoose: isLoose)
    }
    richText.append(.itemOpen)
    if isLoose { richText.append(.paragraphOpen) }
    isParagraphOpen = true
    return parseInlines(from: marker.textStart, into: &richText, report: &report)
  }

  /// Returns whether any items of the list that begins with `first` have a blank line between them.
  private func beginsLooseList(_ first: ListMarker) -> Bool {
    var isAfterBlank = false
    var line = scan.lineEnd(from: first.textStart) &+ 1
    while line < count {
      if let end = endOfBlankLine(at: line) {
        isAfterBlank = true
        line = end &+ 1
        continue
      }
      if listMarker(at: line)?.character == first.character {
        if isAfterBlank { return true }
      } else if isAfterBlank || !beginsParagraphText(at: line) {
        return false
      }
      line = scan.lineEnd(from: line) &+ 1
    }
    return false
  }

  static func isBullet(_ character: UInt8) -> Bool {
    character != UInt8(ascii: ".") && character != UInt8(ascii: ")")
  }

  // MARK: Headings and code

  private mutating func parseHeading(
    at index: Int, into richText: inout RichText, report: inout BodyReport
  ) -> Int? {
    var start = index
    while byte(at: start) == UInt8(ascii: "#") { start &+= 1 }
    let level = Int32(truncatingIfNeeded: start &- index)
    guard level <= 6, byte(at: start) == 0x20, beginsParagraphText(at: start &+ 1),
      closeContainer(&richText)
    else { return nil }
    richText.append(.headingOpen, number: level)
    guard let end = parseInlines(from: start &+ 1, into: &richText, report: &report),
      openDelimiters.isEmpty
    else {
      return nil
    }
    richText.append(.headingClose, number: level)
    // Number signs at the end may be a closing sequence instead of words.
    var last = end &- 1
    while bytes[last] == 0x20 { last &-= 1 }
    return bytes[last] == UInt8(ascii: "#") ? nil : end
  }

  /// Appends a block of code between two lines of at least three backticks.
  ///
  /// Returns the end of its last line, or `nil` if the block is not plain.
  private mutating func parseFence(at index: Int, into richText: inout RichText) -> Int? {
    let end = endOfRun(at: index)
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
      // A line with a backtick that is indented or ends in a tab may end the block, too.
      var first = line
      while byte(at: first) == 0x20 { first &+= 1 }
      guard byte(at: first) != UInt8(ascii: "`"),
        let end = scan.endOfCodeLine(from: line, stoppingAtBacktick: false)
      else { return nil }
      line = end &+ 1
    }
    return nil
  }

  private func endOfFence(at index: Int, atLeast length: Int) -> Int? {
    let end = byte(at: index) == UInt8(ascii: "`") ? endOfRun(at: index) : index
    return end &- index >= length ? endOfBlankLine(at: end) : nil
  }
}
