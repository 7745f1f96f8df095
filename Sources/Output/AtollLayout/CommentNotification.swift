package import AtollBytes
package import AtollComments

extension NotificationKind: LanguageFileKey {}

/// A notification about one comment, such as "Dana Okafor replied to you".
package struct CommentNotification: Sendable {
  package let kind: NotificationKind
  /// The name of the comment's author; empty if there is none to show.
  let author: Slice
  /// The name of the parent comment's author; empty if there is none to show.
  private(set) var parentAuthor = Slice.empty

  /// Creates the notification about a comment; if `kind` is `nil`, it is a `.reply` notification.
  ///
  /// A kind for replies becomes `.comment` if the comment is not a reply, or if its parent is a
  /// tombstone. A reply whose parent is missing from the story stays a reply. `.followed` also
  /// becomes `.comment` if the parent's author has no name.
  package init(_ kind: NotificationKind?, about position: Position, in story: borrowing Story) {
    let record = story.comments[Int(position.index)]
    var answers = record.flags.contains(.orphan)
    if record.parent >= 0 { answers = story.comments[Int(record.parent)].tombstone == nil }
    author = story.name(ofAuthor: record.author)
    if record.parent >= 0 {
      parentAuthor = story.name(ofAuthor: story.comments[Int(record.parent)].author)
    }
    let kind = kind ?? .reply
    if kind == .followed, parentAuthor.isEmpty { answers = false }
    self.kind = kind.isReply && !answers ? .comment : kind
  }
}

extension Story {
  /// Returns the name of an author as it is shown; empty if the author is unknown.
  func name(ofAuthor author: Int32) -> Slice {
    if author < 0 { return .empty }
    return bytes.displayText(of: authors[Int(author)].name, cutTo: LabelLimits.maximumNameLength)
  }
}

extension BlockList {
  /// Returns whether a block is an ancestor, quoted above the comment that a notification is about.
  package func isQuoted(_ block: Block) -> Bool {
    notification != nil && block.position != highlightedPosition
  }

  /// Returns whether a block is the comment that the notification of a rejection is about.
  ///
  /// Readers cannot see that comment, so no link leads to it.
  package func isRejected(_ block: Block) -> Bool {
    notification?.kind == .rejected && block.position == highlightedPosition
  }
}

extension Wording {
  /// Appends the notification as a headline: `Dana Okafor replied to you`, or
  /// `Bo replied to Dana Okafor`.
  ///
  /// The names are as received. If `isolating` is `true`, a name whose direction could change the
  /// order of the text is put between isolate characters.
  package func append(
    _ notification: CommentNotification, of bytes: [UInt8], isolating: Bool,
    to out: inout OutputBuffer
  ) {
    var headline = language.headline(for: notification.kind)
    if headline.hasPlaceholder, notification.author.isEmpty {
      return append(Phrase(headlineWithoutAuthorFor: notification.kind), to: &out)
    }
    for name in [notification.author, notification.parentAuthor] {
      language.append(headline.before, to: &out)
      if headline.hasPlaceholder {
        append(name: name, of: bytes, isolating: isolating, to: &out) { $1.append($0, of: bytes) }
      }
      headline = SplitPhrase(headline.after, of: language.bytes, at: "@")
    }
    language.append(headline.before, to: &out)
  }

  /// Appends a name with `append`, between isolate characters if its direction could change the
  /// order of the text around it.
  package func append(
    name: Slice, of bytes: [UInt8], isolating: Bool = true, to out: inout OutputBuffer,
    by append: (_ name: Slice, _ out: inout OutputBuffer) -> Void
  ) {
    let isIsolated = isolating && needsIsolation(bytes[name.range])
    if isIsolated { out.append(Isolate.begin) }
    append(name, &out)
    if isIsolated { out.append(Isolate.end) }
  }

  /// Returns a headline followed by text, such as
  /// `Dana Okafor replied to you: Thanks, that works.`.
  package func text(_ notification: CommentNotification, of bytes: [UInt8], followedBy text: String)
    -> String
  {
    written { out in
      append(notification, of: bytes, isolating: false, to: &out)
      if text.isEmpty { return }
      language.append(language.content.headlineSeparator, to: &out)
      out.append(verbatim: text)
    }
  }
}
