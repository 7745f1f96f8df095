import Bytes
import Comments

enum Talk4StoryKey: String, CaseIterable, Sendable {
  case id, url, title, closedAt, isClosed, settings, totalCommentCount, comments, comment
  case createdAt = "created_at"

  static let table = KeyTable<Talk4StoryKey>()
}

enum Talk4CommentKey: String, CaseIterable, Sendable {
  case id, body, richTextBody, status, user, parent, replies, replyCount, tags, editing, url, asset
  case createdAt = "created_at"
  case parentID = "parent_id"
  case actionSummaries = "action_summaries"
  case bodyHistory = "body_history"

  static let table = KeyTable<Talk4CommentKey>()
}

/// What a Talk 4 server answers.
extension ResponseDecoder {
  mutating func readTalk4Root(_ root: Int) {
    for field in page.children(of: root) where !page.isNull(field) {
      let name = page.tape.entries[field].key
      if page.bytes.slice(name, equals: "settings") {
        page.readTalk4Settings(field, &builder.facts, &facts)
      } else if page.bytes.slice(name, equals: "me") {
        readViewer(field)
      } else if page.bytes.slice(name, equals: "asset") || isTalk4Story(field) {
        readTalk4Story(field)
      } else if page.bytes.slice(name, equals: "comments") || isCommentList(field) {
        gather(field)
        if isRootList(field), let more = hasMore(field) { facts.moreRoots.append(more) }
      } else if page.bytes.slice(name, equals: "comment") {
        gather(field)
      }
    }
  }

  /// Whether an object under a name of the asker's own choice is an asset.
  private func isTalk4Story(_ index: Int) -> Bool {
    page.hasMember("comments", index) && page.hasMember("id", index)
      && !page.hasMember("body", index)
  }

  /// Whether a list that belongs to no story by itself holds comments of the root.
  private func isRootList(_ list: Int) -> Bool {
    guard let inner = page.value("nodes", of: list),
      let first = page.children(of: inner).first(where: { _ in true })
    else { return false }
    return page.value("parent", of: first) == nil && page.value("parent_id", of: first) == nil
      && (page.hasMember("parent", first) || page.hasMember("parent_id", first))
  }

  private mutating func readTalk4Story(_ story: Int) {
    guard begins(story: story) else { return }
    for field in page.children(of: story) where !page.isNull(field) {
      switch page.key(field, Talk4StoryKey.table) {
      case .id?: continue
      case .url?: if let text = page.text(field) { builder.facts.url = text }
      case .title?: if let text = page.text(field) { builder.facts.title = text }
      case .createdAt?: if let time = page.time(field) { builder.facts.createdAt = time }
      case .closedAt?: if let time = page.time(field) { builder.facts.closedAt = time }
      case .isClosed?: if let flag = page.flag(field) { facts.isClosed = flag }
      case .settings?: page.readTalk4Settings(field, &builder.facts, &facts)
      case .totalCommentCount?:
        if let count = page.count(field) { builder.facts.commentCount = count }
      case .comments?:
        gather(field)
        if let more = hasMore(field) { facts.moreRoots.append(more) }
      case .comment?: gather(field)
      case nil: if isCommentList(field) { gather(field) }
      }
    }
  }

  // MARK: Comments

  /// Reads a comment's fields; false for one that is only referred to.
  mutating func readTalk4Comment(_ object: Int, _ comment: inout CommentRecord) -> Bool {
    var hasBody = false
    var richText = Slice.empty
    for field in page.children(of: object) {
      let key = page.key(field, Talk4CommentKey.table)
      if key == .body || key == .richTextBody { hasBody = true }
      if page.isNull(field) { continue }
      switch key {
      case .id?: if let id = page.id(field) { comment.id = id }
      case .body?: if let text = page.text(field) { comment.body = text }
      case .richTextBody?: if let text = page.text(field) { richText = text }
      case .status?: page.readStatus(field, &comment)
      case .createdAt?: if let time = page.time(field) { comment.createdAt = time }
      case .user?: readAuthor(field, name: "username", &comment)
      case .parent?: readParent(field, &comment)
      case .parentID?: if let id = page.id(field) { comment.parentID = id }
      case .replies?: innerLists.append(InnerList(index: field))
      case .replyCount?: if let count = page.count(field) { comment.replyCount = Int32(count) }
      case .tags?: page.readTags(field, &comment, &builder)
      case .editing?:
        if let edited = page.value("edited", of: field).flatMap({ page.flag($0) }), edited {
          comment.marks.insert(.edited)
        }
      case .bodyHistory?:
        if page.children(of: field).dropFirst().first(where: { _ in true }) != nil {
          comment.marks.insert(.edited)
        }
      case .url?: if let text = page.text(field) { comment.permalink = text }
      case .asset?: _ = isWanted(named: field)
      case .actionSummaries?: readTalk4Likes(field, &comment)
      case nil: if isCommentList(field) { innerLists.append(InnerList(index: field)) }
      }
    }
    if !richText.isEmpty {
      comment.body = richText
      comment.syntax = .html
    }
    if hasBody, comment.body.isEmpty, isTextMissing(in: object) {
      // A rich text alone may be missing of a comment that was written as plain text.
      isGone = page.hasMember("body", object)
      if comment.tombstone == nil { comment.tombstone = .deleted }
    }
    return hasBody
  }

  /// Whether every body of a comment is null, which is how Talk says that it was deleted.
  private func isTextMissing(in object: Int) -> Bool {
    page.value("body", of: object) == nil && page.value("richTextBody", of: object) == nil
  }

  /// Adds up what readers gave a comment.
  ///
  /// Flags and the like are nobody's business, though public.
  private mutating func readTalk4Likes(_ index: Int, _ comment: inout CommentRecord) {
    guard let list = page.list(index) else { return }
    for summary in page.children(of: list) where page.kind(summary) == .object {
      guard let field = page.value("__typename", of: summary), let type = page.text(field),
        let name = page.bytes.slice(type, without: "ActionSummary"),
        !page.bytes.slice(name, equals: "Flag"), !page.bytes.slice(name, equals: "DontAgree"),
        !page.bytes.slice(name, equals: "Downvote"),
        let value = page.value("count", of: summary), let count = page.count(value)
      else { continue }
      comment.likes = Int32(clamping: Int(comment.likes) + count)
      // “Like” has a word in every language; what the site chose instead of it has not.
      if !page.bytes.slice(name, equals: "Like") { builder.facts.likeLabel = name }
    }
  }
}
