package import Templating

/// Every name a template of markup can use, as the number by which a compiled program calls it.
///
/// `docs/templates.md` lists them for people, and a test holds the two together.
package enum MarkupField: UInt16, CaseIterable, Sendable {
  // The same for every story: folded into the literals once a renderer.
  case lang, dir, isPage, isFragment, isCard, anchors, coralClasses, talkClasses

  // Of the story.
  case title, hasTitle, storyURL, hasStoryURL, organization, hasOrganization, sortControls,
    closedStory, commentCount, commentCountLabel, hasRating, ratingLabel, sortNewest, sortOldest,
    sortLikes, sortReplies, sortLabel

  // Of whatever has a body.
  case body, hasBody

  // Of the question box.
  case icon, hasIcon

  // Of a comment.
  case anchor, anchorLink, permalink, hasPermalink, author, hasAuthor, level, depth, flattened,
    isReply, inReplyTo, hasInReplyTo, parentLink, hasParentLink, orphan, time, datetime, hasTime,
    edited, likes, hasLikes, likesLabel, replyCount, hasReplies, replyCountLabel, featured,
    offTopic, unanswered, isQuestion, isReview, isNew, highlighted, hasBadges, rating,
    hasRatingStars, stars, mediaURL, mediaTitle, hasMediaTitle, mediaKind, mediaLabel,
    hasMedia

  // A root comment's places in the four orders.
  case ranked, rankNewest, rankOldest, rankLikes, rankReplies

  // Of a featured comment before the thread.
  case commentLink, hasCommentLink, featuredFirst, featuredLast

  // Of a gap where a comment was.
  case reason, reasonText

  // Of a group of replies.
  case open

  // Of a block that counts.
  case count, countLabel

  // The badges of a comment, and one of them.
  case badges, badgeKind, badgeLabel

  // Of mails alone.
  case preheader, hasPreheader, unsubscribeURL, hasUnsubscribe, indent, isDeep, bodyDir, isTurned,
    isStaffBadge, isModeratorBadge, isExpertBadge

  // Places where the writer goes on by itself.
  case markHead, markStyle, markBlocks, markComments, markReplies

  /// The field with a raw value: what the other initialiser gives, without its call for each field of each
  /// comment.
  @inline(__always)
  package init?(_ number: UInt16) {
    guard number <= Self.markReplies.rawValue else { return nil }
    // Cases without payloads are one byte, numbered as they stand, and so are the raw values.
    self = unsafe unsafeBitCast(UInt8(truncatingIfNeeded: number), to: MarkupField.self)
  }
}

/// A name as templates write it, what may be done with it, and its number.
package typealias FieldEntry = (field: MarkupField, name: String, kind: FieldKind)

extension MarkupField {
  /// The same for every story: folded into the literals once a renderer.
  package static let rendererFields: [FieldEntry] = [
    (.lang, "lang", .token),
    (.dir, "dir", .token),
    (.isPage, "is_page", .flag),
    (.isFragment, "is_fragment", .flag),
    (.isCard, "is_card", .flag),
    (.anchors, "anchors", .flag),
    (.coralClasses, "coral_classes", .flag),
    (.talkClasses, "talk_classes", .flag),
  ]

  /// Of the story.
  package static let storyFields: [FieldEntry] = [
    (.title, "title", .text),
    (.hasTitle, "has_title", .flag),
    (.storyURL, "story_url", .url),
    (.hasStoryURL, "has_story_url", .flag),
    (.organization, "organization", .text),
    (.hasOrganization, "has_organization", .flag),
    (.sortControls, "sort_controls", .flag),
    (.closedStory, "closed_story", .flag),
    (.commentCount, "comment_count", .text),
    (.commentCountLabel, "comment_count_label", .text),
    (.hasRating, "has_rating", .flag),
    (.ratingLabel, "rating_label", .text),
    (.sortNewest, "sort_newest", .flag),
    (.sortOldest, "sort_oldest", .flag),
    (.sortLikes, "sort_likes", .flag),
    (.sortReplies, "sort_replies", .flag),
    (.sortLabel, "sort_label", .text),
  ]

  /// Of whatever has a body.
  package static let noticeFields: [FieldEntry] = [
    (.body, "body", .html),
    (.hasBody, "has_body", .flag),
  ]

  /// Of the question box.
  package static let questionFields: [FieldEntry] = [
    (.icon, "icon", .token),
    (.hasIcon, "has_icon", .flag),
  ]

  /// Of a comment.
  package static let commentFields: [FieldEntry] = [
    (.anchor, "anchor", .token),
    (.anchorLink, "anchor_link", .url),
    (.permalink, "permalink", .url),
    (.hasPermalink, "has_permalink", .flag),
    (.author, "author", .text),
    (.hasAuthor, "has_author", .flag),
    (.level, "level", .number),
    (.depth, "depth", .number),
    (.flattened, "flattened", .flag),
    (.isReply, "is_reply", .flag),
    (.inReplyTo, "in_reply_to", .text),
    (.hasInReplyTo, "has_in_reply_to", .flag),
    (.parentLink, "parent_link", .url),
    (.hasParentLink, "has_parent_link", .flag),
    (.orphan, "orphan", .flag),
    (.time, "time", .text),
    (.datetime, "datetime", .text),
    (.hasTime, "has_time", .flag),
    (.edited, "edited", .flag),
    (.likes, "likes", .number),
    (.hasLikes, "has_likes", .flag),
    (.likesLabel, "likes_label", .text),
    (.replyCount, "reply_count", .number),
    (.hasReplies, "has_replies", .flag),
    (.replyCountLabel, "reply_count_label", .text),
    (.featured, "featured", .flag),
    (.offTopic, "off_topic", .flag),
    (.unanswered, "unanswered", .flag),
    (.isQuestion, "is_question", .flag),
    (.isReview, "is_review", .flag),
    (.isNew, "is_new", .flag),
    (.highlighted, "highlighted", .flag),
    (.hasBadges, "has_badges", .flag),
    (.rating, "rating", .number),
    (.hasRatingStars, "has_rating_stars", .flag),
    (.stars, "stars", .text),
    (.mediaURL, "media_url", .url),
    (.mediaTitle, "media_title", .text),
    (.hasMediaTitle, "has_media_title", .flag),
    (.mediaKind, "media_kind", .token),
    (.mediaLabel, "media_label", .text),
    (.hasMedia, "has_media", .flag),
  ]

  /// A root comment's places in the four orders.
  package static let rankFields: [FieldEntry] = [
    (.ranked, "ranked", .flag),
    (.rankNewest, "rank_newest", .number),
    (.rankOldest, "rank_oldest", .number),
    (.rankLikes, "rank_likes", .number),
    (.rankReplies, "rank_replies", .number),
  ]

  /// Of a featured comment before the thread.
  package static let featuringFields: [FieldEntry] = [
    (.commentLink, "comment_link", .url),
    (.hasCommentLink, "has_comment_link", .flag),
    (.featuredFirst, "featured_first", .flag),
    (.featuredLast, "featured_last", .flag),
  ]

  /// Of a gap where a comment was.
  package static let gapFields: [FieldEntry] = [
    (.reason, "reason", .token),
    (.reasonText, "reason_text", .text),
  ]

  /// Of a group of replies.
  package static let replyGroupFields: [FieldEntry] = [
    (.open, "open", .flag)
  ]

  /// Of a mail as a whole.
  package static let mailFields: [FieldEntry] = [
    (.preheader, "preheader", .text),
    (.hasPreheader, "has_preheader", .flag),
    (.unsubscribeURL, "unsubscribe_url", .url),
    (.hasUnsubscribe, "has_unsubscribe", .flag),
  ]

  /// Of a comment in a mail, where the writer knows what a page leaves to the browser.
  package static let mailCommentFields: [FieldEntry] = [
    (.indent, "indent", .number),
    (.isDeep, "is_deep", .flag),
  ]

  /// Of whatever has a body in a mail.
  package static let mailBodyFields: [FieldEntry] = [
    (.bodyDir, "body_dir", .token),
    (.isTurned, "is_turned", .flag),
  ]

  /// Of a block that counts.
  package static let countedFields: [FieldEntry] = [
    (.count, "count", .number),
    (.countLabel, "count_label", .text),
  ]
}
