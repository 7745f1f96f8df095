/// A condition in markup templates: `{{#has_body}}`.
///
/// The raw value is the name in templates.
package enum FlagField: String, CaseIterable, Sendable {
  // Flags of the story.
  case hasTitle = "has_title", hasStoryURL = "has_story_url", hasOrganization = "has_organization",
    sortControls = "sort_controls", closedStory = "closed_story", hasRating = "has_rating",
    sortNewest = "sort_newest", sortOldest = "sort_oldest", sortLikes = "sort_likes",
    sortReplies = "sort_replies", hasCanonical = "has_canonical", hasFeed = "has_feed"

  // Flags of everything that has a body, and of the question box.
  case hasBody = "has_body", hasIcon = "has_icon"

  // Flags of a comment.
  case hasPermalink = "has_permalink", hasAuthor = "has_author", flattened, isReply = "is_reply",
    hasInReplyTo = "has_in_reply_to", parentIsGone = "parent_is_gone",
    namesParent = "names_parent", hasParentLink = "has_parent_link", orphan, hasTime = "has_time",
    edited, hasLikes = "has_likes", hasReplies = "has_replies", featured, offTopic = "off_topic",
    unanswered, answered, isQuestion = "is_question", isReview = "is_review", isNew = "is_new",
    highlighted, hasBadges = "has_badges", hasRatingStars = "has_rating_stars",
    hasMediaTitle = "has_media_title", hasMedia = "has_media", hasMediaLink = "has_media_link",
    hasImage = "has_image", hasImageSize = "has_image_size", hasAvatar = "has_avatar", ranked

  // Flags of a featured comment before the thread.
  case hasCommentLink = "has_comment_link", featuredFirst = "featured_first",
    featuredLast = "featured_last", hasFeaturedBy = "has_featured_by",
    hasMoreFeatured = "has_more_featured"

  // Flags of a heading.
  case firstHeading = "first_heading", countsRatings = "counts_ratings"

  // Flags of a group of replies.
  case open, hasReplyAuthors = "has_reply_authors"

  // Flags of a page in a divided thread, and of the entries in a list of pages.
  case hasFirstPage = "has_first_page", hasPreviousPage = "has_previous_page",
    hasNextPage = "has_next_page", hasLastPage = "has_last_page",
    isCurrentPage = "is_current_page", isPageGap = "is_page_gap", hasPageTimes = "has_page_times"

  // Flags of a comment that is repeated in abbreviated form.
  case hasExcerpt = "has_excerpt", isTombstone = "is_tombstone"

  // Flags of emails.
  case hasPreheader = "has_preheader", hasUnsubscribe = "has_unsubscribe",
    hasViewURL = "has_view_url", hasReason = "has_reason", hasFooter = "has_footer",
    canReply = "can_reply", isDeep = "is_deep", isDeeper = "is_deeper", isDeepest = "is_deepest",
    isMirrored = "is_turned", isStaffBadge = "is_staff_badge",
    isModeratorBadge = "is_moderator_badge", isExpertBadge = "is_expert_badge",
    hasHeadline = "has_headline", isGone = "is_gone", hasRejection = "has_rejection",
    hasGuidelines = "has_guidelines", hasLogo = "has_logo", hasSiteName = "has_site_name"

  // Flags that are the same for every story. They are folded into the templates, so a `FlagSet` has
  // no bits for them.
  case isPage = "is_page", isFragment = "is_fragment", isCard = "is_card", anchors,
    coralClasses = "coral_classes", talkClasses = "talk_classes", hasRobots = "has_robots",
    noSnippet = "no_snippet", isPaged = "is_paged", hasRootClass = "has_root_class",
    isArchive = "is_archive", showsInitials = "shows_initials", isTopCard = "is_top_card"

  /// The number of the flag's bit in a `FlagSet`; flags from `firstConstantID` on have no bit.
  ///
  /// An enum without associated values is stored as the index of its case.
  @inline(__always)
  var bit: UInt8 { unsafe unsafeBitCast(self, to: UInt8.self) }

  package var id: UInt16 { UInt16(bit) }

  /// The id of the first flag for which a `FlagSet` has no bit.
  @inline(__always)
  static var firstConstantID: UInt16 { isPage.id }
}
