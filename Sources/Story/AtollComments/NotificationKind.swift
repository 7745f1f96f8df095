/// The reason for an email about one comment.
public enum NotificationKind: String, Hashable, Sendable, CaseIterable {
  /// A new comment that is not a reply.
  case comment
  /// A reply to the reader's comment.
  case reply
  /// A staff member's reply to the reader's comment.
  case staff
  /// A comment that mentions the reader.
  case mentioned
  /// A reply in a conversation that the reader follows.
  case followed
  /// The reader's own comment, which the editors featured.
  case featured
  /// The reader's own comment, which the moderators approved.
  case approved
  /// The reader's own comment, which the moderators rejected.
  case rejected

  package var isAboutOwnComment: Bool {
    switch self {
    case .comment, .reply, .staff, .mentioned, .followed: false
    case .featured, .approved, .rejected: true
    }
  }

  /// True if the comment of such a notification is always a reply.
  package var isReply: Bool {
    switch self {
    case .reply, .staff, .followed: true
    case .comment, .mentioned, .featured, .approved, .rejected: false
    }
  }
}
