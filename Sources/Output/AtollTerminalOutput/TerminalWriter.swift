package import AtollBodyText
package import AtollBytes
package import AtollLayout

import AtollTheming

/// Writes the blocks of one story as lines, either for a terminal or as plain text.
///
///     var writer = TerminalWriter(palette, list: list, settings: settings)
///     writer.begin(&out)
///     for index in list.blocks.indices {
///       …parse…; writer.write(blockAt: index, body: body, to: &out)
///     }
///     writer.finish(&out)
///
/// Whatever a story contains, the output is printable characters, line feeds, sequences that select
/// a color or an attribute, and links.
package struct TerminalWriter: ~Copyable, BlockWriter {
  let settings: TerminalSettings
  let list: BlockList
  let bytes: [UInt8]
  let wording: Wording
  let glyphs: Glyphs
  let palette: TerminalPalette
  var lines: Lines
  var sanitizer: SanitizingWriter
  /// A reused buffer for wording, which may contain a server's own words; empty until a text is
  /// put together, and again once the text is written.
  var words = OutputBuffer(capacity: 256)
  var scope = BodyScope()
  var dateCache = FormattedDateCache()

  /// In an email, the address of the comment or story that the next block is about; it is written
  /// on a line below the block.
  package var address = OutputBuffer(capacity: 256)
  /// The phrase before `address`; `nil` for none.
  package var addressLabel: Phrase?
  /// The name in `addressLabel`, if that phrase takes one.
  package var addressLabelName = Slice.empty

  /// The rails before a line; the index is how many there are.
  private var rails: [Glyphs.Rails] = []
  private var lastBlock: Block?

  package init(_ palette: TerminalPalette, list: BlockList, settings: TerminalSettings) {
    self.settings = settings
    self.list = list
    bytes = list.bytes
    wording = list.wording
    glyphs = Glyphs(settings)
    self.palette = palette
    lines = Lines(settings, styles: StyleWriter(palette))
    sanitizer = SanitizingWriter(isASCII: settings.isASCII)
  }

  func style(_ role: TerminalRole) -> TextStyle { palette[role] }

  // MARK: The frame

  package mutating func begin(_ out: inout OutputBuffer) {
    // Only mails address their recipient, as in `Dana Okafor replied to you`.
    if settings.isMail, let notification = list.notification {
      wording.append(notification, of: bytes, isolating: settings.usesIsolates, to: &words)
      writeWords(in: style(.heading), to: &out)
      lines.endLine(&out)
    }
    let header = list.header
    if !header.title.isEmpty {
      writeLine(header.title, in: style(.heading), to: &out)
    } else if list.isStoryOfDigest {
      // Otherwise, the comments would seem to belong to the story before.
      write(.comments, in: style(.heading), to: &out)
      lines.endLine(&out)
    }
    if !header.organization.isEmpty { writeLine(header.organization, in: style(.meta), to: &out) }
    if settings.form == .text, let url = SafeURL(header.url, of: bytes) {
      write(address: url.bytes, in: .plain, to: &out)
      lines.endLine(&out)
    }
    if header.ratingCount > 0 {
      wording.appendRating(
        hundredths: header.ratingHundredths, count: header.ratingCount, to: &words)
      writeWords(in: style(.meta), to: &out)
      lines.endLine(&out)
    }
  }

  package mutating func finish(_ out: inout OutputBuffer) {}

  // MARK: Blocks

  package mutating func write(blockAt index: Int, body: RichText, to out: inout OutputBuffer) {
    let block = list.blocks[index]
    if list.isHeadingOfEmptyThread(index) { return }
    // A blank line precedes each block, except at the very top.
    if out.count > 0 || lastBlock != nil { out.append(0x0A) }
    setRails(list.notification == nil ? Int(block.depth) : 0)
    switch block.kind {
    case .announcement: writeNotice(.announcement, as: .announcement, body: body, to: &out)
    case .infobox: writeNotice(.information, as: .info, body: body, to: &out)
    case .questionBox: writeNotice(.question, as: .question, body: body, to: &out)
    case .closed: writeClosedNotice(body, to: &out)
    case .featured:
      if lastBlock?.kind != .featured {
        writeTitle(list.featuredTitle, in: style(.featured), to: &out)
      }
      writeFeaturedComment(block, body: body, to: &out)
      if list.moreFeaturedCount > 0, list.blocks[index + 1].kind != .featured {
        // These are shown in the thread only.
        wording.append(.moreFeatured, count: list.moreFeaturedCount, to: &words)
        writeHiddenCount(&out)
      }
    case .heading: writeHeading(block, to: &out)
    case .comment, .ancestor, .tombstone:
      if list.isQuoted(block) {
        writeQuotedComment(block, body: body, to: &out)
      } else {
        writeCommentOrTombstone(block, body: body, to: &out)
      }
    case .hiddenReplies, .moreComments:
      list.appendHiddenCount(of: block, to: &words)
      writeHiddenCount(&out)
    case .noComments: write(list.noCommentsPhrase, in: style(.meta), to: &out)
    }
    lines.endLine(&out)
    writeLinkAddresses(&out)
    if list.isRejected(block) { writeRejection(&out) }
    if address.count > 0 {
      if list.notification != nil {
        // An email with a notification has one link that asks the reader to act.
        addressLabel = nil
        if !list.isQuoted(block) {
          out.append(0x0A)
          write(.goToComment, in: .plain, to: &out)
          lines.endLine(&out)
        }
      }
      if let label = addressLabel {
        write(label, naming: addressLabelName, to: &out)
        lines.addSpaces()
        lines.write(word: [UInt8(ascii: "<")] + address.bytes() + [UInt8(ascii: ">")], to: &out)
        lines.endLine(&out)
      } else {
        lines.writeAddressLine(address, to: &out)
      }
      address.clear()
      addressLabel = nil
    }
    lines.styles.forgetLinks()
    lastBlock = block
  }

  /// Sets the rails of a depth as the prefix of all following lines; a root has none.
  mutating func setRails(_ depth: Int) {
    let count = min(max(0, depth - 1), settings.railLimit)
    while rails.count <= count {
      rails.append(
        glyphs.rails(
          rails.count, first: style(.railFirst).asPrefixStyle,
          deeper: style(.railDeeper).asPrefixStyle,
          styles: lines.styles))
    }
    lines.setRails(rails[count])
  }

  // MARK: Notices

  private mutating func writeNotice(
    _ title: Phrase, as role: TerminalRole, body: RichText, to out: inout OutputBuffer
  ) {
    writeTitle(title, in: style(role), to: &out)
    writeBody(body, to: &out)
  }

  private mutating func writeClosedNotice(_ body: RichText, to out: inout OutputBuffer) {
    writeTitle(list.closedTitle, in: style(.closed), to: &out)
    if body.isEmpty {
      // The notice has no body, so Atoll's own text takes its place.
      write(list.closedPhrase, in: .plain, to: &out)
    } else {
      writeBody(body, to: &out)
    }
  }

  mutating func writeTitle(_ title: Phrase, in style: TextStyle, to out: inout OutputBuffer) {
    lines.nextStyle = style
    write(glyphs.titleRule, to: &out)
    lines.addSpaces()
    write(title, in: style, to: &out)
    lines.nextStyle = style
    lines.addSpaces()
    write(glyphs.titleRule, to: &out)
    lines.nextStyle = .plain
    lines.endLine(&out)
  }

  private mutating func writeHeading(_ block: Block, to out: inout OutputBuffer) {
    list.appendCount(of: block, to: &words)
    let style = style(.heading)
    lines.nextStyle = style
    write(glyphs.titleRule, to: &out)
    lines.addSpaces()
    writeWords(in: style, to: &out)
    wording.append(Phrase(list.header.sort), to: &words)
    writeMetadata(&out)
    lines.nextStyle = style
    lines.addSpaces()
    write(glyphs.titleRule, to: &out)
    lines.nextStyle = .plain
  }

  /// Writes a number of comments that are not shown here, from `words`, after a symbol.
  private mutating func writeHiddenCount(_ out: inout OutputBuffer) {
    lines.nextStyle = style(.meta)
    write(glyphs.hiddenSymbol, to: &out)
    lines.addSpaces()
    writeWords(in: style(.meta), to: &out)
  }
}
