import AtollComments
import AtollLayout

extension CommentSet {
  /// Removes the comments whose time is so far after `now` that it must be a mistake: they would
  /// be new forever.
  mutating func removeCommentsWithMistakenTimes(in story: Story, at now: Timestamp) {
    var kept = CommentSet(count: story.comments.count)
    for (index, comment) in story.comments.enumerated()
    where contains(index) && !comment.createdAt.isImpossiblyLate(at: now) {
      kept.insert(index)
    }
    self = kept
  }
}
