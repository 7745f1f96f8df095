package import Comments
import Layout

extension Timestamp {
  /// Returns whether the time is more than a day after `now`, so that it must be a mistake: clocks
  /// and zones differ by less.
  package func isMistake(at now: Timestamp) -> Bool {
    // Halves, because a difference could overflow.
    milliseconds / 2 - now.milliseconds / 2 > 43_200_000
  }
}

extension CommentSet {
  /// Removes the comments whose time is a mistake at `now`: they would be new forever.
  mutating func removeMistakenTimes(in story: Story, at now: Timestamp) {
    var kept = CommentSet(count: story.comments.count)
    for (index, comment) in story.comments.enumerated()
    where contains(index) && !comment.createdAt.isMistake(at: now) {
      kept.insert(index)
    }
    self = kept
  }
}
