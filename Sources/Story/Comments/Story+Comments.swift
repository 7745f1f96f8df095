extension Story {
  /// Creates a story from comments in any order, for an app that already has them.
  ///
  /// The comments are repaired like those of any other input. A comment without an id, or with the
  /// id of an earlier comment, gets a new id. A comment whose parent is missing becomes a root, and
  /// so does the first comment of a cycle of replies. Comments that do not fit into 4 GiB of text
  /// are left out.
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
    var text = Story(metadata: StoryMetadata())
    text.metadata.id = text.add(text: id)
    text.metadata.url = text.add(text: url)
    text.metadata.title = text.add(text: title)
    for comment in comments where text.hasRoom(for: comment) {
      var record = CommentRecord()
      record.id = text.add(text: comment.id)
      record.parentID = text.add(text: comment.parentID ?? "")
      text.fill(&record, from: comment)
      text.comments.append(record)
    }
    var builder = StoryBuilder(bytes: text.bytes)
    builder.metadata = text.metadata
    builder.metadata.commentCount = text.comments.count { $0.tombstone == nil }
    builder.comments = text.comments
    builder.authors = text.authors
    builder.media = text.media
    builder.labels = text.labels
    self = builder.finish()
  }

  private init(metadata: StoryMetadata) {
    self.init(
      bytes: [], metadata: metadata, comments: [], authors: [], media: [], labels: [],
      ids: IDTable())
  }
}
