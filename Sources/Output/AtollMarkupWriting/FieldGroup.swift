package import AtollTemplating

import AtollBytes

/// The fields that templates of one purpose may use, such as those of a comment.
package struct FieldGroup: Sendable {
  private var texts: [TextField] = []
  private var numbers: [NumberField] = []
  private var flags: [FlagField] = []
  private var hasBody = false

  /// The fields that are the same for every story: folded into the literals once for each renderer.
  static let constant = FieldGroup(
    texts: [.lang, .dir, .rootClass, .archivedLabel, .separator, .listSeparator],
    flags: [
      .isPage, .isFragment, .isCard, .anchors, .coralClasses, .talkClasses, .noSnippet, .isPaged,
      .hasRootClass, .isArchive, .showsInitials, .isTopCard,
    ])

  static let story = FieldGroup(
    texts: [
      .title, .storyURL, .organization, .commentCount, .commentCountLabel, .ratingLabel,
      .sortLabel,
    ],
    flags: [
      .hasTitle, .hasStoryURL, .hasOrganization, .sortControls, .closedStory, .hasRating,
      .sortNewest, .sortOldest, .sortLikes, .sortReplies,
    ])

  package static let head = FieldGroup(
    texts: [.canonical, .description, .robots, .feedURL],
    flags: [.hasCanonical, .hasRobots, .hasFeed])

  package static let body = FieldGroup(flags: [.hasBody], hasBody: true)

  package static let questionBox = FieldGroup(texts: [.icon], flags: [.hasIcon])

  package static let comment = FieldGroup(
    texts: [
      .anchor, .anchorLink, .permalink, .author, .inReplyTo, .parentGoneLabel, .parentLink, .time,
      .datetime,
      .likesLabel, .replyCountLabel, .stars, .starsLabel, .mediaURL, .mediaTitle, .mediaKind,
      .mediaLabel,
      .imageURL, .avatarURL, .initials, .mediaHost,
    ],
    numbers: [
      .level, .depth, .likes, .replyCount, .rating, .imageWidth, .imageHeight, .avatarColor,
    ],
    flags: [
      .hasPermalink, .hasAuthor, .flattened, .isReply, .hasInReplyTo, .parentIsGone, .namesParent,
      .hasParentLink,
      .orphan, .hasTime, .edited, .hasLikes, .hasReplies, .featured, .offTopic, .unanswered,
      .answered,
      .isQuestion,
      .isReview, .isNew, .highlighted, .hasBadges, .hasRatingStars, .hasMediaTitle, .hasMedia,
      .hasMediaLink,
      .hasImage, .hasImageSize, .hasAvatar,
    ])

  /// A root comment's ranks in the four orders.
  package static let ranks = FieldGroup(
    numbers: [.rankNewest, .rankOldest, .rankLikes, .rankReplies], flags: [.ranked])

  /// The fields of a featured comment before the thread.
  package static let featured = FieldGroup(
    texts: [.commentLink, .featuredTitle, .featuredBy, .moreFeaturedLabel],
    flags: [.hasCommentLink, .featuredFirst, .featuredLast, .hasFeaturedBy, .hasMoreFeatured])

  package static let heading = FieldGroup(
    texts: [.heading, .headingCount, .headingCountLabel], flags: [.firstHeading, .countsRatings])

  package static let noComments = FieldGroup(texts: [.noCommentsLabel])

  package static let closed = FieldGroup(texts: [.closedLabel])

  package static let tombstone = FieldGroup(texts: [.reason, .reasonText])

  /// The additional fields of a comment that an email quotes; the comment may be gone.
  package static let quoted = FieldGroup(texts: [.reasonText], flags: [.isGone])

  /// The additional fields of the comment that an email is about; the comment may be rejected.
  package static let rejection = FieldGroup(
    texts: [.rejectionLabel, .guidelinesURL], flags: [.hasRejection, .hasGuidelines])

  package static let replies = FieldGroup(
    texts: [.replyAuthors], flags: [.open, .hasReplyAuthors])

  /// The fields of a page in a divided thread.
  package static let pages = FieldGroup(
    texts: [.firstPageURL, .previousPageURL, .nextPageURL, .lastPageURL, .pageListURL],
    numbers: [.pageCount], flags: [.hasFirstPage, .hasPreviousPage, .hasNextPage, .hasLastPage])

  /// The fields of one page: the current page, or an entry in a list of pages.
  package static let onePage = FieldGroup(
    texts: [
      .pageLabel, .pageURL, .pageCommentCountLabel, .pageFirstTime, .pageLastTime, .pageTimes,
    ],
    numbers: [.pageNumber], flags: [.hasPageTimes])

  package static let ancestor = FieldGroup(
    texts: [.commentLink, .excerpt, .reason, .reasonText, .inReplyToLabel],
    flags: [.hasCommentLink, .hasExcerpt, .isTombstone])

  package static let count = FieldGroup(texts: [.countLabel], numbers: [.count])

  /// The fields of the link to replies that have their own pages.
  package static let continuation = FieldGroup(texts: [.commentLink], flags: [.hasCommentLink])

  package static let mail = FieldGroup(
    texts: [
      .preheader, .unsubscribeURL, .viewURL, .readLabel, .mailReason, .headline, .logoURL,
      .siteName,
    ],
    flags: [
      .hasPreheader, .hasUnsubscribe, .hasViewURL, .hasReason, .hasFooter, .hasHeadline, .hasLogo,
      .hasSiteName,
    ])

  /// The additional fields of a comment in an email: the invitation to answer it, the text between
  /// the items of its byline, and flags for the rails (vertical lines) that show its depth.
  package static let mailComment = FieldGroup(
    texts: [.replyLabel, .bylineSeparator],
    flags: [.isDeep, .isDeeper, .isDeepest, .canReply])

  package static let mailBody = FieldGroup(texts: [.bodyDir], flags: [.isMirrored])

  var fields: [TemplateSchema.Field] {
    texts.map { .value($0.rawValue, as: $0.kind, id: $0.id) }
      + numbers.map { .value($0.rawValue, as: .number, id: $0.id) }
      + flags.map { .flag($0.rawValue, id: $0.id) }
      + (hasBody
        ? [.value(InsertionPoint.body.rawValue, as: .html, id: InsertionPoint.body.id)] : [])
  }

  package var ids: [UInt16] { fields.map(\.id) }
}

// MARK: Numbers in programs

extension NumberField {
  static let firstID = 112
  /// The fields in the order of their ids.
  static let all = allCases
  package var id: UInt16 { UInt16(Self.firstID + index) }
}

extension TextField {
  static let firstID = 128
  /// The fields in the order of their ids.
  static let all = allCases
  package var id: UInt16 { UInt16(Self.firstID + index) }
}

extension InsertionPoint {
  private static let firstID = 256
  package var id: UInt16 { UInt16(Self.firstID + index) }

  /// The content that a writer inserts, if not every element may contain it.
  fileprivate var insertedContent: InsertedContent? {
    switch self {
    case .body, .blocks, .replies, .footer: .blocks
    case .comments: .entries
    case .head, .style: nil
    }
  }
}

package let badgeListID: UInt16 = 512
package let pageListID: UInt16 = 513

// MARK: Schemas

extension TemplateSchema {
  /// Creates a schema of the fields that every template may use, the fields of `groups`, and
  /// `others`.
  package init(groups: [FieldGroup], and others: [Field] = []) {
    self.init(
      FieldGroup.constant.fields + FieldGroup.story.fields + ConstantFields.phraseFields
        + groups.flatMap(\.fields) + others)
  }
}

extension TemplateSchema.Field {
  /// Returns a mark where a writer inserts other output; after it, the fields of `group` have no
  /// values.
  package static func mark(
    _ point: InsertionPoint, fieldsBefore group: FieldGroup? = nil
  ) -> TemplateSchema.Field {
    .mark(
      point.rawValue, id: point.id, inserting: point.insertedContent,
      fieldsBefore: group?.ids ?? [])
  }

  /// The sender's own text at the end of an email.
  package static var footer: TemplateSchema.Field {
    .value(InsertionPoint.footer.rawValue, as: .html, id: InsertionPoint.footer.id)
  }

  package static var badges: TemplateSchema.Field {
    .list("badges", id: badgeListID, of: badgeFields)
  }

  /// The pages that a page of a divided thread lists: itself, its neighbors and the oldest page,
  /// with gaps.
  ///
  /// `index.html` lists every page of root comments. A page of replies to one root comment lists
  /// only the page of that comment.
  package static var pages: TemplateSchema.Field {
    .list(
      "pages", id: pageListID,
      of: [FlagField.isCurrentPage, .isPageGap].map { .flag($0.rawValue, id: $0.id) })
  }

  /// The badges of a comment in an email, with a flag for each kind of badge.
  ///
  /// The flags choose between literal classes, which inline styles need.
  package static var mailBadges: TemplateSchema.Field {
    let flags: [FlagField] = [.isStaffBadge, .isModeratorBadge, .isExpertBadge]
    return .list(
      "badges", id: badgeListID, of: badgeFields + flags.map { .flag($0.rawValue, id: $0.id) })
  }

  private static var badgeFields: [TemplateSchema.Field] {
    [TextField.badgeKind, .badgeLabel].map { .value($0.rawValue, as: $0.kind, id: $0.id) }
  }
}
