import AtollBodyText
import AtollBytes
import AtollLayout
import AtollTheming

/// The state of the writer inside one body.
struct BodyScope {
  /// The prefix states that `Lines` returns to when a quote or an item closes.
  var prefixStates: [Lines.PrefixState] = []
  /// The number of the next item of each open list, or -1 where items have bullets.
  var nextItemNumbers: [Int] = []
  /// The style of each open span, the innermost last.
  var styles: [TextStyle] = []
  /// True if a blank line must precede the next block.
  var needsGap = false
  /// True if a cell in the current table row has been written.
  var hasCell = false
  /// The number of open spoilers whose text is hidden.
  var hiddenDepth = 0
  var marksCode = false
  var link: TerminalWriter.OpenLink?
  /// The addresses listed below the text, in the order of their numbers.
  var linkAddresses: [[UInt8]] = []

  mutating func clear() {
    prefixStates.removeAll(keepingCapacity: true)
    nextItemNumbers.removeAll(keepingCapacity: true)
    styles.removeAll(keepingCapacity: true)
    needsGap = false
    hiddenDepth = 0
    link = nil
  }
}

extension TerminalWriter {
  /// Writes a parsed body; nothing else decides how a token looks on a terminal.
  ///
  /// `isFrame` says that the body is the text around the comments of an email. The sender wrote that
  /// text, so code in it gets no `CodeMark`.
  mutating func writeBody(
    _ body: borrowing RichText, isFrame: Bool = false, to out: inout OutputBuffer
  ) {
    if body.isEmpty { return }
    scope.clear()
    scope.marksCode = settings.isMail && !isFrame
    let tokens = body.tokens
    let text = body.text
    let areWordsPlain = body.hasPlainWords
    for index in tokens.indices {
      let token = tokens[index]
      if scope.hiddenDepth > 0 {
        skipHidden(token)
      } else if token.kind == .text {
        if areWordsPlain {
          lines.write(ascii: token.text, of: text, to: &out)
        } else {
          sanitizer.write(token.text, of: text, as: .body, into: &lines, to: &out)
        }
      } else if token.kind == .linkOpen {
        let isShown = wordsAreAddress(of: token, at: index, in: tokens, text: text)
        openBodyLink(to: text[token.text.range], isShown: isShown)
      } else {
        write(token, of: text, to: &out)
      }
    }
    lines.nextStyle = .plain
    lines.endLine(&out)
  }

  private mutating func skipHidden(_ token: Token) {
    if token.kind == .spoilerOpen { scope.hiddenDepth += 1 }
    if token.kind == .spoilerClose { scope.hiddenDepth -= 1 }
  }

  /// Writes a token other than the text and the beginning of a link, which `writeBody` writes.
  private mutating func write(_ token: Token, of text: [UInt8], to out: inout OutputBuffer) {
    switch token.kind {
    case .text, .linkOpen: break
    case .lineBreak: lines.endLine(&out)
    case .paragraphOpen: openBlock(&out)
    case .paragraphClose: closeBlock(&out)
    case .headingOpen:
      openBlock(&out)
      openSpan(emphasisStyle(.bold), or: "*", to: &out)
    case .headingClose:
      closeSpan("*", to: &out)
      closeBlock(&out)
    case .linkClose: closeBodyLink(&out)
    case .linkHost: writeHost(token, of: text, to: &out)
    case .codeBlock: writeCode(token, of: text, to: &out)
    case .thematicBreak:
      openBlock(&out)
      write(glyphs.thematicBreak, to: &out)
      closeBlock(&out)
    case .code:
      if scope.marksCode { out.append(CodeMark.begin) }
      openSpan(style(.code), or: "`", to: &out)
      sanitizer.write(token.text, of: text, as: .body, into: &lines, to: &out)
      closeSpan("`", to: &out)
      if scope.marksCode { out.append(CodeMark.end) }
    case .quoteOpen: openQuote(&out)
    case .quoteClose:
      scope.styles.removeLast()
      closeContainer(&out)
    case .bulletListOpen: openList(from: -1, to: &out)
    case .orderedListOpen: openList(from: max(0, Int(token.number)), to: &out)
    case .bulletListClose, .orderedListClose:
      if !scope.nextItemNumbers.isEmpty { scope.nextItemNumbers.removeLast() }
      scope.needsGap = true
    case .tableOpen: openBlock(&out)
    case .tableClose: closeBlock(&out)
    case .rowOpen: scope.hasCell = false
    case .rowClose: lines.endLine(&out)
    case .cellOpen:
      if scope.hasCell { write(" | ", to: &out) }
      scope.hasCell = true
      push(token.number == 1 ? emphasisStyle(.bold) : .plain)
    case .cellClose: pop()
    case .itemOpen: openItem(&out)
    case .itemClose: closeContainer(&out)
    case .emphasisOpen, .sarcasmOpen: openSpan(emphasisStyle(.italic), or: "_", to: &out)
    case .emphasisClose, .sarcasmClose: closeSpan("_", to: &out)
    case .strongOpen: openSpan(emphasisStyle(.bold), or: "*", to: &out)
    case .strongClose: closeSpan("*", to: &out)
    case .strikethroughOpen: openSpan(emphasisStyle(.strikethrough), or: "~~", to: &out)
    case .strikethroughClose: closeSpan("~~", to: &out)
    case .spoilerOpen: openSpoiler(&out)
    case .spoilerClose: closeSpoiler(&out)
    }
  }

  // MARK: Blocks

  private mutating func openBlock(_ out: inout OutputBuffer) {
    if scope.needsGap {
      lines.writeBlankLine(&out)
    } else if !scope.nextItemNumbers.isEmpty, lines.isLineOpen {
      // A block in an item follows the words of the item without a blank line.
      lines.endLine(&out)
    }
    scope.needsGap = false
    lines.nextStyle = scope.styles.last ?? .plain
  }

  private mutating func closeBlock(_ out: inout OutputBuffer) {
    lines.endLine(&out)
    scope.needsGap = true
  }

  private mutating func openQuote(_ out: inout OutputBuffer) {
    openBlock(&out)
    scope.prefixStates.append(lines.enter(bar: glyphs.quoteBar, style: style(.meta).asPrefixStyle))
    push(style(.quote))
  }

  /// Opens a list: numbered from `number`, or with bullets if `number` is negative.
  private mutating func openList(from number: Int, to out: inout OutputBuffer) {
    // A list in an item follows the item's words without a blank line.
    if scope.nextItemNumbers.isEmpty { openBlock(&out) }
    scope.nextItemNumbers.append(number)
  }

  private mutating func openItem(_ out: inout OutputBuffer) {
    lines.endLine(&out)
    var mark = glyphs.bullet
    if let last = scope.nextItemNumbers.indices.last, scope.nextItemNumbers[last] >= 0 {
      mark = Glyphs.Mark("\(scope.nextItemNumbers[last]). ")
      scope.nextItemNumbers[last] += 1
    }
    scope.prefixStates.append(lines.enter(mark: mark))
    scope.needsGap = false
  }

  private mutating func closeContainer(_ out: inout OutputBuffer) {
    lines.endLine(&out)
    if let outerPrefix = scope.prefixStates.popLast() { lines.leave(outerPrefix, to: &out) }
    lines.nextStyle = scope.styles.last ?? .plain
    scope.needsGap = true
  }

  private mutating func writeCode(_ token: Token, of text: [UInt8], to out: inout OutputBuffer) {
    openBlock(&out)
    if scope.marksCode { out.append(CodeMark.begin) }
    let outerPrefix = lines.enter(bar: glyphs.codeIndent)
    lines.nextStyle = style(.code)
    let code = text.span.extracting(token.text.range)
    var start = 0
    for index in 0...code.count where index == code.count || code[index] == 0x0A {
      sanitizer.write(code: code.extracting(start..<index), into: &lines, to: &out)
      start = index + 1
    }
    lines.leave(outerPrefix, to: &out)
    if scope.marksCode { out.append(CodeMark.end) }
    lines.nextStyle = scope.styles.last ?? .plain
    scope.needsGap = true
  }

  // MARK: Spans

  private func emphasisStyle(_ attribute: TextStyle.Attributes) -> TextStyle {
    settings.writesEmphasisMarks ? .plain : TextStyle(attributes: attribute)
  }

  private mutating func push(_ style: TextStyle) {
    scope.styles.append((scope.styles.last ?? .plain).adding(style))
    lines.nextStyle = scope.styles.last ?? .plain
  }

  mutating func pop() {
    if !scope.styles.isEmpty { scope.styles.removeLast() }
    lines.nextStyle = scope.styles.last ?? .plain
  }

  /// Begins a span: in its style, or with a mark if there are no styles.
  mutating func openSpan(_ style: TextStyle, or mark: StaticString, to out: inout OutputBuffer) {
    push(style)
    if settings.writesEmphasisMarks { write(mark, to: &out) }
  }

  mutating func closeSpan(_ mark: StaticString, to out: inout OutputBuffer) {
    if settings.writesEmphasisMarks { write(mark, to: &out) }
    pop()
  }

  private mutating func openSpoiler(_ out: inout OutputBuffer) {
    guard settings.showsSpoilers else {
      scope.hiddenDepth = 1
      wording.append(.spoiler, to: &words)
      writeEnclosed(in: style(.spoiler), to: &out)
      lines.nextStyle = scope.styles.last ?? .plain
      return
    }
    push(style(.spoiler))
    write("[", to: &out)
    wording.append(.spoiler, to: &words)
    wording.appendSeparator(to: &words)
    let nextStyle = lines.nextStyle
    writeWords(in: nextStyle, to: &out)
    lines.nextStyle = nextStyle
  }

  private mutating func closeSpoiler(_ out: inout OutputBuffer) {
    write("]", to: &out)
    pop()
  }
}
