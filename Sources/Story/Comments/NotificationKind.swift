/// The reason for a mail about one comment.
public enum NotificationKind: String, Hashable, Sendable, CaseIterable {
  /// The comment is new, and is no reply.
  case comment
  /// It answers the reader's comment.
  case reply
  /// A member of the staff answers the reader's comment.
  case staff
  /// It mentions the reader.
  case mentioned
  /// It is a reply in a conversation that the reader follows.
  case followed
  /// It is the reader's, and the editors featured it.
  case featured
  /// It is the reader's, and the moderators approved it.
  case approved
  /// It is the reader's, and the moderators rejected it.
  case rejected

  /// The reader wrote the comment.
  package var isAboutOwnComment: Bool {
    switch self {
    case .comment, .reply, .staff, .mentioned, .followed: false
    case .featured, .approved, .rejected: true
    }
  }

  /// The comment answers another, of any author.
  package var isReply: Bool {
    switch self {
    case .reply, .staff, .followed: true
    case .comment, .mentioned, .featured, .approved, .rejected: false
    }
  }
}
