import AtollBytes
import AtollComments

private enum RootField: Sendable {
  case settings, viewer, story, comments, node

  static let talk4 = KeyTable<RootField>([
    ("settings", .settings), ("me", .viewer), ("asset", .story), ("comments", .comments),
    ("comment", .comments),
  ])

  static let coral = KeyTable<RootField>([
    ("settings", .settings), ("viewer", .viewer), ("story", .story), ("stream", .story),
    ("comments", .comments), ("comment", .comments), ("node", .node),
  ])
}

private enum StoryField: Sendable {
  case url, title, metadata, createdAt, closedAt, isClosed, status, settings
  case commentCount, commentCounts, ratings, comments, featuredComments, comment, id
  case isArchived

  /// The fields of Talk 4's type `Asset`.
  static let talk4 = KeyTable<StoryField>([
    ("id", .id), ("url", .url), ("title", .title), ("created_at", .createdAt),
    ("closedAt", .closedAt), ("isClosed", .isClosed), ("settings", .settings),
    ("totalCommentCount", .commentCount), ("comments", .comments), ("comment", .comment),
  ])

  /// The fields of Coral's type `Story`.
  static let coral = KeyTable<StoryField>([
    ("id", .id), ("url", .url), ("metadata", .metadata), ("createdAt", .createdAt),
    ("closedAt", .closedAt), ("isClosed", .isClosed), ("status", .status),
    ("settings", .settings), ("commentCounts", .commentCounts), ("ratings", .ratings),
    ("comments", .comments), ("featuredComments", .featuredComments), ("comment", .comment),
    ("isArchived", .isArchived), ("isArchiving", .isArchived),
  ])
}

extension ResponseDecoder {
  mutating func readRoot(_ root: Int) {
    for field in page.children(of: root) where !page.isNull(field) {
      switch rootField(field) {
      case .settings?:
        if isTalk4 {
          page.readTalk4Settings(at: field, into: &site.metadata, pending: &site.pending)
        } else {
          page.readCoralSettings(at: field, into: &site.metadata, pending: &site.pending)
        }
      case .viewer?: readViewer(field)
      case .story?: readStory(field)
      case .comments?:
        readComments(in: field)
        if isTalk4 { readHasMore(ofTalk4List: field) }
      case .node?, nil: noteHidingReferences(in: field)
      }
    }
  }

  /// Returns the meaning of a field, by its name or, if the query gave it an alias, by its members.
  private func rootField(_ field: Int) -> RootField? {
    let named = page.key(of: field, in: isTalk4 ? RootField.talk4 : RootField.coral)
    switch named {
    case .settings?, .viewer?, .story?: return named
    case .comments?, .node?, nil: break
    }
    if isStory(field) { return .story }
    if isCommentList(field) || !isTalk4 && isComment(field) { return .comments }
    guard case .node? = named else { return named }
    // A page of Relay's `node(id:)`: a story, or the replies to a comment.
    if page.kind(field) != .object { return nil }
    if page.hasMember("replies", of: field) { return .comments }
    return page.hiddenComment(at: field) == nil ? .story : nil
  }

  private func isStory(_ index: Int) -> Bool {
    page.hasMember("id", of: index) && !page.hasMember("body", of: index)
      && (page.hasMember("comments", of: index)
        || !isTalk4 && page.hasMember("featuredComments", of: index))
  }

  /// Reads whether a list outside of any story has another page.
  ///
  /// The first comment shows whether the list holds root comments or the replies to one comment.
  private mutating func readHasMore(ofTalk4List list: Int) {
    guard let inner = page.value("nodes", of: list),
      let first = page.children(of: inner).first(where: { _ in true })
    else { return }
    let parent =
      page.value("parent", of: first).map { page.value("id", of: $0) }
      ?? page.value("parent_id", of: first)
    if let parent {
      if let id = page.id(parent), let index = index(of: id) {
        noteEnd(of: list, under: index, isPage: true)
      }
    } else if page.hasMember("parent", of: first) || page.hasMember("parent_id", of: first) {
      readHasMore(list)
    }
  }

  /// Reads the reader's own account: its id, and the ids of the accounts that it ignores.
  private mutating func readViewer(_ index: Int) {
    if let id = page.id("id", of: index) { pending.viewerID = id }
    noteHidingReferences(in: index)
    guard let viewer = page.object(index), let list = page.list("ignoredUsers", of: viewer) else {
      return
    }
    for user in page.children(of: list) {
      if let id = page.id("id", of: user) { pending.ignoredUsers.append(id) }
    }
  }

  private mutating func readStory(_ story: Int) {
    guard recordStory(story) else { return }
    let table = isTalk4 ? StoryField.talk4 : StoryField.coral
    for field in page.children(of: story) where !page.isNull(field) {
      switch page.key(of: field, in: table) {
      case .id?: continue
      case .url?: if let text = page.text(field) { builder.metadata.url = text }
      case .title?: if let text = page.text(field) { builder.metadata.title = text }
      case .metadata?:
        if let object = page.object(field), let title = page.text("title", of: object) {
          builder.metadata.title = title
        }
      case .createdAt?: if let time = page.time(field) { builder.metadata.createdAt = time }
      case .closedAt?: if let time = page.time(field) { builder.metadata.closedAt = time }
      case .isClosed?: if let flag = page.flag(field) { pending.isClosed = flag }
      case .status?:
        guard pending.isClosed == nil, let word = page.text(field) else { continue }
        pending.isClosed = page.bytes.isSlice(word, equalTo: "CLOSED")
      case .settings?:
        if isTalk4 {
          page.readTalk4Settings(at: field, into: &builder.metadata, pending: &pending)
        } else {
          page.readCoralStorySettings(at: field, into: &builder.metadata, pending: &pending)
        }
      case .commentCount?:
        if let count = page.count(field) { builder.metadata.commentCount = count }
      case .commentCounts?:
        if let total = page.count("totalPublished", of: field) {
          builder.metadata.commentCount = total
        }
        if let tags = page.value("tags", of: field), let count = page.count("FEATURED", of: tags) {
          builder.metadata.featuredCount = count
        }
      case .ratings?: page.readRatings(field, into: &builder.metadata)
      case .isArchived?: if page.flag(field) == true { pending.isArchived = true }
      case .comments?:
        readComments(in: field)
        readHasMore(field)
      case .featuredComments?: readComments(in: field, tags: .featured)
      case .comment?: readComments(in: field)
      case nil:
        if isCommentList(field) { readComments(in: field) } else { noteHidingReferences(in: field) }
      }
    }
  }

  /// Records whether the server has more root comments, if a list of root comments says so.
  private mutating func readHasMore(_ list: Int) {
    if let more = hasNextPage(list) { pending.hasMoreRootsByPage.append(more) }
  }

  /// Returns whether the server has another page of a list; `nil` if the list does not say.
  mutating func hasNextPage(_ list: Int) -> Bool? {
    guard page.kind(list) == .object else { return nil }
    if page.value("hasNextPage", of: list) != nil { return page.flag("hasNextPage", of: list) }
    return page.value("pageInfo", of: list).flatMap { page.flag("hasNextPage", of: $0) }
  }
}
