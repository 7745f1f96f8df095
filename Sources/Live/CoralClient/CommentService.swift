/// A source of comments that an app can replace, for previews and for tests without a server.
///
/// `CoralClient` conforms to it. Use `any CommentService` as the type in your screens.
public protocol CommentService: Sendable {
  /// Fetches what the first screen of a story shows.
  func firstPage(
    of reference: StoryReference, options: PageOptions
  ) async throws(ClientError) -> StoryPage
  /// Fetches the page at a cursor.
  func page(_ cursor: PageCursor) async throws(ClientError) -> StoryPage
  /// Fetches one comment with its surroundings.
  func conversation(
    with comment: String, ancestors: Int, replies: Int
  ) async throws(ClientError) -> StoryPage
  /// Fetches a story with all its comments.
  func fetch(
    _ reference: StoryReference, options: FetchOptions
  ) async throws(ClientError) -> FetchedStory
  /// Fetches the signed-in reader; returns `nil` for a visitor.
  func viewer() async throws(ClientError) -> Viewer?
  /// Posts a comment at the root.
  func post(
    _ text: String, to story: StoryReference, sendsAnyway: Bool, mayCreateStory: Bool
  ) async throws(ClientError) -> PostOutcome
  /// Posts a reply.
  func reply(
    _ text: String, to comment: String, sendsAnyway: Bool
  ) async throws(ClientError) -> PostOutcome
  /// Edits one of the reader's own comments.
  func edit(_ comment: String, to text: String) async throws(ClientError) -> PostOutcome
  /// Likes a comment.
  func like(_ comment: String) async throws(ClientError) -> ActionOutcome
  /// Removes a like.
  func unlike(_ comment: String) async throws(ClientError) -> ActionOutcome
  /// Reports a comment.
  func report(
    _ comment: String, because reason: CoralClient.ReportReason, details: String?
  ) async throws(ClientError) -> ActionOutcome
  /// Reports that the reader disagrees with a comment.
  func disagree(_ comment: String) async throws(ClientError) -> ActionOutcome
  /// Hides the comments of an account from the reader.
  func ignore(_ user: String) async throws(ClientError) -> ActionOutcome
  /// Shows the comments of an account again.
  func stopIgnoring(_ user: String) async throws(ClientError) -> ActionOutcome
}

extension CoralClient: CommentService {}

extension CommentService {
  /// Fetches what the first screen of a story shows, with the options of the web clients.
  public func firstPage(of reference: StoryReference) async throws(ClientError) -> StoryPage {
    try await firstPage(of: reference, options: PageOptions())
  }

  /// Fetches one comment with up to ten comments above it and ten replies, as a permalink shows it.
  public func conversation(with comment: String) async throws(ClientError) -> StoryPage {
    try await conversation(with: comment, ancestors: 10, replies: 10)
  }

  /// Fetches a story with all its comments.
  public func fetch(_ reference: StoryReference) async throws(ClientError) -> FetchedStory {
    try await fetch(reference, options: FetchOptions())
  }

  /// Posts a comment at the root.
  public func post(
    _ text: String, to story: StoryReference
  ) async throws(ClientError) -> PostOutcome {
    try await post(text, to: story, sendsAnyway: false, mayCreateStory: false)
  }

  /// Reports a comment, without details.
  public func report(
    _ comment: String, because reason: CoralClient.ReportReason
  ) async throws(ClientError) -> ActionOutcome {
    try await report(comment, because: reason, details: nil)
  }

  /// Posts a reply.
  public func reply(_ text: String, to comment: String) async throws(ClientError) -> PostOutcome {
    try await reply(text, to: comment, sendsAnyway: false)
  }
}
