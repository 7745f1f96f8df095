import AtollBytes

/// A piece of a template: the text between two tags, or a tag.
struct TemplateToken {
  enum Kind {
    case literal
    /// `{{name}}`
    case escaped
    /// `{{{name}}}` or `{{&name}}`
    case unescaped
    /// `{{"text"}}`, without the quotation marks.
    case verbatim
    case section
    case inverted
    case close
    case partial
  }

  var kind: Kind
  /// The range of the literal, or of the name in the tag, in the scanned text.
  var text: Slice
  /// The offset of the piece, for errors.
  var offset: Int
  /// The white space before a partial that stands alone on its line.
  var indentation = Slice.empty
  /// True if a literal begins at the beginning of a line.
  var startsLine = false
}

/// Splits a template into tokens by the rules of Mustache, including those for white space around
/// standalone tags.
///
/// The sections in the result are balanced even if those in the text are not, so that the rest of
/// the template can be checked.
struct TemplateScanner {
  struct Problem {
    var offset: Int
    var message: String
  }

  /// The maximum nesting depth of sections in one file.
  static let maximumSectionDepth = 64

  private struct Tag {
    var kind: TemplateToken.Kind?
    var name = Slice.empty
    var mayBeStandalone = false
    var end: Int
  }

  private let text: [UInt8]
  private(set) var tokens: [TemplateToken] = []
  private(set) var problems: [Problem] = []
  private var openSections: [Int] = []

  init(_ text: [UInt8]) {
    self.text = text
    scan()
  }

  private mutating func scan() {
    var start = 0
    while let open = firstIndex(of: "{{", from: start) {
      guard let tag = readTag(at: open) else { break }
      var literalEnd = open
      var next = tag.end
      if tag.mayBeStandalone, let line = lineOfStandaloneTag(from: open, to: tag.end) {
        literalEnd = line.lowerBound
        next = line.upperBound
      }
      appendLiteral(start..<literalEnd)
      if let kind = tag.kind {
        let indentation = Slice(literalEnd..<open)
        append(
          TemplateToken(kind: kind, text: tag.name, offset: open, indentation: indentation))
      }
      start = next
    }
    appendLiteral(start..<(scanEnd ?? text.count))
    for section in openSections.reversed() { closeUnclosed(section) }
  }

  /// The offset of an unclosed tag, at which the scan ended; `nil` if there is none.
  private var scanEnd: Int?

  private mutating func appendLiteral(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let startsLine =
      range.lowerBound == 0 || text[range.lowerBound - 1] == UInt8(ascii: "\n")
    tokens.append(
      TemplateToken(
        kind: .literal, text: Slice(range), offset: range.lowerBound, startsLine: startsLine))
  }

  // MARK: Sections

  private mutating func append(_ token: TemplateToken) {
    switch token.kind {
    case .section, .inverted:
      guard openSections.count < Self.maximumSectionDepth else {
        report(
          at: token.offset,
          message: "sections may not be nested more than \(Self.maximumSectionDepth) deep")
        return
      }
      openSections.append(tokens.count)
      tokens.append(token)
    case .close:
      close(token)
    case .literal, .escaped, .unescaped, .verbatim, .partial:
      tokens.append(token)
    }
  }

  private mutating func close(_ token: TemplateToken) {
    let name = text[token.text.range]
    let match = openSections.lastIndex { text[tokens[$0].text.range] == name }
    guard let match else {
      let open = openSections.last.map { text.string(tokens[$0].text) }
      let message = "{{/\(text.string(token.text))}} closes no section"
      report(
        at: token.offset, message: open.map { "\(message); {{/\($0)}} must come first" } ?? message)
      return
    }
    while openSections.count > match + 1, let section = openSections.popLast() {
      closeUnclosed(section)
    }
    openSections.removeLast()
    tokens.append(token)
  }

  private mutating func closeUnclosed(_ section: Int) {
    let open = tokens[section]
    report(at: open.offset, message: "the section '\(text.string(open.text))' is not closed")
    tokens.append(TemplateToken(kind: .close, text: open.text, offset: open.offset))
  }

  private mutating func report(at offset: Int, message: String) {
    problems.append(Problem(offset: offset, message: message))
  }

  // MARK: Tags

  /// Reads the tag that begins at `open`; if it never ends, reports that and returns `nil`.
  private mutating func readTag(at open: Int) -> Tag? {
    var position = open + 2
    if position < text.count, text[position] == UInt8(ascii: "{") {
      return finishTag(.unescaped, at: open, from: position + 1, closing: "}}}")
    }
    while position < text.count, isHTMLSpace(text[position]) { position += 1 }
    guard position < text.count else { return reportUnclosedTag(at: open) }
    switch text[position] {
    case UInt8(ascii: "!"):
      guard let end = firstIndex(of: "}}", from: position + 1) else {
        return reportUnclosedTag(at: open)
      }
      return Tag(mayBeStandalone: true, end: end + 2)
    case UInt8(ascii: "\""): return readVerbatim(at: open, from: position + 1)
    case UInt8(ascii: "&"): return finishTag(.unescaped, at: open, from: position + 1)
    case UInt8(ascii: "#"): return finishTag(.section, at: open, from: position + 1)
    case UInt8(ascii: "^"): return finishTag(.inverted, at: open, from: position + 1)
    case UInt8(ascii: "/"): return finishTag(.close, at: open, from: position + 1)
    case UInt8(ascii: ">"): return finishTag(.partial, at: open, from: position + 1)
    case UInt8(ascii: "="): return reportUnsupported("changing the delimiters", at: open)
    case UInt8(ascii: "<"), UInt8(ascii: "$"):
      return reportUnsupported("template inheritance", at: open)
    default: return finishTag(.escaped, at: open, from: position)
    }
  }

  private mutating func finishTag(
    _ kind: TemplateToken.Kind, at open: Int, from start: Int, closing: StaticString = "}}"
  ) -> Tag? {
    guard let close = firstIndex(of: closing, from: start) else {
      return reportUnclosedTag(at: open)
    }
    var range = start..<close
    while let first = range.first, isHTMLSpace(text[first]) { range = range.dropFirst() }
    while let last = range.last, isHTMLSpace(text[last]) { range = range.dropLast() }
    let name = Slice(range)
    let isStandalone = kind != .escaped && kind != .unescaped && kind != .verbatim
    var tag = Tag(
      kind: kind, name: name, mayBeStandalone: isStandalone, end: close + closing.utf8CodeUnitCount)
    if kind == .partial, !range.isEmpty, text[range.lowerBound] == UInt8(ascii: "*") {
      report(at: open, message: "dynamic partial names are not supported")
      tag.kind = nil
    } else if range.isEmpty {
      report(at: open, message: "the tag has no name")
      tag.kind = nil
    } else if !text[range].allSatisfy(isNameByte) {
      report(
        at: open,
        message:
          "'\(shortened(name))' is not a name, which has only letters, digits, '.', '_', '-' and '/'"
      )
      tag.kind = nil
    }
    return tag
  }

  /// Reads `{{"text"}}`, starting with its text; if it never ends, reports that and returns `nil`.
  ///
  /// The first `"}}` ends it, so the text may contain braces.
  private mutating func readVerbatim(at open: Int, from start: Int) -> Tag? {
    guard let close = firstIndex(of: "\"}}", from: start) else {
      report(at: open, message: "the verbatim text is not closed by '\"}}'")
      scanEnd = open
      return nil
    }
    var tag = Tag(kind: .verbatim, name: Slice(start..<close), end: close + 3)
    if start == close {
      report(at: open, message: "the verbatim text is empty")
      tag.kind = nil
    } else if !text[start..<close].allSatisfy({ (0x20...0x7E).contains($0) }) {
      report(
        at: open, message: "a verbatim text has printable ASCII characters only, and no line break")
      tag.kind = nil
    }
    return tag
  }

  private func shortened(_ name: Slice) -> String {
    name.count <= 40
      ? text.string(name) : text.string(Slice(start: name.start, count: 40)) + "…"
  }

  private mutating func reportUnsupported(_ feature: String, at open: Int) -> Tag? {
    report(at: open, message: "\(feature) is not supported")
    guard let end = firstIndex(of: "}}", from: open + 2) else {
      scanEnd = open
      return nil
    }
    return Tag(mayBeStandalone: true, end: end + 2)
  }

  private mutating func reportUnclosedTag(at open: Int) -> Tag? {
    report(at: open, message: "the tag is not closed")
    scanEnd = open
    return nil
  }

  // MARK: Bytes

  /// Returns the range of the whole line, with its ending, if a tag stands alone on it.
  private func lineOfStandaloneTag(from open: Int, to end: Int) -> Range<Int>? {
    var start = open
    while start > 0, isIndentation(text[start - 1]) { start -= 1 }
    guard start == 0 || text[start - 1] == UInt8(ascii: "\n") else { return nil }
    var stop = end
    while stop < text.count, isIndentation(text[stop]) { stop += 1 }
    if stop == text.count { return start..<stop }
    if text[stop] == UInt8(ascii: "\n") { return start..<(stop + 1) }
    let isCRLF =
      text[stop] == UInt8(ascii: "\r") && stop + 1 < text.count
      && text[stop + 1] == UInt8(ascii: "\n")
    return isCRLF ? start..<(stop + 2) : nil
  }

  private func firstIndex(of literal: StaticString, from start: Int) -> Int? {
    let length = literal.utf8CodeUnitCount
    var position = start
    while position + length <= text.count {
      if text.isSlice(Slice(position..<(position + length)), equalTo: literal) { return position }
      position += 1
    }
    return nil
  }

  private func isIndentation(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || "._-/".utf8.contains(byte)
  }
}
