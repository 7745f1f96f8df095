/// The reason for an email about one comment.
public enum NotificationKind: String, Hashable, Sendable, CaseIterable {
  /// The comment is new and is not a reply.
  case comment
  /// It is a reply to the reader's comment.
  case reply
  /// It is a reply to the reader's comment by a member of staff.
  case staff
  /// It mentions the reader.
  case mentioned
  /// It is a reply in a conversation that the reader follows.
  case followed
  /// It is the reader's own, and the editors featured it.
  case featured
  /// It is the reader's own, and the moderators approved it.
  case approved
  /// It is the reader's own, and the moderators rejected it.
  case rejected

  /// Whether the reader wrote the comment.
  package var isAboutOwnComment: Bool {
    switch self {
    case .comment, .reply, .staff, .mentioned, .followed: false
    case .featured, .approved, .rejected: true
    }
  }

  /// Whether every comment with a notification of this kind is a reply, by any author.
  package var isReply: Bool {
    switch self {
    case .reply, .staff, .followed: true
    case .comment, .mentioned, .featured, .approved, .rejected: false
    }
  }
}
