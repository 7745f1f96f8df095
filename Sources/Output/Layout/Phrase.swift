package import Comments

/// A wording of our own that holds no number; templates know it as `words.` and the raw value.
///
/// Every language has words for every phrase: the catalogue switches over this without a default.
package enum Phrase: String, Hashable, Sendable, CaseIterable {
  // The thread.
  case comments
  case comment
  case replies
  case noComments = "no_comments"
  /// There are more, and nobody said how many.
  case moreComments = "more_comments"

  // Sort orders: what the control says, then what the heading says.
  case sortBy = "sort_by"
  case newest
  case oldest
  case mostLiked = "most_liked"
  case mostReplies = "most_replies"
  case newestFirst = "newest_first"
  case oldestFirst = "oldest_first"

  // Notices.
  case announcement
  case information
  case question
  case closed
  /// Stands in for a closed story's own message when the server gave none.
  case closedMessage = "closed_message"
  /// The same for a stop of commenting on the whole site.
  case stoppedMessage = "stopped_message"

  // What is said of a comment.
  case featured
  case edited
  case new
  case offTopic = "off_topic"
  case unanswered
  case askedQuestion = "asked_question"
  case review
  case inReplyTo = "in_reply_to"
  case level
  case orphan
  case unknownAuthor = "unknown_author"
  case permalink
  case goToComment = "go_to_comment"
  /// In a mail, to get no more of them.
  case unsubscribe
  case like
  case justNow = "just_now"

  // Why there is a gap.
  case deleted
  case rejected
  case withheld
  case ignored

  // Standings of an author.
  case admin
  case moderator
  case staff
  case expert
  case member
  case subscriber

  // What a comment points to.
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
  /// Why there is a gap, said in place of the comment.
  package init(_ reason: Tombstone) {
    switch reason {
    case .deleted: self = .deleted
    case .rejected: self = .rejected
    case .withheld: self = .withheld
    case .ignored: self = .ignored
    }
  }

  /// The name of a standing; nothing for a badge with the publisher's own words.
  package init?(_ badge: BadgeKind) {
    switch badge {
    case .admin: self = .admin
    case .moderator: self = .moderator
    case .staff: self = .staff
    case .expert: self = .expert
    case .member: self = .member
    case .subscriber: self = .subscriber
    case .custom: return nil
    }
  }

  /// What a link to some media is called.
  package init(_ media: Media.Kind) {
    switch media {
    case .gif: self = .mediaGIF
    case .youTube: self = .mediaYouTube
    case .x: self = .mediaX
    case .bluesky: self = .mediaBluesky
    case .image: self = .mediaImage
    }
  }

  /// What the heading says of an order.
  package init(_ sort: SortOrder) {
    switch sort {
    case .newest: self = .newestFirst
    case .oldest: self = .oldestFirst
    case .mostLiked: self = .mostLiked
    case .mostReplies: self = .mostReplies
    }
  }
}

/// A wording of our own that holds a number, with the plural forms the language needs.
package enum CountedPhrase: UInt8, Hashable, Sendable, CaseIterable {
  case comments
  /// The same of a story, whose title stands where the wording has `@`.
  case commentsOn
  case newComments
  case newCommentsOn
  case replies
  case hiddenReplies
  case moreComments
  /// More new ones than a digest shows.
  case moreNewComments
  /// Those that a digest leaves out because they are not new.
  case earlierComments
  case likes
  /// So many of five stars.
  case stars
  case reviews
  case minutesAgo
  case hoursAgo
  case daysAgo
  case monthsAgo
  case yearsAgo
}
