import AtollBytes

extension TemplateCompiler {
  // MARK: Names

  /// Returns the field with the name in a tag; if it is unknown, reports that and returns `nil`.
  mutating func resolve(_ token: TemplateToken, in frame: Frame) -> TemplateSchema.Field? {
    for scope in scopes.reversed() {
      let index = scope.fields.firstIndex { $0.isNamed(token.text, in: frame.text) }
      guard let field = index.map({ scope.fields[$0] }) else { continue }
      if let mark = unavailableFields[field.id] {
        report(at: token.offset, message: "'\(field.name)' must come before {{> \(mark)}}")
      }
      return field
    }
    guard !scopes.contains(where: \.acceptsAnyName) else { return nil }
    // An error that is only counted needs no message.
    if log.isFull {
      log.countUnlistedError()
      return nil
    }
    let name = frame.text.string(token.text)
    if let list = schema.nameOfList(around: name) {
      report(at: token.offset, message: "name '\(name)' is known only inside {{#\(list)}}")
    } else {
      let visible = scopes.reversed().flatMap { $0.fields.map(\.name) }
      report(
        at: token.offset, message: "unknown name '\(name)'",
        suggestion: nearest(to: name, among: visible))
    }
    return nil
  }

  // MARK: Sections

  mutating func openSection(_ token: TemplateToken, in frame: Frame) {
    let field = resolve(token, in: frame)
    var kind: CheckedTemplate.SectionKind = token.kind == .inverted ? .inverted : .section
    var scope = Scope(fields: [])
    switch field?.kind {
    case .list:
      scope.fields = token.kind == .inverted ? [] : field?.fields ?? []
      kind = token.kind == .inverted ? .inverted : .list
    case .none:
      scope.acceptsAnyName = true
    case .flag:
      break
    case .text, .html, .url, .number, .token, .mark:
      if let field, !field.isOptional {
        report(
          at: token.offset,
          message: "'\(field.name)' cannot open a section; a flag, a list or an optional field can")
      }
    }
    nesting.beginSection(
      field?.name ?? frame.text.string(token.text), isInverted: token.kind == .inverted)
    let oppositeEnd = rewindToOppositeSection(of: field, as: kind, at: token)
    scopes.append(scope)
    sections.append(
      OpenSection(kind: kind, field: field, start: markup, oppositeEnd: oppositeEnd))
    draft.append(.begin(kind, id: field?.id ?? 0))
    lastClosed = nil
  }

  /// Goes back to the markup state at the start of the opposite section, if that section has just
  /// ended (`{{#a}}` before `{{^a}}`), because only one of the two is written.
  ///
  /// Returns the markup state at the end of the opposite section, or `nil` if none has just ended.
  private mutating func rewindToOppositeSection(
    of field: TemplateSchema.Field?, as kind: CheckedTemplate.SectionKind, at token: TemplateToken
  ) -> MarkupTokenizer? {
    reachSectionBoundary(at: token)
    if kind == .list && markup.isBetweenAttributes {
      report(at: token.offset, message: "a list may not repeat attributes")
    }
    guard let closed = lastClosed, closed.pieceCount == draft.pieces.count,
      let field, closed.section.field?.id == field.id,
      (closed.section.kind == .inverted) != (kind == .inverted),
      closed.section.oppositeEnd == nil
    else { return nil }
    markup = closed.section.start
    return closed.end
  }

  mutating func closeSection(_ token: TemplateToken) {
    guard let section = sections.popLast() else { return }
    scopes.removeLast()
    draft.append(.end)
    nesting.endSection()
    reachSectionBoundary(at: token)
    let end = markup
    var result = section.start.joined(with: end)
    // The second entry would not begin in the same state as the first.
    if section.kind == .list && result != section.start { result = nil }
    if let oppositeEnd = section.oppositeEnd, result != nil || section.kind != .list {
      result = oppositeEnd.joined(with: end)
    }
    if let result {
      markup = result
    } else {
      reportUnbalanced(section, at: token, endsAt: end)
      markup = section.start
    }
    lastClosed = ClosedSection(section: section, end: end, pieceCount: draft.pieces.count)
  }

  private mutating func reachSectionBoundary(at token: TemplateToken) {
    guard let problem = markup.reachSectionBoundary() else { return }
    report(at: token.offset, message: problem)
    nesting.abandon()
  }

  private mutating func reportUnbalanced(
    _ section: OpenSection, at token: TemplateToken, endsAt end: MarkupTokenizer
  ) {
    hasUnbalancedSection = true
    nesting.abandon()
    let name = section.field?.name ?? ""
    let (first, last) = (section.start.positionDescription, end.positionDescription)
    report(
      at: token.offset,
      message: first == last
        ? "the list '\(name)' cannot repeat here: its second entry would be in another context"
        : "the section '\(name)' ends \(last), but it began \(first)")
  }

  // MARK: Partials and marks

  mutating func compilePartial(_ token: TemplateToken, in frame: Frame) {
    let name = frame.text.string(token.text)
    let mark = schema.fields.firstIndex {
      $0.kind == .mark && $0.isNamed(token.text, in: frame.text)
    }
    if let mark {
      compileMark(schema.fields[mark], at: token)
      return
    }
    let file = "\(name).mustache"
    guard let text = set.text(of: file) else {
      nesting.abandon()
      let suggestion = log.isFull ? nil : nearestPartial(to: name)
      report(at: token.offset, message: "unknown partial '\(name)'", suggestion: suggestion)
      return
    }
    if let first = frames.firstIndex(where: { $0.file == file }) {
      nesting.abandon()
      let cycle = frames[first...].map(\.file) + [file]
      report(
        at: token.offset, message: "the partial includes itself: \(cycle.joined(separator: " > "))")
      return
    }
    let indentation = Array(frame.text[token.indentation.range])
    enter(file, text: text, indentation: indentation)
  }

  /// Returns the mark or the file that was probably meant.
  private func nearestPartial(to name: String) -> String? {
    let marks = schema.fields.filter { $0.kind == .mark }.map(\.name)
    let files = set.names.map { String($0.dropLast(".mustache".utf8.count)) }
    return nearest(to: name, among: marks + files)
      ?? (set.text(of: name) == nil ? nil : String(name.dropLast(".mustache".utf8.count)))
  }

  /// Starts compiling a file, unless it makes the template too large.
  mutating func enter(_ file: String, text: [UInt8], indentation: [UInt8]) {
    let lines = indentation.isEmpty ? 0 : text.count { $0 == UInt8(ascii: "\n") } + 1
    expandedSize += text.count + lines * indentation.count
    guard expandedSize <= Self.maximumExpandedSize else {
      nesting.abandon()
      report(
        at: frames.last.map { $0.tokens[$0.next - 1].offset } ?? 0,
        message: "the template has more than \(Self.maximumExpandedSize) bytes with all it includes"
      )
      return
    }
    let text = indented(text, by: indentation)
    let scanner = TemplateScanner(text)
    frames.append(
      Frame(
        file: file, text: text, indentation: indentation.count, tokens: scanner.tokens,
        lineStarts: LineStarts(of: text)))
    for problem in scanner.problems { report(at: problem.offset, message: problem.message) }
    if !scanner.problems.isEmpty { nesting.abandon() }
  }

  /// Returns the text with the indentation before each line that is not empty.
  private func indented(_ text: [UInt8], by indentation: [UInt8]) -> [UInt8] {
    guard !indentation.isEmpty else { return text }
    var result: [UInt8] = []
    var isAtStart = true
    for byte in text {
      let isEnd = byte == UInt8(ascii: "\n")
      if isAtStart && !isEnd && byte != UInt8(ascii: "\r") {
        result.append(contentsOf: indentation)
      }
      result.append(byte)
      isAtStart = isEnd
    }
    return result
  }

  private mutating func compileMark(_ mark: TemplateSchema.Field, at token: TemplateToken) {
    let tag = "the mark {{> \(mark.name)}}"
    if markup.phase != .content {
      report(at: token.offset, message: "\(tag) must be between tags")
    } else if mark.isRequired && !sections.isEmpty {
      report(at: token.offset, message: "\(tag) must be outside all sections")
    } else if mark.isRequired && seenMarkIDs.contains(mark.id) {
      report(at: token.offset, message: "\(tag) must occur only once")
    }
    seenMarkIDs.insert(mark.id)
    for id in mark.unavailableIDs { unavailableFields[id] = mark.name }
    if let content = mark.insertedContent {
      checkPlace(of: .inserted(content), named: "{{> \(mark.name)}}", at: token.offset)
    }
    draft.append(.mark(id: mark.id))
  }
}
