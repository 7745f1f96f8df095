/// A condition in markup templates: `{{#has_body}}`.
///
/// The raw value is the index of the flag's bit in a `FlagSet`, which has 128 bits. Flags from
/// `firstConstant` on have no bit.
package enum FlagField: UInt8, CaseIterable, Sendable {
  // Flags of the story.
  case hasTitle, hasStoryURL, hasOrganization, sortControls, closedStory, hasRating, sortNewest,
    sortOldest, sortLikes, sortReplies, hasCanonical, hasFeed

  // Flags of everything that has a body, and of the question box.
  case hasBody, hasIcon

  // Flags of a comment.
  case hasPermalink, hasAuthor, flattened, isReply, hasInReplyTo, parentIsGone, namesParent,
    hasParentLink,
    orphan, hasTime,
    edited, hasLikes, hasReplies, featured, offTopic, unanswered, answered, isQuestion, isReview,
    isNew,
    highlighted, hasBadges, hasRatingStars, hasMediaTitle, hasMedia, hasMediaLink,
    hasImage, hasImageSize, hasAvatar, ranked

  // Flags of a featured comment before the thread.
  case hasCommentLink, featuredFirst, featuredLast, hasFeaturedBy, hasMoreFeatured

  // Flags of a heading.
  case firstHeading, countsRatings

  // Flags of a group of replies.
  case open, hasReplyAuthors

  // Flags of a page in a divided thread, and of the entries in a list of pages.
  case hasFirstPage, hasPreviousPage, hasNextPage, hasLastPage, isCurrentPage, isPageGap,
    hasPageTimes

  // Flags of a comment that is repeated in abbreviated form.
  case hasExcerpt, isTombstone

  // Flags of emails.
  case hasPreheader, hasUnsubscribe, hasViewURL, hasReason, hasFooter, canReply, isDeep, isDeeper,
    isDeepest, isTurned, isStaffBadge, isModeratorBadge, isExpertBadge, hasHeadline, isGone,
    hasRejection, hasGuidelines,
    hasLogo, hasSiteName

  // Flags that are the same for every story. They are folded into the templates, so a `FlagSet` has
  // no bits for them.
  case isPage = 240
  case isFragment, isCard, anchors, coralClasses, talkClasses, hasRobots, noSnippet, isPaged,
    hasRootClass, isArchive, showsInitials, isTopCard

  /// The id of the first flag for which a `FlagSet` has no bit; the ids of the flags before it are
  /// below 128.
  static let firstConstant = UInt16(FlagField.isPage.rawValue)

  /// The name in templates.
  package var name: String {
    switch self {
    case .isPage: "is_page"
    case .isFragment: "is_fragment"
    case .isCard: "is_card"
    case .isTopCard: "is_top_card"
    case .anchors: "anchors"
    case .coralClasses: "coral_classes"
    case .talkClasses: "talk_classes"
    case .isPaged: "is_paged"
    case .hasRootClass: "has_root_class"
    case .isArchive: "is_archive"
    case .showsInitials: "shows_initials"
    case .hasRobots: "has_robots"
    case .noSnippet: "no_snippet"
    case .hasTitle: "has_title"
    case .hasStoryURL: "has_story_url"
    case .hasOrganization: "has_organization"
    case .sortControls: "sort_controls"
    case .closedStory: "closed_story"
    case .hasRating: "has_rating"
    case .sortNewest: "sort_newest"
    case .sortOldest: "sort_oldest"
    case .sortLikes: "sort_likes"
    case .sortReplies: "sort_replies"
    case .hasCanonical: "has_canonical"
    case .hasFeed: "has_feed"
    case .hasBody: "has_body"
    case .hasIcon: "has_icon"
    case .hasPermalink: "has_permalink"
    case .hasAuthor: "has_author"
    case .flattened: "flattened"
    case .isReply: "is_reply"
    case .hasInReplyTo: "has_in_reply_to"
    case .parentIsGone: "parent_is_gone"
    case .namesParent: "names_parent"
    case .hasParentLink: "has_parent_link"
    case .orphan: "orphan"
    case .hasTime: "has_time"
    case .edited: "edited"
    case .hasLikes: "has_likes"
    case .hasReplies: "has_replies"
    case .featured: "featured"
    case .offTopic: "off_topic"
    case .unanswered: "unanswered"
    case .answered: "answered"
    case .isQuestion: "is_question"
    case .isReview: "is_review"
    case .isNew: "is_new"
    case .highlighted: "highlighted"
    case .hasBadges: "has_badges"
    case .hasRatingStars: "has_rating_stars"
    case .hasMediaTitle: "has_media_title"
    case .hasMedia: "has_media"
    case .hasMediaLink: "has_media_link"
    case .hasImage: "has_image"
    case .hasImageSize: "has_image_size"
    case .hasAvatar: "has_avatar"
    case .ranked: "ranked"
    case .hasCommentLink: "has_comment_link"
    case .featuredFirst: "featured_first"
    case .featuredLast: "featured_last"
    case .hasFeaturedBy: "has_featured_by"
    case .hasMoreFeatured: "has_more_featured"
    case .firstHeading: "first_heading"
    case .countsRatings: "counts_ratings"
    case .open: "open"
    case .hasReplyAuthors: "has_reply_authors"
    case .hasFirstPage: "has_first_page"
    case .hasPreviousPage: "has_previous_page"
    case .hasNextPage: "has_next_page"
    case .hasLastPage: "has_last_page"
    case .isCurrentPage: "is_current_page"
    case .isPageGap: "is_page_gap"
    case .hasPageTimes: "has_page_times"
    case .hasExcerpt: "has_excerpt"
    case .isTombstone: "is_tombstone"
    case .hasPreheader: "has_preheader"
    case .hasUnsubscribe: "has_unsubscribe"
    case .hasViewURL: "has_view_url"
    case .hasReason: "has_reason"
    case .hasFooter: "has_footer"
    case .canReply: "can_reply"
    case .isDeep: "is_deep"
    case .isDeeper: "is_deeper"
    case .isDeepest: "is_deepest"
    case .isTurned: "is_turned"
    case .isStaffBadge: "is_staff_badge"
    case .isModeratorBadge: "is_moderator_badge"
    case .isExpertBadge: "is_expert_badge"
    case .hasHeadline: "has_headline"
    case .isGone: "is_gone"
    case .hasRejection: "has_rejection"
    case .hasGuidelines: "has_guidelines"
    case .hasLogo: "has_logo"
    case .hasSiteName: "has_site_name"
    }
  }
}
