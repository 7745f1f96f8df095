import AtollBytes

/// Checks a template and everything it includes, and turns them into one `CheckedTemplate`.
struct TemplateCompiler {
  /// The maximum size of a template with everything it includes, in bytes.
  static let maximumExpandedSize = 1 << 20

  /// A file that is being compiled; the file below it on the stack includes it.
  struct Frame {
    var file: String
    var text: [UInt8]
    /// The number of bytes by which each line was indented.
    var indentation: Int
    var tokens: [TemplateToken]
    var next = 0
    var lineStarts: LineStarts

    func position(of offset: Int) -> TextPosition {
      lineStarts.position(of: offset, indentedBy: indentation)
    }
  }

  /// The names that a section adds; the outermost scope has the names of the schema.
  struct Scope {
    var fields: [TemplateSchema.Field]
    /// True if every name is accepted here, because an error has already been reported.
    var acceptsAnyName = false
  }

  struct OpenSection {
    var kind: CheckedTemplate.SectionKind
    var field: TemplateSchema.Field?
    /// The markup state at the beginning of the section.
    var start: MarkupTokenizer
    /// The markup state at the end of the opposite section, such as `{{#a}}` for `{{^a}}`; `nil`
    /// unless that section ends directly before this one.
    var oppositeEnd: MarkupTokenizer?
  }

  /// A section that just ended, in case its opposite follows: `{{^a}}` after `{{#a}}`.
  struct ClosedSection {
    var section: OpenSection
    var end: MarkupTokenizer
    var pieceCount: Int
  }

  let set: TemplateSet
  let schema: TemplateSchema
  var log = SourceErrorList(.templates)
  var draft = CheckedTemplate()
  var markup = MarkupTokenizer()
  var frames: [Frame] = []
  var scopes: [Scope]
  var sections: [OpenSection] = []
  var lastClosed: ClosedSection?
  var seenMarkIDs: Set<UInt16> = []
  /// The name of the mark after which a field is unavailable, by the field's id.
  var unavailableFields: [UInt16: String] = [:]
  /// The place of the `<` of the last tag, as an error to which a message is added if the tag has a
  /// mistake.
  ///
  /// The `>` of the tag may be in another file.
  var errorAtTag: SourceError?
  var expandedSize = 0
  /// True if a section ended in a state other than the one in which it began, so that the markup
  /// state after it is a guess.
  var hasUnbalancedSection = false
  var nesting = NestingCheck()

  init(set: TemplateSet, schema: TemplateSchema) {
    self.set = set
    self.schema = schema
    scopes = [Scope(fields: schema.fields)]
  }

  mutating func compile(_ name: String, text: [UInt8]) -> CheckedTemplate {
    enter(name, text: text, indentation: [])
    while let frame = frames.last {
      guard frame.next < frame.tokens.count else {
        if frames.count == 1 { finish() }
        frames.removeLast()
        continue
      }
      frames[frames.count - 1].next += 1
      compile(frame.tokens[frame.next], in: frame)
    }
    return draft
  }

  private mutating func compile(_ token: TemplateToken, in frame: Frame) {
    switch token.kind {
    case .literal: compileLiteral(token, in: frame)
    case .verbatim: compileVerbatim(token, in: frame)
    case .escaped, .unescaped: compileHole(token, in: frame)
    case .section, .inverted: openSection(token, in: frame)
    case .close: closeSection(token)
    case .partial: compilePartial(token, in: frame)
    }
  }

  private mutating func finish() {
    if let open = markup.openConstruct, !hasUnbalancedSection, var error = errorAtTag {
      error.message = "\(open) is not closed"
      log.add(error)
    }
    for field in schema.fields
    where field.kind == .mark && field.isRequired && !seenMarkIDs.contains(field.id) {
      report(at: 0, message: "the mark {{> \(field.name)}} is missing")
    }
    for error in nesting.finish() { log.add(error) }
  }

  // MARK: Literals and holes

  private mutating func compileLiteral(_ token: TemplateToken, in frame: Frame) {
    if token.startsLine { draft.recordLineStart() }
    if schema.isPlainText {
      for offset in token.text.range { draft.append(frame.text[offset], in: .preserved) }
      return
    }
    for offset in token.text.range {
      let byte = frame.text[offset]
      let wasContent = markup.phase == .content
      let endsBlock = byte == UInt8(ascii: ">") && markup.isInBlockTag
      if wasContent && byte == UInt8(ascii: "<") {
        errorAtTag = error(at: offset, message: "")
        if let errorAtTag { draft.tagStarts.append((draft.bytes.count, errorAtTag)) }
      }
      checkNesting(at: byte)
      if let problem = markup.feed(byte) {
        report(at: offset, message: problem)
        nesting.abandon()
      }
      draft.append(byte, in: region(wasContent: wasContent, endsBlock: endsBlock))
    }
  }

  /// Checks the nesting of the current tag if the next byte of the markup ends that tag.
  private mutating func checkNesting(at byte: UInt8) {
    guard byte == UInt8(ascii: ">"), let tag = markup.completableTag, let errorAtTag else { return }
    nesting.check(tag, isSelfClosing: markup.phase == .slash, errorAtTag: errorAtTag)
  }

  /// Checks that the elements around a field or a mark allow it.
  mutating func checkPlace(of content: NestedContent, named name: String, at offset: Int) {
    guard case .content = markup.phase, !schema.isPlainText,
      let start = error(at: offset, message: "")
    else { return }
    nesting.check(content, named: name, errorAtStart: start)
  }

  /// Compiles verbatim text, which is meant for the program that processes the output next.
  ///
  /// It is checked like any markup, except for `<%…%>` between tags, which never reaches a browser.
  private mutating func compileVerbatim(_ token: TemplateToken, in frame: Frame) {
    let text = frame.text[token.text.range]
    if case .content = markup.phase, text.starts(with: "<%".utf8),
      text.suffix(2).elementsEqual("%>".utf8)
    {
      for byte in text { draft.append(byte, in: .markup) }
    } else {
      draft.verbatimOffsets.append(draft.bytes.count)
      compileLiteral(token, in: frame)
    }
    draft.verbatims.insert(Array(text))
  }

  /// Returns the region of the byte that was just fed to the markup.
  private func region(wasContent: Bool, endsBlock: Bool) -> MarkupRegion {
    switch markup.phase {
    case .content where wasContent: markup.preformattedDepth > 0 ? .preserved : .text
    case .content, .rawText(matched: 0): endsBlock ? .blockEnd : .markup
    case .betweenAttributes, .afterAttributeName: .tagSpace
    case .tagOpen, .endTagOpen, .tagName, .needsSpace, .attributeName, .beforeValue, .doubleQuoted,
      .singleQuoted, .unquoted, .slash, .declaration, .comment, .doctype, .rawText:
      .markup
    }
  }

  private mutating func compileHole(_ token: TemplateToken, in frame: Frame) {
    guard let field = resolve(token, in: frame) else { return }
    let name = field.name
    switch (field.kind, token.kind) {
    case (.flag, _), (.list, _):
      let what = field.kind == .flag ? "a flag" : "a list"
      report(at: token.offset, message: "'\(name)' is \(what) and has no text; write {{#\(name)}}")
      return
    case (.mark, _):
      report(at: token.offset, message: "'\(name)' is a mark; write {{> \(name)}}")
      return
    case (.html, .escaped):
      report(at: token.offset, message: "'\(name)' is markup; write {{{\(name)}}}")
      return
    case (.text, .unescaped), (.url, .unescaped), (.number, .unescaped), (.token, .unescaped):
      report(at: token.offset, message: "'\(name)' is not markup; write {{\(name)}}")
      return
    case (.html, _), (.text, _), (.url, _), (.number, _), (.token, _):
      break
    }
    // In plain text, every position is like one between tags.
    if !schema.isPlainText, let place = markup.visitHole(of: field.kind) {
      report(at: token.offset, message: "'\(name)' is not allowed \(place)")
      return
    }
    checkPlace(
      of: field.kind == .html ? .inserted(.blocks) : .text, named: "'\(name)'", at: token.offset)
    draft.append(
      field.kind == .html ? .html(id: field.id) : .field(id: field.id, kind: field.kind))
  }

  // MARK: Errors

  /// Reports an error at an offset in the file that is being compiled.
  mutating func report(at offset: Int, message: String, suggestion: String? = nil) {
    if log.isFull { return log.countUnlistedError() }
    guard let error = error(at: offset, message: message, suggestion: suggestion) else { return }
    log.add(error)
  }

  private func error(at offset: Int, message: String, suggestion: String? = nil) -> SourceError? {
    guard let frame = frames.last else { return nil }
    let position = frame.position(of: offset)
    var error = SourceError(
      file: frame.file, line: position.line, column: position.column, message: message,
      suggestion: suggestion)
    if frames.count > 1 {
      let outer = frames[frames.count - 2]
      let tag = outer.tokens[outer.next - 1]
      let position = outer.position(of: tag.offset)
      error.includedFrom = "\(outer.file):\(position.line):\(position.column)"
    }
    return error
  }
}
