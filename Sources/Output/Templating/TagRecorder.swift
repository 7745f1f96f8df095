import Bytes

/// A tag in a checked template, with the ranges of its parts as offsets into the template's bytes.
struct RecordedTag {
  var name = ""
  var isEnd = false
  var attributes: [TemplateTag.Attribute] = []
  /// The range of each attribute, from the white space before it to its last byte.
  var ranges: [Range<Int>] = []
  /// The offset of a `/` before the `>`; `nil` if there is none.
  var slash: Int?
  /// The offset of the `<`.
  var start: Int
  /// The offset of the `>`.
  var end = 0
  /// An error at the tag's position; its message is added if an editor finds a fault.
  var errorAtTag: SourceError
}

/// Records the tags of a template while its markup is read.
struct TagRecorder {
  private struct OpenAttribute {
    var name: [UInt8] = []
    var value: [UInt8]?
    var isConstant = true
    var range: Range<Int>
  }

  private(set) var tags: [RecordedTag] = []
  private var tag: RecordedTag?
  private var attribute: OpenAttribute?
  /// The offset at which the white space before the next attribute begins; `nil` if none was read.
  private var spaceStart: Int?
  /// The number of sections that are open within the tag.
  private var openSectionCount = 0
  /// The name of the raw text element whose content is being read.
  private var rawTextName = ""

  /// Begins a tag whose `<` is the next byte.
  mutating func begin(at offset: Int, errorAtTag: SourceError) {
    tag = RecordedTag(start: offset, errorAtTag: errorAtTag)
    attribute = nil
    spaceStart = nil
    openSectionCount = 0
  }

  /// Reads the byte that moved the markup from the phase `before` to its current phase.
  mutating func read(
    _ byte: UInt8, at offset: Int, from before: MarkupTokenizer.Phase, to markup: MarkupTokenizer
  ) {
    if case .rawText = before {
      if case .rawText = markup.phase { return }
      endRawText(at: offset)
      return
    }
    guard tag != nil else { return }
    switch markup.phase {
    case .tagName:
      tag?.name = String(decoding: markup.tag.name, as: UTF8.self)
      tag?.isEnd = markup.tag.isEnd
    case .betweenAttributes, .afterAttributeName:
      if before == .unquoted { finishAttribute() }
      spaceStart = spaceStart ?? offset
    case .attributeName: extendName(byte, at: offset, isNew: before != .attributeName)
    case .beforeValue: if byte == UInt8(ascii: "=") { extendValue(nil, at: offset) }
    case .doubleQuoted, .singleQuoted:
      extendValue(before == .beforeValue ? nil : byte, at: offset)
    case .unquoted: extendValue(byte, at: offset)
    case .needsSpace:
      extendValue(nil, at: offset)
      finishAttribute()
    case .slash:
      finishAttribute()
      tag?.slash = offset
    case .content, .rawText: finish(at: offset)
    case .declaration, .comment, .doctype: tag = nil
    case .tagOpen, .endTagOpen: break
    }
  }

  /// Records that the current attribute's value contains a field, so it is not constant.
  mutating func readHole() { attribute?.isConstant = false }

  mutating func beginSection(in phase: MarkupTokenizer.Phase) {
    reachSectionBoundary(in: phase)
    openSectionCount += 1
  }

  mutating func endSection(in phase: MarkupTokenizer.Phase) {
    reachSectionBoundary(in: phase)
    openSectionCount -= 1
  }

  private mutating func reachSectionBoundary(in phase: MarkupTokenizer.Phase) {
    if phase == .doubleQuoted || phase == .singleQuoted {
      attribute?.isConstant = false
    } else {
      finishAttribute()
      spaceStart = nil
    }
  }

  // MARK: Attributes

  private mutating func extendName(_ byte: UInt8, at offset: Int, isNew: Bool) {
    if isNew {
      finishAttribute()
      attribute = OpenAttribute(range: (spaceStart ?? offset)..<offset)
      spaceStart = nil
    }
    attribute?.name.append(lowercase(byte))
    extendAttribute(to: offset)
  }

  /// Adds a byte to the attribute's value.
  ///
  /// If `byte` is `nil`, only extends the attribute's range, for `=` and quotation marks.
  private mutating func extendValue(_ byte: UInt8?, at offset: Int) {
    spaceStart = nil
    if attribute?.value == nil { attribute?.value = [] }
    if let byte { attribute?.value?.append(byte) }
    extendAttribute(to: offset)
  }

  private mutating func extendAttribute(to offset: Int) {
    if let range = attribute?.range { attribute?.range = range.lowerBound..<(offset + 1) }
  }

  private mutating func finishAttribute() {
    guard let attribute else { return }
    self.attribute = nil
    tag?.attributes.append(
      TemplateTag.Attribute(
        name: String(decoding: attribute.name, as: UTF8.self),
        value: attribute.value.map { String(decoding: $0, as: UTF8.self) },
        isConstant: attribute.isConstant && openSectionCount == 0))
    tag?.ranges.append(attribute.range)
  }

  // MARK: Tags

  private mutating func finish(at offset: Int) {
    finishAttribute()
    guard var finished = tag else { return }
    finished.end = offset
    tags.append(finished)
    tag = nil
    rawTextName = finished.name
  }

  /// Records the end tag of a raw text element, which has no attributes.
  private mutating func endRawText(at offset: Int) {
    guard let last = tags.last else { return }
    tags.append(
      RecordedTag(
        name: rawTextName, isEnd: true, start: offset, end: offset,
        errorAtTag: last.errorAtTag))
  }
}
