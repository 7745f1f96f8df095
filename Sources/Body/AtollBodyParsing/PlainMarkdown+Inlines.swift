import AtollBodyText
import AtollBytes

extension PlainMarkdown {
  /// Appends the words and the markup of a line from `start` on, and returns the index of its end.
  ///
  /// Returns `nil` if any markup could have more than one meaning.
  mutating func parseInlines(
    from start: Int, into richText: inout RichText, report: inout BodyReport
  ) -> Int? {
    scan.beginLine()
    // The start of the words that have no token yet.
    var pendingStart = start
    var index = start
    while true {
      index = scan.firstStop(from: index)
      if index >= count {
        index = count
        break
      }
      let byte = bytes[index]
      if byte == 0x0A { break }
      guard
        let next = parseStop(
          byte, at: index, lineStart: start, pendingStart: &pendingStart, into: &richText,
          report: &report)
      else {
        return nil
      }
      index = next
    }
    var end = index
    while end > pendingStart, bytes[end &- 1] == 0x20 { end &-= 1 }
    append(pendingStart..<end, to: &richText)
    return index
  }

  /// Handles a byte on which Markdown could act, with the markup that begins there.
  ///
  /// Returns the index after what was read, or `nil` if the text needs libcmark.
  @inline(__always)
  private mutating func parseStop(
    _ stop: UInt8, at index: Int, lineStart: Int, pendingStart: inout Int,
    into richText: inout RichText, report: inout BodyReport
  ) -> Int? {
    switch stop {
    case UInt8(ascii: "^"): return index &+ 1
    case UInt8(ascii: ">"):
      scan.noteActiveCharacter()
      return index &+ 1
    case UInt8(ascii: "&"):
      scan.noteActiveCharacter()
      let next = byte(at: index &+ 1)
      return next == UInt8(ascii: "#") || isLetter(next) ? nil : index &+ 1
    case UInt8(ascii: "<"):
      scan.noteActiveCharacter()
      var end = index &+ 1
      while byte(at: end) &- 48 < 10 { end &+= 1 }
      let next = byte(at: end)
      return end >= count || next == 0x20 || next == 0x0A ? index &+ 1 : nil
    case UInt8(ascii: "*"), UInt8(ascii: "_"):
      return parseDelimiter(
        stop, at: index, lineStart: lineStart, pendingStart: &pendingStart, into: &richText,
        report: &report)
    case UInt8(ascii: "`"):
      guard let end = scan.endOfCodeSpan(from: index &+ 1) else { return nil }
      append(pendingStart..<index, to: &richText)
      richText.append(code: Slice(offset &+ index &+ 1..<offset &+ end))
      pendingStart = end &+ 1
      return pendingStart
    case UInt8(ascii: "["):
      return parseBracket(
        at: index, lineStart: lineStart, pendingStart: &pendingStart, into: &richText,
        report: &report)
    default: return nil
    }
  }

  @inline(__always)
  private func append(_ words: Range<Int>, to richText: inout RichText) {
    let slice = Slice(offset &+ words.lowerBound..<offset &+ words.upperBound)
    if scan.mayHoldAddress {
      bytes.withSpan(of: words) {
        BareLinks.append($0, storedIn: slice, to: &richText)
      }
    } else {
      richText.append(text: slice)
    }
  }

  // MARK: Emphasis

  /// The kind of character next to a delimiter, as in CommonMark's flanking rules (6.2).
  private enum Neighbor {
    case space, punctuation, word

    /// Creates the kind of an ASCII character; returns `nil` for a control character.
    @inline(__always)
    init?(ascii byte: UInt8) {
      if isLetterOrDigit(byte) {
        self = .word
      } else if byte == 0x20 || byte == 0x0A {
        self = .space
      } else {
        guard byte > 0x20, byte < 0x7F else { return nil }
        self = .punctuation
      }
    }

    /// Creates the kind of a scalar beyond ASCII; returns `nil` unless it is surely part of a word.
    ///
    /// For other scalars, libcmark has tables.
    init?(_ scalar: UInt32) {
      switch scalar {
      // Latin, Greek and Cyrillic letters, Hebrew, Arabic, kana, ideographs, Hangul, emoji.
      case 0xC0...0x24F, 0x388...0x481, 0x5D0...0x5EA, 0x620...0x64A, 0x3041...0x3096,
        0x30A1...0x30FA, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0x1F300...0x1FAFF:
        self = .word
      default: return nil
      }
    }
  }

  /// Returns the kind of character before `index`, or `.space` at the start of a line.
  @inline(__always)
  private func neighbor(before index: Int, lineStart: Int) -> Neighbor? {
    if index == lineStart { return .space }
    var start = index &- 1
    while start > lineStart, index &- start < 4, byte(at: start) & 0xC0 == 0x80 { start &-= 1 }
    return neighbor(at: start)
  }

  @inline(__always)
  private func neighbor(at index: Int) -> Neighbor? {
    if index >= count { return .space }
    let first = byte(at: index)
    if first < 0x80 { return Neighbor(ascii: first) }
    return Neighbor(bytes.withSpan(of: 0..<count) { decodedScalar(in: $0, at: index).scalar })
  }

  /// Handles one or two stars or underscores, which open emphasis, close it, or do neither.
  ///
  /// A delimiter that could both open and close emphasis closes it if any is open. Otherwise, the
  /// delimiter opens emphasis, unless no delimiter follows in the paragraph, as in `f*ck`. The body
  /// is not plain if a delimiter does not close the emphasis that was opened last.
  @inline(__always)
  private mutating func parseDelimiter(
    _ character: UInt8, at index: Int, lineStart: Int, pendingStart: inout Int,
    into richText: inout RichText, report: inout BodyReport
  ) -> Int? {
    let isDouble = byte(at: index &+ 1) == character
    let end = isDouble ? index &+ 2 : index &+ 1
    guard byte(at: end) != character, let before = neighbor(before: index, lineStart: lineStart),
      let after = neighbor(at: end)
    else { return nil }
    let isLeftFlanking = after != .space && (after == .word || before != .word)
    let isRightFlanking = before != .space && (before == .word || after != .word)
    var opens = isLeftFlanking
    var closes = isRightFlanking
    if character == UInt8(ascii: "_") {
      opens = isLeftFlanking && (!isRightFlanking || before == .punctuation)
      closes = isRightFlanking && (!isLeftFlanking || after == .punctuation)
    }
    let delimiter = OpenDelimiters.Delimiter(character: character, isDouble: isDouble)
    if opens && closes {
      opens = openDelimiters.isEmpty
      if opens && !paragraphContains(character, from: end) { return end }
    }
    if !opens && (!closes || openDelimiters.isEmpty) { return end }
    guard opens ? openDelimiters.open(delimiter) : openDelimiters.close(delimiter) else {
      return nil
    }
    append(pendingStart..<index, to: &richText)
    if opens {
      richText.append(isDouble ? .strongOpen : .emphasisOpen)
    } else {
      richText.append(isDouble ? .strongClose : .emphasisClose)
    }
    pendingStart = end
    return end
  }

  /// Returns whether a character occurs before the next empty line: the paragraph ends there, if
  /// not earlier.
  @inline(__always)
  private func paragraphContains(_ character: UInt8, from start: Int) -> Bool {
    var index = start
    while index < count {
      let byte = byte(at: index)
      if byte == 0x0A, self.byte(at: index &+ 1) == 0x0A { break }
      if byte == character { return true }
      index &+= 1
    }
    return false
  }

  // MARK: Brackets

  /// Handles `[words](address)`, or brackets that are part of the text.
  ///
  /// Returns the index after what was read, or `nil` if it is not plain.
  private mutating func parseBracket(
    at index: Int, lineStart: Int, pendingStart: inout Int, into richText: inout RichText,
    report: inout BodyReport
  ) -> Int? {
    if index > lineStart && bytes[index &- 1] == UInt8(ascii: "!") { return nil }
    var close = scan.firstStop(from: index &+ 1)
    while byte(at: close) == UInt8(ascii: ">") {
      scan.noteActiveCharacter()
      close = scan.firstStop(from: close &+ 1)
    }
    guard byte(at: close) == UInt8(ascii: "]") else { return nil }
    switch byte(at: close &+ 1) {
    case UInt8(ascii: "["), UInt8(ascii: ":"): return nil
    case UInt8(ascii: "("): break
    default:
      scan.noteActiveCharacter()
      return close &+ 1
    }
    guard close > index &+ 1, let end = endOfAddress(from: close &+ 2) else { return nil }
    append(pendingStart..<index, to: &richText)
    let opensLink =
      richText.linkCount < BodyLimits.maximumLinkCount
      && bytes.withSpan(of: close &+ 2..<end) { richText.openLink(checking: $0) }
    if opensLink {
      richText.append(text: Slice(offset &+ index &+ 1..<offset &+ close))
      richText.closeLink()
    } else {
      report.refusedLinkCount += 1
      append(index &+ 1..<close, to: &richText)
    }
    pendingStart = end &+ 1
    return pendingStart
  }

  /// Returns the index of the parenthesis that ends an address.
  ///
  /// Returns `nil` if the address is empty or not plain: for example, if it may contain escapes or
  /// references.
  private func endOfAddress(from start: Int) -> Int? {
    var index = start
    var hasAmpersand = false
    var hasSemicolon = false
    while true {
      switch byte(at: index) {
      case UInt8(ascii: ")"):
        return index > start && !(hasAmpersand && hasSemicolon) ? index : nil
      case UInt8(ascii: "&"): hasAmpersand = true
      case UInt8(ascii: ";"): hasSemicolon = true
      case 0...0x20, UInt8(ascii: "("), UInt8(ascii: "<"), UInt8(ascii: "\\"), 0x7F...: return nil
      default: break
      }
      index &+= 1
    }
  }
}

/// The opening delimiters that are not closed yet; the last one must be closed first.
struct OpenDelimiters {
  struct Delimiter: Equatable {
    var character: UInt8
    var isDouble: Bool
  }

  private var delimiters: (Delimiter?, Delimiter?, Delimiter?) = (nil, nil, nil)

  var isEmpty: Bool { delimiters.0 == nil }

  /// Adds an opening delimiter; returns `false` if three are open, because a plain body has no
  /// more.
  mutating func open(_ delimiter: Delimiter) -> Bool {
    guard delimiters.2 == nil else { return false }
    delimiters = (delimiter, delimiters.0, delimiters.1)
    return true
  }

  /// Removes the delimiter that was opened last; returns `false` if `delimiter` does not match it.
  mutating func close(_ delimiter: Delimiter) -> Bool {
    guard delimiters.0 == delimiter else { return false }
    delimiters = (delimiters.1, delimiters.2, nil)
    return true
  }
}
