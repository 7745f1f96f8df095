import Bytes
import Comments

enum CoralRowKey: String, CaseIterable, Sendable {
  case id, authorID, parentID, revisions, status, actionCounts, childCount, tags, rating
  case createdAt, deletedAt

  static let table = KeyTable<CoralRowKey>()
}

/// Rows of a Coral database.
extension RowDecoder {
  mutating func readCoralStory(
    _ row: Int, _ facts: inout StoryFacts, _ unsettled: inout UnsettledFacts
  ) {
    if let field = page.value("url", of: row), let text = page.text(field) { facts.url = text }
    if let field = page.value("metadata", of: row),
      let title = page.inner("title", of: field)
    {
      facts.title = title
    }
    if let field = page.value("createdAt", of: row), let time = page.time(field) {
      facts.createdAt = time
    }
    if let field = page.value("closedAt", of: row) {
      // False keeps the story open against the site's rule.
      if page.kind(field) == .bool {
        unsettled.staysOpen = page.flag(field) == false
      } else if let time = page.time(field) {
        facts.closedAt = time
      }
    }
    if let field = page.value("settings", of: row) {
      page.readCoralStorySettings(field, &facts, &unsettled)
    }
  }

  mutating func readCoralComment(
    _ row: Int, _ comment: inout CommentRecord
  ) {
    comment.syntax = .html
    var isDeleted = false
    for field in page.children(of: row) where !page.isNull(field) {
      switch page.key(field, CoralRowKey.table) {
      case .id?: if let id = page.id(field) { comment.id = id }
      case .authorID?:
        if let id = page.id(field) { comment.author = Int32(truncatingIfNeeded: person(id)) }
      case .parentID?: if let id = page.id(field) { comment.parentID = id }
      case .revisions?: readRevisions(field, &comment)
      case .status?: page.readStatus(field, &comment)
      case .actionCounts?:
        if let count = page.value("REACTION", of: field).flatMap({ page.count($0) }) {
          comment.likes = Int32(count)
        }
      case .childCount?: if let count = page.count(field) { comment.replyCount = Int32(count) }
      case .tags?: readTags(field, of: &comment)
      case .rating?:
        guard let value = page.number(field) else { continue }
        if value >= 1, value <= 5 { comment.rating = UInt8(value) }
      case .createdAt?: if let time = page.time(field) { comment.createdAt = time }
      case .deletedAt?: isDeleted = true
      case nil: continue
      }
    }
    if isDeleted, comment.tombstone == nil {
      comment.tombstone = .deleted
    }
  }

  /// Reads the last revision, which is the one that stands.
  private mutating func readRevisions(_ index: Int, _ comment: inout CommentRecord) {
    guard let list = page.list(index) else { return }
    var last: Int?
    var count = 0
    for revision in page.children(of: list) {
      last = revision
      count += 1
    }
    if count > 1 { comment.marks.insert(.edited) }
    guard let last, let revision = page.object(last) else { return }
    if let field = page.value("body", of: revision), let text = page.text(field) {
      comment.body = text
    }
    guard let field = page.value("media", of: revision), let object = page.object(field),
      let media = page.media(object)
    else { return }
    comment.media = Int32(truncatingIfNeeded: builder.media.count)
    builder.media.append(
      MediaRecord(kind: media.kind, url: keep(media.url), title: keep(media.title)))
  }
}
