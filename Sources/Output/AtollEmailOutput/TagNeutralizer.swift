import AtollBodyText
import AtollBytes
import AtollTerminalOutput

/// A filter that makes users' plain text inert, so that mailing services and template engines find
/// no tags in it.
///
/// Plain text has no character references, so an invisible WORD JOINER (U+2060) is written within
/// every sequence that such a program acts on: `{{name}}`, `*|EMAIL|*`, `%name%`, `[NAME]`,
/// `<unsubscribe>`. The joiner is also written before a line that a template engine takes for code,
/// such as `% if x:`. In addresses, one character of the sequence is percent-encoded instead, which
/// leaves the address equivalent (RFC 3986, 2.3). In code, which readers copy, and in ASCII output,
/// a space is written instead.
struct TagNeutralizer {
  /// Words in brackets that the writer itself adds, such as `Spoiler`.
  private let allowedWords: Set<[UInt8]>
  private let joiner: StaticString
  /// True if the text is wrapped later, so that any of its words may begin a line.
  private var isWrappedLater = false

  init(allowedWords: Set<[UInt8]> = [], isASCII: Bool = false) {
    self.allowedWords = allowedWords
    joiner = isASCII ? " " : "\u{2060}"
  }

  /// The maximum length of a name in a merge tag, in bytes.
  private static let maximumNameLength = 64

  /// Returns the text with code marks removed and every active sequence broken; `nil` if there is
  /// nothing to change.
  func neutralized(_ text: Span<UInt8>) -> [UInt8]? {
    var out = OutputBuffer(capacity: 0)
    var written = 0
    var index = 0
    var addressEnd = 0
    var isCode = false
    while true {
      index = Self.nextMarker(in: text, from: index)
      guard index < text.count else { break }
      let byte = text[index]
      if byte == CodeMark.begin || byte == CodeMark.end {
        isCode = byte == CodeMark.begin
        out.append(contentsOf: text.extracting(written..<index))
        index += 1
        written = index
        continue
      }
      if let start = startOfCodeLine(text, at: index), start >= written {
        out.append(contentsOf: text.extracting(written..<start))
        out.append(joiner)
        written = start
      }
      if byte == UInt8(ascii: ":"), index >= addressEnd, Self.isAddress(text, at: index) {
        addressEnd = Self.endOfAddress(text, from: index)
      }
      if Self.mayBegin(byte),
        let step = nextStep(in: text, at: index, isInAddress: index < addressEnd, isCode: isCode)
      {
        out.append(contentsOf: text.extracting(written..<index))
        append(step, of: text, at: index, joiner: isCode ? " " : joiner, to: &out)
        index += step.count
        written = index
      } else {
        index += 1
      }
    }
    guard written > 0 || out.count > 0 else { return nil }
    out.append(contentsOf: text.extracting(written...))
    return out.bytes()
  }

  /// Returns `words` with every active sequence broken, for a caller that wraps them into lines
  /// later, so that any of them may begin a line.
  func neutralized(words: [UInt8]) -> [UInt8] {
    var neutralizer = self
    neutralizer.isWrappedLater = true
    return neutralizer.neutralized(words.span) ?? words
  }

  func neutralized(_ text: String) -> String {
    let changed = text.withBytes { neutralized($0) }
    return changed.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// A way to write the beginning of an active sequence.
  private enum Step {
    /// Writes this many bytes unchanged, then a word joiner or, in code and in ASCII, a space.
    case join(Int)
    /// Writes this many bytes unchanged, then the following byte percent-encoded.
    case encode(after: Int)

    var count: Int {
      switch self {
      case .join(let count): count
      case .encode(let count): count + 1
      }
    }
  }

  private func append(
    _ step: Step, of text: Span<UInt8>, at index: Int, joiner: StaticString,
    to out: inout OutputBuffer
  ) {
    switch step {
    case .join(let count):
      out.append(contentsOf: text.extracting(index..<index + count))
      out.append(joiner)
    case .encode(let count):
      out.append(contentsOf: text.extracting(index..<index + count))
      out.append(UInt8(ascii: "%"))
      for digit in uppercaseHexadecimalDigits(of: text[index + count]) { out.append(digit) }
    }
  }

  // MARK: Sequences

  /// Returns whether a byte may begin a sequence, or is a code mark.
  @inline(__always)
  private static func mayBegin(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "*"), UInt8(ascii: "%"), UInt8(ascii: "["),
      UInt8(ascii: "<"), UInt8(ascii: "$"), UInt8(ascii: "#"), UInt8(ascii: "@"),
      UInt8(ascii: "~"), UInt8(ascii: "!"), CodeMark.begin, CodeMark.end:
      true
    case _: false
    }
  }

  /// Returns the index of the next byte that may need a change: one that may begin a sequence, a
  /// code mark, or a `:`, which may belong to an address; the end of the text if there is none.
  private static func nextMarker(in text: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index &+ 16 <= text.count {
      let chunk = text.loadSigned16(at: index)
      // `[` and `{` differ in one bit, as do `*` and `:`, and `~` and `^`, which begins nothing.
      let upper = chunk & SIMD16<Int8>(repeating: ~0x20)
      let brackets =
        (upper .== SIMD16<Int8>(repeating: 0x5B)) .| (upper .== SIMD16<Int8>(repeating: 0x5E))
      let stars = (chunk & SIMD16<Int8>(repeating: ~0x10)) .== SIMD16<Int8>(repeating: 0x2A)
      let others =
        (chunk .== SIMD16<Int8>(repeating: 0x3C)) .| (chunk .== SIMD16<Int8>(repeating: 0x40))
      // From `!` to `%`, and the code marks.
      let signs =
        (chunk .> SIMD16<Int8>(repeating: 0x20)) .& (chunk .< SIMD16<Int8>(repeating: 0x26))
      let marks = (chunk | SIMD16<Int8>(repeating: 1)) .== SIMD16<Int8>(repeating: 0x0F)
      let lane = firstLane(brackets .| stars .| others .| signs .| marks)
      index &+= lane
      if lane < 16 { return index }
    }
    while index < text.count, !Self.mayBegin(text[index]),
      text[index] != UInt8(ascii: ":")
    {
      index &+= 1
    }
    return index
  }

  private func nextStep(
    in text: Span<UInt8>, at index: Int, isInAddress: Bool, isCode: Bool
  ) -> Step? {
    guard index + 1 < text.count else { return nil }
    let next = text[index + 1]
    // Already broken.
    if text.has("\u{2060}", at: index + 1) { return nil }
    let isActive: Bool
    switch text[index] {
    case UInt8(ascii: "{"):
      let isSecond = index > 0 && text[index - 1] == UInt8(ascii: "{")
      isActive = (next > 0x20 || isSecond) && next != UInt8(ascii: "}")
    case UInt8(ascii: "*"):
      guard next == UInt8(ascii: "|") else { return nil }
      return isInAddress ? .encode(after: 1) : .join(1)
    case UInt8(ascii: "%"):
      if isInAddress { return stepInAddress(text, at: index) }
      // The ends of tags count, too: some engines reject an end without a beginning.
      isActive = "%[{}>".utf8.contains(next) || hasEnclosedName(text, at: index)
    case UInt8(ascii: "["):
      isActive =
        "[%{$!@".utf8.contains(next)
        || hasMergeTagInBrackets(text, at: index, isCode: isCode)
    case UInt8(ascii: "<"):
      isActive = "%#@$?!".utf8.contains(next) || hasElement(text, at: index)
    case UInt8(ascii: "$"): isActive = "{[(".utf8.contains(next) || hasEnclosedName(text, at: index)
    case UInt8(ascii: "#"):
      isActive =
        "{[#*}".utf8.contains(next) || hasEnclosedName(text, at: index)
        || hasDirective(text, at: index)
    case UInt8(ascii: "!"):
      isActive = isLetter(next) && (index == 0 || Self.mayPrecedeMergeTag(text[index - 1]))
    case UInt8(ascii: "@"), UInt8(ascii: "~"): isActive = hasEnclosedName(text, at: index)
    case _: isActive = false
    }
    guard isActive else { return nil }
    return isInAddress ? .encode(after: 0) : .join(1)
  }

  /// Returns whether the character at `index` also ends the name that follows it: `%name%`,
  /// `@NAME@`, `$First Name$`, `%name|there%`.
  private func hasEnclosedName(_ text: Span<UInt8>, at index: Int) -> Bool {
    guard isLetter(text[index + 1]) else { return false }
    let sign = text[index]
    var end = Self.endOfName(text, from: index + 1)
    while end < text.count, end - index <= Self.maximumNameLength, text[end] != sign {
      let byte = text[end]
      let isInName = byte == 0x20 && sign == UInt8(ascii: "$") || byte == UInt8(ascii: "|")
      guard isInName else { return false }
      end = Self.endOfName(text, from: end + 1)
    }
    return end < text.count && text[end] == sign
  }

  /// Returns whether a directive of Velocity or Cheetah follows: `#set(`, `#end`.
  private func hasDirective(_ text: Span<UInt8>, at index: Int) -> Bool {
    guard isLetter(text[index + 1]) else { return false }
    var end = index + 1
    while end < text.count, isLetter(text[end]) { end += 1 }
    if end < text.count, text[end] == UInt8(ascii: "(") { return true }
    return Self.directives.contains(String(decoding: text.extracting((index + 1)..<end)))
  }

  private static let directives: Set<String> = [
    "assert", "attr", "block", "break", "cache", "call", "compiler", "continue", "def", "define",
    "del", "echo", "elif", "else", "elseif", "end", "evaluate", "except", "extends", "filter",
    "finally", "for", "foreach", "from", "if", "implements", "import", "include", "macro", "parse",
    "pass", "raise", "raw", "return", "set", "silent", "slurp", "stop", "try", "unless", "while",
  ]

  /// Returns whether mailing services or web servers act on the next element: `<unsubscribe>`,
  /// `<esi:include`, `<cfif`.
  private func hasElement(_ text: Span<UInt8>, at index: Int) -> Bool {
    var start = index + 1
    if text[start] == UInt8(ascii: "/") { start += 1 }
    guard start < text.count, isLetter(text[start]),
      !Self.beginsAddress(text, at: start)
    else { return false }
    let end = Self.endOfName(text, from: start)
    let name = String(decoding: (start..<end).map { text[$0] | 0x20 }, as: UTF8.self)
    return name.utf8.contains(UInt8(ascii: ":")) || name.hasPrefix("cf")
      || MergeText.tagElementNames.contains(name)
  }

  /// Returns the offset at which a line of code such as `% if x:` or `# for x in y` begins.
  ///
  /// The character at `index` must be the line's first apart from white space; otherwise, the
  /// result is `nil`.
  private func startOfCodeLine(_ text: Span<UInt8>, at index: Int) -> Int? {
    let sign = text[index]
    let isHash = sign == UInt8(ascii: "#")
    guard sign == UInt8(ascii: "%") || isHash else { return nil }
    if isHash {
      guard index + 1 < text.count, text[index + 1] <= 0x20 || text[index + 1] == sign else {
        return nil
      }
    }
    if isWrappedLater, index == 0 || text[index - 1] == 0x20 { return index }
    var start = index
    while start > 0, text[start - 1] == 0x20 || text[start - 1] == 0x09 { start -= 1 }
    // Code marks are removed from the text, so a line may begin before them.
    var before = start
    while before > 0, text[before - 1] == CodeMark.begin || text[before - 1] == CodeMark.end {
      before -= 1
    }
    return before == 0 || text[before - 1] == 0x0A ? start : nil
  }

  /// Returns whether words in brackets follow, other than those that the writer adds itself.
  ///
  /// In code, only a mailing service's merge tag counts: brackets are frequent there, and breaking
  /// them would change the code.
  private func hasMergeTagInBrackets(
    _ text: Span<UInt8>, at index: Int, isCode: Bool
  ) -> Bool {
    guard isLetter(text[index + 1]) else { return false }
    var end = index + 1
    while end < text.count, end - index <= 2 * Self.maximumNameLength, text[end] != 0x0A {
      if text[end] == UInt8(ascii: "]") {
        let words = Array(text.extracting((index + 1)..<end))
        return isCode ? isMergeTag(words) : !allowedWords.contains(words)
      }
      end += 1
    }
    return false
  }

  /// Returns whether words look like a mailing service's merge tag: `FIRSTNAME`, `fname`,
  /// `data:name`, `name|reader`, `name,fallback=reader`.
  private func isMergeTag(_ words: [UInt8]) -> Bool {
    if words.contains(where: { ":|=".utf8.contains($0) }) { return true }
    if !words.contains(where: { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }) {
      return true
    }
    let name = String(decoding: words.filter { isLetterOrDigit($0) }, as: UTF8.self).lowercased()
    return Self.mergeTagNames.contains(name)
  }

  /// The usual names of merge tags about a recipient, without separators between their words.
  private static let mergeTagNames: Set<String> = [
    "address", "city", "company", "country", "currentday", "currentmonth", "currentyear", "date",
    "email", "emailaddress", "firstname", "fname", "forward", "fullname", "lastname", "lname",
    "name",
    "phone", "preferences", "state", "unsubscribe", "unsubscribelink", "unsubscribeurl", "view",
    "webversion", "webview", "zip",
  ]

  /// Returns the step for a `%` in an address.
  ///
  /// In `%ADDRESS%`, which is a merge tag, `%AD` is also a valid escape. In this case the byte
  /// after the escape is encoded, so that no name remains.
  private func stepInAddress(_ text: Span<UInt8>, at index: Int) -> Step? {
    let isEscape =
      index + 2 < text.count && hexadecimalValue(text[index + 1]) != nil
      && hexadecimalValue(text[index + 2]) != nil
    guard isEscape else { return .encode(after: 0) }
    let end = Self.endOfName(text, from: index + 1)
    guard end > index + 3, end < text.count, text[end] == UInt8(ascii: "%") else {
      return nil
    }
    return .encode(after: 3)
  }

  private static func endOfName(_ text: Span<UInt8>, from start: Int) -> Int {
    var end = start
    while end < text.count, end - start <= maximumNameLength, isNameByte(text[end]) {
      end += 1
    }
    return end
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || "._-:".utf8.contains(byte)
  }

  // MARK: Addresses

  private static let schemes: [StaticString] = ["https:", "http:", "mailto:"]

  /// Returns whether the `:` at `index` follows the scheme of an address.
  private static func isAddress(_ text: Span<UInt8>, at index: Int) -> Bool {
    schemes.contains { scheme in
      let start = index + 1 - scheme.utf8CodeUnitCount
      return start >= 0 && text.has(scheme, at: start)
    }
  }

  private static func beginsAddress(_ text: Span<UInt8>, at index: Int) -> Bool {
    schemes.contains { text.has($0, at: index) }
  }

  private static func endOfAddress(_ text: Span<UInt8>, from start: Int) -> Int {
    var end = start
    while end < text.count, text[end] > 0x20 && text[end] != UInt8(ascii: ">") { end += 1 }
    return end
  }
}
