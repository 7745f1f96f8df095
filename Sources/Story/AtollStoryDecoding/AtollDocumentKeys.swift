import AtollBytes
import AtollComments

// The keys of an Atoll document and the words of its enumerations; see
// `docs/atoll-document.schema.json`.

enum AtollDocumentKey: String, CaseIterable, Sendable {
  case atoll, story, comments, recipients
  case schema = "$schema"

  static let table = KeyTable<AtollDocumentKey>(synonyms: [
    (.comments, "posts items replies children responses thread messages"),
    (.story, "article page asset post topic"),
  ])
}

enum AtollStoryKey: String, CaseIterable, Sendable {
  case id, url, title, createdAt, locale, organization, server, mode, closed
  case announcement, infobox, questionBox, closedMessage, disabledMessage
  case likeLabel, likeSortLabel, staffLabel, moderatorLabel, adminLabel, memberLabel
  case commentCount, featuredCount, hasMore, ratings

  static let table = KeyTable<AtollStoryKey>(synonyms: [
    (.id, "storyid assetid threadid identifier"),
    (.url, "link href permalink address"),
    (.title, "name headline subject"),
    (.createdAt, "date created published publishedat pubdate time"),
    (.locale, "language lang"),
    (.organization, "site publisher"),
    (.commentCount, "count total totalcomments"),
  ])

  /// The property of `StoryMetadata` for the value of a key, if the value is always a string.
  var textPath: StoryMetadata.TextPath? {
    switch self {
    case .id: return \StoryMetadata.id
    case .url: return \StoryMetadata.url
    case .title: return \StoryMetadata.title
    case .locale: return \StoryMetadata.locale
    case .organization: return \StoryMetadata.organization
    case .announcement: return \StoryMetadata.announcement
    case .infobox: return \StoryMetadata.infobox
    case .closedMessage: return \StoryMetadata.closedMessage
    case .disabledMessage: return \StoryMetadata.disabledMessage
    case .likeLabel: return \StoryMetadata.likeLabel
    case .likeSortLabel: return \StoryMetadata.likeSortLabel
    case .staffLabel: return \StoryMetadata.staffLabel
    case .moderatorLabel: return \StoryMetadata.moderatorLabel
    case .adminLabel: return \StoryMetadata.adminLabel
    case .memberLabel: return \StoryMetadata.memberLabel
    case .createdAt, .server, .mode, .closed, .questionBox, .commentCount, .featuredCount, .hasMore,
      .ratings:
      return nil
    }
  }
}

/// The keys of `story.closed` if it is an object.
enum AtollClosedKey: String, CaseIterable, Sendable {
  case at, message
  static let table = KeyTable<AtollClosedKey>()
  // The words that `story.closed` may be instead of an object or a Boolean.
  static let siteWide = "siteWide"
  static let archived = "archived"
}

/// The keys of `story.questionBox` if it is an object.
enum AtollQuestionBoxKey: String, CaseIterable, Sendable {
  case text, icon
  static let table = KeyTable<AtollQuestionBoxKey>()
}

enum AtollRatingsKey: String, CaseIterable, Sendable {
  case average, count
  static let table = KeyTable<AtollRatingsKey>()
}

enum AtollCommentKey: String, CaseIterable, Sendable {
  case id, parentId, author, createdAt, body, bodySyntax, likes, replyCount, tags, edited, editedAt
  case rating, media, permalink, tombstone, replies, featuredBy

  static let table = KeyTable<AtollCommentKey>(synonyms: [
    (.id, "commentid uid uuid key"),
    (.parentId, "parent parentcomment inreplyto inreplytoid replyto replytoid pid"),
    (.author, "user username name authorname displayname nickname poster creator commenter by"),
    (
      .createdAt,
      "date time timestamp datetime created createdutc createdati posted postedat published "
        + "publishedat creationdate"
    ),
    (
      .body,
      "text content message comment html markdown raw bodyhtml bodytext contenthtml commenttext "
        + "selftext"
    ),
    (.likes, "score points votes upvotes ups likecount reactions karma"),
    (.replyCount, "totalreplies childcount numreplies"),
    (.tags, "labels"),
    (.editedAt, "updated updatedat modified modifiedat"),
    (.rating, "stars"),
    (.media, "image attachment attachments gif"),
    (.permalink, "url link href"),
    (.tombstone, "deleted isdeleted removed hidden"),
    (.replies, "children comments responses answers kids"),
  ])

  /// Returns whether an object with these keys is a comment of an Atoll document.
  static func areKeys(ofComment keys: [String]) -> Bool {
    keys.contains(body.rawValue)
      && keys.allSatisfy { AtollCommentKey(rawValue: $0) != nil || $0.hasPrefix("x-") }
  }
}

/// The keys of a comment's `author` if it is an object.
enum AtollAuthorKey: String, CaseIterable, Sendable {
  case id, name, badges, avatar
  static let table = KeyTable<AtollAuthorKey>(synonyms: [
    (.id, "userid uid"),
    (.name, "username displayname fullname nickname nick login"),
    (.badges, "roles tags"),
    (.avatar, "picture image photo icon avatarurl"),
  ])
}

enum AtollMediaKey: String, CaseIterable, Sendable {
  case kind, url, title, still, width, height
  static let table = KeyTable<AtollMediaKey>()
}

extension StoryMetadata.Server {
  static let table = KeyTable<StoryMetadata.Server>()
}

extension StoryMode {
  static let table = KeyTable<StoryMode>()
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
