/// The keys of the document itself.
enum AtollDocumentKey: String, CaseIterable, Sendable {
  case atoll, story, comments
  case schema = "$schema"

  static let table = KeyTable<AtollDocumentKey>()
}

/// The keys of `story`.
enum AtollStoryKey: String, CaseIterable, Sendable {
  case id, url, title, createdAt, locale, organization, server, mode, closed
  case announcement, infobox, questionBox, closedMessage, disabledMessage
  case likeLabel, likeSortLabel, staffLabel, moderatorLabel, adminLabel, memberLabel
  case commentCount, hasMore, ratings

  static let table = KeyTable<AtollStoryKey>()
}

/// The keys of `story.closed` where it is an object.
enum AtollClosedKey: String, CaseIterable, Sendable {
  case at, message
  static let table = KeyTable<AtollClosedKey>()
}

/// The keys of `story.questionBox` where it is an object.
enum AtollQuestionBoxKey: String, CaseIterable, Sendable {
  case text, icon
  static let table = KeyTable<AtollQuestionBoxKey>()
}

/// The keys of `story.ratings`.
enum AtollRatingsKey: String, CaseIterable, Sendable {
  case average, count
  static let table = KeyTable<AtollRatingsKey>()
}

/// The keys of a comment.
enum AtollCommentKey: String, CaseIterable, Sendable {
  case id, parentId, author, createdAt, body, bodySyntax, likes, replyCount, tags, edited, editedAt
  case rating, media, permalink, tombstone, replies

  static let table = KeyTable<AtollCommentKey>()
}

/// The keys of a comment's `author` where it is an object.
enum AtollAuthorKey: String, CaseIterable, Sendable {
  case id, name, badges
  static let table = KeyTable<AtollAuthorKey>()
}

/// The keys of a comment's `media`.
enum AtollMediaKey: String, CaseIterable, Sendable {
  case kind, url, title
  static let table = KeyTable<AtollMediaKey>()
}

/// The words of `closed` beside true and false.
enum AtollClosedWord: String, CaseIterable, Sendable {
  case siteWide
  static let table = KeyTable<AtollClosedWord>()
}

/// The words of `server`.
enum AtollServerWord: String, CaseIterable, Sendable {
  case talk4, coral, unknown
  static let table = KeyTable<AtollServerWord>()
}

/// The words of `mode`.
enum AtollModeWord: String, CaseIterable, Sendable {
  case comments, questionsAndAnswers, ratingsAndReviews, chat
  static let table = KeyTable<AtollModeWord>()
}

/// The words of `bodySyntax`.
enum AtollSyntaxWord: String, CaseIterable, Sendable {
  case markdown, html, plain
  static let table = KeyTable<AtollSyntaxWord>()
}

/// The words of `tombstone`.
enum AtollTombstoneWord: String, CaseIterable, Sendable {
  case deleted, rejected, withheld, ignored
  static let table = KeyTable<AtollTombstoneWord>()
}

/// The words of `media.kind`.
enum AtollMediaWord: String, CaseIterable, Sendable {
  case gif, youTube, x, bluesky, image
  static let table = KeyTable<AtollMediaWord>()
}
