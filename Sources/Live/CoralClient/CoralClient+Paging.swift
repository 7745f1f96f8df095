import AtollBytes
import AtollComments
import AtollStoryDecoding

extension CoralClient {
  /// Fetches what the first screen of a story shows, in one request.
  ///
  /// Before its first request, the client detects the server's software. With the ids of the web
  /// client's persisted operations, two requests are needed: for the story, and for its comments.
  @concurrent public func firstPage(
    of reference: StoryReference, options: PageOptions = PageOptions()
  ) async throws(ClientError) -> StoryPage {
    let api = try await api()
    guard api.canCall(.firstPage) else {
      let found = try await api.findStory(reference, mayCreateStory: options.mayCreateStory)
      return try await api.rootPage(
        at: PageCursor(story: found.id, options: options), ofStoryIn: found.answer)
    }
    let subject = try api.variables(for: reference, mayCreateStory: options.mayCreateStory)
    let variables = api.pageVariables(
      addedTo: subject, order: options.order, size: options.size, replies: options.replies,
      after: nil)
    let answer = try await api.call(.firstPage, with: variables)
    guard let story = answer.story, let id = story["id"]?.id else {
      throw api.missingStoryError(reference, in: answer)
    }
    return try await api.page(answer, from: PageCursor(story: id, options: options))
  }

  /// Fetches the page at a cursor: more root comments, or more replies to a comment.
  @concurrent public func page(_ cursor: PageCursor) async throws(ClientError) -> StoryPage {
    let api = try await api()
    if let parent = cursor.parent {
      let answer = try await api.call(
        .replyPage,
        with: [
          "story": .string(cursor.story), "id": .string(parent), "first": JSONValue(cursor.size),
          "after": cursor.after,
        ])
      return try await api.page(answer, from: cursor)
    }
    return try await api.rootPage(at: cursor)
  }

  /// Fetches one comment with the comments above it and the first replies to it, as a permalink
  /// shows them.
  ///
  /// The page's story begins with the farthest ancestor that the server returns: at most
  /// `ancestors` levels above the comment on Coral, and three on Talk 4. Add the story to a feed
  /// with `missingParents: .showAtRoot`.
  @concurrent public func conversation(
    with comment: String, ancestors: Int = 10, replies: Int = 10
  ) async throws(ClientError) -> StoryPage {
    let api = try await api()
    let answer = try await api.call(
      .conversation,
      with: [
        "id": .string(comment), "first": JSONValue(replies),
        "ancestors": api.server.form == .coral ? JSONValue(ancestors) : nil,
      ])
    guard let found = answer.data["comment"] else {
      if !answer.errors.isEmpty { throw answer.missingError("the comment") }
      throw ClientError(
        .commentNotFound, message: "the server shows no comment with the id \(comment)")
    }
    let cursor = PageCursor(
      story: try api.storyID(of: found, in: answer), parent: comment, order: .oldest, size: replies,
      replies: replies)
    return try await api.page(answer, from: cursor)
  }
}

extension GraphQLClient {
  fileprivate func pageVariables(
    addedTo subject: JSONValue, order: CommentOrder, size: Int, replies: Int, after: JSONValue?
  ) -> JSONValue {
    let page: JSONValue = ["first": JSONValue(size), "replies": JSONValue(replies), "after": after]
    let sorting: JSONValue =
      switch server {
      case .coral: ["order": .string(order.coralWord)]
      case .talk4(let schema):
        [
          "sortBy": .string(order.talk4Field(schema)),
          "sortOrder": order == .oldest ? "ASC" : "DESC",
        ]
      }
    var members: [JSONValue.Member] = []
    for case .object(let more) in [subject, page, sorting] { members += more }
    return .object(members)
  }

  /// Fetches a page of root comments; `storyAnswer` is the answer with the story's metadata, if the
  /// page is to have them.
  fileprivate func rootPage(
    at cursor: PageCursor, ofStoryIn storyAnswer: Answer? = nil
  ) async throws(ClientError) -> StoryPage {
    let variables = pageVariables(
      addedTo: ["id": .string(cursor.story)], order: cursor.order, size: cursor.size,
      replies: cursor.replies, after: cursor.after)
    let answer = try await call(.rootPage, with: variables)
    guard answer.story != nil else { throw missingStoryError(.id(cursor.story), in: answer) }
    return try await page(answer, from: cursor, ofStoryIn: storyAnswer)
  }

  fileprivate func page(
    _ answer: Answer, from cursor: PageCursor, ofStoryIn storyAnswer: Answer? = nil
  ) async throws(ClientError) -> StoryPage {
    guard let list = answer.commentList else { throw answer.missingError("the list of comments") }
    let found = ListPage(list)
    // Talk names no comment above a page of replies.
    if case .talk4 = server, let parent = cursor.parent,
      found.comments.contains(where: { $0.parentID != nil && $0.parentID != parent })
    {
      throw ClientError(
        .badAnswer, message: "the answer lists replies to another comment than \(parent)",
        advice: ClientError.cacheAdvice)
    }
    var shown = FetchedStory(story: Story(id: cursor.story))
    let isWhole = cursor.parent == nil || answer.data["comment"]?.has("body") == true
    if isWhole || !found.comments.isEmpty {
      var files = [InputFile(name: "answer", bytes: answer.bytes)]
      // The web client's persisted operations for pages do not ask for the settings.
      if let storyAnswer {
        files.insert(InputFile(name: "story", bytes: storyAnswer.bytes), at: 0)
      } else if answer.data["settings"] == nil, let settings = await detector.settings {
        let known: JSONValue = ["data": ["settings": settings]]
        files.insert(InputFile(name: "settings", bytes: known.bytes), at: 0)
      }
      let decoded = try StoryDecoder.decode(
        answers: files, of: server, problem: "the answer contains no story")
      shown.story = decoded.story
      // A page does not give the number of comments, and its replies may answer comments on other
      // pages.
      shown.diagnostics = decoded.diagnostics.list(without: [.incompleteStory, .missingParent])
    }
    if isWhole {
      shown.removeHiddenComments(
        idsWithHiddenParent(in: found, of: shown.story), keepingBranchOf: cursor.parent)
    }
    var page = StoryPage(story: shown.story, diagnostics: shown.diagnostics)
    page.next = found.cursor(after: cursor)
    if found.hasNextPage, page.next == nil {
      page.diagnostics.append(ListPage.incompleteListDiagnostic)
    }
    recordReplyCursors(of: found, from: cursor, in: &page)
    return page
  }

  /// Returns the ids of comments whose parents the server names but does not show.
  ///
  /// The recursion is no deeper than a `JSONValue` can nest: 200 levels.
  private func idsWithHiddenParent(in list: ListPage, of story: Story) -> Set<String> {
    var hidden: Set<String> = []
    for comment in list.comments {
      if let parent = comment.parentID, story.position(of: parent) == nil {
        hidden.insert(comment.id)
      }
      for inner in comment.replies {
        hidden.formUnion(self.idsWithHiddenParent(in: inner, of: story))
      }
    }
    return hidden
  }

  /// Records the cursors for further replies to the comments in a list.
  ///
  /// The recursion is no deeper than a `JSONValue` can nest: 200 levels.
  private func recordReplyCursors(
    of list: ListPage, from cursor: PageCursor, in page: inout StoryPage
  ) {
    for comment in list.comments {
      let beginning = PageCursor(
        story: cursor.story, parent: comment.id, order: .oldest, size: cursor.replies,
        replies: cursor.replies)
      if let inner = comment.replies.first {
        page.moreReplies[comment.id] = inner.cursor(after: beginning)
        if listsNextLevelOnly { recordReplyCursors(of: inner, from: beginning, in: &page) }
      } else if (comment.replyCount ?? 0) > 0, cursor.parent == nil || listsNextLevelOnly {
        page.moreReplies[comment.id] = beginning.withNonzeroSize
      }
    }
  }

  /// True if the server lists only the direct replies to a comment.
  var listsNextLevelOnly: Bool {
    switch server {
    case .talk4: true
    case .coral(let version): persistedOperations != nil || version < ServerVersion(6, minor: 6)
    }
  }
}

extension ListPage {
  /// Returns the cursor after this page; `nil` if the list ends here or cannot be continued.
  func cursor(after cursor: PageCursor) -> PageCursor? {
    guard hasNextPage else { return nil }
    // Some servers send comments although none were requested; the list continues after them.
    if cursor.size == 0, comments.isEmpty { return cursor.withNonzeroSize }
    guard let end = nextCursor(newestFirst: cursor.order == .newest) else { return nil }
    var following = cursor.withNonzeroSize
    following.emptyPageCount = comments.isEmpty ? cursor.emptyPageCount + 1 : 0
    // After an empty page, the next one is requested as long as the position moves, but not
    // forever.
    if comments.isEmpty,
      end == cursor.after || following.emptyPageCount > Self.maximumEmptyPageCount
    {
      return nil
    }
    if following.after == end {
      // The page is full of comments from the same millisecond: only a larger page contains the
      // next ones.
      guard following.size <= Self.maximumSize / 4 else { return nil }
      following.size *= 4
    }
    following.after = end
    return following
  }
}

extension PageCursor {
  /// Creates a cursor for the beginning of the list of root comments.
  fileprivate init(story: String, options: PageOptions) {
    self.init(
      story: story, order: options.order, size: options.size, replies: options.replies)
  }

  /// This cursor, with the usual page size if its size is 0.
  fileprivate var withNonzeroSize: PageCursor {
    var cursor = self
    let usual = PageOptions()
    if size == 0 { cursor.size = parent == nil ? usual.size : usual.replies }
    return cursor
  }
}

extension CommentOrder {
  fileprivate var coralWord: String {
    switch self {
    case .newest: "CREATED_AT_DESC"
    case .oldest: "CREATED_AT_ASC"
    case .mostLiked: "REACTION_DESC"
    case .mostReplies: "REPLIES_DESC"
    }
  }

  /// Returns Talk's name for the order; the name for likes depends on the plugin that adds them.
  fileprivate func talk4Field(_ schema: Talk4Schema) -> String {
    switch self {
    case .newest, .oldest: "CREATED_AT"
    case .mostReplies: "REPLIES"
    case .mostLiked: schema.likeSort ?? "CREATED_AT"
    }
  }
}
