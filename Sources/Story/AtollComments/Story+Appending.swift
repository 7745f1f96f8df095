import AtollBytes

extension Story {
  /// Adds comments after all others, and looks up all parents only once at the end.
  ///
  /// A comment whose id is taken replaces the old comment, but keeps the old position and parent.
  /// Comments for which there is no room are left out.
  package mutating func append(_ added: [Comment]) {
    var story = self
    for comment in added {
      if story.position(of: comment.id) != nil {
        _ = story.update(comment)
      } else if let record = story.record(of: comment) {
        story.comments.append(record)
      }
    }
    for index in story.comments.indices { story.comments[index].flags.remove(.orphan) }
    var builder = StoryBuilder(story)
    self = builder.finish()
    // As on a server, deleted and withheld comments do not count.
    let shownCount = comments.count { $0.tombstone == nil }
    metadata.commentCount = max(metadata.commentCount, shownCount)
  }
}
