import AtollBodyText
import AtollBytes

/// An encoding of HTML in ASCII, with numeric character references for all other characters (HTML,
/// 13.1.4).
///
/// For example, `<p>Île` becomes `<p>&#206;le`. A line that is too long for mail servers is broken
/// at a space outside of tags, or before a table. If the line has neither, it is broken within an
/// HTML comment inserted between two ideographs. Readers see none of these breaks. Character
/// references have no effect in raw text (HTML, 13.1.2), so `EmailHead` writes style sheets in
/// short lines of ASCII, and a template with its own raw text elements is encoded differently.
enum CharacterReferences {
  /// Returns the encoded HTML, or `nil` if the HTML has a control character other than tab, or a
  /// line that cannot be broken.
  static func encoded(
    _ html: Span<UInt8>, keeping unbreakable: UnbreakableTexts = .none
  ) -> [UInt8]? {
    var out = OutputBuffer(capacity: html.count + html.count / 4 + 64)
    var start = 0
    while start < html.count {
      let end = html.firstIndex(of: 0x0A, from: start) ?? html.count
      let line = html.extracting(start..<end)
      guard append(line, keeping: unbreakable, to: &out) else { return nil }
      out.append("\r\n")
      start = end + 1
    }
    return out.bytes()
  }

  /// Appends a line without its line ending, broken into shorter lines if it is too long.
  ///
  /// Returns `false` if the line has a control character other than tab, or cannot be broken.
  private static func append(
    _ line: Span<UInt8>, keeping unbreakable: UnbreakableTexts, to out: inout OutputBuffer
  ) -> Bool {
    let start = out.count
    var index = 0
    while index < line.count {
      let isFragile = index == 0 && isFragileLineStart(line, at: 0)
      let plainCount = isFragile ? 0 : printableCount(of: line, from: index)
      out.append(contentsOf: line.extracting(index..<index + plainCount))
      index += plainCount
      guard index < line.count else { break }
      guard let character = SourceCharacter(in: line, at: index) else { return false }
      character.appendReference(to: &out)
      index += character.length
    }
    guard out.count - start > TransferEncoding.maximumLineLength else { return true }
    out.truncate(to: start)
    var breaker = LineBreaker(startingAt: start, keeping: unbreakable)
    return breaker.append(line, to: &out)
  }
}

private struct SourceCharacter {
  let scalar: UInt32
  let length: Int

  /// Creates the character at `index`; `nil` if an email must not contain it.
  init?(in text: Span<UInt8>, at index: Int) {
    (scalar, length) = decodedScalar(in: text, at: index)
    guard length > 0 else { return nil }
    let first = text[index]
    if first < 0x80, !isPrintable(first), first != 0x09 { return nil }
  }

  var referenceLength: Int {
    var length = "&#0;".utf8.count
    var bound: UInt32 = 10
    while scalar >= bound {
      length += 1
      bound *= 10
    }
    return length
  }

  func appendReference(to out: inout OutputBuffer) {
    out.append("&#")
    out.append(decimal: Int(scalar))
    out.append(UInt8(ascii: ";"))
  }

  /// True if this is kana, a Han character or a Hangul syllable: an HTML comment between two of
  /// these changes nothing visible.
  var isIdeograph: Bool {
    switch scalar {
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: true
    default: false
    }
  }
}

/// A writer that breaks a long line of HTML into shorter ones.
private struct LineBreaker {
  /// A possible end of the line: the line's length up to it, and the offset in the source at which
  /// the next line begins.
  private struct BreakPoint {
    var length: Int
    var source: Int
    /// True if the next line begins in raw text.
    var isInRawText = false
  }

  /// The offset in the output at which the line begins.
  private let start: Int
  private var lastSpaceBreak: BreakPoint?
  private var lastIdeographBreak: BreakPoint?
  private var isInTag = false
  /// True if the latest tag opens raw text.
  private var opensRawText = false
  private var isInRawText = false
  private var followsIdeograph = false

  private static let commentStart: StaticString = "<!--"

  private let unbreakable: UnbreakableTexts
  /// The offset in the source at which the latest unbreakable text ends.
  private var unbreakableEnd = 0

  init(startingAt start: Int, keeping unbreakable: UnbreakableTexts) {
    self.start = start
    self.unbreakable = unbreakable
  }

  mutating func append(_ text: Span<UInt8>, to out: inout OutputBuffer) -> Bool {
    var index = 0
    while index < text.count {
      let length = out.count - start
      let room = TransferEncoding.maximumLineLength - length
      let isFragile = length == 0 && isFragileLineStart(text, at: index)
      let run =
        isFragile || !unbreakable.isEmpty ? 0 : runLength(in: text, from: index, atMost: room)
      if run > 0 {
        out.append(contentsOf: text.extracting(index..<index + run))
        followsIdeograph = false
        index += run
        continue
      }
      guard let character = SourceCharacter(in: text, at: index) else { return false }
      if !unbreakable.isEmpty, index >= unbreakableEnd,
        let count = unbreakable.length(at: index, in: text)
      {
        unbreakableEnd = index + count
      }
      let isReference = isFragile || !isPrintable(text[index])
      guard (isReference ? character.referenceLength : 1) <= room else {
        guard let next = endLine(&out) else { return false }
        index = next
        continue
      }
      if isReference {
        noteIdeograph(character.isIdeograph, at: index, length: length)
        character.appendReference(to: &out)
      } else {
        followsIdeograph = false
        noteMarkup(text, at: index, length: length)
        out.append(text[index])
      }
      index += character.length
    }
    return true
  }

  /// Returns the length of the run of printable bytes at `index`, at most `maximum`.
  ///
  /// The run ends before `<` or `>` and, outside of tags, also before a space.
  private func runLength(
    in text: Span<UInt8>, from index: Int, atMost maximum: Int
  ) -> Int {
    let limit = index + min(maximum, text.count - index)
    // Within a tag, a space is like any other byte.
    let minimumByte: UInt8 = isInTag ? 0x20 : 0x21
    var end = index
    while end &+ 16 <= limit {
      let chunk = text.loadSigned16(at: end)
      let unprintable =
        (chunk .< SIMD16<Int8>(repeating: Int8(minimumByte)))
        .| (chunk .== SIMD16<Int8>(repeating: 0x7F))
      // `<` and `>` differ in one bit.
      let angles = (chunk | SIMD16<Int8>(repeating: 2)) .== SIMD16<Int8>(repeating: 0x3E)
      let lane = firstLane(unprintable .| angles)
      end &+= lane
      if lane < 16 { return end - index }
    }
    while end < limit {
      let byte = text[end]
      if byte < minimumByte || byte >= 0x7F || byte | 2 == UInt8(ascii: ">") { break }
      end &+= 1
    }
    return end - index
  }

  /// Notes whether a character is an ideograph.
  ///
  /// Between two ideographs, the line may be broken, except in tags and raw text.
  private mutating func noteIdeograph(_ isIdeograph: Bool, at index: Int, length: Int) {
    let hasRoom = length + Self.commentStart.utf8CodeUnitCount <= TransferEncoding.maximumLineLength
    if isIdeograph, followsIdeograph, hasRoom, !isInTag, !isInRawText {
      lastIdeographBreak = BreakPoint(length: length, source: index)
    }
    followsIdeograph = isIdeograph
  }

  /// Records the beginning or end of a tag, and records a space outside of tags or the start of a
  /// table as a break point.
  private mutating func noteMarkup(
    _ text: Span<UInt8>, at index: Int, length: Int
  ) {
    switch text[index] {
    case UInt8(ascii: "<"):
      // White space before a table is invisible.
      if length > 0, index >= unbreakableEnd, text.has("<table ", at: index) {
        lastSpaceBreak = BreakPoint(length: length, source: index)
      }
      isInTag = true
      opensRawText = Self.opensRawText(text, at: index)
    case UInt8(ascii: ">"):
      isInTag = false
      isInRawText = opensRawText
    case UInt8(ascii: " ") where !isInTag && length > 0 && index >= unbreakableEnd:
      // While there is room to go on, a line is not broken before a character that would need a
      // reference at the start of the next line.
      let nextFits = length + 2 <= TransferEncoding.maximumLineLength
      if nextFits && index + 1 < text.count && mayBeginFragileLine(text[index + 1]) { return }
      lastSpaceBreak = BreakPoint(length: length, source: index + 1, isInRawText: isInRawText)
    default: break
    }
  }

  /// Returns whether the tag at `index` is `<title>` or `<style>`, judged by its first letters.
  private static func opensRawText(_ text: Span<UInt8>, at index: Int) -> Bool {
    guard index + 3 < text.count else { return false }
    let second = text[index + 2] | 0x20
    switch text[index + 1] | 0x20 {
    case UInt8(ascii: "t"): return second == UInt8(ascii: "i")
    case UInt8(ascii: "s"):
      return second == UInt8(ascii: "t") && text[index + 3] | 0x20 == UInt8(ascii: "y")
    case _: return false
    }
  }

  /// Ends the line at its last break point.
  ///
  /// Returns the offset in the source at which the next line begins, or `nil` if there is no break
  /// point.
  private mutating func endLine(_ out: inout OutputBuffer) -> Int? {
    guard let point = lastSpaceBreak ?? lastIdeographBreak else { return nil }
    out.truncate(to: start + point.length)
    let isInComment = lastSpaceBreak == nil
    if isInComment { out.append(Self.commentStart) }
    out.append("\r\n")
    self = LineBreaker(startingAt: out.count, keeping: unbreakable)
    isInRawText = point.isInRawText
    if isInComment { out.append("-->") }
    return point.source
  }
}
