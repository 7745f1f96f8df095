import AtollBytes

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
public enum CommentingStatus: Hashable, Sendable {
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

  /// Creates a mean rating from the mean, in stars, and the number of ratings.
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
  /// The text on the badges of staff.
  public var staff: String?
  /// The text on the badges of moderators.
  public var moderator: String?
  /// The text on the badges of administrators.
  public var admin: String?
  /// The text on the badges of members.
  public var member: String?

  /// Creates labels; `nil` stands for the usual words.
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

/// The limits on the length of a comment, as `length(of:)` counts it.
public struct CharacterLimits: Hashable, Sendable {
  /// The minimum length; `nil` if there is none.
  public var minimum: Int?
  /// The maximum length; `nil` if there is none.
  public var maximum: Int?

  /// Creates limits from a minimum length, a maximum length, both or neither.
  public init(minimum: Int? = nil, maximum: Int? = nil) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// Returns whether text is neither too short nor too long.
  ///
  /// If there is no minimum, the text must have at least one character.
  public func allows(_ text: String) -> Bool {
    let length = Self.length(of: text)
    return length >= (minimum ?? 1) && length <= (maximum ?? .max)
  }

  /// Returns whether text that `allows(_:)` rejects is too short; otherwise it is too long.
  public func isTooShort(_ text: String) -> Bool { Self.length(of: text) < minimum ?? 1 }

  /// Returns the length of typed text as servers count it, in UTF-16 code units.
  ///
  /// Each line end counts as one, and white space at the start and end does not count. Most emoji
  /// count as two or more: `CharacterLimits.length(of: "👍🏽 ")` is 4.
  public static func length(of text: String) -> Int {
    var length = 0
    var previous: Unicode.Scalar?
    for scalar in trimmed(text).unicodeScalars {
      if scalar != "\n" || previous != "\r" { length += UTF16.width(scalar) }
      previous = scalar
    }
    return length
  }

  /// Returns the text without the white space at its start and end that JavaScript's `trim` removes
  /// (ECMA-262, section 22.1.3.32).
  package static func trimmed(_ text: String) -> Substring {
    let scalars = text.unicodeScalars
    guard let start = scalars.firstIndex(where: { !isSpace($0) }),
      let last = scalars.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return text[start..<scalars.index(after: last)]
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x2028, 0x2029, 0xFEFF: true
    case _: scalar.properties.generalCategory == .spaceSeparator
    }
  }
}

extension Story {
  /// The kind of discussion.
  public var mode: StoryMode {
    get { metadata.mode }
    set { metadata.mode = newValue }
  }

  /// The state that decides whether comments can be posted.
  public var commentingStatus: CommentingStatus {
    get {
      switch metadata.commentingStatus {
      case .open: .open
      case .closed: .closed
      case .timed: .timed(metadata.closedAt)
      case .siteWide: .siteWide
      case .archived: .archived
      }
    }
    set {
      metadata.closedAt = .unknown
      switch newValue {
      case .open: metadata.commentingStatus = .open
      case .closed: metadata.commentingStatus = .closed
      case .timed(let end): (metadata.commentingStatus, metadata.closedAt) = (.timed, end)
      case .siteWide: metadata.commentingStatus = .siteWide
      case .archived: metadata.commentingStatus = .archived
      }
    }
  }

  /// The publisher's explanation of why no comments can be posted, in Markdown.
  ///
  /// Even an open story can have one. An archived story has none.
  public var closedMessage: String? {
    get {
      switch metadata.commentingStatus {
      case .siteWide: text(metadata.disabledMessage)
      case .archived: nil
      case .open, .closed, .timed: text(metadata.closedMessage)
      }
    }
    set {
      // For any status, so that it does not matter which of the two is set first.
      metadata.closedMessage = replace(metadata.closedMessage, by: newValue ?? "")
      metadata.disabledMessage = metadata.closedMessage
    }
  }

  /// The information that readers get before they post, such as the community guidelines; Markdown.
  public var infobox: String? {
    get { text(metadata.infobox) }
    set { metadata.infobox = replace(metadata.infobox, by: newValue ?? "") }
  }

  /// The question to the readers; Markdown.
  public var question: String? {
    get { text(metadata.questionBox) }
    set { metadata.questionBox = replace(metadata.questionBox, by: newValue ?? "") }
  }

  /// The banner above everything else; plain text.
  public var announcement: String? {
    get { text(metadata.announcement) }
    set { metadata.announcement = replace(metadata.announcement, by: newValue ?? "") }
  }

  /// The publisher's name.
  public var organization: String? {
    get { text(metadata.organization) }
    set { metadata.organization = replace(metadata.organization, by: newValue ?? "") }
  }

  /// The language tag (BCP 47) of the site, such as `en-US`.
  public var locale: String? {
    get { text(metadata.locale) }
    set { metadata.locale = replace(metadata.locale, by: newValue ?? "") }
  }

  /// The time at which the story was created; `nil` if it is unknown.
  public var createdAt: Timestamp? {
    get { metadata.createdAt.isKnown ? metadata.createdAt : nil }
    set { metadata.createdAt = newValue ?? .unknown }
  }

  /// The mean rating; `nil` if there are no ratings, or if the mode is not `ratingsAndReviews`.
  public var ratings: StoryRatings? {
    get {
      guard metadata.ratingCount > 0, metadata.mode == .ratingsAndReviews else { return nil }
      return StoryRatings(
        average: Double(metadata.ratingHundredths) / 100, count: metadata.ratingCount)
    }
    set {
      // A value that is not a number becomes 1.
      let average = min(5, max(1, newValue?.average ?? 1))
      metadata.ratingHundredths = Int((average * 100).rounded())
      metadata.ratingCount = Self.validCount(newValue?.count ?? 0)
    }
  }

  /// The publisher's own words for likes and for groups of people.
  public var publisherLabels: StoryLabels {
    get {
      StoryLabels(
        like: text(metadata.likeLabel), sortByLikes: text(metadata.likeSortLabel),
        staff: text(metadata.staffLabel), moderator: text(metadata.moderatorLabel),
        admin: text(metadata.adminLabel), member: text(metadata.memberLabel))
    }
    set {
      metadata.likeLabel = replace(metadata.likeLabel, by: newValue.like ?? "")
      metadata.likeSortLabel = replace(metadata.likeSortLabel, by: newValue.sortByLikes ?? "")
      metadata.staffLabel = replace(metadata.staffLabel, by: newValue.staff ?? "")
      metadata.moderatorLabel = replace(metadata.moderatorLabel, by: newValue.moderator ?? "")
      metadata.adminLabel = replace(metadata.adminLabel, by: newValue.admin ?? "")
      metadata.memberLabel = replace(metadata.memberLabel, by: newValue.member ?? "")
    }
  }

  /// The limits on the length of a comment.
  public var characterLimits: CharacterLimits {
    get {
      CharacterLimits(
        minimum: metadata.minimumCommentLength > 0 ? metadata.minimumCommentLength : nil,
        maximum: metadata.maximumCommentLength > 0 ? metadata.maximumCommentLength : nil)
    }
    set {
      metadata.minimumCommentLength = newValue.minimum ?? 0
      metadata.maximumCommentLength = newValue.maximum ?? 0
    }
  }

  /// The number of comments for a heading; the story may hold fewer.
  ///
  /// On a page, it is the server's count of published comments. In a story that was fetched whole,
  /// it is the number of its comments, including tombstones. A feed counts the comments that it
  /// inserts and removes.
  public var commentCount: Int {
    get { metadata.commentCount }
    set { metadata.commentCount = Self.validCount(newValue) }
  }

  /// The server's count or the number of comments in the story, whichever is greater.
  package var totalCount: Int { max(metadata.commentCount, count) }

  /// True if the server has more comments than the story holds.
  ///
  /// On a page, these are comments at the root; after a fetch that was limited or incomplete, they
  /// can also be replies.
  public var hasMore: Bool {
    get { metadata.hasMoreRoots == true }
    set { metadata.hasMoreRoots = newValue }
  }

  /// Returns the valid count that is nearest to a number; sums of valid counts do not overflow.
  private static func validCount(_ number: Int) -> Int { min(max(number, 0), Int(Int32.max)) }

  private func text(_ slice: Slice) -> String? { slice.isEmpty ? nil : bytes.string(slice) }
}
