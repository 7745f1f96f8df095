public import AtollComments

import AtollLayout

/// The choice of comments for a digest of multiple stories.
public struct DigestOptions: Hashable, Sendable {
  /// The accepted properties: a comment needs at least one of them.
  ///
  /// If empty, a comment needs none.
  public var acceptedProperties: Set<CommentProperty> = []
  /// The minimum number of likes that a comment needs.
  public var minimumLikes = 0
  /// The maximum number of comments per story; `nil` means no limit, or 3 in a `DigestSource`.
  public var maxCommentsPerStory: Int?
  /// The maximum number of comments in all; `nil` means no limit, or 10 in a `DigestSource`.
  public var maxComments: Int?
  /// The order of the comments in each story.
  ///
  /// It also decides which comments are chosen: the first `maxCommentsPerStory` comments of each
  /// story and, among these, the first `maxComments` of all stories.
  public var order = DigestOrder.mostLiked
  /// For each story id, the time after which comments of that story are new, in place of
  /// `Options.since`.
  var sinceByStory: [String: Timestamp] = [:]
  /// The title.
  ///
  /// If `nil`, it is the number of comments and the number of stories, such as `12 comments, 3
  /// stories`. If only one story has comments, its title takes the place of the number of stories.
  public var title: String?

  /// The maximum number of comments per story in a `DigestSource` and on the command line, if no
  /// limit is set.
  package static let defaultMaxCommentsPerStory = 3

  /// Creates the default options.
  public init() {}

  func query(at now: Timestamp?) -> CommentQuery {
    var query = CommentQuery()
    query.properties = acceptedProperties
    query.minimumLikes = minimumLikes
    query.order = order
    query.now = now
    return query
  }
}
