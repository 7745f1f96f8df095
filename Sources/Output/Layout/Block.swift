/// One laid-out piece of a story, in the order in which every output writes it.
///
/// A block is a few numbers; what it says is asked of the `BlockList` it belongs to.
package struct Block: Hashable, Sendable {
  package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    case announcement
    case infobox
    case questionBox
    /// A featured comment, quoted before the thread.
    case featured
    /// The reason why no comment can be posted any more.
    case closed
    /// The line with the count and the sort order; the comments of a `ThreadGroup` follow.
    case heading
    case comment
    /// A gap where a comment was that others answer.
    case tombstone
    /// A comment of an earlier page, repeated in short above its replies.
    case ancestor
    /// The place of `count` replies that are folded or past a limit.
    case hiddenReplies
    /// The story has `count` more comments than are laid out here.
    case moreComments
    case noComments
  }

  package var kind: Kind
  /// A comment whose replies are laid out, but folded at first.
  package var isFolded = false
  /// The indentation: 1 for a root, never more than the depth cap; 0 outside the thread.
  package var depth: UInt16
  /// The depth without the cap, 1 for a root; or, for a heading, the number of its `ThreadGroup`.
  package var level: Int32
  /// The comment that it shows or belongs to, or -1.
  package var position: Int32
  /// The number of replies or comments that it counts.
  ///
  /// For a comment or a gap, the replies laid out below it, on all levels. For a featured comment the
  /// same of its place in the thread, or -1 if it has none there. For the heading, how many comments
  /// there are. For `moreComments`, 0 means an unknown number.
  package var count: Int32

  package init(_ kind: Kind, depth: Int = 0, level: Int = 0, position: Int = -1, count: Int = 0) {
    self.kind = kind
    self.depth = UInt16(clamping: depth)
    self.level = Int32(clamping: level)
    self.position = Int32(clamping: position)
    self.count = Int32(clamping: count)
  }
}
