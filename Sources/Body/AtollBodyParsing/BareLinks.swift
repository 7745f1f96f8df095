import AtollBodyText
import AtollBytes

/// A detector of bare addresses in text, which become links.
///
/// An address begins with `http://`, `https://` or `www.`, in upper or lower case, and not inside a
/// word. It ends at white space, a control character, a quote, an angle bracket, a backtick, a
/// backslash, or full-width punctuation. Punctuation at its end belongs to the sentence around it,
/// and so does a closing bracket without an opening bracket in the address. An address that
/// `SafeURL` refuses stays text.
enum BareLinks {
  /// Appends the words of a slice of `richText` as text and links.
  static func append(_ slice: Slice, to richText: inout RichText) {
    if firstHint(richText.text.span.extracting(slice.range), from: 0) < Int(slice.count) {
      let words = Array(richText.text[slice.range])
      append(words.span, storedIn: slice, to: &richText)
    } else {
      richText.append(text: slice)
    }
  }

  /// Appends `words` as text and links; `slice` is the copy of the words in `richText`.
  static func append(_ words: Span<UInt8>, storedIn slice: Slice, to richText: inout RichText) {
    var done = 0
    var index = firstHint(words, from: 0)
    while index < words.count {
      guard let start = addressStart(in: words, hint: index, notBefore: done) else {
        index = firstHint(words, from: index + 1)
        continue
      }
      let end = trimmedEnd(of: words, from: start, to: addressEnd(words, from: index))
      if isCompleteAddress(words, in: start..<end),
        open(
          words.extracting(start..<end), before: slice.part(done..<start),
          into: &richText)
      {
        richText.append(text: slice.part(start..<end))
        richText.closeLink(wordsAreAddress: true)
        done = end
      }
      index = firstHint(words, from: max(end, index + 1))
    }
    richText.append(text: slice.part(done..<words.count))
  }

  // MARK: Finding

  /// Returns the index of the first `://` or `www` from `start` on, or the number of bytes if there
  /// is none.
  private static func firstHint(_ words: Span<UInt8>, from start: Int) -> Int {
    var index = start
    // `isHint` reads two bytes beyond the lane that it checks.
    while index &+ 18 <= words.count {
      let hints = WideScan.addressHints(words.load16(at: index), next: words.load16(at: index &+ 1))
      let lane = firstLane(hints)
      index &+= lane
      if lane < 16 {
        if isHint(words, at: index) { return index }
        index &+= 1
      }
    }
    while index + 2 < words.count {
      if isHint(words, at: index) { return index }
      index &+= 1
    }
    return words.count
  }

  @inline(__always)
  private static func isHint(_ words: Span<UInt8>, at index: Int) -> Bool {
    let (first, second) = (words[index], words[index &+ 1])
    let third = words[index &+ 2]
    if first == UInt8(ascii: ":") {
      return second == UInt8(ascii: "/") && third == UInt8(ascii: "/")
    }
    let letter = UInt8(ascii: "w")
    return first | 0x20 == letter && second | 0x20 == letter && third | 0x20 == letter
  }

  /// Returns the start of the address around the `://` or `www` at `hint`; `nil` if there is none.
  private static func addressStart(
    in words: Span<UInt8>, hint: Int, notBefore done: Int
  ) -> Int? {
    var start = hint
    if words[hint] == UInt8(ascii: ":") {
      while start > done, isLetter(words[start - 1]), hint - start < 6 { start -= 1 }
      let scheme = words.extracting(start..<hint)
      guard scheme.equals(ignoringCase: "http") || scheme.equals(ignoringCase: "https") else {
        return nil
      }
    } else {
      guard hint + 4 < words.count && words[hint + 3] == UInt8(ascii: ".") else {
        return nil
      }
    }
    guard start > 0 else { return start }
    let before = words[start - 1]
    if isLetterOrDigit(before) { return nil }
    if words[hint] == UInt8(ascii: ":") { return start }
    switch before {
    case UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "@"), UInt8(ascii: "-"),
      UInt8(ascii: "_"), UInt8(ascii: ":"):
      return nil
    default: return start
    }
  }

  // MARK: The end

  private static func addressEnd(_ words: Span<UInt8>, from start: Int) -> Int {
    var end = start
    while end < words.count {
      let byte = words[end]
      switch byte {
      case 0...0x20, 0x7F, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
        UInt8(ascii: "`"), UInt8(ascii: "\\"):
        return end
      case 0..<0x80: end += 1
      // U+0080 to U+00BF: controls, the no-break space, quotes.
      case 0xC2: return end
      // U+2000 to U+207F, U+3000 to U+303F, U+FF00 to U+FF3F: spaces, quotes, wide punctuation.
      case 0xE2 where end + 1 < words.count && words[end + 1] < 0x82: return end
      case 0xE3 where end + 1 < words.count && words[end + 1] == 0x80: return end
      case 0xEF where end + 1 < words.count && words[end + 1] == 0xBC: return end
      default: end += 1
      }
    }
    return end
  }

  private static func trimmedEnd(
    of words: Span<UInt8>, from start: Int, to end: Int
  ) -> Int {
    var end = end
    // The numbers of closing brackets minus opening ones, updated while trimming.
    var round = 0
    var square = 0
    for index in start..<end {
      switch words[index] {
      case UInt8(ascii: "("): round -= 1
      case UInt8(ascii: ")"): round += 1
      case UInt8(ascii: "["): square -= 1
      case UInt8(ascii: "]"): square += 1
      default: break
      }
    }
    while end > start {
      switch words[end - 1] {
      case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: ";"),
        UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "'"), UInt8(ascii: "*"),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "|"), UInt8(ascii: "{"),
        UInt8(ascii: "}"):
        break
      case UInt8(ascii: "("): round += 1
      case UInt8(ascii: "["): square += 1
      case UInt8(ascii: ")"):
        if round <= 0 { return end }
        round -= 1
      case UInt8(ascii: "]"):
        if square <= 0 { return end }
        square -= 1
      default: return end
      }
      end -= 1
    }
    return end
  }

  /// Returns whether an address is complete: `www.` needs another dot after it, as in
  /// `www.example.com`.
  private static func isCompleteAddress(
    _ words: Span<UInt8>, in range: Range<Int>
  ) -> Bool {
    guard range.count > 4 else { return false }
    if words[range.lowerBound] | 0x20 != UInt8(ascii: "w") { return true }
    for index in range.lowerBound + 4..<range.upperBound
    where words[index] == UInt8(ascii: ".") { return true }
    return false
  }

  // MARK: Opening

  /// Appends `before`, and opens a link to the address.
  ///
  /// If the link is not allowed, changes nothing and returns `false`.
  private static func open(
    _ address: Span<UInt8>, before: Slice, into richText: inout RichText
  ) -> Bool {
    guard address.count <= SafeURL.maximumLength, richText.linkCount < BodyLimits.maximumLinkCount
    else {
      return false
    }
    let count = richText.tokenCount
    richText.append(text: before)
    let isOpen: Bool
    if address[0] | 0x20 == UInt8(ascii: "w") {
      isOpen = richText.openLink(checkingName: address)
    } else {
      isOpen = richText.openLink(checking: address)
    }
    if !isOpen { richText.removeTokens(from: count) }
    return isOpen
  }
}

extension Slice {
  /// Returns a part of this slice, by offsets within it.
  func part(_ range: Range<Int>) -> Slice {
    Slice(
      start: start &+ UInt32(truncatingIfNeeded: range.lowerBound),
      count: UInt32(truncatingIfNeeded: range.count))
  }
}
