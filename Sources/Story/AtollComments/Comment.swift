/// A comment as the server gave it, with its text fields as strings.
///
/// Single comments enter and leave the library in this form. A `Story` stores comments flat;
/// `story.comment(at:)` returns one of them as a `Comment`.
public struct Comment: Hashable, Sendable {
  /// The server's id of the comment.
  public var id: String
  /// The id of the comment that this comment replies to; `nil` if it is not a reply.
  public var parentID: String?
  /// The author; `nil` if the server gave none, for example because the account was deleted.
  public var author: Author?
  /// The text, as the server sent it.
  public var body: Body
  /// The time at which the comment was posted; `nil` if it is unknown.
  public var createdAt: Timestamp?
  /// True if the text was changed after the comment was posted.
  public var isEdited: Bool
  /// The time of the last edit; `nil` if there was no edit, or the server did not give the time.
  public var editedAt: Timestamp?
  /// The number of likes (respects, upvotes …).
  public var likes: Int
  /// The number of replies that the server counts; `nil` if it gave none.
  public var replyCount: Int?
  /// The tags that Atoll knows.
  public var tags: Tags
  /// The names of all other tags.
  public var otherTags: [String]
  /// The rating of a review in stars, 1 to 5; `nil` if there is none.
  ///
  /// A story ignores other ratings.
  public var rating: Int?
  /// The GIF, video, post or picture that the comment links to; `nil` if there is none.
  public var media: Media?
  /// The comment's address, if the server gave one.
  public var permalink: String?
  /// The reason why the comment is not shown; `nil` if it is shown.
  public var tombstone: Tombstone?

  /// Creates a comment; only the id and the body are required.
  ///
  /// `editedAt` is ignored unless `isEdited` is `true`.
  public init(
    id: String, parentID: String? = nil, author: Author? = nil, body: Body,
    createdAt: Timestamp? = nil, isEdited: Bool = false, editedAt: Timestamp? = nil, likes: Int = 0,
    replyCount: Int? = nil, tags: Tags = [], otherTags: [String] = [], rating: Int? = nil,
    media: Media? = nil, permalink: String? = nil, tombstone: Tombstone? = nil
  ) {
    self.id = id
    self.parentID = parentID
    self.author = author
    self.body = body
    self.createdAt = createdAt
    self.isEdited = isEdited
    self.editedAt = isEdited ? editedAt : nil
    self.likes = likes
    self.replyCount = replyCount
    self.tags = tags
    self.otherTags = otherTags
    self.rating = rating
    self.media = media
    self.permalink = permalink
    self.tombstone = tombstone
  }
}

/// The author of a comment, as shown to readers.
public struct Author: Hashable, Sendable {
  /// The server's id of the account; empty if it gave none.
  public var id: String
  /// The displayed name; may be empty.
  public var name: String
  /// The badges that the publisher gave the account.
  public var badges: [String]
  /// The address of the account's picture, unchecked; may be empty.
  public var avatar: String

  /// Creates an author; only the name is required.
  public init(id: String = "", name: String, badges: [String] = [], avatar: String = "") {
    self.id = id
    self.name = name
    self.badges = badges
    self.avatar = avatar
  }
}

/// The text of a comment as received, with its syntax.
public struct Body: Hashable, Sendable {
  /// A markup language in which bodies are written.
  public enum Syntax: String, Hashable, Sendable, CaseIterable {
    /// CommonMark with hard line breaks; bare addresses become links.
    case markdown
    /// HTML; of the comments of Coral and Talk, only the thirteen elements that Coral allows.
    case html
    /// Text without any markup.
    case plain
  }

  /// The text as received.
  public var text: String
  /// The markup language of the text.
  public var syntax: Syntax

  /// Creates a body from a text and the markup language in which it is written.
  public init(_ text: String, syntax: Syntax) {
    self.text = text
    self.syntax = syntax
  }
}

/// The reason why a comment is not shown although its replies are.
public enum Tombstone: String, Hashable, Sendable, CaseIterable {
  /// The comment or its author's account was deleted.
  case deleted
  /// A moderator rejected it; it has visible replies.
  case rejected
  /// It waits for a moderator; it has visible replies.
  case withheld
  /// The reader ignores its author.
  case ignored
}

/// A GIF, video, post or picture that a comment links to.
///
/// It is shown as a link with its title or, if the rendering options say so, as a picture that
/// readers load.
public struct Media: Hashable, Sendable {
  /// A kind of media, by the service that hosts it.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A GIF from Giphy, Tenor or Klipy.
    case gif
    /// A YouTube video.
    case youTube
    /// A post on X, formerly Twitter.
    case x
    /// A post on Bluesky.
    case bluesky
    /// A picture from any address.
    case image
  }

  /// The kind of media, such as a GIF or a video.
  public var kind: Kind
  /// The address, unchecked.
  public var url: String
  /// The title; may be empty.
  public var title: String
  /// The address of a still picture of a GIF or video, unchecked; may be empty.
  public var still: String
  /// The size in pixels, if the server gave one.
  public var size: Size?

  /// The width and height of a picture in pixels.
  public struct Size: Hashable, Sendable {
    /// The width, in pixels.
    public var width: Int
    /// The height, in pixels.
    public var height: Int

    /// Creates a size from a width and a height in pixels.
    public init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  /// Creates a link to media; only the kind and the address are required.
  public init(
    kind: Kind, url: String, title: String = "", still: String = "", size: Size? = nil
  ) {
    self.kind = kind
    self.url = url
    self.title = title
    self.still = still
    self.size = size
  }
}
