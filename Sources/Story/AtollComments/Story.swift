package import AtollBytes

/// A page with its comments, as a server gave them.
///
/// A story is stored flat: all text is in one array of bytes, usually the input itself with its
/// strings unescaped in place; everything else is numbers. The parent of a comment is always in the
/// same story, and no comment is its own ancestor.
public struct Story: Sendable {
  /// All text; every slice of it is UTF-8 without NUL.
  package internal(set) var bytes: [UInt8]
  package internal(set) var metadata: StoryMetadata
  package internal(set) var comments: [CommentRecord]
  package internal(set) var authors: [AuthorRecord]
  package internal(set) var media: [MediaRecord]
  /// Badges and tag names; those of an author or a comment are consecutive.
  package internal(set) var labels: [Slice]
  /// The editors who featured comments, if the server names them.
  package internal(set) var featureCredits: [FeatureCredit] = []
  /// The signed-in reader's relation to each comment, by the bytes of its id, since ids can differ
  /// although their strings are equal; default states are left out.
  package internal(set) var viewerStates: [[UInt8]: ViewerState] = [:]
  var ids: IDTable

  /// The number of comments.
  public var count: Int { comments.count }

  package var rootCount: Int { comments.count { $0.parent < 0 } }

  /// The server's id of the story.
  public var id: String { bytes.string(metadata.id) }

  /// The address of the page the comments belong to.
  public var url: String { bytes.string(metadata.url) }

  /// The title of the page the comments belong to.
  public var title: String { bytes.string(metadata.title) }

  /// The positions of all comments, in the order of the input.
  public var positions: some RandomAccessCollection<Position> {
    (0..<comments.count).lazy.map { Position($0) }
  }

  /// Returns the position of the comment with this id; `nil` if there is none.
  public func position(of id: String) -> Position? {
    position(ofUTF8: Array(id.utf8))
  }

  /// Releases the table of ids, which is large; `position(of:)` returns `nil` afterwards.
  package mutating func releaseIDs() { ids = IDTable() }

  /// Returns the parent of a comment, or `nil` for a comment at the root.
  public func parent(of position: Position) -> Position? {
    let parent = comments[Int(position.index)].parent
    return parent < 0 ? nil : Position(Int(parent))
  }

  /// Returns a comment with its text fields as strings.
  public func comment(at position: Position) -> Comment {
    let record = comments[Int(position.index)]
    let author = record.author < 0 ? nil : authors[Int(record.author)]
    let item = record.media < 0 ? nil : media[Int(record.media)]
    func names(from first: Int32, count: UInt16) -> [String] {
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
          badges: names(from: $0.firstLabel, count: $0.labelCount), avatar: bytes.string($0.avatar))
      },
      body: Body(bytes.string(record.body), syntax: record.syntax),
      createdAt: record.createdAt.isKnown ? record.createdAt : nil,
      isEdited: record.flags.contains(.edited),
      editedAt: record.editedAt.isKnown ? record.editedAt : nil,
      likes: Int(record.likes),
      replyCount: record.replyCount < 0 ? nil : Int(record.replyCount),
      tags: record.tags,
      otherTags: names(from: record.firstLabel, count: record.labelCount),
      rating: record.rating == 0 ? nil : Int(record.rating),
      media: item.map { Media($0, in: bytes) },
      permalink: record.permalink.isEmpty ? nil : bytes.string(record.permalink),
      tombstone: record.tombstone)
  }
}
