public import AtollComments

/// The id of a story, or the address of its page.
public enum StoryReference: Hashable, Sendable {
  /// The server's own id.
  case id(String)
  /// The address of the page that the story belongs to.
  case url(String)
}

/// The limits and permissions of a fetch.
public struct FetchOptions: Sendable {
  /// True if the server may create a story that does not exist yet.
  ///
  /// Talk 4, Coral before 5.3, and the persisted operations of Coral's web client create one for
  /// every address that is requested. With these, a `StoryReference.url` throws
  /// `ClientError.Kind.wouldCreateStory` unless this is `true`; ids always work.
  public var mayCreateStory = false
  /// The maximum number of comments to keep, or `nil` for all; later comments are left out, and the
  /// story is marked as incomplete.
  public var maximumCommentCount: Int?
  /// True if the comments of users whom the reader ignores, and all replies below them, are hidden.
  ///
  /// Set this to `false` for output that others will see.
  public var hidesIgnoredUsers = true
  /// A function that is called with the progress of the fetch after each page of comments.
  ///
  /// It is not called on the main actor; the calls come one after another, and the fetch waits for
  /// each of them.
  public var progress: (@Sendable (FetchProgress) -> Void)?

  /// Creates the defaults: everything is fetched, and nothing is created.
  public init() {}
}

/// The progress of a fetch.
public struct FetchProgress: Hashable, Sendable {
  /// The number of comments that have arrived.
  public var commentCount: Int
  /// The server's own count of comments, if it gives one.
  public var expectedCount: Int?
  /// The number of requests that were answered.
  public var requestCount: Int

  /// Creates a progress, for previews and tests.
  public init(commentCount: Int, expectedCount: Int? = nil, requestCount: Int = 1) {
    self.commentCount = commentCount
    self.expectedCount = expectedCount
    self.requestCount = requestCount
  }
}

/// A story as a server returned it.
public struct FetchedStory: Sendable {
  /// The story, with every comment that the reader can see, or as many as `FetchOptions` allow.
  public internal(set) var story: Story
  /// The problems in the answers.
  public internal(set) var diagnostics: [Diagnostic]
  /// The number of comments that were left out because a comment above them is hidden; the web
  /// clients leave them out, too.
  public internal(set) var hiddenCount: Int
  /// The number of requests that were answered.
  public internal(set) var requestCount: Int
  /// The server's own count of published comments, if it gives one.
  ///
  /// It includes replies to comments that are not shown; below a hidden root comment, Coral does
  /// not even list the replies. Talk updates its count only once an hour.
  public internal(set) var serverCommentCount: Int?

  /// Creates a result, for previews and tests.
  public init(
    story: Story, diagnostics: [Diagnostic] = [], hiddenCount: Int = 0, requestCount: Int = 1,
    serverCommentCount: Int? = nil
  ) {
    self.story = story
    self.diagnostics = diagnostics
    self.hiddenCount = hiddenCount
    self.requestCount = requestCount
    self.serverCommentCount = serverCommentCount
  }
}
