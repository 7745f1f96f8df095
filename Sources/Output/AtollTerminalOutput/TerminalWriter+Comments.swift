import AtollBodyText
import AtollBytes
import AtollComments
import AtollLayout
import AtollTheming

extension TerminalWriter {
  /// Writes an ancestor above the comment that a notification is about.
  mutating func writeQuotedComment(_ block: Block, body: RichText, to out: inout OutputBuffer) {
    let outerPrefix = lines.enter(bar: glyphs.quoteBar, style: style(.meta).asPrefixStyle)
    writeCommentOrTombstone(block, body: body, to: &out)
    lines.leave(outerPrefix, to: &out)
  }

  /// Writes a comment or a tombstone without anything around it.
  mutating func writeCommentOrTombstone(_ block: Block, body: RichText, to out: inout OutputBuffer)
  {
    if case .tombstone = block.kind {
      writeTombstone(block, to: &out)
    } else {
      writeComment(block, body: body, to: &out)
    }
  }

  private mutating func writeComment(_ block: Block, body: RichText, to out: inout OutputBuffer) {
    let view = list.view(of: block)
    writeAuthor(view, to: &out)
    writeMetadataItems(of: view, in: block, to: &out)
    lines.endLine(&out)
    writeParent(of: view, in: block, to: &out)
    writeBody(body, to: &out)
    writeMedia(view, to: &out)
    writeLinkAddresses(&out)
  }

  mutating func writeRejection(_ out: inout OutputBuffer) {
    let label = list.rejectionReasonLine
    if !label.isEmpty {
      out.append(0x0A)
      words.append(contentsOf: label)
      writeWords(in: style(.meta), to: &out)
      lines.endLine(&out)
    }
    guard let url = list.rejectionGuidelines else { return }
    out.append(0x0A)
    write(.guidelines, in: style(.meta), to: &out)
    lines.endLine(&out)
    write(address: url.bytes, in: .plain, to: &out)
    lines.endLine(&out)
  }

  private mutating func writeTombstone(_ block: Block, to out: inout OutputBuffer) {
    let view = list.view(of: block)
    if let reason = view.tombstone { write(Phrase(reason), in: style(.tombstone), to: &out) }
    writeMetadataItems(of: view, in: block, to: &out)
    lines.endLine(&out)
    writeParent(of: view, in: block, to: &out)
  }

  /// Writes a comment quoted before the thread: its text, then its author.
  mutating func writeFeaturedComment(_ block: Block, body: RichText, to out: inout OutputBuffer) {
    let outerPrefix = lines.enter(
      bar: glyphs.featuredBar, style: style(.railFirst).asPrefixStyle)
    writeBody(body, to: &out)
    var view = list.view(of: block)
    writeMedia(view, to: &out)
    // The title above the comment already says that it is featured.
    view.marks.remove(.featured)
    writeAuthor(view, to: &out)
    writeMetadataItems(of: view, in: block, to: &out)
    let editor = list.featuringEditor(of: block)
    if !editor.isEmpty {
      lines.endLine(&out)
      write(.featuredBy, in: style(.meta), to: &out)
      lines.nextStyle = style(.meta)
      lines.addSpaces()
      write(name: editor, in: style(.meta), to: &out)
    }
    lines.endLine(&out)
    writeLinkAddresses(&out)
    lines.leave(outerPrefix, to: &out)
  }

  // MARK: The line above a text

  private mutating func writeAuthor(_ view: CommentView, to out: inout OutputBuffer) {
    // All text of this line is isolated, so the line would have no direction (UAX #9, P2).
    if settings.usesIsolates, wording.isRightToLeft { write("\u{200F}", to: &out) }
    if view.author.isEmpty {
      write(.unknownAuthor, in: style(.name), to: &out)
    } else {
      write(name: view.author, in: style(.name), to: &out)
    }
    if !view.badges.isEmpty { writeBadges(view.badges, to: &out) }
    if !view.marks.isEmpty { writeMarks(view.marks, to: &out) }
  }

  private mutating func writeMetadataItems(
    of view: CommentView, in block: Block, to out: inout OutputBuffer
  ) {
    if let time = view.createdAt {
      wording.appendTime(time, to: &words, reusing: &dateCache)
      writeMetadata(&out)
    }
    if view.isEdited {
      wording.append(.edited, to: &words)
      writeMetadata(&out)
    }
    if view.rating > 0 {
      if settings.isASCII {
        wording.append(.stars, count: view.rating, to: &words)
      } else {
        wording.appendStars(view.rating, to: &words)
      }
      writeMetadata(&out)
    }
    if view.likes > 0 {
      wording.appendLikes(view.likes, to: &words)
      writeMetadata(&out, serverLabel: wording.serverLabel(for: .like))
    }
    if block.count > 0 {
      wording.append(.replies, count: Int(block.count), to: &words)
      writeMetadata(&out)
    }
    lines.nextStyle = .plain
  }

  /// Writes what the rails do not show about a reply: the author of its parent, and its level.
  private mutating func writeParent(
    of view: CommentView, in block: Block, to out: inout OutputBuffer
  ) {
    let isFlattened = block.level > Int32(block.depth)
    guard isFlattened || view.isOrphan || settings.isMail else { return }
    // Email readers do not count levels.
    let namesLevel = isFlattened && !settings.isMail
    let isReply = view.parentPosition >= 0
    guard namesLevel || view.isOrphan || isReply else { return }
    lines.nextStyle = style(.meta)
    write(glyphs.replySymbol, to: &out)
    lines.addSpaces()
    if view.isOrphan {
      write(.orphan, in: style(.meta), to: &out)
    } else if let phrase = view.phraseForUnnamedParent {
      write(phrase, in: style(.meta), to: &out)
    } else if isReply {
      write(.inReplyTo, in: style(.meta), to: &out)
      lines.nextStyle = style(.meta)
      lines.addSpaces()
      write(name: view.parentAuthor, in: style(.meta), to: &out)
    }
    if namesLevel {
      wording.append(.level, to: &words)
      words.append(UInt8(ascii: " "))
      words.append(decimal: Int(block.level))
      if isReply || view.isOrphan {
        writeMetadata(&out)
      } else {
        writeWords(in: style(.meta), to: &out)
      }
    }
    lines.nextStyle = .plain
    lines.endLine(&out)
  }

  // MARK: Badges and marks

  private mutating func writeBadges(_ badges: CommentBadges, to out: inout OutputBuffer) {
    var known = badges.builtInBits
    while known != 0, let kind = BadgeKind(rawValue: UInt8(known.trailingZeroBitCount)) {
      if let phrase = Phrase(kind) { wording.append(phrase, to: &words) }
      writeBadge(in: style(kind.role), to: &out)
      known &= known &- 1
    }
    let first = Int(badges.firstCustom)
    for index in first..<first + Int(badges.customCount) where list.labels.indices.contains(index) {
      words.append(list.labels[index], of: bytes)
      writeBadge(in: style(.badgePlain), to: &out)
    }
  }

  private mutating func writeMarks(_ marks: CommentView.Marks, to out: inout OutputBuffer) {
    for (mark, phrase) in Self.marks where marks.contains(mark) {
      wording.append(phrase, to: &words)
      writeBadge(in: style(mark == .featured ? .badgeStaff : .badgePlain), to: &out)
    }
  }

  private static let marks: [(CommentView.Marks, Phrase)] = [
    (.featured, .featured), (.new, .new), (.question, .askedQuestion),
    (.answered, .answered), (.unanswered, .unanswered), (.review, .review), (.offTopic, .offTopic),
  ]

  /// Writes a badge with the text in `words`.
  private mutating func writeBadge(in style: TextStyle, to out: inout OutputBuffer) {
    lines.nextStyle = .plain
    lines.addSpaces()
    writeEnclosed(in: style, to: &out)
  }

  // MARK: Media

  private mutating func writeMedia(_ view: CommentView, to out: inout OutputBuffer) {
    guard let media = view.media else { return }
    let url = SafeURL(media.url, of: bytes)
    guard url != nil || media.url.isEmpty else { return }
    wording.append(Phrase(media.kind), to: &words)
    if url != nil || !media.title.isEmpty { wording.appendSeparator(to: &words) }
    writeWords(in: style(.meta), to: &out)
    if let url {
      let link = openLink(to: url.bytes[...], isShown: media.title.isEmpty)
      if media.title.isEmpty {
        write(address: url.bytes, in: link.style, to: &out)
      } else {
        write(media.title, in: link.style, to: &out)
      }
      closeLink(link, to: &out)
    } else {
      write(media.title, in: .plain, to: &out)
    }
    lines.endLine(&out)
  }
}

extension BadgeKind {
  fileprivate var role: TerminalRole {
    switch self {
    case .admin, .staff: .badgeStaff
    case .moderator: .badgeModerator
    case .expert: .badgeExpert
    case .member, .subscriber, .topCommenter, .newCommenter, .custom: .badgePlain
    }
  }
}
