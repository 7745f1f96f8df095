import BodyText
import Bytes
import Comments
import Layout
import Theming

extension TerminalWriter {
  /// Writes an ancestor above the comment that a notification is about.
  mutating func writeQuoted(_ block: Block, body: RichText, to out: inout OutputBuffer) {
    let outerPrefix = lines.enter(bar: glyphs.quoteBar, style: style(.meta).asPrefixStyle)
    writeUnquoted(block, body: body, to: &out)
    lines.leave(outerPrefix, to: &out)
  }

  /// Writes a comment or a tombstone without anything around it.
  mutating func writeUnquoted(_ block: Block, body: RichText, to out: inout OutputBuffer) {
    if case .tombstone = block.kind {
      writeTombstone(block, to: &out)
    } else {
      writeComment(block, body: body, to: &out)
    }
  }

  private mutating func writeComment(_ block: Block, body: RichText, to out: inout OutputBuffer) {
    let view = list.view(of: block)
    putAuthor(view, to: &out)
    putMetadataItems(of: view, in: block, to: &out)
    lines.end(&out)
    putParent(of: view, in: block, to: &out)
    putBody(body, to: &out)
    putMedia(view, to: &out)
    putLinkAddresses(&out)
  }

  mutating func writeRejection(_ out: inout OutputBuffer) {
    let label = list.rejectionReasonLine
    if !label.isEmpty {
      out.append(0x0A)
      words.append(contentsOf: label)
      putWords(in: style(.meta), to: &out)
      lines.end(&out)
    }
    guard let url = list.rejectionGuidelines else { return }
    out.append(0x0A)
    put(.guidelines, in: style(.meta), to: &out)
    lines.end(&out)
    put(address: url.bytes, in: .plain, to: &out)
    lines.end(&out)
  }

  private mutating func writeTombstone(_ block: Block, to out: inout OutputBuffer) {
    let view = list.view(of: block)
    if let reason = view.tombstone { put(Phrase(reason), in: style(.tombstone), to: &out) }
    putMetadataItems(of: view, in: block, to: &out)
    lines.end(&out)
    putParent(of: view, in: block, to: &out)
  }

  /// Writes a comment quoted before the thread: its text, then its author.
  mutating func writeFeatured(_ block: Block, body: RichText, to out: inout OutputBuffer) {
    let outerPrefix = lines.enter(
      bar: glyphs.featuredBar, style: style(.railFirst).asPrefixStyle)
    putBody(body, to: &out)
    var view = list.view(of: block)
    putMedia(view, to: &out)
    // The title above the comment already says that it is featured.
    view.marks.remove(.featured)
    putAuthor(view, to: &out)
    putMetadataItems(of: view, in: block, to: &out)
    let editor = list.featuringEditor(of: block)
    if !editor.isEmpty {
      lines.end(&out)
      put(.featuredBy, in: style(.meta), to: &out)
      lines.nextStyle = style(.meta)
      lines.addSpaces()
      put(name: editor, in: style(.meta), to: &out)
    }
    lines.end(&out)
    putLinkAddresses(&out)
    lines.leave(outerPrefix, to: &out)
  }

  // MARK: The line above a text

  private mutating func putAuthor(_ view: CommentView, to out: inout OutputBuffer) {
    if view.author.isEmpty {
      put(.unknownAuthor, in: style(.name), to: &out)
    } else {
      put(name: view.author, in: style(.name), to: &out)
    }
    if !view.badges.isEmpty { putBadges(view.badges, to: &out) }
    if !view.marks.isEmpty { putMarks(view.marks, to: &out) }
  }

  private mutating func putMetadataItems(
    of view: CommentView, in block: Block, to out: inout OutputBuffer
  ) {
    if let time = view.createdAt {
      wording.appendTime(time, to: &words, reusing: &dateCache)
      putMetadata(&out)
    }
    if view.isEdited {
      wording.append(.edited, to: &words)
      putMetadata(&out)
    }
    if view.rating > 0 {
      if settings.isASCII {
        wording.append(.stars, count: view.rating, to: &words)
      } else {
        wording.appendStars(view.rating, to: &words)
      }
      putMetadata(&out)
    }
    if view.likes > 0 {
      wording.appendLikes(view.likes, to: &words)
      putMetadata(&out, serverLabel: wording.serverLabel(for: .like))
    }
    if block.count > 0 {
      wording.append(.replies, count: Int(block.count), to: &words)
      putMetadata(&out)
    }
    lines.nextStyle = .plain
  }

  /// Writes what the rails do not show about a reply: the author of its parent, and its level.
  private mutating func putParent(
    of view: CommentView, in block: Block, to out: inout OutputBuffer
  ) {
    let isFlattened = block.level > Int32(block.depth)
    guard isFlattened || view.isOrphan || settings.isMail else { return }
    // Email readers do not count levels.
    let namesLevel = isFlattened && !settings.isMail
    let isReply = view.parentPosition >= 0
    guard namesLevel || view.isOrphan || isReply else { return }
    lines.nextStyle = style(.meta)
    put(glyphs.replySymbol, to: &out)
    lines.addSpaces()
    if view.isOrphan {
      put(.orphan, in: style(.meta), to: &out)
    } else if let reason = view.parentTombstone {
      put(Phrase(inReplyTo: reason), in: style(.meta), to: &out)
    } else if isReply {
      put(.inReplyTo, in: style(.meta), to: &out)
      lines.nextStyle = style(.meta)
      lines.addSpaces()
      if view.parentAuthor.isEmpty {
        put(.unknownAuthor, in: style(.meta), to: &out)
      } else {
        put(name: view.parentAuthor, in: style(.meta), to: &out)
      }
    }
    if namesLevel {
      wording.append(.level, to: &words)
      words.append(UInt8(ascii: " "))
      words.append(decimal: Int(block.level))
      if isReply || view.isOrphan {
        putMetadata(&out)
      } else {
        putWords(in: style(.meta), to: &out)
      }
    }
    lines.nextStyle = .plain
    lines.end(&out)
  }

  // MARK: Badges and marks

  private mutating func putBadges(_ badges: CommentBadges, to out: inout OutputBuffer) {
    var known = badges.builtInBits
    while known != 0, let kind = BadgeKind(rawValue: UInt8(known.trailingZeroBitCount)) {
      if let phrase = Phrase(kind) { wording.append(phrase, to: &words) }
      putBadge(in: style(kind.role), to: &out)
      known &= known &- 1
    }
    let first = Int(badges.firstCustom)
    for index in first..<first + Int(badges.customCount) where list.labels.indices.contains(index) {
      words.append(list.labels[index], of: bytes)
      putBadge(in: style(.badgePlain), to: &out)
    }
  }

  private mutating func putMarks(_ marks: CommentView.Marks, to out: inout OutputBuffer) {
    for (mark, phrase) in Self.marks where marks.contains(mark) {
      wording.append(phrase, to: &words)
      putBadge(in: style(mark == .featured ? .badgeStaff : .badgePlain), to: &out)
    }
  }

  private static let marks: [(CommentView.Marks, Phrase)] = [
    (.featured, .featured), (.new, .new), (.question, .askedQuestion),
    (.answered, .answered), (.unanswered, .unanswered), (.review, .review), (.offTopic, .offTopic),
  ]

  /// Writes a badge with the text in `words`.
  private mutating func putBadge(in style: TextStyle, to out: inout OutputBuffer) {
    lines.nextStyle = .plain
    lines.addSpaces()
    putEnclosed(in: style, to: &out)
  }

  // MARK: Media

  private mutating func putMedia(_ view: CommentView, to out: inout OutputBuffer) {
    guard let media = view.media else { return }
    let url = SafeURL(media.url, of: bytes)
    guard url != nil || media.url.isEmpty else { return }
    put(Phrase(media.kind), in: style(.meta), to: &out)
    lines.nextStyle = style(.meta)
    if url != nil || !media.title.isEmpty {
      put(":", to: &out)
      lines.nextStyle = .plain
      lines.addSpaces()
    }
    if let url {
      let link = openLink(to: url.bytes[...], isShown: media.title.isEmpty)
      if media.title.isEmpty {
        put(address: url.bytes, in: link.style, to: &out)
      } else {
        put(media.title, in: link.style, to: &out)
      }
      closeLink(link, to: &out)
    } else {
      put(media.title, in: .plain, to: &out)
    }
    lines.end(&out)
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
