/// The reason for a mail about one comment.
public enum NotificationKind: String, Hashable, Sendable, CaseIterable {
  /// The comment is new, and is no reply.
  case comment
  /// It answers the reader's comment.
  case reply
  /// It is the reader's, and the editors featured it.
  case featured
  /// It is the reader's, and the moderators approved it.
  case approved
  /// It is the reader's, and the moderators rejected it.
  case rejected

  /// The reader wrote the comment.
  package var isAboutOwnComment: Bool {
    switch self {
    case .comment, .reply: false
    case .featured, .approved, .rejected: true
    }
  }
}
