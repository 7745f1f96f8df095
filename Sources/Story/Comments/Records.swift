package import Bytes

/// One comment in the flat store: numbers, and slices of `Story.bytes`.
package struct CommentRecord: Sendable {
  package var id = Slice.empty
  package var parentID = Slice.empty
  package var body = Slice.empty
  package var permalink = Slice.empty
  package var createdAt = Timestamp.unknown
  /// The parent's place, or -1 at the root.
  ///
  /// Always a comment of the same story, never in a circle.
  package var parent: Int32 = -1
  /// Into `Story.authors`, or -1.
  package var author: Int32 = -1
  /// Into `Story.media`, or -1.
  package var media: Int32 = -1
  package var likes: Int32 = 0
  /// The server's own count, or -1.
  package var replyCount: Int32 = -1
  /// Other tags: a run of `Story.labels`.
  package var firstLabel: Int32 = 0
  package var labelCount: UInt16 = 0
  package var tags: Tags = []
  package var marks: Marks = []
  package var rating: UInt8 = 0
  package var tombstone: Tombstone?
  package var syntax = Body.Syntax.markdown

  package init() {}

  /// What Atoll itself found out about a comment.
  package struct Marks: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let edited = Marks(rawValue: 1 << 0)
    /// It answers a comment that is not here, and stands at the root instead.
    package static let orphan = Marks(rawValue: 1 << 1)
    /// Not for readers.
    ///
    /// `StoryBuilder` drops it, or keeps it as a tombstone if a reply needs it.
    package static let unpublished = Marks(rawValue: 1 << 2)
  }
}

/// Who wrote a comment: slices of `Story.bytes`.
package struct AuthorRecord: Sendable {
  package var id = Slice.empty
  package var name = Slice.empty
  /// Badges: a run of `Story.labels`.
  package var firstLabel: Int32 = 0
  package var labelCount: UInt16 = 0

  package init() {}
}

/// What a comment points to: slices of `Story.bytes`.
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
