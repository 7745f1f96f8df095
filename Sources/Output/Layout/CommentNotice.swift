package import Bytes
package import Comments

extension NotificationKind: CatalogueKey {}

/// The news about one comment, such as "Dana Okafor replied to you".
package struct CommentNotice: Sendable {
  package let kind: NotificationKind
  /// The name of the comment's author; empty if there is none to show.
  let author: Slice

  /// The news about a comment; without a kind it is a reply if the comment answers another, and never otherwise.
  package init(_ kind: NotificationKind?, about position: Position, in story: borrowing Story) {
    let record = story.comments[Int(position.index)]
    var answers = record.marks.contains(.orphan)
    if record.parent >= 0 { answers = story.comments[Int(record.parent)].tombstone == nil }
    self.kind = (kind ?? .reply) == .reply && !answers ? .comment : kind ?? .reply
    author =
      record.author < 0
      ? .empty
      : story.bytes.shown(story.authors[Int(record.author)].name, to: LabelLimits.name)
  }
}

extension BlockList {
  /// Returns whether a block is an ancestor, quoted above the comment that a notice is about.
  package func isQuoted(_ block: Block) -> Bool {
    notice != nil && block.position != highlighted
  }

  /// Returns whether a block is the comment of a notice that it was rejected: readers cannot see it, so no link leads to it.
  package func isRejected(_ block: Block) -> Bool {
    notice?.kind == .rejected && block.position == highlighted
  }
}

extension Wording {
  /// Appends the news as a headline: `Dana Okafor replied to you`.
  ///
  /// The name is as received; it is isolated if its direction differs.
  package func append(
    _ notice: CommentNotice, of bytes: [UInt8], isolating: Bool, to out: inout OutputBuffer
  ) {
    let headline = language.headline(for: notice.kind)
    language.append(headline.before, to: &out)
    if headline.hasPlace {
      if notice.author.isEmpty {
        append(.unknownAuthor, to: &out)
      } else {
        let isIsolated = isolating && isolates(bytes[notice.author.range])
        if isIsolated { out.append(Isolate.begin) }
        out.append(notice.author, of: bytes)
        if isIsolated { out.append(Isolate.end) }
      }
    }
    language.append(headline.after, to: &out)
  }

  /// Returns a headline and a text after it, such as `Dana Okafor replied to you: Thanks, that works.`.
  package func text(_ notice: CommentNotice, of bytes: [UInt8], followedBy text: String) -> String {
    var out = OutputBuffer(capacity: 128)
    append(notice, of: bytes, isolating: false, to: &out)
    if !text.isEmpty {
      language.append(language.headlineSeparator, to: &out)
      out.append(verbatim: text)
    }
    return String(decoding: out.bytes(), as: UTF8.self)
  }
}
