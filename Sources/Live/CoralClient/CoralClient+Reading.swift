import AtollBytes

extension CoralClient {
  /// Fetches a story with all its comments, at every depth.
  ///
  /// The client sends multiple requests at a time. To refresh a story, pass the result to
  /// `CommentFeed.reload(_:)`: comments that were shown keep their fold state.
  @concurrent public func fetch(
    _ reference: StoryReference, options: FetchOptions = FetchOptions()
  ) async throws(ClientError) -> FetchedStory {
    try await StoryFetch(try await api(), options: options, clientOptions: self.options)
      .run(reference)
  }
}

extension GraphQLClient {
  func findStory(
    _ reference: StoryReference, mayCreateStory: Bool
  ) async throws(ClientError) -> (answer: Answer, story: JSONValue, id: String) {
    let answer = try await call(
      .story, with: try variables(for: reference, mayCreateStory: mayCreateStory))
    guard let story = answer.story else { throw missingStoryError(reference, in: answer) }
    guard let id = story["id"]?.id else {
      throw ClientError(.badAnswer, message: "the server gave a story without an id")
    }
    return (answer, story, id)
  }

  func missingStoryError(_ reference: StoryReference, in answer: Answer) -> ClientError {
    if !answer.errors.isEmpty { return answer.missingError("the story") }
    switch reference {
    case .id(let id):
      return ClientError(.storyNotFound, message: "the server knows no story with the id \(id)")
    case .url(let url):
      return ClientError(
        .storyNotFound, message: "the server knows no story for \(url)",
        advice: "give the address of the page in which Coral or Talk is embedded")
    }
  }

  func variables(
    for reference: StoryReference, mayCreateStory: Bool
  ) throws(ClientError) -> JSONValue {
    switch (server, reference) {
    case (.talk4, .id(let id)): return ["id": .string(id)]
    case (.talk4, .url(let url)):
      guard mayCreateStory else { throw wouldCreateStoryError("Talk 4") }
      return ["url": .string(url)]
    case (.coral, .id(let id)): return ["id": .string(id), "create": false]
    case (.coral, .url) where persistedOperations != nil && !mayCreateStory:
      // The web client's query creates a story, too.
      throw wouldCreateStoryError("the persisted operation of Coral's web client")
    case (.coral(let version), .url(let url)):
      guard version < ServerVersion(5, minor: 3) else {
        return ["url": .string(url), "create": .bool(mayCreateStory)]
      }
      guard mayCreateStory else { throw wouldCreateStoryError("Coral before 5.3") }
      return ["url": .string(url), "create": false]
    }
  }

  private func wouldCreateStoryError(_ name: String) -> ClientError {
    ClientError(
      .wouldCreateStory, message: "\(name) creates a story for every address that is requested",
      advice: "give the story's id, or allow that")
  }
}
