package import AtollBytes
import AtollBodyText
import AtollComments

extension BlockList {
  /// Returns the number of direct replies to a comment: the server's count or the input's,
  /// whichever is greater.
  package func directReplyCount(of position: Int32) -> Int {
    let replies = story.comments.indices.count { story.comments[$0].parent == position }
    return max(replies, Int(story.comments[Int(position)].replyCount))
  }

  /// Returns the fields of the comment that a block shows or belongs to; all fields are empty if
  /// there is none.
  ///
  /// Costs a few loads and no allocation.
  package func view(of block: Block) -> CommentView {
    var view = CommentView()
    guard block.position >= 0 else { return view }
    let record = story.comments[Int(block.position)]
    view.id = record.id
    view.createdAt = record.createdAt.displayableMilliseconds
    view.permalink = record.permalink
    // Most comments have no flags or tags. Checking every flag of each comment would cost more than
    // everything else.
    let hasFlags = record.flags.rawValue != 0
    if hasFlags { view.isOrphan = record.flags.contains(.orphan) }
    view.isHighlighted = block.position == highlightedPosition
    if record.parent >= 0 {
      let parent = story.comments[Int(record.parent)]
      view.parentID = parent.id
      view.parentPosition = record.parent
      view.parentTombstone = parent.tombstone
      if parent.tombstone == nil, parent.author >= 0 {
        let name = story.authors[Int(parent.author)].name
        view.parentAuthor = bytes.displayText(of: name, cutTo: LabelLimits.maximumNameLength)
      }
    }
    if let newComments, newComments.contains(Int(block.position)) { view.marks = .new }
    if let tombstone = record.tombstone {
      view.tombstone = tombstone
      return view
    }
    if hasFlags { view.isEdited = record.flags.contains(.edited) }
    view.likes = max(0, Int(record.likes))
    view.rating = record.rating <= 5 ? Int(record.rating) : 0
    if record.tags.rawValue != 0 {
      view.marks.formUnion(CommentView.Marks(record.tags).intersection(markRules.allowedMarks))
      view.badges.builtInBits = CommentBadges.builtInBits(for: record.tags)
    }
    if markRules.marksAnsweredQuestions, record.parent < 0, !view.isOrphan,
      !record.tags.contains(.unanswered),
      case .comment = block.kind
    {
      view.marks.insert(.answered)
    }
    if record.author >= 0 {
      let author = story.authors[Int(record.author)]
      view.author = bytes.displayText(of: author.name, cutTo: LabelLimits.maximumNameLength)
      view.badges.firstCustom = author.firstLabel
      view.badges.customCount = Int32(author.labelCount)
      if images == .load { view.avatar = author.avatar }
    }
    if record.labelCount > 0 { addTags(of: record, to: &view.badges) }
    if view.badges.customCount > 0 { applyLabelOverride(to: &view.badges, of: block.position) }
    if record.media >= 0 { addMedia(story.media[Int(record.media)], to: &view) }
    return view
  }

  /// Adds media to the fields of a comment, unless their address is unsafe.
  private func addMedia(_ record: MediaRecord, to view: inout CommentView) {
    guard record.url.isEmpty || SafeURL(record.url, of: bytes) != nil else { return }
    var media = record
    if bytes.isBlank(media.title) { media.title = .empty }
    switch images {
    case .off: media.url = .empty
    case .link: break
    case .load: view.picture = media.pictureURL
    }
    view.media = media
  }

  /// Returns the permalink that the input gives for a comment's parent; empty if it gives none.
  package func parentPermalink(of view: CommentView) -> Slice {
    view.parentPosition < 0 ? .empty : story.comments[Int(view.parentPosition)].permalink
  }

  /// Returns the id of a block's comment; much faster than `view(of:)`.
  package func id(of block: Block) -> Slice { story.comments[Int(block.position)].id }

  /// Returns the time at which a block's comment was last edited, in milliseconds since 1970, or
  /// `nil` if it is unknown.
  package func editTime(of block: Block) -> Int64? {
    block.position < 0 ? nil : story.comments[Int(block.position)].editedAt.displayableMilliseconds
  }

  private func addTags(of record: CommentRecord, to badges: inout CommentBadges) {
    if badges.customCount == 0 { badges.firstCustom = record.firstLabel }
    badges.customCount &+= Int32(record.labelCount)
  }

  /// Replaces a comment's labels with their override, if there is one, and limits their number.
  private func applyLabelOverride(to badges: inout CommentBadges, of position: Int32) {
    if let range = labelOverrides.labelRange(ofCommentAt: position) {
      badges.firstCustom = Int32(truncatingIfNeeded: story.labels.count &+ range.lowerBound)
      badges.customCount = Int32(truncatingIfNeeded: range.count)
    }
    badges.customCount = min(badges.customCount, Int32(LabelLimits.maximumLabelsPerComment))
  }

  /// Calls `body` with the memory of a block's comment record, so that it can be prefetched.
  package func withRecord(of block: Block, body: (UnsafeRawBufferPointer) -> Void) {
    unsafe Self.passMemory(block.position, of: story.comments, to: body)
  }

  /// Calls `body` once for each part of memory that a comment needs next, so that it can be
  /// prefetched: its text, its author's record and its parent's record.
  ///
  /// This reads the comment's own record, and skips an author or a parent that is missing. In most
  /// inputs, the comment's id and its author's name come just before the text, so up to
  /// `bytesBeforeText` bytes before the text are included.
  package func withMemoryToPrefetch(of block: Block, body: (UnsafeRawBufferPointer) -> Void) {
    guard block.position >= 0, Int(block.position) < story.comments.count else { return }
    let record = story.comments[Int(block.position)]
    unsafe bytes.withUnsafeBytes { bytes in
      guard record.body.end <= bytes.count else { return }
      let start = max(0, Int(record.body.start) - Self.bytesBeforeText)
      unsafe body(UnsafeRawBufferPointer(rebasing: bytes[start..<record.body.end]))
    }
    unsafe Self.passMemory(record.author, of: story.authors, to: body)
    unsafe Self.passMemory(record.parent, of: story.comments, to: body)
  }

  private static let bytesBeforeText = 192

  private static func passMemory<Record>(
    _ index: Int32, of records: [Record], to body: (UnsafeRawBufferPointer) -> Void
  ) {
    guard index >= 0, Int(index) < records.count else { return }
    unsafe records.withUnsafeBytes {
      let start = Int(index) * MemoryLayout<Record>.stride
      unsafe body(
        UnsafeRawBufferPointer(rebasing: $0[start..<(start + MemoryLayout<Record>.stride)]))
    }
  }

  /// Returns the body of a block as received, or `nil` if the block has none.
  ///
  /// If a `.closed` block has none, the writer shows `closedPhrase`. A comment that consists only
  /// of a picture has a body with empty text.
  package func body(of block: Block) -> BlockBody? {
    switch block.kind {
    case .announcement: return BlockBody(text: notices.announcement, syntax: .plain)
    case .infobox: return notice(notices.infobox)
    case .questionBox: return notice(notices.questionBox)
    case .closed:
      guard !notices.closedMessage.isEmpty else { return nil }
      return notice(notices.closedMessage)
    case .comment, .featured, .ancestor:
      guard block.position >= 0 else { return nil }
      let record = story.comments[Int(block.position)]
      if case .ancestor = block.kind, record.tombstone != nil { return nil }
      return BlockBody(text: record.body, syntax: record.syntax)
    case .tombstone, .heading, .hiddenReplies, .moreComments, .noComments: return nil
    }
  }

  private func notice(_ text: Slice) -> BlockBody {
    BlockBody(text: text, syntax: .markdown, isFromPublisher: true)
  }

  package var closedTitle: Phrase {
    switch story.metadata.commentingStatus {
    case .archived: .archived
    case .open, .closed, .timed, .siteWide: .closed
    }
  }

  /// The text of a `.closed` block that has no body.
  package var closedPhrase: Phrase {
    switch story.metadata.commentingStatus {
    case .siteWide: .stoppedMessage
    case .archived: .archivedMessage
    case .open, .closed, .timed: .closedMessage
    }
  }
}

extension Timestamp {
  /// The time in milliseconds since 1970, or `nil` if it lies outside the years 1 to 9999.
  ///
  /// Two days at each end are excluded too, so that the local time is in range in every zone.
  var displayableMilliseconds: Int64? {
    let margin: Int64 = 86_400_000 * 2
    return milliseconds >= LocalTime.firstMillisecond + margin
      && milliseconds <= LocalTime.lastMillisecond - margin
      ? milliseconds : nil
  }
}

// MARK: Marks and badges for the server's tags

extension CommentView.Marks {
  init(_ tags: Tags) {
    self = []
    if tags.contains(.featured) { insert(.featured) }
    if tags.contains(.offTopic) { insert(.offTopic) }
    if tags.contains(.unanswered) { insert(.unanswered) }
    if tags.contains(.question) { insert(.question) }
    if tags.contains(.review) { insert(.review) }
  }
}

extension CommentBadges {
  static func builtInBits(for tags: Tags) -> UInt16 {
    var known: UInt16 = 0
    func add(_ kind: BadgeKind, if tag: Tags) {
      if tags.contains(tag) { known |= 1 << kind.rawValue }
    }
    add(.admin, if: .admin)
    add(.moderator, if: .moderator)
    add(.staff, if: .staff)
    add(.expert, if: .expert)
    add(.member, if: .member)
    add(.subscriber, if: .subscriber)
    add(.topCommenter, if: .topCommenter)
    add(.newCommenter, if: .newCommenter)
    return known
  }
}
