public import AtollComments

/// A visible row: a comment with its depth and the number of its hidden replies.
public struct Row: Hashable, Sendable {
  /// The position of the comment in the story.
  public let position: Position
  /// The number of ancestors; 0 at the root.
  public let depth: Int
  /// The number of direct replies in the story, visible or not.
  public let replies: Int
  /// The number of descendants hidden because the comment is collapsed; 0 if it is expanded.
  public let hiddenReplies: Int

  /// True if the comment is expanded, as every comment without replies is.
  public var isExpanded: Bool { hiddenReplies == 0 }

  /// Creates a row, for previews and tests.
  public init(position: Position, depth: Int, replies: Int, hiddenReplies: Int) {
    self.position = position
    self.depth = depth
    self.replies = replies
    self.hiddenReplies = hiddenReplies
  }
}
