package import Bytes

/// A comment as a story stores it: numbers, and slices of `Story.bytes`.
package struct CommentRecord: Sendable {
  package var id = Slice.empty
  package var parentID = Slice.empty
  package var body = Slice.empty
  package var permalink = Slice.empty
  package var createdAt = Timestamp.unknown
  /// The time of the last edit, where it is known; unknown in comments that are not marked as edited.
  package var editedAt = Timestamp.unknown
  /// The index of the parent in the same story, or -1 at the root; parents never form a cycle.
  package var parent: Int32 = -1
  /// The index in `Story.authors`, or -1.
  package var author: Int32 = -1
  /// The index in `Story.media`, or -1.
  package var media: Int32 = -1
  package var likes: Int32 = 0
  /// The server's count, or -1.
  package var replyCount: Int32 = -1
  /// Other tags: consecutive entries of `Story.labels`.
  package var firstLabel: Int32 = 0
  package var labelCount: UInt16 = 0
  package var tags: Tags = []
  package var marks: Marks = []
  package var rating: UInt8 = 0
  package var tombstone: Tombstone?
  package var syntax = Body.Syntax.markdown

  package init() {}

  /// Properties of a comment that need one bit each.
  package struct Marks: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let edited = Marks(rawValue: 1 << 0)
    /// The parent is missing, so the comment is at the root.
    package static let orphan = Marks(rawValue: 1 << 1)
    /// Not published: `StoryBuilder` drops the comment, or keeps it as a tombstone if a reply needs it.
    package static let unpublished = Marks(rawValue: 1 << 2)
  }
}

/// An author as a story stores it: slices of `Story.bytes`.
package struct AuthorRecord: Sendable {
  package var id = Slice.empty
  package var name = Slice.empty
  /// Badges: consecutive entries of `Story.labels`.
  package var firstLabel: Int32 = 0
  package var labelCount: UInt16 = 0

  package init() {}
}

/// Media as a story stores them: slices of `Story.bytes`.
package struct MediaRecord: Sendable {
  package var kind: Media.Kind
  package var url: Slice
  package var title: Slice

  package init(kind: Media.Kind, url: Slice, title: Slice) {
    self.kind = kind
    self.url = url
    self.title = title
  }
}
