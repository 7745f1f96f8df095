package import BodyText
package import Bytes
package import Layout

import Theming

/// Writes the blocks of one story as lines of text, for a terminal or for any place at all.
///
///     var writer = TerminalWriter(palette, blocks, settings)
///     writer.begin(&out)
///     for index in blocks.blocks.indices { …parse…; writer.write(index, body, &out) }
///     writer.finish(&out)
package struct TerminalWriter: ~Copyable, BlockWriter {
  let settings: TerminalSettings
  let palette: TerminalPalette
  let list: BlockList
  let bytes: [UInt8]
  let wording: Wording
  let glyphs: Glyphs
  var lines: Lines
  /// Reused for wording, which may hold a server's own words.
  var scratch = OutputBuffer(capacity: 256)
  /// Whether anything was written that the next block has to stand apart from.
  private var hasWritten = false
  private var lastDepth = 0
  private var lastKind = Block.Kind.heading

  package init(_ palette: TerminalPalette, _ list: BlockList, _ settings: TerminalSettings) {
    self.settings = settings
    self.palette = palette
    self.list = list
    bytes = list.bytes
    wording = list.wording
    glyphs = Glyphs(settings)
    lines = Lines(width: settings.width, styles: StyleWriter(palette: palette))
  }

  package mutating func begin(_ out: inout OutputBuffer) {
    guard !list.page.title.isEmpty else { return }
    put(list.page.title, palette[.heading], &out)
    lines.end(&out)
    hasWritten = true
  }

  package mutating func finish(_ out: inout OutputBuffer) { lines.end(&out) }

  package mutating func write(_ index: Int, _ body: RichText, _ out: inout OutputBuffer) {
    let block = list.blocks[index]
    separate(from: block, &out)
    enter(block)
    switch block.kind {
    case .announcement: title(.announcement, .announcement, &out)
    case .infobox: title(.information, .info, &out)
    case .questionBox: title(.question, .question, &out)
    case .closed: title(.closed, .closed, &out)
    case .featured:
      if lastKind != .featured { title(.featured, .featured, &out) }
    case .heading: writeHeading(block, &out)
    case .comment, .tombstone: writeHeader(block, &out)
    case .hiddenReplies: count(.hiddenReplies, block, &out)
    case .moreComments: count(.moreComments, block, &out)
    case .noComments: put(.noComments, palette[.meta], &out)
    }
    lines.end(&out)
    write(body, of: block, &out)
    lines.end(&out)
    lastKind = block.kind
    lastDepth = Int(block.depth)
    hasWritten = true
  }

  private mutating func separate(from block: Block, _ out: inout OutputBuffer) {
    guard hasWritten else { return }
    lines.clearPrefix()
    let depth = min(lastDepth, Int(block.depth))
    if depth > 1 { _ = lines.enter(glyphs.rails(depth - 1, palette), columns: 0) }
    lines.blank(&out)
  }

  private mutating func enter(_ block: Block) {
    lines.clearPrefix()
    let rails = max(0, Int(block.depth) - 1)
    if rails > 0 {
      _ = lines.enter(
        glyphs.rails(rails, palette), columns: rails * TerminalSettings.railWidth)
    }
  }

  private mutating func title(
    _ phrase: Phrase, _ role: TerminalRole, _ out: inout OutputBuffer
  ) {
    lines.wanted = palette[role]
    put(glyphs.rule, &out)
    lines.space()
    put(phrase, palette[role], &out)
    lines.space()
    put(glyphs.rule, &out)
    lines.wanted = .plain
    lines.end(&out)
  }

  private mutating func writeHeading(_ block: Block, _ out: inout OutputBuffer) {
    scratch.clear()
    wording.append(.comments, Int(block.count), to: &scratch)
    putScratch(palette[.heading], &out)
    lines.space()
    put(glyphs.dot, &out)
    lines.space()
    put(Phrase(list.page.sort), palette[.meta], &out)
  }

  private mutating func count(
    _ phrase: CountedPhrase, _ block: Block, _ out: inout OutputBuffer
  ) {
    scratch.clear()
    wording.append(phrase, Int(block.count), to: &scratch)
    putScratch(palette[.meta], &out)
  }

  private mutating func writeHeader(_ block: Block, _ out: inout OutputBuffer) {
    let face = list.face(of: block)
    if let reason = face.tombstone {
      put(Phrase(reason), palette[.tombstone], &out)
    } else if face.author.isEmpty {
      put(.unknownAuthor, palette[.name], &out)
    } else {
      put(face.author, palette[.name], &out)
    }
    lines.wanted = palette[.meta]
    if let time = face.createdAt {
      scratch.clear()
      wording.appendTime(time, to: &scratch)
      separator(&out)
      putScratch(palette[.meta], &out)
    }
    if face.likes > 0 {
      scratch.clear()
      wording.appendLikes(face.likes, to: &scratch)
      separator(&out)
      putScratch(palette[.likes], &out)
    }
    if block.count > 0 {
      scratch.clear()
      wording.append(.replies, Int(block.count), to: &scratch)
      separator(&out)
      putScratch(palette[.meta], &out)
    }
    lines.wanted = .plain
  }

  private mutating func separator(_ out: inout OutputBuffer) {
    lines.wanted = palette[.meta]
    lines.space()
    put(glyphs.dot, &out)
    lines.space()
  }

  // MARK: Text

  mutating func put(_ text: StaticString, _ out: inout OutputBuffer) {
    text.withUTF8Buffer { unsafe lines.write($0, &out) }
  }

  mutating func put(_ phrase: Phrase, _ style: TextStyle, _ out: inout OutputBuffer) {
    scratch.clear()
    wording.append(phrase, to: &scratch)
    putScratch(style, &out)
  }

  mutating func putScratch(_ style: TextStyle, _ out: inout OutputBuffer) {
    lines.wanted = style
    let text = scratch.bytes()
    put(text, .line, &out)
    lines.wanted = .plain
  }

  mutating func put(_ slice: Slice, _ style: TextStyle, _ out: inout OutputBuffer) {
    lines.wanted = style
    put(Array(bytes[slice.range]), .line, &out)
    lines.wanted = .plain
  }

  mutating func put(
    _ text: [UInt8], _ field: TextSanitizer.Field, _ out: inout OutputBuffer
  ) {
    let clean = sanitized(text, .terminal, field)
    unsafe clean.withUnsafeBufferPointer { unsafe lines.write($0, &out) }
  }
}
