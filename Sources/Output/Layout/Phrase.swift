package import Comments

/// A closed set of names, each a key in the language files, whose cases are numbered as they are declared.
package protocol CatalogueKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

extension CatalogueKey {
  /// The position of the case among all.
  ///
  /// An enum without associated values is stored as exactly this number.
  @inline(__always)
  package var index: Int { Int(unsafe unsafeBitCast(self, to: UInt8.self)) }
}

/// A text of Atoll's own without a number: `Newest first`.
///
/// The raw value is its key in the language files; templates write `words.newest_first`.
package enum Phrase: String, CatalogueKey {
  // The thread.
  case comments
  case comment
  case replies
  case reviews
  case questions
  case noComments = "no_comments"
  case noQuestions = "no_questions"
  case noReviews = "no_reviews"
  /// There are more, of unknown number.
  case moreComments = "more_comments"

  // Sort orders: in the control, then in the heading.
  case sortBy = "sort_by"
  case newest
  case oldest
  case mostLiked = "most_liked"
  /// The same in a question-and-answer story.
  case mostVoted = "most_voted"
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
  /// Shown on a closed story for which the server has no message of its own.
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
  case level
  case orphan
  case unknownAuthor = "unknown_author"
  /// The word before the pseudonym of an author whose name is not shown.
  case person
  case permalink
  case goToComment = "go_to_comment"

  // The pages of a long thread.
  case pages
  case firstPage = "first_page"
  case previousPage = "previous_page"
  case nextPage = "next_page"
  case lastPage = "last_page"
  case allPages = "all_pages"
  /// The heading of a list of a site's comments.
  case latestComments = "latest_comments"
  /// The note on a comment that is repeated in short above its replies.
  case continued

  /// The link at the end of a mail.
  case unsubscribe
  /// The link to the same mail on the web.
  case viewInBrowser = "view_in_browser"
  /// The link to the story while its readers can answer; `@` marks the place of the site's name.
  case readAndReplyOn = "read_and_reply_on"
  /// The same once the story is closed.
  case readOn = "read_on"
  case reply
  /// The same for one comment; `@` marks the place of its author's name.
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
  /// A Boolean value indicating that the name of a site or an author takes the place of the phrase's `@`.
  package var takesName: Bool {
    self == .readAndReplyOn || self == .readOn || self == .replyTo
  }

  /// The text in place of a comment that is gone.
  package init(_ reason: Tombstone) {
    switch reason {
    case .deleted: self = .deleted
    case .rejected: self = .rejected
    case .withheld: self = .withheld
    case .ignored: self = .ignored
    }
  }

  /// The name of a badge; `nil` for one that the publisher named.
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

  /// The text of a link to media.
  package init(_ media: Media.Kind) {
    switch media {
    case .gif: self = .mediaGIF
    case .youTube: self = .mediaYouTube
    case .x: self = .mediaX
    case .bluesky: self = .mediaBluesky
    case .image: self = .mediaImage
    }
  }

  /// The name of a sort order, as the heading has it.
  package init(_ sort: SortOrder) {
    switch sort {
    case .newest: self = .newestFirst
    case .oldest: self = .oldestFirst
    case .mostLiked: self = .mostLiked
    case .mostReplies: self = .mostReplies
    }
  }
}

/// A text with a number, in the plural form that the number needs: `12 replies`.
///
/// The raw value is its key in the language files.
package enum CountedPhrase: String, CatalogueKey {
  case comments
  /// The same about a story; `@` marks the place of its title.
  case commentsOn = "comments_on"
  case newComments = "new_comments"
  case newCommentsOn = "new_comments_on"
  case replies
  case hiddenReplies = "hidden_replies"
  case moreComments = "more_comments"
  /// New comments beyond those that a digest shows.
  case moreNewComments = "more_new_comments"
  /// Comments that a digest leaves out because they are not new.
  case earlierComments = "earlier_comments"
  /// Featured comments that are only in the thread.
  case moreFeatured = "more_featured"
  /// The name of one of the pages of a long thread.
  case page
  /// The date of an archive; `@` marks the place of the date.
  case archivedOn = "archived_on"
  case likes
  /// The likes of a question-and-answer story.
  case votes
  /// A rating out of five stars.
  case stars
  case ratings
  case reviews
  case questions
  case minutesAgo = "minutes_ago"
  case hoursAgo = "hours_ago"
  case daysAgo = "days_ago"
  case monthsAgo = "months_ago"
  case yearsAgo = "years_ago"
  /// Stories, as `commentsOn` and `newCommentsOn` name them.
  case stories
  /// The stories of a digest; `@` marks the place of the title of one, and the others are counted.
  case andMoreStories = "and_more_stories"
}
