package import Bytes

/// The page the comments belong to, and its comments: what a server said, and nothing more.
///
/// A story is stored flat. All text stands in one run of bytes, which is usually the very input with
/// its strings unescaped in place; everything else is numbers. Parents are resolved: every comment's
/// parent is a comment of this story, and no comment is its own ancestor.
public struct Story: Sendable {
  /// Everything that is text.
  ///
  /// It is UTF-8 wherever a slice points, and holds no NUL there.
  package internal(set) var bytes: [UInt8]
  package internal(set) var facts: StoryFacts
  package internal(set) var comments: [CommentRecord]
  package internal(set) var authors: [AuthorRecord]
  package internal(set) var media: [MediaRecord]
  /// Badges and tag names; authors and comments hold runs of them.
  package internal(set) var labels: [Slice]
  var ids: IDTable

  /// How many comments there are.
  public var count: Int { comments.count }

  /// The server's name for the story.
  public var id: String { bytes.string(facts.id) }

  /// The address of the page the comments belong to.
  public var url: String { bytes.string(facts.url) }

  /// The title of the page the comments belong to.
  public var title: String { bytes.string(facts.title) }

  /// Every place that holds a comment, in the order of the input.
  public var positions: some RandomAccessCollection<Position> {
    (0..<comments.count).lazy.map { Position($0) }
  }

  /// Where the comment with this id is, if it is here.
  public func position(of id: String) -> Position? {
    ids.find(Array(id.utf8), in: bytes).map { Position($0) }
  }

  /// Gives back what `position(of:)` needs, which finds nothing from then on: of a large story it is much, and not
  /// all who read a story look for single comments.
  package mutating func forgetIDs() { ids = IDTable() }

  /// The comment's parent, unless the comment is at the root.
  public func parent(of position: Position) -> Position? {
    let parent = comments[Int(position.index)].parent
    return parent < 0 ? nil : Position(Int(parent))
  }

  /// A comment, with its texts as strings.
  public func comment(at position: Position) -> Comment {
    let record = comments[Int(position.index)]
    let author = record.author < 0 ? nil : authors[Int(record.author)]
    let item = record.media < 0 ? nil : media[Int(record.media)]
    func names(_ first: Int32, _ count: UInt16) -> [String] {
      labels[Int(first)..<Int(first) + Int(count)].map { bytes.string($0) }
    }
    return Comment(
      id: bytes.string(record.id),
      parentID: record.parent >= 0
        ? bytes.string(comments[Int(record.parent)].id)
        : record.parentID.isEmpty ? nil : bytes.string(record.parentID),
      author: author.map {
        Author(
          id: bytes.string($0.id), name: bytes.string($0.name),
          badges: names($0.firstLabel, $0.labelCount))
      },
      body: Body(bytes.string(record.body), syntax: record.syntax),
      createdAt: record.createdAt.isKnown ? record.createdAt : nil,
      isEdited: record.marks.contains(.edited),
      likes: Int(record.likes),
      replyCount: record.replyCount < 0 ? nil : Int(record.replyCount),
      tags: record.tags,
      otherTags: names(record.firstLabel, record.labelCount),
      rating: record.rating == 0 ? nil : Int(record.rating),
      media: item.map {
        Media(kind: $0.kind, url: bytes.string($0.url), title: bytes.string($0.title))
      },
      permalink: record.permalink.isEmpty ? nil : bytes.string(record.permalink),
      tombstone: record.tombstone)
  }
}
