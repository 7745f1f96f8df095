import Bytes

/// Shows every tag of a draft to an editor, and writes the draft again with what the editor changed.
///
/// The draft passed the markup check, so its tags are plain: names, and values in quotes. Which
/// elements are open is told through sections as far as it can be: a section that leaves other
/// elements open than it found goes on with those, as its opposite right behind it must.
struct TagEditing<Editor: TagEditor> {
  private enum Mode {
    case content
    case startTag
    case endTag
    /// In a comment or a doctype, after so many of the dashes that end a comment.
    case comment(dashes: Int)
    case declaration
  }

  /// What stands in a tag: bytes of the draft, and what divides them.
  private enum Part {
    case byte(UInt8, at: Int)
    case hole
    case begin
    case end
  }

  private struct OpenSection {
    var id: UInt16
    var kind: Draft.SectionKind
    /// The elements that were open where it, or its opposite right before it, began.
    var start: [TemplateTag]
  }

  private let draft: Draft
  private(set) var editor: Editor
  private(set) var log = ErrorLog()
  private var mode = Mode.content
  private var parts: [Part] = []
  /// The quotation mark that is open in the tag.
  private var quote: UInt8 = 0
  private var elements: [TemplateTag]
  private var sections: [OpenSection] = []
  private var lastClosed: (section: OpenSection, piece: Int)?
  private var removed: [Range<Int>] = []
  private var added: [Int: [UInt8]] = [:]

  init(_ draft: Draft, _ editor: Editor, inside elements: [TemplateTag]) {
    self.draft = draft
    self.editor = editor
    self.elements = elements
  }

  /// The draft with every edit made.
  mutating func edited() -> Draft {
    for index in draft.pieces.indices { visit(draft.pieces[index], index) }
    guard log.isEmpty else { return draft }
    return written()
  }

  private mutating func visit(_ piece: Draft.Piece, _ index: Int) {
    switch piece {
    case .literal(let range): for offset in range { visit(offset) }
    case .field: if case .startTag = mode { parts.append(.hole) }
    case .html(let id), .mark(let id):
      if case .content = mode { editor.reach(id, inside: elements) }
    case .begin(let kind, let id):
      if case .startTag = mode { parts.append(.begin) } else { open(kind, id, index) }
    case .end: if case .startTag = mode { parts.append(.end) } else { close(index) }
    }
  }

  // MARK: Bytes

  private mutating func visit(_ offset: Int) {
    let byte = draft.bytes[offset]
    switch mode {
    case .content:
      guard byte == UInt8(ascii: "<"), draft.regions[offset] != .text else { return }
      mode = beginning(at: offset + 1)
      parts = []
    case .startTag:
      if byte == UInt8(ascii: ">"), quote == 0 { return finishTag(at: offset) }
      parts.append(.byte(byte, at: offset))
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
    case .endTag:
      if byte == UInt8(ascii: ">") { finishEndTag() } else { parts.append(.byte(byte, at: offset)) }
    case .comment(let dashes):
      if byte == UInt8(ascii: ">"), dashes == 2 {
        mode = .content
      } else {
        mode = .comment(dashes: byte == UInt8(ascii: "-") ? min(2, dashes + 1) : 0)
      }
    case .declaration:
      if byte == UInt8(ascii: ">") { mode = .content }
    }
  }

  private func beginning(at offset: Int) -> Mode {
    let rest = draft.bytes[offset...].prefix(3)
    if rest.starts(with: "!--".utf8) { return .comment(dashes: -2) }
    if rest.first == UInt8(ascii: "!") { return .declaration }
    return rest.first == UInt8(ascii: "/") ? .endTag : .startTag
  }

  // MARK: Tags

  private mutating func finishTag(at end: Int) {
    mode = .content
    var reading = TagReading()
    for part in parts {
      switch part {
      case .byte(let byte, let offset): reading.take(byte, at: offset)
      case .hole: reading.takeHole()
      case .begin: reading.beginSection()
      case .end: reading.endSection()
      }
    }
    reading.finish()
    let tag = TemplateTag(name: reading.name, attributes: reading.attributes)
    let edit = editor.edit(tag, inside: elements)
    for fault in edit.faults { report(fault, before: end) }
    for (attribute, range) in zip(reading.attributes, reading.ranges)
    where attribute.isConstant && edit.removed.contains(attribute.name) {
      removed.append(range)
    }
    var text: [UInt8] = []
    for attribute in edit.added {
      text.append(contentsOf: " \(attribute.name)=\"\(attribute.value)\"".utf8)
    }
    if !text.isEmpty { added[reading.slash ?? end] = text }
    if !isVoid(tag.name) { elements.append(tag) }
  }

  private mutating func finishEndTag() {
    mode = .content
    var name: [UInt8] = []
    for case .byte(let byte, _) in parts.dropFirst() where !isBlank(byte) {
      name.append(lowercase(byte))
    }
    let text = String(decoding: name, as: UTF8.self)
    guard let last = elements.lastIndex(where: { $0.name == text }) else { return }
    elements.removeLast(elements.count - last)
  }

  private func isVoid(_ name: String) -> Bool {
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track"]
      .contains(name)
  }

  private mutating func report(_ message: String, before offset: Int) {
    if log.isFull { return log.count() }
    guard let place = draft.tagPlaces.last(where: { $0.offset <= offset }) else { return }
    var error = place.error
    error.message = message
    log.add(error)
  }

  // MARK: Sections

  private mutating func open(_ kind: Draft.SectionKind, _ id: UInt16, _ index: Int) {
    var section = OpenSection(id: id, kind: kind, start: elements)
    if let last = lastClosed, last.piece == index - 1, last.section.id == id,
      (last.section.kind == .inverted) != (kind == .inverted)
    {
      section.start = last.section.start
      elements = section.start
    }
    sections.append(section)
  }

  private mutating func close(_ index: Int) {
    guard let section = sections.popLast() else { return }
    lastClosed = (section, index)
  }

  // MARK: Writing

  private func written() -> Draft {
    var result = Draft()
    let gone = Set(removed.flatMap { Array($0) })
    for piece in draft.pieces {
      guard case .literal(let range) = piece else {
        result.append(piece)
        continue
      }
      for offset in range {
        if let text = added[offset] { for byte in text { result.append(byte, .markup) } }
        if gone.contains(offset) { continue }
        if draft.lineStarts.contains(offset) { result.startLine() }
        result.append(draft.bytes[offset], draft.regions[offset])
      }
    }
    return result
  }
}
