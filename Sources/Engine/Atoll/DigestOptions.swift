public import Comments

import Layout

/// The choice of comments for a digest of several stories.
public struct DigestOptions: Hashable, Sendable {
  /// The properties of which a comment needs one; without any, all comments are chosen from.
  public var only: Set<CommentProperty> = []
  /// The fewest likes of a comment.
  public var leastLikes = 0
  /// The most comments of each story.
  public var topPerStory: Int?
  /// The most comments in all.
  public var top: Int?
  /// The order, of the comments of each story and of those that `top` compares.
  public var order = DigestOrder.mostLiked
  /// The moments after which comments of single stories are new, by the ids of the stories, in place of `Options.since`.
  var since: [String: Timestamp] = [:]
  /// The title; without it, the number of comments and of stories.
  public var title: String?

  /// The most comments of each story if the options do not say how many.
  package static let usualTop = 3

  /// The defaults.
  public init() {}

  var choice: CommentChoice {
    var choice = CommentChoice()
    choice.properties = only
    choice.leastLikes = leastLikes
    choice.order = order
    return choice
  }
}
