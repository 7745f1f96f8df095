import Bytes
import Comments

enum CoralCommentKey: String, CaseIterable, Sendable {
  case id, body, deleted, status, createdAt, author, parent, parentID, rootParent, parents, replies
  case replyCount, allChildComments, editing, actionCounts, tags, revision, rating, permalink, story

  static let table = KeyTable<CoralCommentKey>()
}

extension Media.Kind {
  /// Coral's types of media, by their names in GraphQL and in its database.
  static let coralTable = KeyTable<Media.Kind>([
    ("GiphyMedia", .gif), ("TenorMedia", .gif), ("KlipyMedia", .gif), ("YouTubeMedia", .youTube),
    ("TwitterMedia", .x), ("BlueskyMedia", .bluesky), ("ExternalMedia", .image),
    ("giphy", .gif), ("tenor", .gif), ("klipy", .gif), ("youtube", .youTube), ("twitter", .x),
    ("bluesky", .bluesky), ("external", .image),
  ])
}

/// A comment as a Coral server gives it.
extension ResponseDecoder {
  /// Reads a comment's fields; false for one that is only referred to.
  mutating func readCoralComment(_ object: Int, _ comment: inout CommentRecord) -> Bool {
    var hasBody = false
    var isDeleted: Bool?
    comment.syntax = .html
    for field in page.children(of: object) {
      let key = page.key(field, CoralCommentKey.table)
      if key == .body { hasBody = true }
      if page.isNull(field) { continue }
      switch key {
      case .id?: if let id = page.id(field) { comment.id = id }
      case .body?: if let text = page.text(field) { comment.body = text }
      case .deleted?: isDeleted = page.flag(field)
      case .status?: page.readStatus(field, &comment)
      case .createdAt?: if let time = page.time(field) { comment.createdAt = time }
      case .author?: readAuthor(field, name: "username", &comment)
      case .parent?: readParent(field, &comment)
      case .parentID?: if let id = page.id(field) { comment.parentID = id }
      case .replyCount?: if let count = page.count(field) { comment.replyCount = Int32(count) }
      case .tags?: page.readTags(field, &comment, &builder)
      case .rating?: readRating(field, &comment)
      case .permalink?: if let text = page.text(field) { comment.permalink = text }
      case .editing?:
        if let edited = page.value("edited", of: field).flatMap({ page.flag($0) }), edited {
          comment.marks.insert(.edited)
        }
      case .actionCounts?:
        if let reaction = page.value("reaction", of: field),
          let total = page.value("total", of: reaction).flatMap({ page.count($0) })
        {
          comment.likes = Int32(total)
        }
      case .revision?: readRevision(field, &comment)
      case .replies?, .allChildComments?: innerLists.append(InnerList(index: field))
      case .rootParent?: noteAncestors(field)
      case .parents?: noteAncestors(field)
      case .story?: _ = isWanted(named: field)
      case nil: if isCommentList(field) { innerLists.append(InnerList(index: field)) }
      }
    }
    isGone = isDeleted == true
    if isGone || (hasBody && isDeleted == nil && isEmptied(object, comment)) {
      comment.tombstone = .deleted
    }
    return hasBody || isDeleted == true || comment.media >= 0
  }

  /// Whether nothing is left of a comment of which nobody asked whether it was deleted.
  private func isEmptied(_ object: Int, _ comment: CommentRecord) -> Bool {
    page.value("body", of: object) == nil && comment.author < 0 && comment.media < 0
      && comment.tombstone == nil
  }

  private mutating func noteAncestors(_ index: Int) {
    if page.hasMember("body", index) || isCommentList(index) {
      innerLists.append(InnerList(index: index, areReplies: false))
    }
  }

  private mutating func readRating(_ index: Int, _ comment: inout CommentRecord) {
    guard let value = page.number(index) else { return }
    guard value >= 1, value <= 5 else {
      return page.report(.unknownValue, "a rating is 1 to 5, not \(value)", index)
    }
    comment.rating = UInt8(value)
  }

  /// The revision that stands: its media, and its body where the comment itself has none.
  private mutating func readRevision(_ index: Int, _ comment: inout CommentRecord) {
    guard let revision = page.object(index) else { return }
    for field in page.children(of: revision) where page.kind(field) == .object {
      if comment.media < 0, page.hasMember("url", field) { readMedia(field, &comment) }
    }
    if comment.body.isEmpty, let field = page.value("body", of: revision),
      let text = page.text(field)
    {
      comment.body = text
    }
  }

  private mutating func readMedia(_ object: Int, _ comment: inout CommentRecord) {
    guard let media = page.media(object) else { return }
    comment.media = Int32(truncatingIfNeeded: builder.media.count)
    builder.media.append(media)
  }
}

extension JSONPage {
  /// What an object with an address points to, as the server and its database have it alike.
  mutating func media(_ object: Int) -> MediaRecord? {
    guard let field = value("url", of: object), let url = text(field), !url.isEmpty else {
      return nil
    }
    var media = MediaRecord(kind: mediaKind(of: url), url: url, title: .empty)
    if let field = value("__typename", of: object) ?? value("type", of: object),
      let name = text(field)
    {
      if let kind = Media.Kind.coralTable.key(name, in: bytes) {
        media.kind = kind
      } else {
        let written = excerpt(name)
        report(.unknownValue, "media of a kind not known here: \(written)", field)
      }
    }
    if let field = value("title", of: object), let text = text(field) { media.title = text }
    return media
  }

  /// What kind of thing stands at an address, by its host.
  func mediaKind(of url: Slice) -> Media.Kind {
    let text = bytes.string(Slice(start: url.start, count: min(url.count, 256)))
    let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
    guard parts.count >= 2 else { return .image }
    let host = parts[1].utf8.map { $0 &- 65 < 26 ? $0 | 0x20 : $0 }
    let known: [(String, Media.Kind)] = [
      ("youtube.com", .youTube), ("youtu.be", .youTube), ("twitter.com", .x), ("x.com", .x),
      ("bsky.app", .bluesky), ("giphy.com", .gif), ("tenor.com", .gif), ("klipy.com", .gif),
    ]
    for (name, kind) in known {
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
