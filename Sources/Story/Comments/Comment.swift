/// One comment as the server gave it, with its texts as strings.
///
/// This is the form in which comments enter and leave the library one at a time. A `Story` holds
/// them flat; `story.comment(at:)` makes one of these.
public struct Comment: Hashable, Sendable {
  /// The server's name for the comment.
  public var id: String
  /// The comment it answers; nothing for one at the root.
  public var parentID: String?
  /// Who wrote it; nothing when the account is gone.
  public var author: Author?
  /// What it says.
  public var body: Body
  /// When it was written.
  public var createdAt: Timestamp?
  /// Whether it was changed after it was posted.
  public var isEdited: Bool
  /// How many likes (respects, upvotes …) it has.
  public var likes: Int
  /// How many replies the server counts, where it says so.
  public var replyCount: Int?
  /// The tags the server and Atoll both know.
  public var tags: Tags
  /// Every other tag, by name.
  public var otherTags: [String]
  /// One to five stars, in a review.
  public var rating: Int?
  /// A GIF, video, post or picture the comment points to.
  public var media: Media?
  /// The comment's own address, where the server gave one.
  public var permalink: String?
  /// Why there is a gap in place of the comment; nothing for an ordinary one.
  public var tombstone: Tombstone?

  /// A comment; everything but its id and body may be left out.
  public init(
    id: String, parentID: String? = nil, author: Author? = nil, body: Body,
    createdAt: Timestamp? = nil, isEdited: Bool = false, likes: Int = 0, replyCount: Int? = nil,
    tags: Tags = [], otherTags: [String] = [], rating: Int? = nil, media: Media? = nil,
    permalink: String? = nil, tombstone: Tombstone? = nil
  ) {
    self.id = id
    self.parentID = parentID
    self.author = author
    self.body = body
    self.createdAt = createdAt
    self.isEdited = isEdited
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

/// Who wrote a comment, as shown.
public struct Author: Hashable, Sendable {
  /// The server's name for the account.
  public var id: String
  /// The name shown; may be empty.
  public var name: String
  /// Badges the publisher gave the account.
  public var badges: [String]

  /// An author.
  public init(id: String = "", name: String, badges: [String] = []) {
    self.id = id
    self.name = name
    self.badges = badges
  }
}

/// The text of a comment as received, and the language it is written in.
public struct Body: Hashable, Sendable {
  /// How a body is to be read.
  public enum Syntax: String, Hashable, Sendable, CaseIterable {
    /// CommonMark with hard line breaks; bare addresses become links.
    case markdown
    /// The thirteen tags Coral keeps.
    case html
    /// Text, nothing else.
    case plain
  }

  /// The text as received.
  public var text: String
  /// The language it is written in.
  public var syntax: Syntax

  /// A body.
  public init(_ text: String, syntax: Syntax) {
    self.text = text
    self.syntax = syntax
  }
}

/// Why a comment cannot be shown although its replies are.
public enum Tombstone: String, Hashable, Sendable, CaseIterable {
  /// Its author's account, or the comment, was deleted.
  case deleted
  /// A moderator rejected it; it is kept because something visible answers it.
  case rejected
  /// It still waits for a moderator; it is kept because something visible answers it.
  case withheld
  /// The reader does not wish to see its author.
  case ignored
}

/// Something a comment points to.
///
/// It is shown as a link with its title; nothing is ever loaded.
public struct Media: Hashable, Sendable {
  /// Where the thing lives.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Giphy, Tenor or Klipy.
    case gif
    /// A YouTube video.
    case youTube
    /// A post on X, once Twitter.
    case x
    /// A post on Bluesky.
    case bluesky
    /// A picture from anywhere.
    case image
  }

  /// Where the thing lives.
  public var kind: Kind
  /// Its address.
  public var url: String
  /// What it is called; may be empty.
  public var title: String

  /// A link to some media.
  public init(kind: Kind, url: String, title: String = "") {
    self.kind = kind
    self.url = url
    self.title = title
  }
}
