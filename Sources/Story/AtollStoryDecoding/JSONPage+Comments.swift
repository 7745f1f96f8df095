import AtollBytes
import AtollComments

/// A reference to a hidden comment: its id, and the reason why it is hidden.
struct HiddenCommentReference: Sendable {
  var id: Slice
  var reason: Tombstone
}

/// Reading the parts of a comment that have the same form in responses and in databases.
extension JSONPage {
  // MARK: Status

  /// The statuses of both servers, with the reason why a comment with that status is not published;
  /// `nil` if it is published.
  private static let statuses = KeyTable<Tombstone?>([
    ("NONE", nil), ("ACCEPTED", nil), ("APPROVED", nil), ("REJECTED", .rejected),
    ("PREMOD", .withheld), ("SYSTEM_WITHHELD", .withheld),
  ])

  mutating func readRating(_ index: Int, into comment: inout CommentRecord) {
    guard let value = number(index) else { return }
    if let problem = comment.setRating(value) { report(.unknownValue, message: problem, at: index) }
  }

  /// Reads a comment's status; withholds the comment if the status is unknown or not a string.
  mutating func readStatus(_ index: Int, into comment: inout CommentRecord) {
    guard kind(index) == .string else {
      let found = kind(index).phrase
      report(
        .hiddenComment, message: "expected a status, found \(found); the comment is withheld",
        at: index)
      return comment.withholdForProblem()
    }
    let word = tape.entries[index].text
    guard let status = Self.statuses.key(word, in: bytes) else {
      let written = excerpt(word)
      report(
        .hiddenComment,
        message: "the status \u{201C}\(written)\u{201D} is unknown; the comment is withheld",
        at: index)
      return comment.withholdForProblem()
    }
    if let status { comment.withhold(status) }
  }

  /// Returns the reason why a comment with this status is hidden, without a report; `nil` if it is
  /// not hidden, or if the status is that of a story.
  func reasonToHide(byStatus index: Int) -> Tombstone? {
    guard kind(index) == .string else { return .withheld }
    let word = tape.entries[index].text
    if let status = Self.statuses.key(word, in: bytes) { return status }
    return bytes.isSlice(word, equalTo: "OPEN") || bytes.isSlice(word, equalTo: "CLOSED")
      ? nil : .withheld
  }

  private enum HidingField: Sendable {
    case id, status, deleted, deletedAt, username

    static let table = KeyTable<HidingField>([
      ("id", .id), ("status", .status), ("deleted", .deleted), ("deletedAt", .deletedAt),
      ("deleted_at", .deletedAt), ("username", .username),
    ])
  }

  /// Returns the id and the reason if an object says that its comment is hidden.
  ///
  /// The object may be cut, or only a reference.
  func hiddenComment(at object: Int) -> HiddenCommentReference? {
    var id = Slice.empty
    var reason: Tombstone?
    var isDeleted = false
    for field in children(of: object) where !isNull(field) {
      switch key(of: field, in: HidingField.table) {
      case .id?: id = idIfValid(field) ?? id
      case .status?: reason = reason ?? reasonToHide(byStatus: field)
      case .deleted?: isDeleted = isDeleted || !isFalse(field)
      case .deletedAt?: isDeleted = true
      // An account has a status, too.
      case .username?: return nil
      case nil: continue
      }
    }
    guard let found = reason ?? (isDeleted ? .deleted : nil), !id.isEmpty else { return nil }
    return HiddenCommentReference(id: id, reason: found)
  }

  // MARK: Edits

  /// Reads the list of a comment's versions, oldest first; two or more versions mark the comment as
  /// edited.
  ///
  /// Returns the index of the last version, which is the current one, or `nil` if there is none.
  mutating func readVersions(
    _ index: Int, timeKey: StaticString, into comment: inout CommentRecord
  ) -> Int? {
    guard let list = list(index) else { return nil }
    var count = 0
    var last: Int?
    for version in children(of: list) {
      count += 1
      last = version
    }
    comment.revisionCount = UInt16(clamping: count)
    if count > 1, let last {
      comment.flags.insert(.edited)
      if let time = time(timeKey, of: last) { comment.editedAt = time }
    }
    return last
  }

  // MARK: Tags and badges

  /// Reads tags: words, or objects that hold the word under one of several keys.
  ///
  /// Known tags are added to the comment; the names of others are appended to `labels`.
  mutating func readTags(at index: Int, into comment: inout CommentRecord, labels: inout [Slice]) {
    guard let list = list(index) else { return }
    let first = labels.count
    for element in children(of: list) {
      var word = element
      var isPublic: Bool? = true
      // Talk 4: {"tag": {"name": …}}; Coral: {"code": …} and, in its database, {"type": …}.
      if let inner = value("tag", of: word) {
        isPublic = self.isPublic(tag: inner)
        if isPublic == false { continue }
        word = inner
      }
      if let inner = value("name", of: word) ?? value("code", of: word) ?? value("type", of: word) {
        word = inner
      }
      guard let name = text(word), !name.isEmpty else { continue }
      let tag = Tags(name: bytes.span.extracting(name.range))
      if let tag { comment.tags.insert(tag) } else if isPublic == true { labels.append(name) }
    }
    let count = labels.count - first
    if count > 0 {
      comment.firstLabel = Int32(truncatingIfNeeded: first)
      comment.labelCount = UInt16(clamping: count)
    }
  }

  /// Returns whether readers see a tag of Talk 4; `nil` if the tag does not say.
  ///
  /// The server gives all tags to moderators without saying which ones are public. Talk's page
  /// shows readers only the tags that it knows.
  private mutating func isPublic(tag: Int) -> Bool? {
    guard let permissions = value("permissions", of: tag), hasMember("public", of: permissions)
    else { return nil }
    return flag("public", of: permissions) == true
  }

  /// Returns the name of the person who added the tag `FEATURED`, if a response names one.
  mutating func featuredByName(in tags: Int) -> Slice? {
    guard let person = creatorOfFeaturedTag(in: tags, under: "code"), kind(person) == .object else {
      return nil
    }
    return text("username", of: person)
  }

  /// Returns the id of the person who added the tag `FEATURED`, if a row names one.
  mutating func featuredByID(in tags: Int) -> Slice? {
    creatorOfFeaturedTag(in: tags, under: "type").flatMap { id($0) }
  }

  private mutating func creatorOfFeaturedTag(in tags: Int, under key: StaticString) -> Int? {
    guard let list = list(tags) else { return nil }
    for element in children(of: list) {
      if let code = text(key, of: element), bytes.isSlice(code, equalTo: "FEATURED") {
        return value("createdBy", of: element)
      }
    }
    return nil
  }

  mutating func badges(of account: Int, under key: StaticString = "badges") -> [Slice] {
    guard let list = list(key, of: account) else { return [] }
    return children(of: list).compactMap { text($0) }.filter { !$0.isEmpty }
  }

  // MARK: Media

  /// Coral's types of media, by their names in GraphQL and in its database.
  private static let mediaKinds = KeyTable<Media.Kind>([
    ("GiphyMedia", .gif), ("TenorMedia", .gif), ("KlipyMedia", .gif), ("YouTubeMedia", .youTube),
    ("TwitterMedia", .x), ("BlueskyMedia", .bluesky), ("ExternalMedia", .image),
    ("giphy", .gif), ("tenor", .gif), ("klipy", .gif), ("youtube", .youTube), ("twitter", .x),
    ("bluesky", .bluesky), ("external", .image),
  ])

  private static let mediaHosts: [(name: String, kind: Media.Kind)] = [
    ("youtube.com", .youTube), ("youtu.be", .youTube), ("twitter.com", .x), ("x.com", .x),
    ("bsky.app", .bluesky), ("giphy.com", .gif), ("tenor.com", .gif), ("klipy.com", .gif),
  ]

  /// Reads media from an object; returns `nil` if it has no address.
  mutating func media(_ object: Int) -> MediaRecord? {
    guard let url = text("url", of: object), !url.isEmpty else { return nil }
    var media = MediaRecord(kind: mediaKind(of: url), url: url)
    if let field = value("__typename", of: object) ?? value("type", of: object),
      let name = text(field)
    {
      if let kind = Self.mediaKinds.key(name, in: bytes) {
        media.kind = kind
      } else {
        let written = excerpt(name)
        report(.unknownValue, message: "media of an unknown type: \(written)", at: field)
      }
    }
    if let title = text("title", of: object) { media.title = title }
    // In some types the still is optional; GraphQL then requires an alias for the field.
    if let still = text("still", of: object) ?? text("preview", of: object) { media.still = still }
    if let width = count("width", of: object), let height = count("height", of: object) {
      media.width = UInt16(clamping: width)
      media.height = UInt16(clamping: height)
    }
    return media
  }

  /// Returns the kind of media that the host of an address serves; `image` for an unknown host.
  func mediaKind(of url: Slice) -> Media.Kind {
    let text = bytes.string(Slice(start: url.start, count: min(url.count, 256)))
    let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
    guard parts.count >= 2 else { return .image }
    let host = parts[1].utf8.map { lowercase($0) }
    for (name, kind) in Self.mediaHosts {
      let rest = host.dropLast(name.utf8.count)
      if host.suffix(name.utf8.count).elementsEqual(name.utf8),
        rest.isEmpty || rest.last == UInt8(ascii: ".")
      {
        return kind
      }
    }
    return .image
  }
}

extension CommentRecord {
  /// Adds to the number of likes; Talk 4 counts them under several names, such as `like` and
  /// `respect`.
  mutating func addLikes(_ count: Int) { likes = Int32(clamping: Int(likes) + count) }

  /// Marks a comment as not published; if a reply needs it, a tombstone takes its place.
  mutating func withhold(_ reason: Tombstone = .withheld) {
    flags.insert(.unpublished)
    flags.remove(.lost)
    if tombstone == nil { tombstone = reason }
  }

  /// Marks a comment as not published, because the input does not say in a known way whether it is.
  mutating func withholdForProblem() {
    let isLost = !flags.contains(.unpublished) || flags.contains(.lost)
    withhold()
    if isLost { flags.insert(.lost) }
  }

  /// Hides the comment for the reason that another record of it gives.
  mutating func hide(as reason: Tombstone) {
    switch reason {
    case .deleted: delete()
    case .rejected, .withheld, .ignored: withhold(reason)
    }
  }

  /// Removes the contents of a comment; what is left keeps its place in the thread.
  mutating func delete() {
    body = .empty
    author = -1
    media = -1
    tags = []
    labelCount = 0
    rating = 0
    flags.remove(.edited)
    editedAt = .unknown
    if !flags.contains(.unpublished) { tombstone = .deleted }
  }

  /// Fills in missing fields from another record of the same comment.
  mutating func fillGaps(from other: CommentRecord) {
    tags.formUnion(other.tags)
    if author < 0 { author = other.author }
    if media < 0 { media = other.media }
    if !createdAt.isKnown { createdAt = other.createdAt }
    if likes == 0 { likes = other.likes }
    if replyCount < 0 { replyCount = other.replyCount }
    if rating == 0 { rating = other.rating }
    if permalink.isEmpty { permalink = other.permalink }
    if labelCount == 0 {
      firstLabel = other.firstLabel
      labelCount = other.labelCount
    }
  }
}
