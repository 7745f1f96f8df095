import AtollBytes
import AtollComments

enum CommentRowField: Sendable {
  case id, body, metadata, revisions, bodyHistory, status, authorID, parentID, replyCount
  case actionCounts, tags, rating, createdAt, updatedAt, deletedAt

  /// The fields of Talk 4's collection `comments`.
  static let talk4 = KeyTable<CommentRowField>([
    ("id", .id), ("body", .body), ("status", .status), ("tags", .tags), ("metadata", .metadata),
    ("author_id", .authorID), ("parent_id", .parentID), ("reply_count", .replyCount),
    ("created_at", .createdAt), ("updated_at", .updatedAt), ("deleted_at", .deletedAt),
    ("action_counts", .actionCounts), ("body_history", .bodyHistory),
  ])

  /// The fields of Coral's collections `comments` and `archivedComments`.
  static let coral = KeyTable<CommentRowField>([
    ("id", .id), ("authorID", .authorID), ("parentID", .parentID), ("revisions", .revisions),
    ("status", .status), ("actionCounts", .actionCounts), ("childCount", .replyCount),
    ("tags", .tags), ("rating", .rating), ("createdAt", .createdAt), ("deletedAt", .deletedAt),
  ])

  /// The fields that say to which story and tenant a comment belongs.
  static let storyAndTenantKeys = KeyTable(of: ["storyID", "asset_id", "tenantID"])
}

extension RowDecoder {
  mutating func readFields(of row: Int, into comment: inout CommentRecord) {
    let table = isCoral ? CommentRowField.coral : CommentRowField.talk4
    comment.syntax = isCoral ? .html : .plain
    var isDeleted = !isCoral && page.value("body", of: row) == nil
    var richText = Slice.empty
    var hasStatus: Bool?
    for field in page.children(of: row) where !page.isNull(field) {
      switch page.key(of: field, in: table) {
      case .id?: if let id = page.id(field) { comment.id = id }
      case .body?: if let text = page.text(field) { comment.body = text }
      case .metadata?: if let text = page.text("richTextBody", of: field) { richText = text }
      case .revisions?: readRevisions(field, into: &comment)
      case .bodyHistory?: _ = page.readVersions(field, timeKey: "created_at", into: &comment)
      case .status?:
        hasStatus = page.kind(field) == .string && hasStatus != false
        if hasStatus == true { page.readStatus(field, into: &comment) }
      case .authorID?:
        if let id = page.id(field) {
          comment.author = Int32(truncatingIfNeeded: indexOfPerson(withID: id))
        }
      case .parentID?:
        if let id = page.id(field) { comment.parentID = id } else { comment.withholdForProblem() }
      case .replyCount?: if let count = page.count(field) { comment.replyCount = Int32(count) }
      case .actionCounts?: readLikes(field, into: &comment)
      case .tags?: readTags(field, of: &comment)
      case .rating?: page.readRating(field, into: &comment)
      case .createdAt?: if let time = page.time(field) { comment.createdAt = time }
      case .updatedAt?: if let time = page.time(field) { recordWriteTime(time) }
      case .deletedAt?:
        isDeleted = true
        if let time = page.time(field) { recordWriteTime(time) }
      case nil: continue
      }
    }
    if hasStatus != true { withholdForLackOfStatus(row, into: &comment) }
    recordWriteTime(max(comment.createdAt, comment.editedAt))
    if !richText.isEmpty {
      comment.body = richText
      comment.syntax = .html
    }
    if isDeleted, comment.tombstone == nil { comment.tombstone = .deleted }
  }

  /// Withholds a comment that does not say whether it is published.
  ///
  /// Both servers write a status into every comment, and list only comments with certain statuses.
  private mutating func withholdForLackOfStatus(_ row: Int, into comment: inout CommentRecord) {
    counts.commentsWithoutStatus += 1
    let id = page.excerpt(comment.id)
    page.report(
      .hiddenComment, message: "the comment \(id) has no status that can be read; it is withheld",
      at: row)
    comment.withholdForProblem()
  }

  /// Reads the last revision, which is the current one.
  private mutating func readRevisions(_ index: Int, into comment: inout CommentRecord) {
    guard let last = page.readVersions(index, timeKey: "createdAt", into: &comment),
      let revision = page.object(last)
    else { return }
    if let text = page.text("body", of: revision) { comment.body = text }
    guard let object = page.object("media", of: revision), var media = page.media(object) else {
      return
    }
    media.url = copyText(media.url)
    media.title = copyText(media.title)
    media.still = copyText(media.still)
    comment.media = Int32(truncatingIfNeeded: builder.media.count)
    builder.media.append(media)
  }

  private mutating func readTags(_ index: Int, of comment: inout CommentRecord) {
    let (known, others) = readTags(index)
    comment.tags.formUnion(known)
    if known.contains(.featured), let id = page.featuredByID(in: index) {
      featuringPersonID = Array(page.bytes[id.range])
    }
    comment.firstLabel = Int32(truncatingIfNeeded: builder.labels.count)
    comment.labelCount = UInt16(clamping: others.count)
    builder.labels.append(contentsOf: others)
  }

  /// Reads Coral's count of reactions, or adds up Talk 4's counts of all actions that are likes.
  private mutating func readLikes(_ index: Int, into comment: inout CommentRecord) {
    if isCoral {
      if let count = page.count("REACTION", of: index) { comment.likes = Int32(count) }
      return
    }
    guard let counts = page.object(index) else { return }
    for field in page.children(of: counts) where !page.isNull(field) {
      let name = page.bytes.string(page.tape.entries[field].key)
      // The reasons for flags have names such as `flag_spam`.
      if name.contains("_") || ["flag", "dontagree", "downvote"].contains(name) { continue }
      guard let count = page.count(field), count > 0 else { continue }
      comment.addLikes(count)
      if name != "like" {
        let label = name.prefix(1).uppercased() + name.dropFirst()
        // The order of the rows must not decide between two names.
        let known = builder.metadata.likeLabel
        if known.isEmpty || label < builder.bytes.string(known) {
          builder.metadata.likeLabel = builder.add(text: label)
        }
      }
    }
  }
}
