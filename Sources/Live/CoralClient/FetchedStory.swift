public import Comments

import StoryDecoding

/// The id or the address of a story.
public enum StoryReference: Hashable, Sendable {
  /// By the server's own id.
  case id(String)
  /// By the address of the page it belongs to.
  case url(String)
}

/// The limits and permissions of a fetch.
public struct FetchOptions: Sendable {
  /// An assertion that the server may make a story that does not exist.
  ///
  /// Talk 4, and Coral before 5.3, make one for every address that is requested.
  public var mayCreate = false
  /// No more comments than this are fetched.
  public var mostComments: Int?
  /// A function that is called with the progress of the fetch from time to time.
  public var progress: (@Sendable (FetchProgress) -> Void)?

  /// The defaults: everything, and nothing made.
  public init() {}
}

/// The progress of a fetch.
public struct FetchProgress: Hashable, Sendable {
  /// The number of comments that have arrived.
  public var commentCount: Int
  /// The number of comments that the server counts, if it says so.
  public var expectedCount: Int?
  /// The number of requests that were answered.
  public var requestCount: Int
}

/// A story as a server gave it.
public struct FetchedStory: Sendable {
  /// The story, with every comment a visitor can see.
  public internal(set) var story: Story
  /// The oddities of the responses.
  public internal(set) var diagnostics: [Diagnostic]
  /// The number of replies to hidden comments that were left out, as the web clients do.
  public internal(set) var hiddenCount: Int
  /// The number of requests that were made.
  public internal(set) var requestCount: Int
  /// The number of published comments that the server counts, if it says so.
  ///
  /// Among them are answers to comments that are not shown. Coral does not even list those below a
  /// hidden comment at the root; Talk updates its count once an hour.
  public internal(set) var countOfServer: Int?

  /// Creates a result, for previews and tests.
  public init(
    story: Story, diagnostics: [Diagnostic] = [], hiddenCount: Int = 0, requestCount: Int = 1,
    countOfServer: Int? = nil
  ) {
    self.story = story
    self.diagnostics = diagnostics
    self.hiddenCount = hiddenCount
    self.requestCount = requestCount
    self.countOfServer = countOfServer
  }

  /// The story as an Atoll document, which reads back as the same story.
  public func document() -> [UInt8] { AtollDocumentWriter.document(of: story) }
}
