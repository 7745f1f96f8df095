import AtollBytes

/// The meaning of an element, which can be the same for several elements: `<b>` and `<strong>`.
enum HTMLElement: Sendable {
  case strong, emphasis, strikethrough, span, anchor, lineBreak, quote, list, item
  /// A `<p>`, or another element that begins a line.
  case line
  /// A `<div>`, which may have a style as a `<span>` does.
  case division
  // The following are only in `HTMLVocabulary.full`.
  case heading, orderedList, preformatted, code, thematicBreak, table, row, cell, headingCell, image
  /// An element whose content is not shown.
  case hidden
}

/// A set of elements that have a meaning in a text; other tags are ignored.
package enum HTMLVocabulary: Sendable {
  /// The elements of Talk's comments.
  case comment
  /// The elements of comments; as on Coral's page, a link becomes text if its words are not its
  /// address.
  case coralComment
  /// All elements that words can have, for publishers' notices and the comments of other systems.
  case full
}

/// A tag: its element, and the ranges of the attribute values that matter.
struct HTMLTag: Sendable {
  /// The element, or `nil` if it is not in the vocabulary.
  var element: HTMLElement?
  var isEnd = false
  /// The range of the raw value of `href`, or of an image's `src`; the first one counts.
  var addressRange: Range<Int>?
  /// The range of the raw value of `class`; the first one counts.
  var classRange: Range<Int>?
  /// The range of the raw value of an image's `alt`, its description.
  var altRange: Range<Int>?
  /// The level of a heading, or 0.
  var headingLevel: Int32 = 0
  var nameRange = 0..<0
  /// The index after the tag.
  var end: Int
}

extension HTMLTag {
  /// Reads the tag whose `<` is at `start`, followed by a letter, or by `/` and a letter.
  ///
  /// Returns `nil` for a tag that never ends.
  static func read(
    _ bytes: Span<UInt8>, at start: Int, vocabulary: HTMLVocabulary
  ) -> HTMLTag? {
    var tag = HTMLTag(end: start + 1)
    if bytes[start + 1] == UInt8(ascii: "/") {
      tag.isEnd = true
      tag.end += 1
    }
    let nameStart = tag.end
    tag.element = readName(in: bytes, at: &tag.end)
    if case .full = vocabulary, tag.element == nil {
      readOtherName(in: bytes, at: nameStart..<tag.end, into: &tag)
    }
    tag.nameRange = nameStart..<tag.end
    let address: StaticString = tag.element == .image ? "src" : "href"
    while let attribute = readAttribute(in: bytes, at: &tag.end) {
      if attribute.name.isEmpty { return tag }
      if tag.addressRange == nil, bytes.extracting(attribute.name).equals(ignoringCase: address) {
        tag.addressRange = attribute.value
      } else if tag.element == .image, tag.altRange == nil,
        bytes.extracting(attribute.name).equals(ignoringCase: "alt")
      {
        tag.altRange = attribute.value
      } else if tag.classRange == nil,
        bytes.extracting(attribute.name).equals(ignoringCase: "class")
      {
        tag.classRange = attribute.value
      }
    }
    return nil
  }

  private static func readName(
    in bytes: Span<UInt8>, at index: inout Int
  ) -> HTMLElement? {
    var packed: UInt64 = 0
    let start = index
    while index < bytes.count {
      let byte = bytes[index]
      if isHTMLSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") { break }
      packed = packed << 8 | UInt64(lowercase(byte))
      index += 1
    }
    // The only known name that does not fit in the eight bytes of `packed`.
    if bytes.extracting(start..<index).equals(ignoringCase: "blockquote") { return .quote }
    return index - start <= 8 ? element(named: packed) : nil
  }

  private static let otherElements: [(name: StaticString, element: HTMLElement)] = [
    ("ol", .orderedList), ("pre", .preformatted), ("code", .code), ("hr", .thematicBreak),
    ("table", .table), ("tr", .row), ("td", .cell), ("th", .headingCell), ("img", .image),
    ("del", .strikethrough), ("strike", .strikethrough), ("section", .line), ("header", .line),
    ("caption", .line), ("footer", .line), ("center", .line), ("article", .line),
    ("aside", .line), ("nav", .line), ("main", .line), ("address", .line), ("figure", .line),
    ("figcaption", .line), ("details", .line), ("summary", .line), ("dl", .line), ("dt", .line),
    ("dd", .line), ("form", .line), ("fieldset", .line), ("legend", .line), ("script", .hidden),
    ("style", .hidden), ("iframe", .hidden), ("object", .hidden), ("template", .hidden),
    ("noscript", .hidden), ("textarea", .hidden), ("select", .hidden), ("title", .hidden),
    ("svg", .hidden), ("math", .hidden), ("video", .line), ("audio", .line),
  ]

  private static func readOtherName(
    in bytes: Span<UInt8>, at name: Range<Int>, into tag: inout HTMLTag
  ) {
    let known = otherElements.first { bytes.extracting(name).equals(ignoringCase: $0.name) }
    tag.element = known?.element
    if name.count == 2, bytes[name.lowerBound] | 0x20 == UInt8(ascii: "h") {
      let digit = bytes[name.lowerBound + 1] &- 48
      guard digit >= 1, digit <= 6 else { return }
      tag.element = .heading
      tag.headingLevel = Int32(digit)
    }
  }

  private static func element(named packed: UInt64) -> HTMLElement? {
    switch packed {
    case 0x61: .anchor
    case 0x62, 0x7374_726F_6E67: .strong
    case 0x69, 0x656D: .emphasis
    case 0x73: .strikethrough
    case 0x70: .line
    case 0x64_6976: .division
    case 0x6272: .lineBreak
    case 0x756C: .list
    case 0x6C69: .item
    case 0x7370_616E: .span
    default: nil
    }
  }

  /// Returns the next attribute; an empty name means the end of the tag, and `nil` the end of the
  /// body.
  private static func readAttribute(
    in bytes: Span<UInt8>, at index: inout Int
  ) -> (name: Range<Int>, value: Range<Int>)? {
    while index < bytes.count, isHTMLSpace(bytes[index]) || bytes[index] == UInt8(ascii: "/") {
      index += 1
    }
    guard index < bytes.count else { return nil }
    if bytes[index] == UInt8(ascii: ">") {
      index += 1
      return (index..<index, index..<index)
    }
    let nameStart = index
    index += 1
    while index < bytes.count, !endsName(bytes[index]) { index += 1 }
    let name = nameStart..<index
    skipSpace(in: bytes, at: &index)
    guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
      return (name, index..<index)
    }
    index += 1
    skipSpace(in: bytes, at: &index)
    guard index < bytes.count else { return nil }
    return readValue(in: bytes, at: &index).map { (name, $0) }
  }

  private static func readValue(
    in bytes: Span<UInt8>, at index: inout Int
  ) -> Range<Int>? {
    let quote = bytes[index]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      let start = index + 1
      index = start
      while index < bytes.count, bytes[index] != quote { index += 1 }
      guard index < bytes.count else { return nil }
      index += 1
      return start..<index - 1
    }
    let start = index
    while index < bytes.count, !isHTMLSpace(bytes[index]),
      bytes[index] != UInt8(ascii: ">")
    {
      index += 1
    }
    return start..<index
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    isHTMLSpace(byte) || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ">")
      || byte == UInt8(ascii: "/")
  }

  private static func skipSpace(in bytes: Span<UInt8>, at index: inout Int) {
    while index < bytes.count, isHTMLSpace(bytes[index]) { index += 1 }
  }
}
