package import AtollBytes
package import AtollComments

/// A key in the language files.
package protocol LanguageFileKey: RawRepresentable<String>, NumberedCases, Hashable, Sendable {}

/// One of Atoll's own texts without a number: `Newest first`.
///
/// The raw value is its key in the language files; templates write `words.newest_first`.
package enum Phrase: String, LanguageFileKey {
  // The thread.
  case comments
  case comment
  case replies
  case reviews
  case questions
  case noComments = "no_comments"
  case noQuestions = "no_questions"
  case noReviews = "no_reviews"
  /// The label of an empty thread of a closed story.
  case noCommentsClosed = "no_comments_closed"
  /// The label of the newest page of a divided thread while it is empty.
  case nothingNewer = "nothing_newer"
  /// The label for further comments whose number is unknown.
  case moreComments = "more_comments"

  // Sort orders: in the control, then in the heading.
  case sortBy = "sort_by"
  case newest
  case oldest
  case mostLiked = "most_liked"
  /// The replacement for `mostLiked` in a question-and-answer story.
  case mostVoted = "most_voted"
  case mostLikedComments = "most_liked_comments"
  case mostReplies = "most_replies"
  case newestFirst = "newest_first"
  case oldestFirst = "oldest_first"

  // Notices.
  case announcement
  case information
  case question
  case closed
  /// The heading of the notice on a story in the archive.
  case archived
  /// Shown on a closed story if the server has no message for it.
  case closedMessage = "closed_message"
  /// Shown while commenting is paused across the whole site.
  case stoppedMessage = "stopped_message"
  /// Shown on a story in the archive.
  case archivedMessage = "archived_message"

  // Marks and links of a comment.
  case featured
  /// The words before the name of the editor who featured a comment.
  case featuredBy = "featured_by"
  case edited
  case new
  case offTopic = "off_topic"
  case unanswered
  case answered
  case askedQuestion = "asked_question"
  case review
  case inReplyTo = "in_reply_to"
  case inReplyToDeleted = "in_reply_to_deleted"
  case inReplyToRemoved = "in_reply_to_removed"
  case inReplyToHidden = "in_reply_to_hidden"
  case inReplyToUnknown = "in_reply_to_unknown"
  case level
  case orphan
  case unknownAuthor = "unknown_author"
  /// The word before the pseudonym of an author whose name is not shown.
  case pseudonymPrefix = "person"
  case permalink
  case goToComment = "go_to_comment"

  // The pages of a long thread.
  case pages
  case firstPage = "first_page"
  case previousPage = "previous_page"
  case nextPage = "next_page"
  case lastPage = "last_page"
  case allPages = "all_pages"
  /// The time range of a page that may get newer comments; `@` marks the place of its first date.
  case since
  /// The heading of a list of a site's comments.
  case latestComments = "latest_comments"
  /// The note on a comment that is repeated in abbreviated form above its replies.
  case continuedLabel = "continued"

  // The headlines of mails about a comment whose author is not known.
  case newComment = "new_comment"
  case newReply = "new_reply"
  case newMention = "new_mention"

  /// The unsubscribe link at the end of an email.
  case unsubscribe
  /// The link to the web version of an email.
  case viewInBrowser = "view_in_browser"
  /// The link to a story that is open for replies; `@` marks the place of the site's name.
  case readAndReplyOn = "read_and_reply_on"
  /// The link to a closed story; `@` marks the place of the site's name.
  case readOn = "read_on"
  /// The last line of an email that concerns the reader's own comment; `@` marks the place of the
  /// address.
  case sentToAuthor = "sent_to_author"
  case sentToMentioned = "sent_to_mentioned"
  case sentToFollower = "sent_to_follower"
  /// The label before the reason for a rejection.
  case reasonLabel = "reason"
  /// The link to the site's rules.
  case guidelines
  // Reasons for a rejection.
  case reasonOffensive = "reason_offensive"
  case reasonAbusive = "reason_abusive"
  case reasonSpam = "reason_spam"
  case reasonBannedWord = "reason_banned_word"
  case reasonAdvertising = "reason_advertising"
  case reasonIllegal = "reason_illegal"
  case reasonHarassment = "reason_harassment"
  case reasonMisinformation = "reason_misinformation"
  case reasonHateSpeech = "reason_hate_speech"
  case reasonIrrelevant = "reason_irrelevant"
  case reply
  /// The link to answer one comment; `@` marks the place of its author's name.
  case replyTo = "reply_to"
  case like
  case justNow = "just_now"

  // Reasons for a tombstone.
  case deleted
  case rejected
  case withheld
  case ignored

  // Badges of an author.
  case admin
  case moderator
  case staff
  case expert
  case member
  case subscriber
  case topCommenter = "top_commenter"
  case newCommenter = "new_commenter"

  // Media of a comment.
  case mediaGIF = "media_gif"
  case mediaYouTube = "media_youtube"
  case mediaX = "media_x"
  case mediaBluesky = "media_bluesky"
  case mediaImage = "media_image"

  // Inside bodies.
  case spoiler
  case showSpoiler = "show_spoiler"
  case sarcasm
}

extension Phrase {
  /// True if the phrase has a placeholder, `@`, for a name, an address or a date.
  package var hasPlaceholder: Bool {
    switch self {
    case .readAndReplyOn, .readOn, .replyTo, .sentToAuthor, .sentToMentioned, .sentToFollower,
      .since:
      true
    case _: false
    }
  }

  package var isForTemplates: Bool { !hasPlaceholder && !rawValue.hasPrefix("reason_") }

  /// Creates the sentence at the end of an email that says why its reader gets it.
  package init(mailReasonFor kind: NotificationKind) {
    switch kind {
    case .reply, .staff, .featured, .approved, .rejected: self = .sentToAuthor
    case .mentioned: self = .sentToMentioned
    case .comment, .followed: self = .sentToFollower
    }
  }

  /// Creates the text shown in place of a comment that is gone.
  package init(_ reason: Tombstone) {
    switch reason {
    case .deleted: self = .deleted
    case .rejected: self = .rejected
    case .withheld: self = .withheld
    case .ignored: self = .ignored
    }
  }

  /// Creates the headline of a mail about a comment whose author is not known.
  init(headlineWithoutAuthorFor kind: NotificationKind) {
    switch kind {
    case .reply, .staff: self = .newReply
    case .mentioned: self = .newMention
    case .comment, .followed, .featured, .approved, .rejected: self = .newComment
    }
  }

  /// Creates the words above a reply to a comment that is gone: `In reply to a deleted comment`.
  package init(inReplyTo reason: Tombstone) {
    switch reason {
    case .deleted: self = .inReplyToDeleted
    case .rejected: self = .inReplyToRemoved
    case .withheld, .ignored: self = .inReplyToHidden
    }
  }

  /// Creates the phrase for the name of a badge; `nil` for one that the publisher named.
  package init?(_ badge: BadgeKind) {
    switch badge {
    case .admin: self = .admin
    case .moderator: self = .moderator
    case .staff: self = .staff
    case .expert: self = .expert
    case .member: self = .member
    case .subscriber: self = .subscriber
    case .topCommenter: self = .topCommenter
    case .newCommenter: self = .newCommenter
    case .custom: return nil
    }
  }

  package init(_ media: Media.Kind) {
    switch media {
    case .gif: self = .mediaGIF
    case .youTube: self = .mediaYouTube
    case .x: self = .mediaX
    case .bluesky: self = .mediaBluesky
    case .image: self = .mediaImage
    }
  }

  /// Creates the phrase for the name of a sort order, as used in the heading.
  package init(_ sort: CommentOrder) {
    switch sort {
    case .newest: self = .newestFirst
    case .oldest: self = .oldestFirst
    case .mostLiked: self = .mostLiked
    case .mostReplies: self = .mostReplies
    }
  }
}

/// One of Atoll's own texts with a number, in the plural form that the number requires:
/// `12 replies`.
///
/// The raw value is its key in the language files.
package enum CountedPhrase: String, LanguageFileKey {
  case comments
  /// The number of comments on a story; `@` marks the place of its title.
  case commentsOn = "comments_on"
  case newComments = "new_comments"
  case newCommentsOn = "new_comments_on"
  case replies
  case hiddenReplies = "hidden_replies"
  /// The replies that are left out after those that are shown.
  case moreReplies = "more_replies"
  case moreComments = "more_comments"
  /// New comments beyond those that a digest shows.
  case moreNewComments = "more_new_comments"
  /// Comments that a digest leaves out because they are not new.
  case earlierComments = "earlier_comments"
  /// Featured comments that are not quoted before the thread.
  case moreFeatured = "more_featured"
  /// The name of one of the pages of a long thread.
  case page
  /// The line with the date of an archive; `@` marks the place of the date.
  case archivedOn = "archived_on"
  case likes
  /// The likes of a question-and-answer story.
  case votes
  case stars
  case ratings
  case reviews
  case questions
  case minutesAgo = "minutes_ago"
  case hoursAgo = "hours_ago"
  case daysAgo = "days_ago"
  case monthsAgo = "months_ago"
  case yearsAgo = "years_ago"
  /// A number of stories, used in place of a title in `commentsOn` and `newCommentsOn`.
  case stories
  /// One story of a digest and the number of the others; `@` marks the place of its title.
  case andMoreStories = "and_more_stories"
}
