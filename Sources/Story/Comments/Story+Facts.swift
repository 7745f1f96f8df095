import Bytes

/// The kind of discussion in a story (Coral's `STORY_MODE`).
public enum StoryMode: String, Hashable, Sendable, CaseIterable {
  /// Comments and replies.
  case comments
  /// Questions that experts answer.
  case questionsAndAnswers
  /// Reviews with stars, and questions about what is reviewed.
  case ratingsAndReviews
  /// A chat.
  case chat
}

/// The state of a story that decides whether comments can be posted.
public enum StoryClosing: Hashable, Sendable {
  /// Comments can be posted.
  case open
  /// A moderator closed the story.
  case closed
  /// The story closes, or closed, at this time.
  case timed(Timestamp)
  /// Commenting is paused on the whole site.
  case siteWide
  /// The story is in the archive.
  case archived

  /// Returns whether the story is closed for new comments at a given time.
  public func isClosed(at now: Timestamp) -> Bool {
    switch self {
    case .open: false
    case .closed, .siteWide, .archived: true
    case .timed(let end): end <= now
    }
  }
}

/// The mean rating of a story.
public struct StoryRatings: Hashable, Sendable {
  /// The mean, in stars, up to 5.
  public var average: Double
  /// The number of ratings.
  public var count: Int

  /// Creates a mean rating.
  public init(average: Double, count: Int) {
    self.average = average
    self.count = count
  }
}

/// The publisher's own words for likes and for groups of people; each is `nil` if there is none.
public struct StoryLabels: Hashable, Sendable {
  /// The word for a like, such as `Respect`.
  public var like: String?
  /// The menu entry for sorting by likes, such as `Most respected`.
  public var sortByLikes: String?
  /// The badge of staff.
  public var staff: String?
  /// The badge of moderators.
  public var moderator: String?
  /// The badge of administrators.
  public var admin: String?
  /// The badge of members.
  public var member: String?

  /// Creates labels.
  public init(
    like: String? = nil, sortByLikes: String? = nil, staff: String? = nil,
    moderator: String? = nil, admin: String? = nil, member: String? = nil
  ) {
    self.like = like
    self.sortByLikes = sortByLikes
    self.staff = staff
    self.moderator = moderator
    self.admin = admin
    self.member = member
  }
}

/// The limits on the length of a comment, in characters; each is `nil` if there is none.
public struct CharacterLimits: Hashable, Sendable {
  /// The minimum number of characters.
  public var minimum: Int?
  /// The maximum number of characters.
  public var maximum: Int?

  /// Creates limits.
  public init(minimum: Int? = nil, maximum: Int? = nil) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// Returns whether text is neither too short nor too long, not counting white space at its start
  /// and end.
  ///
  /// If there is no minimum, the text must have at least one character.
  public func allow(_ text: String) -> Bool {
    let words = text.drop { $0.isWhitespace }
    let count = words.reversed().drop { $0.isWhitespace }.count
    return count >= (minimum ?? 1) && count <= (maximum ?? .max)
  }
}

extension Story {
  /// The kind of discussion.
  public var mode: StoryMode { facts.mode }

  /// The state that decides whether comments can be posted.
  public var closing: StoryClosing {
    switch facts.closing {
    case .open: .open
    case .closed: .closed
    case .timed: .timed(facts.closedAt)
    case .closedSiteWide: .siteWide
    case .archived: .archived
    }
  }

  /// The publisher's explanation of why no comments can be posted, in Markdown.
  ///
  /// A story that will close later has it even before it closes.
  public var closedMessage: String? {
    switch facts.closing {
    case .closedSiteWide: text(facts.disabledMessage)
    case .archived: nil
    case .open, .closed, .timed: text(facts.closedMessage)
    }
  }

  /// The information that readers get before they post, such as the community guidelines; Markdown.
  public var infobox: String? { text(facts.infobox) }

  /// The question to the readers; Markdown.
  public var question: String? { text(facts.questionBox) }

  /// The banner above everything else; plain text.
  public var announcement: String? { text(facts.announcement) }

  /// The publisher's name.
  public var organization: String? { text(facts.organization) }

  /// The language tag (BCP 47) of the site, such as `en-US`.
  public var locale: String? { text(facts.locale) }

  /// The time at which the story was created.
  public var createdAt: Timestamp? { facts.createdAt.isKnown ? facts.createdAt : nil }

  /// The mean rating; `nil` if there are no ratings, or if the mode is not `ratingsAndReviews`.
  public var ratings: StoryRatings? {
    guard facts.ratingCount > 0, facts.mode == .ratingsAndReviews else { return nil }
    return StoryRatings(
      average: Double(facts.ratingHundredths) / 100, count: facts.ratingCount)
  }

  /// The publisher's own words for likes and for groups of people.
  public var publisherLabels: StoryLabels {
    StoryLabels(
      like: text(facts.likeLabel), sortByLikes: text(facts.likeSortLabel),
      staff: text(facts.staffLabel), moderator: text(facts.moderatorLabel),
      admin: text(facts.adminLabel), member: text(facts.memberLabel))
  }

  /// The limits on the length of a comment.
  public var characterLimits: CharacterLimits {
    CharacterLimits(
      minimum: facts.shortestComment > 0 ? facts.shortestComment : nil,
      maximum: facts.longestComment > 0 ? facts.longestComment : nil)
  }

  /// The number of published comments that the server counts; the story may hold fewer.
  public var commentCount: Int { max(facts.commentCount, 0) }

  /// Whether the server has more comments at the root than the story holds.
  public var hasMore: Bool { facts.hasMoreRoots == true }

  private func text(_ slice: Slice) -> String? { slice.isEmpty ? nil : bytes.string(slice) }
}
