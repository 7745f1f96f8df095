import AtollBytes

/// Passes every tag in a checked template to an editor, and applies the editor's changes.
///
/// Open elements are tracked through sections as far as possible. If a section changes which
/// elements are open, the elements open at its end count as open after it. An opposite section
/// directly after it (`{{^a}}` after `{{#a}}`) is assumed to end with the same elements open.
struct TagRewriter<Editor: TagEditor> {
  private struct OpenSection {
    var id: UInt16
    var kind: CheckedTemplate.SectionKind
    /// The elements that were open at the beginning of this section, or of the opposite section
    /// directly before it.
    var start: [TemplateTag]
  }

  private let draft: CheckedTemplate
  private let tags: [LocatedTag]
  private(set) var editor: Editor
  private(set) var log = SourceErrorList(.templates)
  private var openElements: [TemplateTag]
  private var sections: [OpenSection] = []
  private var lastClosed: (section: OpenSection, piece: Int)?
  /// The ranges of the attributes to remove, in the order of their offsets.
  private var removed: [Range<Int>] = []
  private var added: [(offset: Int, text: [UInt8])] = []
  /// The index of the next tag to pass to the editor.
  private var nextTag = 0
  private var literalEnd = 0

  init(_ draft: CheckedTemplate, editor: Editor, inside elements: [TemplateTag]) {
    self.draft = draft
    tags = draft.locatedTags()
    self.editor = editor
    self.openElements = elements
  }

  /// Returns the template with all edits applied, or unchanged if there were errors.
  mutating func edited() -> CheckedTemplate {
    for index in draft.pieces.indices { visit(draft.pieces[index], at: index) }
    editor.recordVerbatims(draft.verbatims)
    guard log.isEmpty else { return draft }
    return editedTemplate()
  }

  private mutating func visit(_ piece: CheckedTemplate.Piece, at index: Int) {
    switch piece {
    case .literal(let range):
      literalEnd = range.upperBound
      while nextTag < tags.count, tags[nextTag].end < literalEnd {
        edit(tags[nextTag])
        nextTag += 1
      }
    case .field: break
    case .html(let id), .mark(let id): editor.recordInsertionPoint(id, inside: openElements)
    case .begin(let kind, let id): if !isInTag { openSection(kind, id: id, at: index) }
    case .end: if !isInTag { closeSection(at: index) }
    }
  }

  private var isInTag: Bool {
    nextTag < tags.count && tags[nextTag].start < literalEnd
  }

  private mutating func edit(_ found: LocatedTag) {
    if found.isEnd {
      if let last = openElements.lastIndex(where: { $0.name == found.name }) {
        openElements.removeLast(openElements.count - last)
      }
      return
    }
    let tag = TemplateTag(name: found.name, attributes: found.attributes)
    let edit = editor.edit(tag, inside: openElements)
    for fault in edit.faults {
      var error = found.errorAtTag
      error.message = fault
      log.add(error)
    }
    for (attribute, range) in zip(found.attributes, found.ranges)
    where attribute.isConstant && edit.removed.contains(attribute.name) {
      removed.append(range)
    }
    let text = edit.added.map { " \($0.name)=\"\($0.value)\"" }.joined()
    if !text.isEmpty { added.append((found.slash ?? found.end, Array(text.utf8))) }
    if !VoidElements.contains(Array(tag.name.utf8)) { openElements.append(tag) }
  }

  private mutating func openSection(
    _ kind: CheckedTemplate.SectionKind, id: UInt16, at index: Int
  ) {
    var section = OpenSection(id: id, kind: kind, start: openElements)
    if let last = lastClosed, last.piece == index - 1, last.section.id == id,
      (last.section.kind == .inverted) != (kind == .inverted)
    {
      section.start = last.section.start
      openElements = section.start
    }
    sections.append(section)
  }

  private mutating func closeSection(at index: Int) {
    guard let section = sections.popLast() else { return }
    lastClosed = (section, index)
  }

  private func editedTemplate() -> CheckedTemplate {
    var result = CheckedTemplate()
    var (removed, added) = (removed[...], added[...])
    for piece in draft.pieces {
      guard case .literal(let range) = piece else {
        result.append(piece)
        continue
      }
      for offset in range {
        if offset == added.first?.offset {
          for byte in added.removeFirst().text { result.append(byte, in: .markup) }
        }
        while let range = removed.first, range.upperBound <= offset { removed.removeFirst() }
        if removed.first?.contains(offset) == true { continue }
        if draft.startsLine[offset] { result.recordLineStart() }
        result.append(draft.bytes[offset], in: draft.regions[offset])
      }
    }
    return result
  }
}
