extension Story {
  /// Creates a story from comments in any order, for an app that already has them.
  ///
  /// The comments are repaired like those of any other input. A comment without an id, with the id
  /// of an earlier comment, or with one of more than 256 bytes gets a new id, which is unique only in
  /// this story. A comment whose parent is missing becomes a root, and so does the first comment of
  /// a cycle of replies. Comments that do not fit into 4 GiB of text are left out.
  ///
  /// ```swift
  /// let story = Story(comments: [
  ///   Comment(id: "1", body: Body("First!", syntax: .plain)),
  ///   Comment(id: "2", parentID: "1", body: Body("Second.", syntax: .plain)),
  /// ])
  /// ```
  public init(
    id: String = "", url: String = "", title: String = "", comments: [Comment] = []
  ) {
    var story = Story(titled: "")
    story.metadata.id = story.add(text: id)
    story.metadata.url = story.add(text: url)
    story.metadata.title = story.add(text: title)
    for comment in comments {
      if let record = story.record(of: comment) { story.comments.append(record) }
    }
    story.metadata.commentCount = story.comments.count { $0.tombstone == nil }
    var builder = StoryBuilder(story)
    self = builder.finish()
  }
}
