package import AtollBytes
package import AtollComments

/// The values of one comment that writers show: numbers, and slices of `BlockList.bytes`.
package struct CommentView: Sendable {
  package var id = Slice.empty
  /// The author's name as shown; empty if there is none to show.
  package var author = Slice.empty
  /// The time in milliseconds since 1970 (UTC), or `nil` if it is unknown.
  package var createdAt: Int64?
  package var isEdited = false
  /// True if the comment answers one that is not in the story.
  package var isOrphan = false
  package var likes = 0
  /// The rating from 1 to 5, or 0 if there is none.
  package var rating = 0
  /// The comment's own address as received, unchecked; empty when the server gave none.
  package var permalink = Slice.empty
  /// The id of the parent; empty if the parent is not in the story.
  package var parentID = Slice.empty
  /// The name of the parent's author; empty if there is none to show.
  package var parentAuthor = Slice.empty
  /// The reason why the parent is not shown; `nil` if it is shown, or if it is not in the story.
  package var parentTombstone: Tombstone?
  /// The position of the parent; -1 if the parent is not in the story.
  package var parentPosition: Int32 = -1
  package var badges = CommentBadges()
  package var marks: Marks = []
  package var tombstone: Tombstone?
  /// The media, or `nil` if there is none; the address is empty if the output must not link to it.
  package var media: MediaRecord?
  /// The address of the media's picture, unchecked; empty if there is none, or if the output does
  /// not load images.
  package var picture = Slice.empty
  /// The address of the author's picture, unchecked; empty if there is none, or if the output does
  /// not load images.
  package var avatar = Slice.empty
  /// True if this is the comment that the rendering is about.
  package var isHighlighted = false

  package init() {}

  /// The words that say what a reply answers if no name does: `In reply to a deleted comment`.
  package var phraseForUnnamedParent: Phrase? {
    if let parentTombstone { return Phrase(inReplyTo: parentTombstone) }
    return parentPosition >= 0 && parentAuthor.isEmpty ? .inReplyToUnknown : nil
  }

  /// The marks of the comment itself, in addition to its author's badges.
  package struct Marks: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// True if there are no marks; the default `isEmpty` of option sets would compare through a
    /// witness table.
    package var isEmpty: Bool { rawValue == 0 }

    package static let featured = Marks(rawValue: 1 << 0)
    package static let offTopic = Marks(rawValue: 1 << 1)
    package static let unanswered = Marks(rawValue: 1 << 2)
    package static let question = Marks(rawValue: 1 << 3)
    package static let review = Marks(rawValue: 1 << 4)
    package static let new = Marks(rawValue: 1 << 5)
    package static let answered = Marks(rawValue: 1 << 6)
    package static let all = Marks(rawValue: .max)
  }
}

/// A kind of badge, in the order in which badges are shown.
package enum BadgeKind: UInt8, Hashable, Sendable, CaseIterable {
  case admin, moderator, staff, expert, member, subscriber, topCommenter, newCommenter
  /// A badge with the publisher's own words.
  case custom
}

/// The badges shown with a comment: a set of built-in ones, then a run of the publisher's own
/// badges and tags.
package struct CommentBadges: Hashable, Sendable {
  /// One bit for each `BadgeKind` except `custom`.
  package var builtInBits: UInt16 = 0
  /// The run of the publisher's own badges and tags: its first index in `BlockList.labels`, and its
  /// length.
  package var firstCustom: Int32 = 0
  package var customCount: Int32 = 0

  package init() {}

  package var isEmpty: Bool { builtInBits == 0 && customCount == 0 }
}
