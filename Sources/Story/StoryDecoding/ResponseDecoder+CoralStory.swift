import Bytes
import Comments

enum CoralStoryKey: String, CaseIterable, Sendable {
  case id, url, isClosed, status, closedAt, createdAt, metadata, commentCounts, settings, ratings
  case comments, featuredComments, comment

  static let table = KeyTable<CoralStoryKey>()
}

/// What a Coral server answers, but for the comments themselves.
extension ResponseDecoder {
  mutating func readCoralRoot(_ root: Int) {
    for field in page.children(of: root) where !page.isNull(field) {
      let name = page.tape.entries[field].key
      if page.bytes.slice(name, equals: "settings") {
        page.readCoralSettings(field, &builder.facts, &facts)
      } else if page.bytes.slice(name, equals: "viewer") {
        readViewer(field)
      } else if page.bytes.slice(name, equals: "story") || page.bytes.slice(name, equals: "stream")
        || isCoralStory(field)
      {
        readCoralStory(field)
      } else if page.bytes.slice(name, equals: "comment") || isCommentList(field)
        || isComment(field)
      {
        gather(field)
      } else if page.bytes.slice(name, equals: "comments") {
        gather(field)
      } else if page.bytes.slice(name, equals: "node"), page.kind(field) == .object {
        // A page by Relay's `node(id:)`: of a story or of a comment's replies.
        if page.hasMember("replies", field) { gather(field) } else { readCoralStory(field) }
      }
    }
  }

  /// Whether an object under a name of the asker's own choice is a story.
  private func isCoralStory(_ index: Int) -> Bool {
    page.hasMember("id", index) && !page.hasMember("body", index)
      && (page.hasMember("comments", index) || page.hasMember("featuredComments", index))
  }

  private func isComment(_ index: Int) -> Bool {
    page.hasMember("id", index) && page.hasMember("body", index)
  }

  mutating func readViewer(_ index: Int) {
    guard let viewer = page.object(index),
      let field = page.value("ignoredUsers", of: viewer), let list = page.list(field)
    else { return }
    for user in page.children(of: list) {
      if let id = page.value("id", of: user).flatMap({ page.id($0) }) {
        facts.ignoredUsers.append(id)
      }
    }
  }

  private mutating func readCoralStory(_ story: Int) {
    guard begins(story: story) else { return }
    for field in page.children(of: story) where !page.isNull(field) {
      switch page.key(field, CoralStoryKey.table) {
      case .id?: continue
      case .url?: if let text = page.text(field) { builder.facts.url = text }
      case .createdAt?: if let time = page.time(field) { builder.facts.createdAt = time }
      case .closedAt?: if let time = page.time(field) { builder.facts.closedAt = time }
      case .isClosed?: if let flag = page.flag(field) { facts.isClosed = flag }
      case .status?:
        guard facts.isClosed == nil, let word = page.text(field) else { continue }
        facts.isClosed = page.bytes.slice(word, equals: "CLOSED")
      case .metadata?:
        if let title = page.inner("title", of: field) { builder.facts.title = title }
      case .commentCounts?:
        if let total = page.value("totalPublished", of: field).flatMap({ page.count($0) }) {
          builder.facts.commentCount = total
        }
      case .settings?: page.readCoralStorySettings(field, &builder.facts, &facts)
      case .ratings?: page.readRatings(field, &builder.facts)
      case .comments?:
        gather(field)
        if let more = hasMore(field) { facts.moreRoots.append(more) }
      case .featuredComments?: gather(field, tags: .featured)
      case .comment?: gather(field)
      case nil: if isCommentList(field) { gather(field) }
      }
    }
  }
}
