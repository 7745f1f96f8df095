import AtollBytes

extension CoralClient {
  /// Posts a comment at the root of a story.
  ///
  /// After an unclear failure, the client searches for the comment. The comment is sent again only
  /// if the server has finished with the first request and does not have the comment, and never
  /// after a timeout. If it remains unknown whether the server has the comment, or will publish it,
  /// the client throws `ClientError.Kind.outcomeUnknown`.
  ///
  /// An unknown story is the refusal `storyNotFound` if it is given by its id, and the error
  /// `storyNotFound` or `wouldCreateStory` if it is given by its address.
  ///
  /// - Parameters:
  ///   - text: The text as typed, without markup.
  ///   - story: The story.
  ///   - sendsAnyway: Whether text that looks like spam, or that is toxic or repeated, goes to a
  ///     moderator instead of being refused.
  ///   - mayCreateStory: Whether the server may create the story if it does not exist; see
  ///     `FetchOptions`.
  public func post(
    _ text: String, to story: StoryReference, sendsAnyway: Bool = false,
    mayCreateStory: Bool = false
  ) async throws(ClientError) -> PostOutcome {
    if let refusal = try await refusalWithoutToken() { return .refused(refusal) }
    let api = try await apiForAction()
    let id: String
    switch story {
    case .id(let given): id = given
    case .url: id = try await api.findStory(story, mayCreateStory: mayCreateStory).id
    }
    var posting = Posting(api, options: options, text: text, story: id, sendsAnyway: sendsAnyway)
    return try await posting.run()
  }

  /// Posts a reply to a comment; see `post(_:to:sendsAnyway:mayCreateStory:)`.
  public func reply(
    _ text: String, to comment: String, sendsAnyway: Bool = false
  ) async throws(ClientError) -> PostOutcome {
    if let refusal = try await refusalWithoutToken() { return .refused(refusal) }
    let api = try await apiForAction()
    guard let target = try await api.fetchTarget(comment) else {
      return .refused(Refusal(.parentNotVisible))
    }
    var posting = Posting(
      api, options: options, text: text, story: target.story, parent: comment,
      parentRevisionID: target.revision, sendsAnyway: sendsAnyway)
    return try await posting.run()
  }

  /// Changes the text of the caller's own comment, while the server allows that; its picture or
  /// video stays.
  ///
  /// The client throws `ClientError.Kind.outcomeUnknown` if it remains unknown whether the server
  /// has changed the text, for example because the task was cancelled. It also does so if the
  /// server no longer shows the comment after an unclear failure.
  public func edit(_ comment: String, to text: String) async throws(ClientError) -> PostOutcome {
    if let refusal = try await refusalWithoutToken() { return .refused(refusal) }
    let api = try await apiForAction()
    guard let target = try await api.fetchTarget(comment) else {
      return .refused(Refusal(.commentNotFound))
    }
    // For an edit of another user's comment, Coral would only report a general failure.
    if target.isByAnotherUser { return .refused(Refusal(.notAllowed)) }
    return try await api.edit(target, to: CommentText.asSent(text))
  }

  /// Returns the refusal for callers without a token; `nil` if there is a token.
  ///
  /// A source that had no token before is asked again: the user may have signed in meanwhile.
  func refusalWithoutToken() async throws(ClientError) -> Refusal? {
    try await connection.tokens.currentToken(askingAgain: true) == nil ? Refusal(.notSignedIn) : nil
  }
}

/// A comment on which an action is performed, with the values that the server needs.
struct ActionTarget {
  var id: String
  var story: String
  var revision: String?
  var comment: JSONValue
  /// True if the comment is known to be another user's.
  var isByAnotherUser: Bool
}

extension ActionTarget {
  /// Returns the comment's picture, video or quoted post in the form in which an edit must repeat
  /// it (`CreateCommentMediaInput`); `nil` if there is none.
  ///
  /// Coral removes media that the edit does not contain, and keeps media with the same address.
  fileprivate func mediaForEdit() throws(ClientError) -> JSONValue? {
    guard let media = comment["revision"]?["media"] else { return nil }
    let suffix = "Media"
    guard let name = media["__typename"]?.string, name.hasSuffix(suffix),
      let url = media["url"]?.string
    else {
      throw ClientError(
        .refused, message: "an edit would remove what is attached to the comment",
        advice: "edit it on the page of the story")
    }
    return ["type": .string(name.dropLast(suffix.count).lowercased()), "url": .string(url)]
  }
}

extension GraphQLClient {
  func storyID(of comment: JSONValue, in answer: Answer) throws(ClientError) -> String {
    let story = comment["asset"] ?? comment["story"] ?? answer.data["story"]
    if let id = story?["id"]?.id { return id }
    throw ClientError(
      .badAnswer, message: "the server does not say which story a comment belongs to")
  }

  /// Fetches a comment; returns `nil` if it is not visible.
  func fetchTarget(_ id: String) async throws(ClientError) -> ActionTarget? {
    let answer = try await call(.comment, with: ["id": .string(id)])
    guard let comment = answer.data["comment"] else {
      if !answer.errors.isEmpty { throw answer.missingError("the comment") }
      return nil
    }
    let story = try storyID(of: comment, in: answer)
    let viewer = answer.viewer?["id"]?.id
    let author = (comment["user"] ?? comment["author"])?["id"]?.id
    let isByAnotherUser = viewer != nil && author != nil && viewer != author
    return ActionTarget(
      id: id, story: story, revision: comment["revision"]?["id"]?.id, comment: comment,
      isByAnotherUser: isByAnotherUser)
  }

  /// Edits a comment, and edits it again after an unclear failure unless it has the new text.
  ///
  /// If the first edit took effect, a second one would change nothing, but it could be refused
  /// because the time for edits has ended meanwhile.
  fileprivate func edit(
    _ target: ActionTarget, to text: String
  ) async throws(ClientError) -> PostOutcome {
    try await perform(withEffect: "the text was changed") { () -> PostOutcome in
      try await editOnce(target, to: text)
    } unlessFound: { () -> PostOutcome? in
      guard let now = try await self.fetchTarget(target.id) else {
        throw ClientError(
          .outcomeUnknown,
          message:
            "the comment is no longer shown: it waits for a moderator, or was rejected or deleted",
          advice: "look at the story before you edit it again")
      }
      guard hasText(in: now.comment, equalTo: text) else { return nil }
      return try await PostOutcome(now.comment, from: self)
    }
  }

  /// Returns whether the text of a comment on the server is `text`, apart from white space.
  func hasText(in value: JSONValue, equalTo text: String) -> Bool {
    guard let body = value["body"]?.string else { return false }
    return switch server {
    case .talk4:
      body.split(whereSeparator: \.isWhitespace) == text.split(whereSeparator: \.isWhitespace)
    case .coral: CommentText.hasSameWords(body, as: text)
    }
  }

  private func editOnce(
    _ target: ActionTarget, to text: String
  ) async throws(ClientError) -> PostOutcome {
    let variables: JSONValue
    switch server {
    case .talk4(let schema):
      let rich = schema.fields.contains("EditCommentInput.richTextBody")
      variables = [
        "id": .string(target.id), "story": .string(target.story),
        "edit": [
          "body": .string(text),
          "richTextBody": rich ? .string(CommentText.html(of: text)) : nil,
        ],
      ]
    case .coral:
      variables = [
        "input": [
          "commentID": .string(target.id), "body": .string(CommentText.html(of: text)),
          "media": try target.mediaForEdit(), "clientMutationId": "0",
        ]
      ]
    }
    let answer = try await asSignedIn {
      try await call(.editComment, with: variables, retrySafety: .notRepeatable)
    }
    let payload = answer.data["editComment"]
    if let error = answer.firstRefusal(in: payload) { return .refused(try await refusal(error)) }
    guard let value = payload?["comment"], value["id"]?.id == target.id,
      let outcome = try await PostOutcome(value, from: self)
    else {
      throw ClientError(
        .badAnswer, message: "the answer does not contain the comment",
        uncertainty: .unknownButFinal)
    }
    return outcome
  }
}
