import AtollBytes

/// A tag in a checked template, with the ranges of its parts as offsets into the template's bytes.
struct LocatedTag {
  var name = ""
  var isEnd = false
  var attributes: [TemplateTag.Attribute] = []
  /// The range of each attribute, from the white space before it to its last byte.
  var ranges: [Range<Int>] = []
  /// The offset of a `/` before the `>`; `nil` if there is none.
  var slash: Int?
  /// The offset of the `<`.
  let start: Int
  /// The offset of the `>`.
  var end = 0
  /// An error at the tag's position; its message is added if an editor finds a fault.
  let errorAtTag: SourceError
}

extension CheckedTemplate {
  /// Returns all tags; the markup must be free of errors.
  func locatedTags() -> [LocatedTag] {
    let finder = TagFinder(self)
    return tagStarts.flatMap { finder.tags(at: $0.offset, errorAtTag: $0.error) }
  }
}

private struct TagFinder {
  private let bytes: [UInt8]
  /// The offsets at which a field or verbatim text is written, or a section begins or ends.
  private var holes: [Int]
  /// The offsets at which sections begin, and those at which they end.
  private var sectionStarts: [Int] = []
  private var sectionEnds: [Int] = []

  init(_ draft: CheckedTemplate) {
    bytes = draft.bytes
    holes = draft.verbatimOffsets
    var offset = 0
    for piece in draft.pieces {
      switch piece {
      case .literal(let range): offset = range.upperBound
      case .field, .html, .mark: holes.append(offset)
      case .begin: sectionStarts.append(offset)
      case .end: sectionEnds.append(offset)
      }
    }
    holes = (holes + sectionStarts + sectionEnds).sorted()
  }

  /// Returns the tag at an offset; for an element whose content is not markup, its end tag, too.
  func tags(at start: Int, errorAtTag: SourceError) -> [LocatedTag] {
    var tag = LocatedTag(start: start, errorAtTag: errorAtTag)
    var index = start + 1
    if bytes[index] == UInt8(ascii: "!") { return [] }
    tag.isEnd = bytes[index] == UInt8(ascii: "/")
    if tag.isEnd { index += 1 }
    let name = part(from: index, until: "/>").map(lowercase)
    tag.name = String(decoding: name, as: UTF8.self)
    index += name.count
    while bytes[index] != UInt8(ascii: ">") {
      if bytes[index] == UInt8(ascii: "/") {
        tag.slash = index
        index += 1
      } else {
        addAttribute(to: &tag, at: &index)
      }
    }
    tag.end = index
    guard !tag.isEnd, MarkupTokenizer.isRawText(name) else { return [tag] }
    while !bytes[index...].starts(with: "</".utf8) { index += 1 }
    var end = LocatedTag(name: tag.name, isEnd: true, start: index, errorAtTag: errorAtTag)
    end.end = index + part(from: index, until: ">").count
    return [tag, end]
  }

  /// Adds the attribute after an offset, if there is one before the tag's `/` or `>`.
  private func addAttribute(to tag: inout LocatedTag, at index: inout Int) {
    var start = index
    skipSpaces(&index)
    let nameStart = index
    let name = part(from: index, until: "=/>")
    if name.isEmpty { return }
    index = name.endIndex
    var value: ArraySlice<UInt8>?
    var next = index
    skipSpaces(&next)
    if bytes[next] == UInt8(ascii: "=") {
      next += 1
      skipSpaces(&next)
      let quote = bytes[next]
      let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
      let found =
        isQuoted ? bytes[(next + 1)...].prefix { $0 != quote } : part(from: next, until: ">")
      index = found.endIndex + (isQuoted ? 1 : 0)
      value = found
    }
    // The white space belongs to the section that it is in.
    start = max(start, last(of: holes, upTo: nameStart) ?? 0)
    let hasHole = (last(of: holes, upTo: index - 1) ?? 0) > nameStart
    let isInSection =
      count(of: sectionStarts, from: tag.start, upTo: nameStart)
      > count(of: sectionEnds, from: tag.start, upTo: nameStart)
    tag.attributes.append(
      TemplateTag.Attribute(
        name: String(decoding: name.map(lowercase), as: UTF8.self),
        value: value.map { String(decoding: $0, as: UTF8.self) },
        isConstant: !hasHole && !isInSection))
    tag.ranges.append(start..<index)
  }

  /// Returns the bytes up to white space or one of the bytes in `ends`.
  private func part(from start: Int, until ends: String) -> ArraySlice<UInt8> {
    bytes[start...].prefix { !isHTMLSpace($0) && !ends.utf8.contains($0) }
  }

  private func skipSpaces(_ index: inout Int) { while isHTMLSpace(bytes[index]) { index += 1 } }

  private func last(of offsets: [Int], upTo offset: Int) -> Int? {
    offsets[..<partitioningIndex(of: offsets) { $0 <= offset }].last
  }

  private func count(of offsets: [Int], from start: Int, upTo end: Int) -> Int {
    partitioningIndex(of: offsets) { $0 <= end } - partitioningIndex(of: offsets) { $0 <= start }
  }
}
