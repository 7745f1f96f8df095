/// One laid-out piece of a story, such as a heading or a comment.
///
/// A block holds only a few numbers. Its `BlockList` supplies the content, and holds the blocks in
/// the order in which every output writes them.
package struct Block: Hashable, Sendable {
  package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    case announcement
    case infobox
    case questionBox
    /// A featured comment, quoted before the thread; in a question-and-answer story, also the
    /// question above a featured answer.
    case featured
    /// The reason why comments can no longer be posted.
    case closed
    /// The line with the count and the sort order; the comments of a `ThreadGroup` follow.
    case heading
    case comment
    /// A placeholder for a comment that is not shown; its replies, if it has any, follow.
    case tombstone
    /// A comment repeated in abbreviated form above its replies, such as one from an earlier page.
    case ancestor
    /// A placeholder for `count` replies that are not shown, or a link to replies on other pages.
    ///
    /// Replies are not shown if they are folded, beyond a limit, not selected, or missing from the
    /// input.
    case hiddenReplies
    /// A note saying that `count` further comments are left out.
    case moreComments
    case noComments
  }

  package var kind: Kind
  /// True if the comment's replies are laid out, but folded at first.
  ///
  /// For `hiddenReplies`, true if none of the comment's replies is laid out.
  package var isFolded = false
  /// The indentation in levels: 1 for a root, never more than the depth cap; 0 outside the thread.
  package var depth: UInt16
  /// The depth without the cap, 1 for a root; or, for a heading, the raw value of its
  /// `ThreadGroup`.
  package var level: Int32
  /// The position of the comment that the block shows or belongs to; -1 if there is none.
  package var position: Int32
  /// The number of replies or comments that the block counts.
  ///
  /// - For a comment or a tombstone: all replies to it, at all levels, or 0 if none is laid out.
  /// - For a featured comment: the count of the same comment in the thread, or -1 if the comment is
  ///   not in the thread.
  /// - For a heading: the comments of the story, or the root comments of the heading's group.
  /// - For `moreComments`: the comments left out, or 0 if their number is unknown.
  /// - For `hiddenReplies`: the hidden replies, or 0 if they are on other pages.
  package var count: Int32

  package init(_ kind: Kind, depth: Int = 0, level: Int = 0, position: Int = -1, count: Int = 0) {
    self.kind = kind
    self.depth = UInt16(clamping: depth)
    self.level = Int32(clamping: level)
    self.position = Int32(clamping: position)
    self.count = Int32(clamping: count)
  }
}
