import AtollBytes
import AtollOperatingSystem

/// The words that readers see in an output, whatever its format.
///
/// Everything that separates words becomes one space: white space, punctuation, line breaks
/// together with any reply rails after them, and block boundaries. Everything that readers do not
/// see is left out: tags within words, soft hyphens, directional marks. For example,
/// `An<em>n</em>&nbsp;Exam&shy;ple` becomes `Ann Example`.
enum VisibleText {
  enum TagTreatment: CaseIterable {
    /// Block tags separate words; other tags are left out.
    case rendered
    /// All tags separate words.
    case asSpaces
    /// Tags are replaced by the values of those attributes that can contain what people wrote.
    ///
    /// Each value is separated from other words.
    case asAttributes
    /// Tags are treated as text, for formats that are not markup.
    case asText
  }

  /// Returns an output and, for a mail or a feed, its decoded content.
  static func documents(of output: [UInt8], type: String) -> [[UInt8]] {
    if type.hasPrefix("message/") { return [output, MailDecoding.decoded(output)] }
    // The content of a feed is markup that is escaped a second time.
    if type.hasPrefix("application/atom+xml") {
      return [output, decodingCharacterReferences(of: output)]
    }
    return [output]
  }

  /// Returns the words of an output, once for each treatment of its tags, escapes and line breaks.
  ///
  /// A searched text may be in any of the results.
  static func searchableTexts(of output: [UInt8], type: String) -> [[UInt8]] {
    let isMarkup = type.hasPrefix("text/html") || type.hasPrefix("application/atom+xml")
    let treatments = TagTreatment.allCases.filter { $0 != .asText || !isMarkup }
    let joinsLines = type.hasPrefix("text/plain") || type.hasPrefix("message/")
    var texts: [[UInt8]] = []
    for document in documents(of: output, type: type) {
      for decodesEscapes in document.contains(UInt8(ascii: "\\")) ? [false, true] : [false] {
        for tags in document.contains(UInt8(ascii: "<")) ? treatments : [.asText] {
          texts.append(words(of: document, tags: tags, decodesEscapes: decodesEscapes))
        }
      }
      // A long word can be broken at the end of a line.
      if joinsLines { texts.append(words(of: document, tags: .asText, joinsLines: true)) }
    }
    return texts
  }

  static func words(of text: String) -> [UInt8] {
    var out = WordBuffer(capacity: text.utf8.count)
    out.append(wordsOf: Array(text.utf8))
    return out.text
  }

  static func words(
    of document: [UInt8], tags: TagTreatment, decodesEscapes: Bool = false, joinsLines: Bool = false
  ) -> [UInt8] {
    var out = WordBuffer(capacity: document.count / 4)
    var ends = NextEnds()
    var index = 0
    while index < document.count {
      let byte = document[index]
      switch byte {
      case UInt8(ascii: "&"):
        if let (bytes, next) = characterReference(in: document, at: index) {
          out.append(wordsOf: bytes)
          index = next
          continue
        }
      case UInt8(ascii: "\\") where decodesEscapes:
        if let (bytes, next) = jsonEscape(in: document, at: index) {
          out.append(wordsOf: bytes)
          index = next
          continue
        }
      case UInt8(ascii: "<") where tags != .asText:
        if let tag = Tag(in: document, at: index, &ends) {
          if tags != .rendered || !tag.isInline { out.endWord() }
          for value in tags == .asAttributes ? tag.searchableAttributeValues : [] {
            out.append(wordsOf: words(of: value, tags: .asText, decodesEscapes: decodesEscapes))
            out.endWord()
          }
          index = tag.end
          continue
        }
      case 0x0A where joinsLines:
        index = endOfLinePrefix(in: document, after: index)
        continue
      case 0x1B:
        if let next = endOfTerminalSequence(in: document, at: index) {
          index = next
          continue
        }
      case _: break
      }
      index = out.append(from: document, at: index)
    }
    return out.text
  }

  /// Returns bytes without their line ends, and without what begins each line.
  static func joiningLines(of bytes: [UInt8]) -> [UInt8] {
    var joined: [UInt8] = []
    joined.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x0A {
        index = endOfLinePrefix(in: bytes, after: index)
      } else {
        joined.append(bytes[index])
        index += 1
      }
    }
    return joined
  }

  /// Returns the index after a line end and after the rails, quote markers, spaces and colors that
  /// begin the next line.
  private static func endOfLinePrefix(in bytes: [UInt8], after lineEnd: Int) -> Int {
    var index = lineEnd + 1
    while index < bytes.count {
      if bytes[index] == 0x20 {
        index += 1
      } else if let next = endOfTerminalSequence(in: bytes, at: index) {
        index = next
      } else if let mark = LineMark.allCases.first(where: { bytes.span.has($0.text, at: index) }) {
        index += mark.text.utf8CodeUnitCount
      } else {
        return index
      }
    }
    return index
  }

  /// Returns the index after a terminal control sequence, such as a color (ECMA-48, section 5.4);
  /// `nil` if there is none.
  private static func endOfTerminalSequence(in bytes: [UInt8], at start: Int) -> Int? {
    guard start + 1 < bytes.count, bytes[start] == 0x1B, bytes[start + 1] == UInt8(ascii: "[")
    else { return nil }
    let end = bytes[(start + 2)...].prefix(64).firstIndex { (0x40...0x7E).contains($0) }
    return end.map { $0 + 1 }
  }

  /// Decodes a JSON escape sequence (RFC 8259, section 7); returns `nil` if there is none.
  private static func jsonEscape(in bytes: [UInt8], at start: Int) -> ([UInt8], next: Int)? {
    guard start + 1 < bytes.count else { return nil }
    switch bytes[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "\\"):
      return ([bytes[start + 1]], start + 2)
    case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "b"),
      UInt8(ascii: "f"):
      return ([0x20], start + 2)
    case UInt8(ascii: "u"):
      let digits = bytes[(start + 2)...].prefix(4)
      guard digits.count == 4,
        let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
        let scalar = Unicode.Scalar(number)
      else { return nil }
      return (Array(String(Character(scalar)).utf8), start + 6)
    case _: return nil
    }
  }
}

/// A markup tag, comment or declaration.
private struct Tag {
  /// The index after the tag; for a start tag of `style`, the index after the style sheet.
  let end: Int
  /// True if the element can be part of a word.
  let isInline: Bool

  private static let inlineNames = [
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "del", "em", "font", "i", "ins", "kbd", "mark",
    "q", "s", "small", "span", "strong", "sub", "sup", "time", "u", "wbr",
  ].map { MarkupName($0.utf8) }
  private static let style = MarkupName("style".utf8)
  /// The maximum length of a tag in bytes, which only images with very long addresses exceed.
  ///
  /// If no `>` follows a `<` within this length, the `<` is text.
  private static let maximumLength = 1 << 16

  init?(in bytes: [UInt8], at start: Int, _ ends: inout NextEnds) {
    let last = ends.endOfTag(in: bytes, from: start)
    if last >= min(bytes.count, start + Self.maximumLength) { return nil }
    let content = bytes[(start + 1)..<last]
    let letters = content.drop { $0 == UInt8(ascii: "/") }.prefix(while: isLetterOrDigit)
    let name = MarkupName(letters)
    isInline = Self.inlineNames.contains(name)
    attributes = content[letters.endIndex...]
    let hasStyleSheet = name == Self.style && content.first != UInt8(ascii: "/")
    let styleEnd = hasStyleSheet ? ends.endOfStyleSheet(in: bytes, from: last + 1) : nil
    end = styleEnd ?? last + 1
  }

  private let attributes: ArraySlice<UInt8>

  /// The attributes that never contain what people wrote; `data-i` has only the initials of a name.
  private static let fixedAttributes = [
    "charset", "class", "data-i", "dir", "http-equiv", "lang", "media", "name", "property", "rel",
    "role",
    "style", "type",
  ].map { MarkupName($0.utf8) }

  /// The values of the attributes that can contain what people wrote; their character references
  /// are not decoded.
  var searchableAttributeValues: [[UInt8]] {
    var values: [[UInt8]] = []
    var rest = attributes
    while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
      let name = rest[..<equals].split(whereSeparator: isHTMLSpace).last ?? []
      rest = rest[(equals + 1)...]
      let value: ArraySlice<UInt8>
      if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        value = rest.dropFirst().prefix { $0 != quote }
        rest = rest[value.endIndex...].dropFirst()
      } else {
        value = rest.prefix { !isHTMLSpace($0) }
        rest = rest[value.endIndex...]
      }
      if !Self.fixedAttributes.contains(MarkupName(name)) { values.append(Array(value)) }
    }
    return values
  }
}

/// The next ends of a tag and of a style sheet.
///
/// They are remembered so that no byte is searched twice, however many tags do not end.
private struct NextEnds {
  /// The index of the next `>`; the number of bytes if there is none.
  private var bracket = -1
  /// The index of the next `</style`; the number of bytes if there is none.
  private var styleSheet = -1
  private static let styleEnd = Array("</style".utf8)

  mutating func endOfTag(in bytes: [UInt8], from index: Int) -> Int {
    if bracket < index {
      bracket = bytes[index...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count
    }
    return bracket
  }

  mutating func endOfStyleSheet(in bytes: [UInt8], from index: Int) -> Int? {
    if styleSheet < index {
      styleSheet = offset(of: Self.styleEnd, in: bytes, from: index) ?? bytes.count
    }
    return styleSheet == bytes.count ? nil : styleSheet
  }
}

/// The name of an element or attribute, for comparing it with known names; case is ignored.
private struct MarkupName: Equatable {
  private var first: UInt64 = 0
  private var last: UInt64 = 0

  /// Creates a name from the last sixteen letters of a text; no known name is longer.
  init(_ text: some Sequence<UInt8>) {
    for letter in text {
      first = first << 8 | last >> 56
      last = last << 8 | UInt64(lowercase(letter))
    }
  }
}

/// Words with one space between them.
private struct WordBuffer {
  private(set) var text: [UInt8] = []
  private var needsSpace = false

  init(capacity: Int = 0) { text.reserveCapacity(capacity) }

  mutating func endWord() { needsSpace = true }

  mutating func append(wordsOf text: [UInt8]) {
    var index = 0
    while index < text.count { index = append(from: text, at: index) }
  }

  /// Appends the ASCII letters and digits at an index, or the non-ASCII scalar there; any other
  /// byte separates words.
  ///
  /// Returns the index after what was read.
  @inline(__always)
  mutating func append(from bytes: [UInt8], at index: Int) -> Int {
    if bytes[index] >= 0x80 { return append(scalarOf: bytes, at: index) }
    var end = index
    while end < bytes.count, isLetterOrDigit(bytes[end]) { end += 1 }
    if end > index { extendWord(with: bytes[index..<end]) } else { endWord() }
    return max(end, index + 1)
  }

  /// Appends the non-ASCII scalar at an index, and returns the index after the scalar.
  private mutating func append(scalarOf bytes: [UInt8], at index: Int) -> Int {
    let byte = bytes[index]
    let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
    let slice = bytes[index...].prefix(length)
    guard let scalar = String(validating: slice, as: UTF8.self)?.unicodeScalars.first else {
      extendWord(with: bytes[index...index])
      return index + 1
    }
    if let composed = composition(with: scalar) {
      text.removeLast(composed.baseLength)
      text += Array(String(Character(composed.scalar)).utf8)
    } else if !isInvisible(scalar.value) {
      if scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || scalar.properties.isEmoji
        || scalar.properties.generalCategory == .nonspacingMark
        || scalar.properties.generalCategory == .spacingMark
      {
        extendWord(with: slice)
      } else {
        endWord()
      }
    }
    return index + slice.count
  }

  /// Returns the precomposed letter for the last scalar and `mark`, such as `ë`; `nil` if there is
  /// none.
  ///
  /// `baseLength` is the length of the last scalar in bytes.
  private mutating func composition(
    with mark: Unicode.Scalar
  ) -> (scalar: Unicode.Scalar, baseLength: Int)? {
    guard Self.combiningMarks.contains(mark.value), !needsSpace,
      let start = text.lastIndex(where: { !UTF8.isContinuation($0) })
    else { return nil }
    let base = String(decoding: text[start...], as: UTF8.self)
    let pair = "\(base)\(Character(mark))"
    if compositions[pair] == nil {
      // Strings are equal if they are canonically equivalent (Unicode Standard Annex 15).
      let letter = Self.composedLetters.lazy.joined().lazy.compactMap(Unicode.Scalar.init)
        .first { String(Character($0)) == pair }
      compositions[pair] = .some(letter)
    }
    guard let letter = compositions[pair] ?? nil else { return nil }
    return (letter, text.count - start)
  }

  /// The precomposed letter, if there is one, for each pair of a letter and a mark seen so far.
  private var compositions: [String: Unicode.Scalar?] = [:]
  private static let combiningMarks: ClosedRange<UInt32> = 0x300...0x345
  /// The Unicode ranges with most precomposed letters: Latin, Greek and Cyrillic.
  private static let composedLetters: [ClosedRange<UInt32>] = [
    0xC0...0x24F, 0x370...0x52F, 0x1E00...0x1FFF,
  ]

  private mutating func extendWord(with bytes: ArraySlice<UInt8>) {
    if needsSpace, !text.isEmpty { text.append(0x20) }
    needsSpace = false
    text += bytes
  }
}
