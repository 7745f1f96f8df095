package import AtollBytes

/// A comment as a story stores it: numbers, and slices of `Story.bytes`.
package struct CommentRecord: Sendable {
  package var id = Slice.empty
  package var parentID = Slice.empty
  package var body = Slice.empty
  package var permalink = Slice.empty
  package var createdAt = Timestamp.unknown
  /// The time of the last edit, if known; always unknown for comments that are not marked as
  /// edited.
  package var editedAt = Timestamp.unknown
  /// The index of the parent in the same story, or -1 at the root; parents never form a cycle.
  package var parent: Int32 = -1
  /// The index in `Story.authors`, or -1 if there is no author.
  package var author: Int32 = -1
  /// The index in `Story.media`, or -1 if there are no media.
  package var media: Int32 = -1
  package var likes: Int32 = 0
  /// The number of replies that the server counts, or -1 if it gave none.
  package var replyCount: Int32 = -1
  /// Other tags: `labelCount` entries of `Story.labels`, from the index `firstLabel` on.
  package var firstLabel: Int32 = 0
  package var labelCount: UInt16 = 0
  /// The number of the comment's versions that the input lists; 0 if it lists none.
  package var revisionCount: UInt16 = 0
  package var tags: Tags = []
  package var flags: Flags = []
  package var rating: UInt8 = 0
  package var tombstone: Tombstone?
  package var syntax = Body.Syntax.markdown

  package init() {}

  package struct Flags: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let edited = Flags(rawValue: 1 << 0)
    /// The comment names a parent but is at the root: the parent is missing, or a cycle was cut
    /// here.
    package static let orphan = Flags(rawValue: 1 << 1)
    /// Not published: `StoryBuilder` drops the comment, or keeps a tombstone if a reply needs it.
    package static let unpublished = Flags(rawValue: 1 << 2)
    /// Unpublished only because of a problem in the input, such as an unknown status.
    package static let lost = Flags(rawValue: 1 << 3)
  }
}

/// An author as a story stores it: slices of `Story.bytes`.
package struct AuthorRecord: Sendable {
  package var id = Slice.empty
  package var name = Slice.empty
  /// Badges: `labelCount` entries of `Story.labels`, from the index `firstLabel` on.
  package var firstLabel: Int32 = 0
  package var labelCount: UInt16 = 0
  package var avatar = Slice.empty

  package init() {}
}

/// Media as a story stores them: slices of `Story.bytes`.
package struct MediaRecord: Hashable, Sendable {
  package var kind: Media.Kind
  package var url: Slice
  package var title: Slice
  package var still = Slice.empty
  /// The size in pixels; 0 if it is unknown.
  package var width: UInt16 = 0
  package var height: UInt16 = 0

  package init(kind: Media.Kind, url: Slice, title: Slice = .empty) {
    self.kind = kind
    self.url = url
    self.title = title
  }

  /// The unchecked address of a picture of the media; empty if there is none, as for a video or a
  /// post without a still.
  ///
  /// A still is preferred: it does not move while people read.
  package var pictureURL: Slice {
    if !still.isEmpty { return still }
    switch kind {
    case .gif, .image: return url
    case .youTube, .x, .bluesky: return .empty
    }
  }
}

extension Media {
  init(_ record: MediaRecord, in bytes: [UInt8]) {
    self.init(
      kind: record.kind, url: bytes.string(record.url), title: bytes.string(record.title),
      still: bytes.string(record.still))
    if record.width > 0, record.height > 0 {
      size = Size(width: Int(record.width), height: Int(record.height))
    }
  }
}

extension CommentRecord {
  /// Returns whether a root comment is in the list of reviews of a story with ratings.
  ///
  /// Coral lists the comments that it has tagged as reviews. On another server, a comment with a
  /// rating is a review if it has text or media and is not tagged as a question, by the rule of
  /// Coral's `tagReview`.
  package func isReview(on server: StoryMetadata.Server) -> Bool {
    tags.contains(.review)
      || (server != .coral && rating > 0 && (!body.isEmpty || media >= 0)
        && !tags.contains(.question))
  }

  /// Returns whether a root comment is in the list of questions about the reviewed thing.
  ///
  /// Its tag decides. On servers other than Coral, a comment without a rating is a question, too,
  /// unless it is a reply whose parent is missing.
  package func isQuestion(on server: StoryMetadata.Server) -> Bool {
    !tags.contains(.review)
      && (tags.contains(.question)
        || (server != .coral && rating == 0 && !flags.contains(.orphan)))
  }
}
