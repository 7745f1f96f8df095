import AtollBytes
public import AtollComments

/// A page of a story's comments: some root comments with their first replies, some replies to one
/// comment, or one comment with its surroundings.
///
/// ```swift
/// var page = try await client.firstPage(of: .id("7c1f"))
/// var feed = CommentFeed(page.story)
/// while let next = page.next {
///   page = try await client.page(next)
///   perform(feed.add(page.story), on: tableView)
/// }
/// ```
public struct StoryPage: Sendable {
  /// The comments of the page; the first page also has the story's metadata.
  public var story: Story
  /// The cursor for the next page of this list; `nil` at its end.
  public var next: PageCursor?
  /// The cursors for further replies to comments on this page, keyed by comment id.
  public var moreReplies: [String: PageCursor]
  /// The problems in the answer.
  public var diagnostics: [Diagnostic]

  /// Creates a page, for previews and tests.
  public init(
    story: Story, next: PageCursor? = nil, moreReplies: [String: PageCursor] = [:],
    diagnostics: [Diagnostic] = []
  ) {
    self.story = story
    self.next = next
    self.moreReplies = moreReplies
    self.diagnostics = diagnostics
  }
}

/// A position in a list of comments, from which the next page is requested.
public struct PageCursor: Hashable, Sendable {
  /// The id of the story.
  public let story: String
  /// The comment whose replies are listed; `nil` for comments at the root.
  public let parent: String?
  /// The sort order of the list.
  public let order: CommentOrder
  /// The number of comments on a page.
  public var size: Int
  /// The number of replies included for each root comment.
  public var replies: Int
  /// The end of the previous page, in the server's own format; `nil` for the first page.
  var after: JSONValue?
  /// The number of pages without comments directly before this position.
  var emptyPageCount = 0

  /// Creates a cursor for the beginning of a list.
  ///
  /// Replies are always listed oldest first: if `parent` is not `nil`, `order` is ignored.
  public init(
    story: String, parent: String? = nil, order: CommentOrder = .newest, size: Int = 20,
    replies: Int = 10
  ) {
    self.story = story
    self.parent = parent
    self.order = parent == nil ? order : .oldest
    self.size = size
    self.replies = replies
  }
}

/// The size and sort order of the pages that a reader sees.
public struct PageOptions: Hashable, Sendable {
  /// The order of the comments at the root; replies are always listed oldest first.
  public var order = CommentOrder.newest
  /// The number of root comments on a page; the web clients ask for ten or twenty.
  ///
  /// A number below 1 counts as 1.
  public var size = 20 { didSet { size = max(1, size) } }
  /// The number of replies included for each root comment.
  public var replies = 10
  /// True if the server may create a story that does not exist; see `FetchOptions`.
  public var mayCreateStory = false

  /// Creates the options that the web clients use.
  public init() {}
}
