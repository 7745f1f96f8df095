import BodyText
import Bytes
import Comments
import Layout
import Theming

extension TerminalWriter {
  /// Writes an ancestor above the comment that a notice is about.
  mutating func writeQuoted(_ block: Block, _ body: RichText, _ out: inout OutputBuffer) {
    let depth = lines.enter(bar: glyphs.quoteBar, style: style(.meta).asLine)
    writeOwn(block, body, &out)
    lines.leave(depth, &out)
  }

  /// Writes a comment or a tombstone without what is around it.
  mutating func writeOwn(_ block: Block, _ body: RichText, _ out: inout OutputBuffer) {
    if case .tombstone = block.kind {
      writeTombstone(block, &out)
    } else {
      writeComment(block, body, &out)
    }
  }

  private mutating func writeComment(_ block: Block, _ body: RichText, _ out: inout OutputBuffer) {
    let face = list.view(of: block)
    putAuthor(face, &out)
    putFacts(face, block, &out)
    lines.end(&out)
    putParent(face, block, &out)
    putBody(body, &out)
    putMedia(face, &out)
    putNotes(&out)
  }

  /// Writes a tombstone; replies may follow.
  private mutating func writeTombstone(_ block: Block, _ out: inout OutputBuffer) {
    let face = list.view(of: block)
    if let reason = face.tombstone { put(Phrase(reason), style(.tombstone), &out) }
    putFacts(face, block, &out)
    lines.end(&out)
    putParent(face, block, &out)
  }

  /// A comment quoted before the thread: its text, then who wrote it.
  mutating func writeFeatured(_ block: Block, _ body: RichText, _ out: inout OutputBuffer) {
    let depth = lines.enter(
      bar: glyphs.featuredBar, style: style(.railFirst).asLine)
    putBody(body, &out)
    var face = list.view(of: block)
    putMedia(face, &out)
    // The title says it already.
    face.labels.remove(.featured)
    putAuthor(face, &out)
    putFacts(face, block, &out)
    let editor = list.featuredBy(block)
    if !editor.isEmpty {
      lines.end(&out)
      put(.featuredBy, style(.meta), &out)
      lines.wanted = style(.meta)
      lines.space()
      put(name: editor, style(.meta), &out)
    }
    lines.end(&out)
    putNotes(&out)
    lines.leave(depth, &out)
  }

  // MARK: The line above a text

  private mutating func putAuthor(_ face: CommentView, _ out: inout OutputBuffer) {
    if face.author.isEmpty {
      put(.unknownAuthor, style(.name), &out)
    } else {
      put(name: face.author, style(.name), &out)
    }
    if !face.badges.isEmpty { putBadges(face.badges, &out) }
    if !face.labels.isEmpty { putLabels(face.labels, &out) }
  }

  private mutating func putFacts(
    _ face: CommentView, _ block: Block, _ out: inout OutputBuffer
  ) {
    if let time = face.createdAt {
      words.clear()
      wording.appendTime(time, to: &words, after: &days)
      putFact(&out)
    }
    if face.isEdited {
      words.clear()
      wording.append(.edited, to: &words)
      putFact(&out)
    }
    if face.rating > 0 {
      words.clear()
      if settings.isASCII {
        wording.append(.stars, face.rating, to: &words)
      } else {
        wording.appendStars(face.rating, to: &words)
      }
      putFact(&out)
    }
    if face.likes > 0 {
      words.clear()
      wording.appendLikes(face.likes, to: &words)
      putFact(&out, serversWord: wording.serversWord(for: .like))
    }
    if block.count > 0 {
      words.clear()
      wording.append(.replies, Int(block.count), to: &words)
      putFact(&out)
    }
    lines.wanted = .plain
  }

  /// The author that a comment answers, if the rails do not show it.
  private mutating func putParent(
    _ face: CommentView, _ block: Block, _ out: inout OutputBuffer
  ) {
    let isFlattened = block.level > Int32(block.depth)
    guard isFlattened || face.isOrphan || settings.isMail else { return }
    // A reader of mail does not count levels.
    let namesLevel = isFlattened && !settings.isMail
    guard namesLevel || face.isOrphan || !face.parentAuthor.isEmpty else { return }
    lines.wanted = style(.meta)
    put(glyphs.answer, &out)
    lines.space()
    if face.isOrphan {
      put(.orphan, style(.meta), &out)
    } else if !face.parentAuthor.isEmpty {
      put(.inReplyTo, style(.meta), &out)
      lines.wanted = style(.meta)
      lines.space()
      put(name: face.parentAuthor, style(.meta), &out)
    }
    if namesLevel {
      words.clear()
      wording.append(.level, to: &words)
      words.append(UInt8(ascii: " "))
      words.append(decimal: Int(block.level))
      if face.parentAuthor.isEmpty { putWords(style(.meta), &out) } else { putFact(&out) }
    }
    lines.wanted = .plain
    lines.end(&out)
  }

  // MARK: Badges and labels

  private mutating func putBadges(_ badges: BadgeRun, _ out: inout OutputBuffer) {
    var known = badges.known
    while known != 0, let kind = BadgeKind(rawValue: UInt8(known.trailingZeroBitCount)) {
      words.clear()
      if let phrase = Phrase(kind) { wording.append(phrase, to: &words) }
      putBadge(style(kind.role), &out)
      known &= known &- 1
    }
    let first = Int(badges.firstCustom)
    for index in first..<first + Int(badges.customCount) where list.labels.indices.contains(index) {
      words.clear()
      words.append(list.labels[index], of: bytes)
      putBadge(style(.badgePlain), &out)
    }
  }

  private mutating func putLabels(_ labels: CommentView.Labels, _ out: inout OutputBuffer) {
    for (label, phrase) in Self.labels where labels.contains(label) {
      words.clear()
      wording.append(phrase, to: &words)
      putBadge(style(label == .featured ? .badgeStaff : .badgePlain), &out)
    }
  }

  private static let labels: [(CommentView.Labels, Phrase)] = [
    (.featured, .featured), (.new, .new), (.question, .askedQuestion),
    (.answered, .answered), (.unanswered, .unanswered), (.review, .review), (.offTopic, .offTopic),
  ]

  /// Writes the words as a badge: in brackets, or reversed if there are colours.
  private mutating func putBadge(_ style: TextStyle, _ out: inout OutputBuffer) {
    lines.wanted = .plain
    lines.space()
    putEnclosed(style, &out)
  }

  // MARK: Media

  /// Writes the media of a comment on a separate line.
  private mutating func putMedia(_ face: CommentView, _ out: inout OutputBuffer) {
    guard let media = face.media else { return }
    let url = SafeURL(media.url, of: bytes)
    guard url != nil || media.url.isEmpty else { return }
    put(Phrase(media.kind), style(.meta), &out)
    lines.wanted = style(.meta)
    if url != nil || !media.title.isEmpty {
      put(":", &out)
      lines.wanted = .plain
      lines.space()
    }
    if let url {
      let link = openLink(to: url.bytes[...], isShown: media.title.isEmpty)
      if media.title.isEmpty {
        put(address: url.bytes, link.style, &out)
      } else {
        put(media.title, link.style, &out)
      }
      closeLink(link, &out)
    } else {
      put(media.title, .plain, &out)
    }
    lines.end(&out)
  }
}

extension BadgeKind {
  /// The role of the badge.
  fileprivate var role: TerminalRole {
    switch self {
    case .admin, .staff: .badgeStaff
    case .moderator: .badgeModerator
    case .expert: .badgeExpert
    case .member, .subscriber, .topCommenter, .newCommenter, .custom: .badgePlain
    }
  }
}
