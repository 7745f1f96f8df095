public import Comments

/// The result of a post, a reply or an edit.
public enum PostOutcome: Hashable, Sendable {
  /// Everyone can read it.
  case published(OwnComment)
  /// The server accepted it but hides it, because of a word on its list.
  case bannedWord(OwnComment)
  /// A moderator will look at it first.
  ///
  /// It has no details if the server only reported that it has the comment.
  case heldForReview(OwnComment?)
  /// The server did not take it.
  case refused(Refusal)
}

/// The result of a like, of an unlike, or of a report.
public enum ActionOutcome: Hashable, Sendable {
  /// The action succeeded; with the comment's number of likes, if the server gave it.
  case done(likes: Int?)
  /// The server did not do it.
  case refused(Refusal)
}

/// A comment of the caller's own, as the server has it now.
public struct OwnComment: Hashable, Sendable {
  /// The comment.
  public var comment: Comment
  /// Until when it can be edited, where the server says so.
  public var editableUntil: Timestamp?

  /// Creates a comment of the caller's own, for previews and tests.
  public init(_ comment: Comment, editableUntil: Timestamp? = nil) {
    self.comment = comment
    self.editableUntil = editableUntil
  }
}

/// A server's refusal of a request.
public struct Refusal: Hashable, Sendable {
  /// The reason of the refusal.
  public enum Reason: Hashable, Sendable {
    /// The story takes no more comments.
    case storyClosed
    /// The whole site takes none for now.
    case commentingDisabled
    /// The story is in the archive.
    case storyArchived
    /// There is too little of it.
    case tooShort
    /// There is too much of it.
    case tooLong
    /// It is too late to edit it.
    case editWindowOver
    /// Only who has signed in may do this.
    case notSignedIn
    /// The account is banned.
    case banned
    /// The account may do nothing until then.
    case suspended(until: Timestamp?)
    /// The account was warned, and its owner has not confirmed that yet.
    case warned
    /// The address of the account's mail is not confirmed.
    case emailNotVerified
    /// The account has no name, or none that the site accepts.
    case noName
    /// Too much in too short a time.
    case rateLimited(retryAfter: Duration?)
    /// It looks toxic; it can be sent anyway, and is then reviewed.
    case toxic
    /// It looks like spam; it can be sent anyway, and is then reviewed.
    case spam
    /// It is what the account wrote just before; it can be sent anyway, and is then reviewed.
    case repeated
    /// The comment that it answers is not visible.
    case parentNotVisible
    /// There is no such story.
    case storyNotFound
    /// There is no such comment.
    case commentNotFound
    /// The account may not do this, for instance because the comment is another user's.
    case notAllowed
    /// The server has no such thing as likes.
    case notSupported
    /// Something else: the server's own code.
    case other(String)
  }

  /// The reason of the refusal.
  public var reason: Reason
  /// The server's own words, if it has any.
  public var message: String

  /// Creates a refusal, for previews and tests.
  public init(_ reason: Reason, _ message: String = "") {
    self.reason = reason
    self.message = message
  }

  /// An assertion that the same text can be sent again for a moderator to review.
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
  /// A refusal in a server's words.
  init(_ error: ServerError) {
    self.init(Self.reason(of: error.code), error.message == error.code ? "" : error.message)
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
    case "NOT_AUTHORIZED", "USER_NOT_ENTITLED": .notAllowed
    case _: .other(code)
    }
  }
}
