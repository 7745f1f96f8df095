import Bytes
import Comments

enum Talk4RowKey: String, CaseIterable, Sendable {
  case id, body, status, tags, metadata
  case authorID = "author_id"
  case parentID = "parent_id"
  case replyCount = "reply_count"
  case createdAt = "created_at"
  case deletedAt = "deleted_at"
  case actionCounts = "action_counts"
  case bodyHistory = "body_history"

  static let table = KeyTable<Talk4RowKey>()
}

/// Rows of a Talk 4 database.
extension RowDecoder {
  mutating func readTalk4Story(
    _ row: Int, _ facts: inout StoryFacts, _ unsettled: inout UnsettledFacts
  ) {
    if let field = page.value("url", of: row), let text = page.text(field) { facts.url = text }
    if let field = page.value("title", of: row), let text = page.text(field) { facts.title = text }
    if let field = page.value("created_at", of: row), let time = page.time(field) {
      facts.createdAt = time
    }
    if let field = page.value("closedAt", of: row), let time = page.time(field) {
      facts.closedAt = time
    }
    if let field = page.value("settings", of: row) {
      page.readTalk4Settings(field, &facts, &unsettled)
    }
    // Readers see the site's `closedMessage`; an asset's own is only in the error for a late post.
  }

  mutating func readTalk4Comment(
    _ row: Int, _ comment: inout CommentRecord
  ) {
    var isDeleted = page.value("body", of: row) == nil
    var richText = Slice.empty
    for field in page.children(of: row) where !page.isNull(field) {
      switch page.key(field, Talk4RowKey.table) {
      case .id?: if let id = page.id(field) { comment.id = id }
      case .body?: if let text = page.text(field) { comment.body = text }
      case .status?: page.readStatus(field, &comment)
      case .tags?: readTags(field, of: &comment)
      case .metadata?:
        if let field = page.value("richTextBody", of: field), let text = page.text(field) {
          richText = text
        }
      case .authorID?:
        if let id = page.id(field) { comment.author = Int32(truncatingIfNeeded: person(id)) }
      case .parentID?: if let id = page.id(field) { comment.parentID = id }
      case .replyCount?: if let count = page.count(field) { comment.replyCount = Int32(count) }
      case .createdAt?: if let time = page.time(field) { comment.createdAt = time }
      case .deletedAt?: isDeleted = true
      case .actionCounts?: readLikes(field, &comment)
      case .bodyHistory?:
        if page.children(of: field).dropFirst().first(where: { _ in true }) != nil {
          comment.marks.insert(.edited)
        }
      case nil: continue
      }
    }
    if !richText.isEmpty {
      comment.body = richText
      comment.syntax = .html
    }
    if isDeleted, comment.tombstone == nil {
      comment.tombstone = .deleted
    }
  }

  mutating func readTags(_ index: Int, of comment: inout CommentRecord) {
    let (known, others) = readTags(index)
    comment.tags.formUnion(known)
    comment.firstLabel = Int32(truncatingIfNeeded: builder.labels.count)
    comment.labelCount = UInt16(clamping: others.count)
    builder.labels.append(contentsOf: others)
  }

  /// Adds up what readers gave a comment; the reasons of flags have names with `flag` before them.
  private mutating func readLikes(_ index: Int, _ comment: inout CommentRecord) {
    guard let counts = page.object(index) else { return }
    for field in page.children(of: counts) where !page.isNull(field) {
      let name = page.bytes.string(page.tape.entries[field].key)
      if name.contains("_") || ["flag", "dontagree", "downvote"].contains(name) { continue }
      guard let count = page.count(field), count > 0 else { continue }
      comment.likes = Int32(clamping: Int(comment.likes) + count)
      if name != "like", builder.facts.likeLabel.isEmpty {
        let label = name.prefix(1).uppercased() + name.dropFirst()
        builder.facts.likeLabel = builder.add(text: label)
      }
    }
  }
}
