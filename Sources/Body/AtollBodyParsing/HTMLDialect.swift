import AtollBodyText
import AtollBytes

/// A strict one-pass reader for the HTML that Coral and Talk store.
///
/// In comments of Coral and Talk, thirteen elements have a meaning:
/// `a br div p b strong i em blockquote ul li s span` (a span by its class, spoiler or sarcasm).
/// All other tags are removed and their text stays, even that of scripts and styles; HTML comments
/// are removed entirely. If the body was cut, so is markup that has no end. White space collapses,
/// and a no-break space counts as a space, as in Coral. `HTMLVocabulary.full` has more elements, and
/// some that hide their text.
///
/// Coral once removed links by inserting their inner HTML as text, so `&` became `&amp;amp;`. In
/// Coral's comments, this is undone if no user would type the result: `&amp;amp;` is read as `&`,
/// and `&amp;nbsp;` as a space. But `&amp;lt;` is shown as `&lt;`, because people do write about
/// HTML.
enum HTMLDialect {
  static func parse(
    _ readable: Span<UInt8>, count: Int, vocabulary: HTMLVocabulary = .comment,
    into richText: inout RichText, report: inout BodyReport
  ) {
    readable.withBorrowedBytes {
      var reader = HTMLReader($0, count: count, vocabulary: vocabulary)
      reader.read(into: &richText, report: &report)
    }
  }
}

private struct HTMLReader {
  /// The bytes that may be read, which begin with those of the body.
  private let bytes: BorrowedBytes
  private let count: Int
  private var builder: HTMLBuilder
  private var index = 0
  /// True while tags are read.
  ///
  /// After the first tag or HTML comment without an end, everything is read as words, so that the
  /// work stays linear.
  private var readsTags = true
  /// True while the content of `<code>` and `<pre>` is read as code.
  ///
  /// After the first code that contains a spoiler, their tags are ignored, so that the work stays
  /// linear.
  private var readsCode = true
  /// True while the content of elements such as `<script>` is left out.
  ///
  /// After the first one without an end tag, their tags are ignored, so that the work stays linear.
  private var hidesContent = true
  private let vocabulary: HTMLVocabulary

  init(_ bytes: BorrowedBytes, count: Int, vocabulary: HTMLVocabulary) {
    self.vocabulary = vocabulary
    self.bytes = bytes
    self.count = count
    builder = HTMLBuilder(addressBudget: count + BodyLimits.maximumExtraAddressBytes)
  }

  /// Returns the byte at an index, or 0 past the end.
  @inline(__always)
  private func byte(at index: Int) -> UInt8 { index < count ? bytes[index] : 0 }

  private func tag(at index: Int) -> HTMLTag? {
    bytes.withSpan(of: 0..<count) { HTMLTag.read($0, at: index, vocabulary: vocabulary) }
  }

  private func reference(at index: Int) -> (scalar: UInt32, count: Int)? {
    bytes.withSpan(of: 0..<count) { HTMLEntities.decode($0, at: index) }
  }

  mutating func read(into richText: inout RichText, report: inout BodyReport) {
    while index < count {
      let byte = byte(at: index)
      if byte == UInt8(ascii: "<") {
        readMarkup(&richText, report: &report)
      } else if byte == UInt8(ascii: "&") {
        readReference(&richText, report: &report)
      } else if isHTMLSpace(byte) {
        builder.appendSpace()
        index += 1
      } else if byte == 0xC2, self.byte(at: index + 1) == 0xA0 {
        builder.appendSpace()
        index += 2
      } else {
        readText(from: index, into: &richText, report: &report)
      }
    }
    builder.finish(&richText)
  }

  // MARK: Words

  private mutating func readText(
    from start: Int, into richText: inout RichText, report: inout BodyReport
  ) {
    let end = textEnd(from: start + 1)
    let endsInSpace = end - 1 > start && byte(at: end - 1) == 0x20
    bytes.withSpan(of: start..<(endsInSpace ? end - 1 : end)) {
      builder.append($0, to: &richText, report: &report)
    }
    if endsInSpace { builder.appendSpace() }
    index = end
  }

  /// Returns the index of the next byte that is markup, a reference, or white space other than a
  /// single space.
  private func textEnd(from start: Int) -> Int {
    var index = start
    while index < count {
      if index + 17 <= bytes.count {
        let block = bytes.load16(at: index)
        let next = bytes.load16(at: index + 1)
        let lane = firstLane(WideScan.htmlStops(block, next: next))
        index += lane
        if lane == 16 { continue }
        if index >= count { break }
      }
      switch byte(at: index) {
      case UInt8(ascii: "<"), UInt8(ascii: "&"), 0x09, 0x0A, 0x0C, 0x0D: return index
      case 0x20 where byte(at: index + 1) == 0x20: return index
      case 0xC2 where byte(at: index + 1) == 0xA0: return index
      default: index += 1
      }
    }
    return count
  }

  private mutating func readReference(_ richText: inout RichText, report: inout BodyReport) {
    guard let (scalar, length) = reference(at: index) else {
      readText(from: index, into: &richText, report: &report)
      return
    }
    index += length
    var decoded = scalar
    let mayBeEscapedTwice = if case .full = vocabulary { false } else { true }
    // The `&` of an inner reference was the outer reference, so only the inner name is left.
    if mayBeEscapedTwice, scalar == 0x26, length == 5 {
      if has("amp;", at: index) {
        index += 4
      } else if has("nbsp;", at: index) {
        index += 5
        decoded = 0xA0
      }
    }
    if decoded == 0xA0 || decoded < 0x80 && isHTMLSpace(UInt8(decoded)) {
      builder.appendSpace()
    } else {
      builder.append(decoded, to: &richText, report: &report)
    }
  }

  private func has(_ literal: StaticString, at start: Int) -> Bool {
    bytes.withSpan(of: 0..<count) { $0.has(literal, at: start) }
  }

  // MARK: Markup

  private mutating func readMarkup(_ richText: inout RichText, report: inout BodyReport) {
    let next = byte(at: index + 1)
    if readsTags {
      if isLetter(next) { return readTag(&richText, report: &report) }
      if next == UInt8(ascii: "/"), index + 2 < count {
        if isLetter(byte(at: index + 2)) { return readTag(&richText, report: &report) }
        return skipHTMLComment(from: index + 2, in: &richText, report: &report)
      }
      if next == UInt8(ascii: "!") || next == UInt8(ascii: "?") {
        return skipHTMLComment(from: index + 1, in: &richText, report: &report)
      }
    }
    readText(from: index, into: &richText, report: &report)
  }

  private mutating func readTag(_ richText: inout RichText, report: inout BodyReport) {
    guard let tag = tag(at: index) else {
      if report.isTruncated { return index = count }
      readsTags = false
      return readText(from: index, into: &richText, report: &report)
    }
    index = tag.end
    guard let element = tag.element else { return }
    if case .full = vocabulary, readWholeElement(tag, into: &richText, report: &report) {
      return
    }
    if tag.isEnd {
      builder.close(element, in: &richText)
    } else if element == .anchor {
      let address = tag.addressRange.map { decodedAddress($0) } ?? []
      if case .coralComment = vocabulary, !linkWordsAre(address) {
        builder.close(.anchor, in: &richText)
      } else {
        builder.openLink(address, into: &richText)
      }
    } else {
      builder.open(
        element, style: spanStyle(tag), level: tag.headingLevel, into: &richText, report: &report)
    }
  }

  /// Skips an HTML comment up to `-->`, or other ignored markup, such as `<!x>` or `<?x>`, up to
  /// `>`.
  ///
  /// If the end is missing, reads the markup as words.
  private mutating func skipHTMLComment(
    from start: Int, in richText: inout RichText, report: inout BodyReport
  ) {
    var end = start
    let isHTMLComment =
      byte(at: end) == UInt8(ascii: "!") && byte(at: end + 1) == UInt8(ascii: "-")
      && byte(at: end + 2) == UInt8(ascii: "-")
    if isHTMLComment { end += 3 }
    let first = end
    while end < count {
      if byte(at: end) == UInt8(ascii: ">"), !isHTMLComment || endsHTMLComment(at: end, from: first)
      {
        index = end + 1
        return
      }
      end += 1
    }
    if report.isTruncated { return index = count }
    readsTags = false
    readText(from: index, into: &richText, report: &report)
  }

  /// Returns whether the `>` at `end` ends an HTML comment: it follows `--` or `--!`, or the
  /// comment is empty (`<!-->`, `<!--->`).
  private func endsHTMLComment(at end: Int, from first: Int) -> Bool {
    func isDash(_ index: Int) -> Bool {
      index >= first - 2 && byte(at: index) == UInt8(ascii: "-")
    }
    if isDash(end - 1), isDash(end - 2) { return true }
    return byte(at: end - 1) == UInt8(ascii: "!") && end - 3 >= first && isDash(end - 2)
      && isDash(end - 3)
  }

  // MARK: Other elements

  /// Reads a whole element: code, an image, or an element that hides its content.
  ///
  /// Returns `false` for any other element.
  private mutating func readWholeElement(
    _ tag: HTMLTag, into richText: inout RichText, report: inout BodyReport
  ) -> Bool {
    switch tag.element {
    case .hidden:
      if !tag.isEnd, hidesContent {
        hidesContent = skipContent(toEndTagNamed: tag.nameRange) != nil
        if !hidesContent, report.isTruncated { index = count }
      }
      return true
    case .preformatted, .code:
      readCode(in: tag, into: &richText, report: &report)
      return true
    case .image:
      if !tag.isEnd { readImage(tag, into: &richText, report: &report) }
      return true
    case .strong, .emphasis, .strikethrough, .span, .anchor, .lineBreak, .line, .division, .quote,
      .list, .item, .heading, .orderedList, .thematicBreak, .table, .row, .cell, .headingCell, nil:
      return false
    }
  }

  /// Reads the content of code, which cannot contain styles; its tags are ignored if it has a
  /// spoiler, so that the spoiler is covered.
  private mutating func readCode(
    in tag: HTMLTag, into richText: inout RichText, report: inout BodyReport
  ) {
    let isBlock = if case .preformatted? = tag.element { true } else { false }
    if tag.isEnd || !readsCode {
      if isBlock { builder.endLine(&richText) }
      return
    }
    let content = skipContent(toEndTagNamed: tag.nameRange) ?? tag.end..<count
    if content.contains(where: { has("coral-rte-spoiler", at: $0) }) {
      readsCode = false
      index = tag.end
      if isBlock { builder.endLine(&richText) }
      return
    }
    index = max(index, content.upperBound)
    guard isBlock else {
      let words = text(of: content, lineBreak: 0x20)
      return builder.append(code: words, to: &richText, report: &report)
    }
    let lines = text(of: content, lineBreak: 0x0A)
    let first = lines.first == 0x0A ? 1 : 0
    builder.append(codeBlock: Array(lines[first...]), to: &richText, report: &report)
  }

  /// Reads an image as a link with the image's description, or its address if it has none; inside a
  /// link, only the words are kept.
  ///
  /// An empty description says that an image is decoration, which is left out.
  private mutating func readImage(
    _ tag: HTMLTag, into richText: inout RichText, report: inout BodyReport
  ) {
    let isInLink = builder.isInLink
    let address = tag.addressRange.map { decodedAddress($0) } ?? []
    if !isInLink { builder.openLink(address, into: &richText) }
    // Other addresses, such as `data:`, say nothing to readers.
    let isOnServer = ["http://", "https://", "/"].contains { address.span.has(ignoringCase: $0) }
    let words = tag.altRange.map { text(of: $0) } ?? (isOnServer ? address : [])
    if !words.isEmpty { builder.append(words.span, to: &richText, report: &report) }
    if !isInLink { builder.close(.anchor, in: &richText) }
  }

  /// Moves past the end tag with this name, and returns the range of the content before the tag;
  /// `nil` if there is no such tag.
  private mutating func skipContent(toEndTagNamed name: Range<Int>) -> Range<Int>? {
    let start = index
    while index < count {
      if byte(at: index) == UInt8(ascii: "<"), byte(at: index + 1) == UInt8(ascii: "/"),
        isName(at: index + 2, equalTo: name)
      {
        let content = start..<index
        while index < count, byte(at: index) != UInt8(ascii: ">") { index += 1 }
        index = min(index + 1, count)
        return content
      }
      index += 1
    }
    index = start
    return nil
  }

  private func isName(at start: Int, equalTo name: Range<Int>) -> Bool {
    for offset in 0..<name.count
    where byte(at: start + offset) | 0x20 != byte(at: name.lowerBound + offset) | 0x20 {
      return false
    }
    let next = byte(at: start + name.count)
    return isHTMLSpace(next) || next == UInt8(ascii: ">")
  }

  /// Returns the bytes of a range with references decoded, and without tags unless `keepsTags` is
  /// `true`; `lineBreak` is written for each `<br>`.
  private func text(
    of range: Range<Int>, keepsTags: Bool = false, lineBreak: UInt8? = nil
  ) -> [UInt8] {
    var words: [UInt8] = []
    var index = range.lowerBound
    // Like the property, so that the work stays linear.
    var readsTags = !keepsTags
    while index < range.upperBound {
      let byte = byte(at: index)
      if readsTags, beginsTag(at: index) {
        if let tag = tag(at: index), tag.end <= range.upperBound {
          if case .lineBreak? = tag.element, let lineBreak { words.append(lineBreak) }
          index = tag.end
        } else {
          readsTags = false
        }
      } else if byte == UInt8(ascii: "&"),
        let (scalar, length) = reference(at: index),
        index + length <= range.upperBound
      {
        HTMLBuilder.encode(scalar) { words.append($0) }
        index += length
      } else {
        words.append(byte)
        index += 1
      }
    }
    return words
  }

  private func beginsTag(at index: Int) -> Bool {
    byte(at: index) == UInt8(ascii: "<")
      && (isLetter(byte(at: index + 1)) || byte(at: index + 1) == UInt8(ascii: "/"))
  }

  // MARK: Attributes

  /// Returns whether the words of the link are its address; `mailto:` and a slash at the end may be
  /// missing.
  private func linkWordsAre(_ address: [UInt8]) -> Bool {
    guard let end = nextAnchor() else { return false }
    let words = text(of: index..<end)
    func withSlash(_ text: [UInt8]) -> [UInt8] {
      text.last == UInt8(ascii: "/") ? text : text + [UInt8(ascii: "/")]
    }
    return !words.isEmpty
      && (withSlash(words) == withSlash(address) || Array("mailto:".utf8) + words == address)
  }

  /// Returns the index of the next `<a>` or `</a>`, or the number of bytes if there is none; `nil`
  /// if a tag without an end comes first.
  private func nextAnchor() -> Int? {
    var position = index
    while position < count {
      guard beginsTag(at: position) else {
        position += 1
        continue
      }
      guard let tag = tag(at: position) else { return nil }
      if tag.element == .anchor { break }
      position = tag.end
    }
    return position
  }

  private func decodedAddress(_ range: Range<Int>) -> [UInt8] {
    range.count <= SafeURL.maximumLength * 2 ? text(of: range, keepsTags: true) : []
  }

  /// Returns the style for the first known class in a tag's `class` attribute, or `nil` if none is
  /// known.
  private func spanStyle(_ tag: HTMLTag) -> HTMLStyle? {
    guard let range = tag.classRange else { return nil }
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start
      while end < range.upperBound, !isHTMLSpace(byte(at: end)) { end += 1 }
      let style: HTMLStyle? = bytes.withSpan(of: start..<end) {
        if $0.equals(ignoringCase: "coral-rte-spoiler") { return .spoiler }
        return $0.equals(ignoringCase: "coral-rte-sarcasm") ? .sarcasm : nil
      }
      if let style { return style }
      start = end + 1
    }
    return nil
  }
}
