import Bytes

/// HTML in ASCII alone: every other character is a numeric character reference (HTML, 13.1.4).
///
/// For example, `<p>Île` becomes `<p>&#206;le`. A line that is longer than mail servers pass on is broken at a space
/// outside of tags, or in a comment between two ideographs: readers see neither. References mean nothing in
/// raw text (HTML, 13.1.2), so `EmailHead` writes style sheets in short lines of ASCII, and a template with raw
/// text elements of its own is encoded otherwise.
enum CharacterReferences {
  /// Returns the encoded text, or `nil` if it has a control character or a line that cannot be broken.
  static func encoded(
    _ html: UnsafeBufferPointer<UInt8>, keeping kept: KeptTexts = .none
  ) -> [UInt8]? {
    var out = OutputBuffer(capacity: html.count + html.count / 4 + 64)
    var start = 0
    while start < html.count {
      let end = unsafe html.endOfLine(from: start)
      let line = unsafe UnsafeBufferPointer(rebasing: html[start..<end])
      guard unsafe append(line, keeping: kept, to: &out) else { return nil }
      out.append("\r\n")
      start = end + 1
    }
    return out.bytes()
  }

  /// Appends a line without its end, in several lines if it is too long; returns `false` if it cannot be.
  private static func append(
    _ line: UnsafeBufferPointer<UInt8>, keeping kept: KeptTexts, to out: inout OutputBuffer
  ) -> Bool {
    let start = out.count
    var index = 0
    while index < line.count {
      let isFragile = unsafe index == 0 && isFragileStart(line, at: 0)
      let plainCount = isFragile ? 0 : unsafe printableCount(of: line, from: index)
      unsafe out.append(contentsOf: UnsafeBufferPointer(rebasing: line[index..<index + plainCount]))
      index += plainCount
      guard index < line.count else { break }
      guard let character = unsafe SourceCharacter(in: line, at: index) else { return false }
      out.append("&#")
      out.append(decimal: Int(character.scalar))
      out.append(UInt8(ascii: ";"))
      index += character.length
    }
    guard out.count - start > TransferEncoding.longestLine else { return true }
    out.truncate(to: start)
    var breaker = LineBreaker(keeping: kept)
    return unsafe breaker.append(line, to: &out)
  }
}

/// A character of UTF-8 text.
private struct SourceCharacter {
  let scalar: UInt32
  let length: Int

  /// The character at `index`, or `nil` if it is one that no mail may have.
  init?(in text: UnsafeBufferPointer<UInt8>, at index: Int) {
    let first = unsafe text[index]
    guard first >= 0x80 else {
      guard isPrintable(first) || first == 0x09 else { return nil }
      (scalar, length) = (UInt32(first), 1)
      return
    }
    length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard first >= 0xC2, index + length <= text.count else { return nil }
    var scalar = UInt32(first) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
    for next in 1..<length { scalar = unsafe scalar << 6 | UInt32(text[index + next]) & 0x3F }
    self.scalar = scalar
  }

  /// Kana, a Han character or a Hangul syllable: text may be parted before and after it without a visible change.
  var isIdeograph: Bool {
    switch scalar {
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: true
    default: false
    }
  }
}

/// Breaks one long line of HTML into several.
private struct LineBreaker {
  /// A place where the line may end, in what is written and in the source.
  private struct BreakPoint {
    var written: Int
    var source: Int
  }

  private var line: [UInt8] = []
  private var lastSpace: BreakPoint?
  private var lastIdeographs: BreakPoint?
  /// The place of the `<` that opened the latest tag of the line.
  private var tagStart = 0
  private var isInTag = false
  private var isInRawText = false
  private var followsIdeograph = false

  private static let commentStart = Array("<!--".utf8)

  /// The texts within which the line does not end, and the end of the latest one in the source.
  private let kept: KeptTexts
  private var keptEnd = 0

  init(keeping kept: KeptTexts) { self.kept = kept }

  mutating func append(_ text: UnsafeBufferPointer<UInt8>, to out: inout OutputBuffer) -> Bool {
    var index = 0
    while index < text.count {
      guard let character = unsafe SourceCharacter(in: text, at: index) else { return false }
      if !kept.isEmpty, index >= keptEnd, let length = unsafe kept.length(at: index, in: text) {
        keptEnd = index + length
      }
      let isFragile = unsafe line.isEmpty && isFragileStart(text, at: index)
      let isReference =
        isFragile || !isPrintable(UInt8(truncatingIfNeeded: character.scalar))
        || character.length > 1
      let written = isReference ? Array("&#\(character.scalar);".utf8) : unsafe [text[index]]
      if line.count + written.count > TransferEncoding.longestLine {
        guard let next = endLine(&out) else { return false }
        index = next
        continue
      }
      if isReference {
        noteIdeograph(character.isIdeograph, at: index)
      } else {
        followsIdeograph = false
        unsafe noteMarkup(text, at: index)
      }
      line += written
      index += character.length
    }
    out.append(contentsOf: line)
    return true
  }

  /// Records a break point before an ideograph that follows another one outside of tags and titles.
  private mutating func noteIdeograph(_ isIdeograph: Bool, at index: Int) {
    let hasRoom = line.count + Self.commentStart.count <= TransferEncoding.longestLine
    if isIdeograph, followsIdeograph, hasRoom, !isInTag, !isInRawText {
      lastIdeographs = BreakPoint(written: line.count, source: index)
    }
    followsIdeograph = isIdeograph
  }

  /// Records a tag's beginning or end, or a space outside of tags as a break point.
  private mutating func noteMarkup(_ text: UnsafeBufferPointer<UInt8>, at index: Int) {
    switch unsafe text[index] {
    case UInt8(ascii: "<"):
      isInTag = true
      tagStart = line.count
    case UInt8(ascii: ">"):
      isInTag = false
      let name = line[tagStart...].prefix(4).map { $0 | 0x20 }
      isInRawText = name.starts(with: "<ti".utf8) || name == Array("<sty".utf8)
    case UInt8(ascii: " ") where !isInTag && !line.isEmpty && index >= keptEnd:
      // The next line must not begin in a way that needs a reference.
      let nextFits = line.count + 2 <= TransferEncoding.longestLine
      if unsafe nextFits && index + 1 < text.count && mayStartFragile(text[index + 1]) { return }
      lastSpace = BreakPoint(written: line.count, source: index + 1)
    default: break
    }
  }

  /// Ends the line at its last break point; returns where the next line begins in the source.
  private mutating func endLine(_ out: inout OutputBuffer) -> Int? {
    guard let point = lastSpace ?? lastIdeographs else { return nil }
    out.append(contentsOf: Array(line[..<point.written]))
    let isInComment = lastSpace == nil
    self = LineBreaker(keeping: kept)
    if isInComment {
      out.append(contentsOf: Self.commentStart)
      line = Array("-->".utf8)
    }
    out.append("\r\n")
    return point.source
  }
}
