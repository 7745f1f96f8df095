import AtollBytes
import AtollTemplating

/// A non-numeric value in markup templates: `{{author}}`.
///
/// The raw value is the name in templates. `docs/templates.md` lists all names; a test compares the
/// two.
package enum TextField: String, NumberedCases, Sendable {
  // Fields that are the same for every story.
  case lang, dir
  case rootClass = "root_class"
  case archivedLabel = "archived_label"
  /// The text between a name and the words of a comment: a colon and a space.
  case separator
  /// The text between two items of a list: a comma and a space.
  case listSeparator = "list_separator"

  // Fields of the story.
  case title
  case storyURL = "story_url"
  case organization
  case siteName = "site_name"
  case commentCount = "comment_count"
  case commentCountLabel = "comment_count_label"
  case ratingLabel = "rating_label"
  case sortLabel = "sort_label"

  // Fields of the head of a page.
  case canonical, description, robots
  case feedURL = "feed_url"

  // Fields of the question box.
  case icon

  // Fields of the notice on a closed story.
  case closedLabel = "closed_label"

  // Fields of a comment.
  case anchor
  case anchorLink = "anchor_link"
  case permalink
  case author
  case inReplyTo = "in_reply_to"
  case parentGoneLabel = "parent_gone_label"
  case parentLink = "parent_link"
  case time, datetime
  case likesLabel = "likes_label"
  case replyCountLabel = "reply_count_label"
  case replyAuthors = "reply_authors"
  case stars
  case starsLabel = "stars_label"
  case mediaURL = "media_url"
  case mediaTitle = "media_title"
  case mediaKind = "media_kind"
  case mediaLabel = "media_label"
  case imageURL = "image_url"
  case avatarURL = "avatar_url"
  case initials
  case mediaHost = "media_host"

  // Fields of a featured comment before the thread.
  case commentLink = "comment_link"
  case featuredTitle = "featured_title"
  case featuredBy = "featured_by"
  case moreFeaturedLabel = "more_featured_label"

  // Fields of a heading, and of a thread without comments.
  case heading
  case headingCount = "heading_count"
  case headingCountLabel = "heading_count_label"
  case noCommentsLabel = "no_comments_label"

  // Fields of a tombstone.
  case reason
  case reasonText = "reason_text"

  // Fields of a block that counts comments.
  case countLabel = "count_label"

  // Fields of a page in a divided thread, and of the entries in a list of pages.
  case pageLabel = "page_label"
  case pageURL = "page_url"
  case pageCommentCountLabel = "page_comment_count_label"
  case pageFirstTime = "page_first_time"
  case pageLastTime = "page_last_time"
  case pageTimes = "page_times"
  case firstPageURL = "first_page_url"
  case previousPageURL = "previous_page_url"
  case nextPageURL = "next_page_url"
  case lastPageURL = "last_page_url"
  case pageListURL = "page_list_url"

  // Fields of a comment that is repeated in abbreviated form.
  case excerpt
  case inReplyToLabel = "in_reply_to_label"

  // Fields of a badge.
  case badgeKind = "badge_kind"
  case badgeLabel = "badge_label"

  // Fields of emails.
  case preheader
  case unsubscribeURL = "unsubscribe_url"
  case viewURL = "view_url"
  case readLabel = "read_label"
  case mailReason = "mail_reason"
  case bodyDir = "body_dir"
  case headline
  case rejectionLabel = "rejection_label"
  case guidelinesURL = "guidelines_url"
  case logoURL = "logo_url"
  case replyLabel = "reply_label"
  case bylineSeparator = "byline_separator"

  /// The kind of value, which decides where the field may be used.
  var kind: FieldKind {
    switch self {
    case .storyURL, .anchorLink, .permalink, .parentLink, .mediaURL, .imageURL, .avatarURL,
      .commentLink,
      .unsubscribeURL, .viewURL, .pageURL, .firstPageURL, .previousPageURL, .nextPageURL,
      .lastPageURL,
      .pageListURL, .canonical, .feedURL, .guidelinesURL, .logoURL:
      .url
    case .lang, .dir, .rootClass, .icon, .anchor, .mediaKind, .reason, .badgeKind, .bodyDir: .token
    case .title, .organization, .commentCount, .commentCountLabel, .ratingLabel, .sortLabel,
      .author, .inReplyTo, .parentGoneLabel, .time, .datetime, .likesLabel, .replyCountLabel,
      .replyAuthors, .stars,
      .starsLabel,
      .mediaTitle,
      .mediaLabel, .mediaHost, .initials, .reasonText, .countLabel, .badgeLabel, .preheader,
      .readLabel, .mailReason,
      .featuredTitle, .featuredBy,
      .moreFeaturedLabel, .heading, .headingCount, .headingCountLabel, .noCommentsLabel, .headline,
      .closedLabel,
      .pageLabel, .pageCommentCountLabel, .pageFirstTime, .pageLastTime, .pageTimes, .excerpt,
      .description,
      .robots,
      .archivedLabel, .separator, .listSeparator, .inReplyToLabel, .rejectionLabel, .siteName,
      .replyLabel, .bylineSeparator:
      .text
    }
  }
}

/// A number in markup templates: `{{likes}}`.
package enum NumberField: String, NumberedCases, Sendable {
  case level, depth, likes
  case replyCount = "reply_count"
  case rating, count
  case avatarColor = "avatar_color"
  case imageWidth = "image_width"
  case imageHeight = "image_height"

  // A root comment's ranks in the four orders.
  case rankNewest = "rank_newest"
  case rankOldest = "rank_oldest"
  case rankLikes = "rank_likes"
  case rankReplies = "rank_replies"

  // Fields of a page in a divided thread, and of the entries in a list of pages.
  case pageNumber = "page_number"
  case pageCount = "page_count"
}

/// A place in a template where a writer inserts its markup: `{{{body}}}`, `{{> replies}}`.
package enum InsertionPoint: String, NumberedCases, Sendable {
  case body, head, style, blocks, comments, replies, footer
}
