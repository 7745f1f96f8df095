import Comments

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

// The words that a document may have for a member of a closed set.

extension StoryFacts.Server {
  static let table = KeyTable<StoryFacts.Server>()
}

extension StoryFacts.Mode {
  static let table = KeyTable<StoryFacts.Mode>()
}

extension Body.Syntax {
  static let table = KeyTable<Body.Syntax>()
}

extension Tombstone {
  static let table = KeyTable<Tombstone>()
}

extension Media.Kind {
  static let table = KeyTable<Media.Kind>()
}
