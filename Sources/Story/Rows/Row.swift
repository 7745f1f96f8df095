public import Comments

/// One row on show: a comment, how deep it stands, and what of its branch is to be seen.
public struct Row: Hashable, Sendable {
  /// The comment.
  public let position: Position
  /// How many ancestors the comment has; 0 at the root.
  public let depth: Int
  /// How many direct replies it has in the story, shown or not.
  public let replies: Int
  /// How many comments, at any level, its closed branch keeps from show; 0 while the branch is open.
  public let hiddenReplies: Int

  /// Whether what hangs from the comment is on show; true of a comment without replies.
  public var isExpanded: Bool { hiddenReplies == 0 }

  package init(position: Position, depth: Int, replies: Int, hiddenReplies: Int) {
    self.position = position
    self.depth = depth
    self.replies = replies
    self.hiddenReplies = hiddenReplies
  }
}
