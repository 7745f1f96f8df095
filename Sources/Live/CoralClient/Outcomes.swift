public import AtollComments

/// The result of a post, a reply or an edit.
public enum PostOutcome: Hashable, Sendable {
  /// Everyone can read the comment.
  case published(OwnComment)
  /// The server stored the comment but rejected it.
  ///
  /// Talk 4 says whether a banned word was the reason, except after an edit. Coral gives no reason,
  /// and it also rejects what another service decides to reject.
  case rejected(OwnComment, hasBannedWord: Bool)
  /// A moderator will look at the comment before it is published.
  case heldForReview(OwnComment)
  /// The server did not accept the comment or the edit.
  case refused(Refusal)
}

/// The result of an action other than posting: liking or reporting a comment, ignoring an account,
/// and so on.
public enum ActionOutcome: Hashable, Sendable {
  /// The action succeeded; `likes` is the comment's number of likes, if the server gave it.
  case done(likes: Int?)
  /// The server did not perform the action.
  case refused(Refusal)
}

/// A comment by the signed-in reader, in its current state on the server.
public struct OwnComment: Hashable, Sendable {
  /// The comment.
  public var comment: Comment
  /// The time until which the comment can be edited, if the server gives one.
  public var editableUntil: Timestamp?

  /// Creates a comment by the reader, for previews and tests.
  public init(_ comment: Comment, editableUntil: Timestamp? = nil) {
    self.comment = comment
    self.editableUntil = editableUntil
  }
}

/// A server's refusal of a request.
public struct Refusal: Hashable, Sendable {
  /// The reason for the refusal.
  public enum Reason: Hashable, Sendable {
    /// The story takes no more comments.
    case storyClosed
    /// The whole site takes no comments for now.
    case commentingDisabled
    /// The story is in the archive.
    case storyArchived
    /// The text is too short.
    case tooShort
    /// The text or the details of a report are too long.
    case tooLong
    /// It is too late to edit the comment.
    case editWindowOver
    /// Only signed-in users may do this.
    case notSignedIn
    /// The account is banned.
    case banned
    /// The account is suspended, until the given time if it is known.
    case suspended(until: Timestamp?)
    /// The account was warned, and its owner has not confirmed the warning yet.
    case warned
    /// The account's email address is not confirmed.
    case emailNotVerified
    /// The account has no name, or none that the site accepts.
    case noName
    /// There were too many requests in too short a time; the server asks to wait for the given
    /// time, if it is known.
    ///
    /// If the limit stops a query before the action, the client throws
    /// `ClientError.Kind.rateLimited` instead.
    case rateLimited(retryAfter: Duration?)
    /// The text looks toxic; it can be sent anyway, and is then reviewed.
    case toxic
    /// The text looks like spam; it can be sent anyway, and is then reviewed.
    case spam
    /// The text repeats the account's last comment; it can be sent anyway, and is then reviewed.
    case repeated
    /// The comment to reply to is not visible.
    case parentNotVisible
    /// There is no such story.
    case storyNotFound
    /// There is no such comment.
    case commentNotFound
    /// The account may not do this, for instance because the comment is another user's, or because
    /// staff cannot be ignored.
    case notAllowed
    /// The server does not support likes.
    case notSupported
    /// Another reason, as the server's own code.
    case other(String)
  }

  /// The reason for the refusal.
  public var reason: Reason
  /// The server's own message; empty if there is none.
  public var message: String

  /// Creates a refusal, for previews and tests.
  public init(_ reason: Reason, message: String = "") {
    self.reason = reason
    self.message = message
  }

  /// True if the same text can be sent again for a moderator to review.
  public var canSendAnyway: Bool {
    switch reason {
    case .toxic, .spam, .repeated: true
    case .storyClosed, .commentingDisabled, .storyArchived, .tooShort, .tooLong, .editWindowOver,
      .notSignedIn, .banned, .suspended, .warned, .emailNotVerified, .noName, .rateLimited,
      .parentNotVisible, .storyNotFound, .commentNotFound, .notAllowed, .notSupported, .other:
      false
    }
  }
}

extension Refusal {
  init(_ error: ServerError) {
    self.init(
      Self.reason(of: error.code), message: error.message == error.code ? "" : error.message)
  }

  private static func reason(of code: String) -> Reason {
    switch code {
    case "STORY_CLOSED", "COMMENTING_CLOSED": .storyClosed
    case "COMMENTING_DISABLED": .commentingDisabled
    case "CANNOT_CREATE_COMMENT_ON_ARCHIVED_STORY": .storyArchived
    case "COMMENT_BODY_TOO_SHORT", "COMMENT_TOO_SHORT": .tooShort
    case "COMMENT_BODY_EXCEEDS_MAX_LENGTH", "COMMENT_TOO_LONG": .tooLong
    case "COMMENT_EDIT_WINDOW_EXPIRED", "EDIT_WINDOW_ENDED": .editWindowOver
    case "USER_BANNED", "USER_SITE_BANNED": .banned
    case "USER_SUSPENDED": .suspended(until: nil)
    case "USER_WARNED": .warned
    case "EMAIL_NOT_VERIFIED": .emailNotVerified
    case "RATE_LIMIT_EXCEEDED": .rateLimited(retryAfter: nil)
    case "TOXIC_COMMENT", "COMMENT_IS_TOXIC": .toxic
    case "SPAM_COMMENT", "COMMENT_IS_SPAM": .spam
    case "REPEAT_POST": .repeated
    case "PARENT_COMMENT_REJECTED", "ANCESTOR_REJECTED", "COMMENT_PARENT_NOT_VISIBLE":
      .parentNotVisible
    case "STORY_NOT_FOUND": .storyNotFound
    case "COMMENT_NOT_FOUND", "NOT_FOUND": .commentNotFound
    case "NOT_AUTHORIZED", "USER_NOT_ENTITLED", "USER_CANNOT_BE_IGNORED", "CANNOT_IGNORE_STAFF":
      .notAllowed
    case _: .other(code)
    }
  }
}
