import AtollBytes

extension Body {
  /// The body without HTML, for views that show only text.
  ///
  /// Tags are removed, and end the line if browsers end it there; character references such as
  /// `&amp;` become their characters. The words of a spoiler are included. Markdown stays as it is:
  ///
  /// ```swift
  /// Body("Tom &amp; <b>I</b><br>swim", syntax: .html).plainText  // "Tom & I", and "swim" below
  /// ```
  public var plainText: String {
    switch syntax {
    case .markdown, .plain: return text
    case .html:
      var lines = HTMLLines()
      lines.read(Array(text.utf8))
      return String(decoding: lines.text, as: UTF8.self)
    }
  }
}

/// A reader of the words of HTML as servers store it, which need not be valid.
private struct HTMLLines {
  private(set) var text: [UInt8] = []
  private var hasPendingSpace = false
  /// The number of line ends before the next word; a second one makes an empty line.
  private var pendingLineEnds = 0

  private static let blocks: Set<String> = [
    "address", "article", "aside", "blockquote", "caption", "center", "dd", "details", "div", "dl",
    "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
    "header", "hr", "legend", "li", "main", "nav", "ol", "p", "pre", "section", "summary", "table",
    "tr", "ul",
  ]

  mutating func read(_ html: [UInt8]) {
    var index = 0
    // After the first `<` without an end, the rest is words, so that the work stays linear.
    var readsTags = true
    while index < html.count {
      if readsTags, Self.beginsTag(html, at: index) {
        if let end = Self.end(ofMarkupAt: index, in: html) {
          readTag(html[index + 1..<end])
          index = end + 1
          continue
        }
        readsTags = false
      }
      if let (reference, next) = characterReference(in: html, at: index) {
        append(reference[...])
        index = next
      } else {
        append(html[index...index])
        index += 1
      }
    }
  }

  private static func beginsTag(_ html: [UInt8], at index: Int) -> Bool {
    guard html[index] == UInt8(ascii: "<"), index + 1 < html.count else { return false }
    let next = html[index + 1]
    return isLetter(next) || next == UInt8(ascii: "/") || next == UInt8(ascii: "!")
  }

  /// Returns the index of the `>` at the end of the tag or HTML comment that begins at `start`.
  ///
  /// Returns `nil` if the end is missing.
  private static func end(ofMarkupAt start: Int, in html: [UInt8]) -> Int? {
    if html[start...].starts(with: "<!--".utf8) {
      // `<!-->` and `<!--->` are comments, too, and `--!>` ends one.
      for index in html.indices.dropFirst(start + 4) where html[index] == UInt8(ascii: ">") {
        let before = html[..<index]
        if before.suffix(2).elementsEqual("--".utf8) { return index }
        if index >= start + 7, before.suffix(3).elementsEqual("--!".utf8) { return index }
      }
      return nil
    }
    var quote: UInt8?
    var isBeforeValue = false
    for index in start..<html.count {
      let byte = html[index]
      if quote != nil {
        if byte == quote { quote = nil }
      } else if byte == UInt8(ascii: ">") {
        return index
      } else if isBeforeValue, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
      isBeforeValue =
        quote == nil && (byte == UInt8(ascii: "=") || isBeforeValue && isHTMLSpace(byte))
    }
    return nil
  }

  private mutating func readTag(_ tag: ArraySlice<UInt8>) {
    let name = tag.drop { $0 == UInt8(ascii: "/") }.prefix { isLetterOrDigit($0) }
    let lowercased = String(decoding: name.map { lowercase($0) }, as: UTF8.self)
    if lowercased == "br" {
      pendingLineEnds += 1
    } else if Self.blocks.contains(lowercased) {
      pendingLineEnds = max(pendingLineEnds, 1)
    } else if lowercased == "td" || lowercased == "th" {
      hasPendingSpace = true
    }
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    if bytes.allSatisfy({ isHTMLSpace($0) }) {
      hasPendingSpace = true
      return
    }
    if !text.isEmpty {
      if pendingLineEnds > 0 {
        text += pendingLineEnds > 1 ? [0x0A, 0x0A] : [0x0A]
      } else if hasPendingSpace {
        text.append(0x20)
      }
    }
    (hasPendingSpace, pendingLineEnds) = (false, 0)
    text += bytes
  }
}
